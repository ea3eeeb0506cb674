#include "draw.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <stdio.h>
#include <xxhash.h>

#define NORMAL_LIMIT 3.

int draw_init(struct draw *draw, struct error *error)
{
    draw->rng = gsl_rng_alloc(gsl_rng_mt19937);
    return draw->rng ? 0 : error_memory(error);
}

void draw_free(struct draw *draw)
{
    if (draw->rng)
        gsl_rng_free(draw->rng);
    draw->rng = NULL;
}

void draw_seed(struct draw *draw, uint64_t seed, const char *purpose, uint64_t index)
{
    char name[96];
    int length = snprintf(name, sizeof name, "%llu/%s/%llu", (unsigned long long)seed, purpose,
                          (unsigned long long)index);
    size_t used = length < (int)sizeof name ? (size_t)length : sizeof name - 1;
    /* mt19937 takes 32 bits; 0 would silently mean GSL's default seed. */
    unsigned long stream = (unsigned long)(XXH3_64bits(name, used) & 0xffffffffu);
    gsl_rng_set(draw->rng, stream ? stream : 1);
}

double draw_uniform(struct draw *draw)
{
    return gsl_rng_uniform_pos(draw->rng);
}

size_t draw_below(struct draw *draw, size_t count)
{
    return (size_t)gsl_rng_uniform_int(draw->rng, (unsigned long)count);
}

double draw_normal(struct draw *draw)
{
    double z = gsl_cdf_ugaussian_Pinv(draw_uniform(draw));
    return z > NORMAL_LIMIT ? NORMAL_LIMIT : z < -NORMAL_LIMIT ? -NORMAL_LIMIT : z;
}

void draw_shuffle(struct draw *draw, void *items, size_t count, size_t item_size)
{
    if (count > 1)
        gsl_ran_shuffle(draw->rng, items, count, item_size);
}

/* Tiers on random layouts: one to four of them, close ones, long tails, rare ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "../stats/tiers.h"
#include "campaign.h"

#define LAYOUTS 200
#define RUNS 6
#define CHECKS 1000 /* chunks of a run */

struct layout {
    size_t tiers;
    double clock[4]; /* ascending */
    double share[4];
    double noise; /* standard deviation, relative */
    double tail;  /* share of checks that are slower by a half-normal amount */
    double tail_spread;
};

/* Plants the layout; returns how many of its chunks fell into another tier than planted. */
static size_t misplaced(const struct layout *layout, gsl_rng *rng, size_t *found)
{
    struct campaign campaign;
    struct error error = {0};
    static unsigned char planted[RUNS * CHECKS];
    build_start(&campaign);
    for (int run = 0; run < RUNS; run++) {
        char name[2] = {(char)('a' + run), 0};
        build_measurement(&campaign, run % 2 ? "guest" : "host", "base", 4096, 1 << 30, 128, name);
        for (int i = 0; i < CHECKS; i++) {
            double at = gsl_rng_uniform(rng);
            size_t tier = 0;
            while (tier + 1 < layout->tiers && at >= layout->share[tier])
                at -= layout->share[tier++];
            double clock = layout->clock[tier] * (1 + gsl_ran_gaussian(rng, layout->noise));
            if (gsl_rng_uniform(rng) < layout->tail)
                clock /= 1 + fabs(gsl_ran_gaussian(rng, layout->tail_spread));
            planted[run * CHECKS + i] = (unsigned char)tier;
            build_chunks(&campaign, 1, 90, clock, clock);
        }
    }
    build_finish(&campaign);
    assert_int_equal(tiers_find(&campaign, 0, &error), 0);
    *found = campaign.tier_count;
    size_t wrong = 0;
    for (int run = 0; run < RUNS; run++)
        for (int i = 0; i < CHECKS; i++)
            wrong += tiers_index(campaign.tiers, campaign.tier_count,
                                 campaign.measurements[run].chunks[i].clock_before) !=
                     planted[run * CHECKS + i];
    campaign_free(&campaign);
    return wrong;
}

/* In at least 99% of the layouts, as many tiers as planted and (nearly) every chunk in its own: a
 * check may lie past the middle between two tiers by chance, `allowed` of them. */
static void hold(const char *what, void (*draw)(struct layout *, gsl_rng *), size_t allowed)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    size_t good = 0;
    for (int i = 0; i < LAYOUTS; i++) {
        struct layout layout = {0};
        size_t found;
        draw(&layout, rng);
        size_t wrong = misplaced(&layout, rng, &found);
        if (found == layout.tiers && wrong <= allowed)
            good++;
        else
            print_message("# %s %d: %zu tiers found of %zu, %zu misplaced (noise %.4f tail %.3f)\n",
                          what, i, found, layout.tiers, wrong, layout.noise, layout.tail);
    }
    gsl_rng_free(rng);
    if (good < LAYOUTS * 99 / 100)
        fail_msg("%s: %zu of %d layouts", what, good, LAYOUTS);
}

static double between(gsl_rng *rng, double low, double high)
{
    return low + (high - low) * gsl_rng_uniform(rng);
}

static void draw_one(struct layout *layout, gsl_rng *rng)
{
    *layout = (struct layout){1, {between(rng, 1, 5)}, {1}, between(rng, 0, 0.03), 0, 0};
}

static void draw_one_with_tail(struct layout *layout, gsl_rng *rng)
{
    *layout = (struct layout){1,    {between(rng, 1, 5)},   {1}, between(rng, 0.0005, 0.01),
                              0.02, between(rng, 0.01, 0.5)};
}

static void draw_one_with_heavy_tail(struct layout *layout, gsl_rng *rng)
{
    *layout = (struct layout){1,
                              {between(rng, 1, 5)},
                              {1},
                              between(rng, 0.0005, 0.01),
                              between(rng, 0.02, 0.3),
                              between(rng, 0.02, 0.5)};
}

/* Tiers 5% to 40% apart, noise at most an eighth of the smallest gap. */
static void draw_tiers(struct layout *layout, gsl_rng *rng, size_t tiers)
{
    layout->tiers = tiers;
    layout->clock[0] = between(rng, 1, 3);
    double gap = 1, left = 1;
    for (size_t i = 1; i < tiers; i++) {
        double apart = between(rng, 0.05, 0.4);
        gap = fmin(gap, apart);
        layout->clock[i] = layout->clock[i - 1] * (1 + apart);
    }
    for (size_t i = 0; i < tiers; i++) {
        layout->share[i] = i + 1 < tiers ? left * between(rng, 0.1, 0.6) : left;
        left -= layout->share[i];
    }
    layout->noise = gap * between(rng, 0.005, 0.1);
}

static void draw_two(struct layout *layout, gsl_rng *rng)
{
    draw_tiers(layout, rng, 2);
}

static void draw_three(struct layout *layout, gsl_rng *rng)
{
    draw_tiers(layout, rng, 3);
}

static void draw_four(struct layout *layout, gsl_rng *rng)
{
    draw_tiers(layout, rng, 4);
}

static void draw_close(struct layout *layout, gsl_rng *rng)
{
    draw_tiers(layout, rng, 2);
    layout->clock[1] = layout->clock[0] * 1.05;
    layout->noise = between(rng, 0.0005, 0.006);
}

static void draw_rare_slow(struct layout *layout, gsl_rng *rng)
{
    draw_tiers(layout, rng, 2);
    layout->share[0] = 0.015; /* so that 1% is there for sure */
    layout->share[1] = 1 - layout->share[0];
}

static void draw_rare_fast(struct layout *layout, gsl_rng *rng)
{
    draw_rare_slow(layout, rng);
    layout->share[0] = 1 - layout->share[0];
    layout->share[1] = 1 - layout->share[0];
}

static void draw_two_with_tail(struct layout *layout, gsl_rng *rng)
{
    draw_tiers(layout, rng, 2);
    layout->tail = 0.02;
    layout->tail_spread = (layout->clock[1] / layout->clock[0] - 1) / 4;
}

static void one(void **state)
{
    (void)state;
    hold("one tier", draw_one, 0);
}

static void one_with_tail(void **state)
{
    (void)state;
    hold("one tier with a 2% tail", draw_one_with_tail, 0);
}

static void one_with_heavy_tail(void **state)
{
    (void)state;
    hold("one tier with a heavy tail", draw_one_with_heavy_tail, 0);
}

static void two(void **state)
{
    (void)state;
    hold("two tiers", draw_two, 0);
}

static void three(void **state)
{
    (void)state;
    hold("three tiers", draw_three, 0);
}

static void four(void **state)
{
    (void)state;
    hold("four tiers", draw_four, 0);
}

static void close_by(void **state)
{
    (void)state;
    hold("two tiers 5% apart", draw_close, 3);
}

static void rare_slow(void **state)
{
    (void)state;
    hold("a rare slow tier", draw_rare_slow, 0);
}

static void rare_fast(void **state)
{
    (void)state;
    hold("a rare fast tier", draw_rare_fast, 0);
}

static void two_with_tail(void **state)
{
    (void)state;
    hold("two tiers with tails", draw_two_with_tail, 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one),
        cmocka_unit_test(one_with_tail),
        cmocka_unit_test(one_with_heavy_tail),
        cmocka_unit_test(two),
        cmocka_unit_test(three),
        cmocka_unit_test(four),
        cmocka_unit_test(close_by),
        cmocka_unit_test(rare_slow),
        cmocka_unit_test(rare_fast),
        cmocka_unit_test(two_with_tail),
    };
    return cmocka_run_group_tests_name("tiers", tests, NULL, NULL);
}

#include "fisher.h"

#include <math.h>
#include <stdbool.h>

#define TIE 1e-7
#define NEGLIGIBLE 1e-20

/* All tables with the same margins differ in one number: the hits of the group. */
struct margins {
    uint64_t group, hit, total;
    uint64_t least, most; /* hits the group can have */
};

/* How much likelier `hits` + 1 is than `hits`. Nothing but IEEE products and a quotient: the same
 * on every machine, and good to the last digits where a difference of log factorials is not. */
static double step_up(const struct margins *margins, uint64_t hits)
{
    double neither = (double)(margins->total + hits + 1 - margins->group - margins->hit);
    return (double)(margins->group - hits) * (double)(margins->hit - hits) /
           ((double)(hits + 1) * neither);
}

static uint64_t likeliest(const struct margins *margins)
{
    double mode = ((double)margins->group + 1) * ((double)margins->hit + 1);
    uint64_t hits = (uint64_t)(mode / ((double)margins->total + 2));
    if (hits < margins->least)
        return margins->least;
    return hits > margins->most ? margins->most : hits;
}

/* Weight of the next table up or down from one of that weight. */
static double next_weight(const struct margins *margins, uint64_t *hits, bool up, double weight)
{
    if (up)
        return weight * step_up(margins, (*hits)++);
    return weight / step_up(margins, --*hits);
}

static double weight_of(const struct margins *margins, uint64_t mode, uint64_t hits)
{
    double weight = 1;
    while (mode != hits && weight > 0)
        weight = next_weight(margins, &mode, hits > mode, weight);
    return weight;
}

/* Adds the tables on one side of the mode. Weights fall ever faster, so what is left out beyond a
 * negligible one is negligible too. */
static void add_side(const struct margins *margins, uint64_t mode, bool up, double limit,
                     double *all, double *as_extreme)
{
    double weight = 1;
    for (uint64_t hits = mode; hits != (up ? margins->most : margins->least);) {
        weight = next_weight(margins, &hits, up, weight);
        if (weight == 0 || weight < *as_extreme * NEGLIGIBLE)
            break;
        *all += weight;
        if (weight <= limit)
            *as_extreme += weight;
    }
}

double fisher_p(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    if (a + b > c + d || (a + b == c + d && a > c))
        return fisher_p(c, d, a, b); /* one test, one number, whichever row comes first */
    struct margins margins = {.group = a + b, .hit = a + c, .total = a + b + c + d};
    margins.least = a > d ? a - d : 0;
    margins.most = margins.group < margins.hit ? margins.group : margins.hit;
    uint64_t mode = likeliest(&margins);
    double limit = weight_of(&margins, mode, a) * (1 + TIE);
    double all = 1, as_extreme = limit >= 1 ? 1 : 0;
    add_side(&margins, mode, false, limit, &all, &as_extreme);
    add_side(&margins, mode, true, limit, &all, &as_extreme);
    return fmin(1, as_extreme / all);
}

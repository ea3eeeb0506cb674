#include "fisher.h"

#include <math.h>

#include <gsl/gsl_sf_gamma.h>

#define TIE 1e-7

static double log_factorial(uint64_t n)
{
    return gsl_sf_lngamma((double)n + 1);
}

/* Log probability of `hits` hits among `group`, when `hit` of `total` are hits; up to a constant
 * that the margins fix. */
static double log_weight(uint64_t hits, uint64_t group, uint64_t hit, uint64_t total)
{
    return -log_factorial(hits) - log_factorial(group - hits) - log_factorial(hit - hits) -
           log_factorial(total - group - (hit - hits));
}

double fisher_p(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t group = a + b, hit = a + c, total = a + b + c + d;
    uint64_t least = group + hit > total ? group + hit - total : 0;
    uint64_t most = group < hit ? group : hit;
    double here = log_weight(a, group, hit, total), as_extreme = 0, all = 0;
    /* Relative to this table, so that nothing under- or overflows where it matters. */
    for (uint64_t hits = least; hits <= most; hits++) {
        double weight = exp(log_weight(hits, group, hit, total) - here);
        all += weight;
        if (weight <= 1 + TIE)
            as_extreme += weight;
    }
    return isfinite(all) ? as_extreme / all : 0;
}

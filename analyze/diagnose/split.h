/*
 * Two groups or one: Engelman and Hartigan's test for clusters (Percentage Points of a Test for
 * Clusters, Journal of the American Statistical Association 64, 1969).
 *
 * Of all ways to cut sorted values in two groups, at least two values each, the one with the least
 * sum of squares within them is taken. How small that sum is against the whole is compared with
 * what samples of as many normal values give, which depends on nothing but their number; the
 * distribution is drawn here (SPLIT_DRAWS samples), so P is never below 1 / (SPLIT_DRAWS + 1).
 *
 * Misses a single value that stands apart (which is an outlier, not a group), three groups, and
 * groups of few values that overlap. A long-tailed distribution can pass for two groups.
 */
#ifndef PAGEWALK_SPLIT_H
#define PAGEWALK_SPLIT_H

#include <stddef.h>

#include <gsl/gsl_rng.h>

#define SPLIT_DRAWS 9999
#define SPLIT_FEWEST 6
#define SPLIT_MOST 100

struct split {
    size_t first;     /* the second group begins here, in sorted order */
    double low, high; /* means of the groups */
    double statistic; /* whole sum of squares over that within groups, 1 and more */
};

/* Of SPLIT_FEWEST to SPLIT_MOST values in ascending order. */
struct split split_find(const double *sorted, size_t n);

/* Fills `statistics`, room for SPLIT_DRAWS, with those of normal samples of n, ascending. */
void split_draw(size_t n, gsl_rng *rng, double *statistics);

double split_p(const double *statistics, double statistic);

#endif

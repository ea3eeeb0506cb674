/*
 * Rank intervals: Hodges-Lehmann estimates with exact confidence, for few independent units.
 *
 * One sample (also paired differences): the estimate is the median of the n(n+1)/2 Walsh averages
 * (x_i + x_j) / 2, i <= j; the interval runs between two of them, chosen by the exact distribution
 * of Wilcoxon's signed-rank statistic. Two samples: the median of all differences x_i - y_j, with
 * the Mann-Whitney distribution. Sources: Hodges and Lehmann, Annals of Mathematical Statistics 34,
 * 1963; Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3rd ed., 2014,
 * sections 3.2, 3.3, 4.2, 4.3.
 *
 * Of all intervals with at least the coverage asked for, the one with the smallest is taken, and
 * its true coverage is given: 8 units and 95% asked give Walsh averages 4 to 33 of 36 and 96.09%.
 * Where even the widest falls short (fewer than six units at 95%), that one is given with its own
 * coverage: five units reach 93.75%. The counts are exact up to RANKS_EXACT_UNITS units in all,
 * then the normal approximation.
 */
#ifndef PAGEWALK_RANKS_H
#define PAGEWALK_RANKS_H

#include <stddef.h>

#define RANKS_EXACT_UNITS 100

struct rank_interval {
    double centre;
    double low, high; /* NaN when coverage is 0 */
    double coverage;  /* 0 to 1; 0 for a single unit */
    double p; /* two-sided P value of the rank test that the centre is 0; 1 for a single unit */
};

/* Of n >= 1 values. 0 < confidence < 1. Returns 0, or -1 when memory ran out. */
int ranks_one_sample(const double *values, size_t n, double confidence,
                     struct rank_interval *interval);

/* Of x - y, independent samples, both with at least one value. */
int ranks_two_samples(const double *x, size_t x_count, const double *y, size_t y_count,
                      double confidence, struct rank_interval *interval);

/* P(V <= k) of Wilcoxon's signed-rank statistic for n units, exact. NaN when memory ran out. */
double ranks_signed_rank_below(size_t n, size_t k);

/* P(U <= k) of the Mann-Whitney statistic, exact. NaN when memory ran out. */
double ranks_mann_whitney_below(size_t x_count, size_t y_count, size_t k);

#endif

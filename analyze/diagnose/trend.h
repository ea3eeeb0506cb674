/*
 * Trends inside runs: rank correlation with runs as blocks, and how far a run moved.
 *
 * Spearman's rank correlation is taken inside each block (a run, a round), where values can be
 * exchanged if nothing drifts, and summed up over blocks: with mid-ranks for ties, a block's rho
 * has mean 0 and variance 1/(n - 1) over all orders of its n values, so that
 * sum (n - 1) rho / sqrt(sum (n - 1)) is nearly a standard normal. Source: Taylor, Kendall's and
 * Spearman's Correlation Coefficients in the Presence of a Blocking Variable, Biometrics 43, 1987;
 * variance and normal limit: Kendall, Rank Correlation Methods, 1948, chapter 5.
 *
 * Misses what is not monotone, and drift that goes up in some blocks and down in others.
 *
 *     struct trend trend = {0};
 *     trend_add(&trend, seqs, values, n, scratch);       // for each run
 *     trend_rho(&trend), trend_p(&trend)
 */
#ifndef PAGEWALK_TREND_H
#define PAGEWALK_TREND_H

#include <stddef.h>

struct trend {
    double sum, weight;
    size_t blocks; /* those with two values and more, not all of the same x */
};

/* Adds a block of n values, none NaN; `scratch` has room for 2 n. A block whose y are all equal
 * counts as one without a trend, which it is. */
void trend_add(struct trend *trend, const double *x, const double *y, size_t n, double *scratch);

/* Mean rank correlation over blocks, weighted with n - 1; NaN without blocks. */
double trend_rho(const struct trend *trend);

/* Of no correlation: two-sided, or against a positive one only. NaN without blocks. */
double trend_p(const struct trend *trend);
double trend_p_above(const struct trend *trend);

/*
 * How far y moved from the first x to the last, by Tukey's resistant line through the medians of
 * the outer thirds (Exploratory Data Analysis, 1977, chapter 6). x ascends; `scratch` has room for
 * n. NaN with fewer than two values or where the outer thirds have the same median x.
 */
double trend_change(const double *x, const double *y, size_t n, double *scratch);

#endif

/*
 * Sorting and quantiles: Hyndman and Fan's type 7 (Sample Quantiles in Statistical Packages, The
 * American Statistician 50, 1996), which is what GSL, R, NumPy and spreadsheets compute.
 */
#ifndef PAGEWALK_QUANTILE_H
#define PAGEWALK_QUANTILE_H

#include <stddef.h>

/* Ascending; the values hold no NaN. */
void quantile_sort(double *values, size_t n);

/* Of values in ascending order, 0 <= p <= 1. NaN when n is 0. Never outside the two values it lies
 * between, so a quantile of equal values is that very value. */
double quantile_sorted(const double *sorted, size_t n, double p);

/* Reorders the values in place and gives their median; NaN when n is 0. */
double quantile_median(double *values, size_t n);

#endif

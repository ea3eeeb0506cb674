/*
 * Noise that is dealt, not drawn.
 *
 * Independent noise would move every median a little, and a figure planted as 14.55 would sometimes
 * print as 14. So the values of a cell are the quantiles of the distribution themselves, one for
 * each measurement, and chance decides only which measurement gets which. Whatever the seed, the
 * median and the quartiles are the planted ones; runs, rounds and order are random.
 *
 * Quantiles are Hyndman and Fan's type 7 (The American Statistician 50, 1996), as in the analyzer.
 * Scores are Blom's: the normal quantile of (i - 3/8)/(n + 1/4), i from 1 to n.
 */
#ifndef PAGEWALK_DEAL_H
#define PAGEWALK_DEAL_H

#include <stddef.h>

#include "draw.h"

/* What is planted in a cell: ns per load, q1 <= median <= q3. */
struct quartiles {
    double q1, median, q3;
};

/*
 * n values in ascending order whose quartiles are exactly the ones asked for (to rounding of a
 * double): normal scores, with one scale below the median and one above it.
 *
 *     deal_quartiles(values, 3, (struct quartiles){98, 100, 104})    ->  96, 100, 108
 *
 * One value is the median; two are the median -+ the distance of the quartiles (whose asymmetry two
 * values cannot show). Below eight, an even number has its two innermost values on the median.
 */
void deal_quartiles(double *values, size_t n, struct quartiles planted);

/* The same around `median`, with quartiles as far apart as those of a normal distribution of that
 * sigma, but right-skewed as timings are: the upper one twice as far from the median. */
void deal_skewed(double *values, size_t n, double median, double sigma);

/*
 * Hands ascending values to n takers so that the taker with the k-th smallest wish gets the k-th
 * smallest value: the takers keep the correlations of their wishes and the cell keeps its
 * quartiles. `scratch` has room for n indexes.
 */
void deal_by_wish(const double *values, const double *wishes, size_t n, double *dealt,
                  size_t *scratch);

#endif

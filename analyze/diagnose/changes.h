/*
 * Change points: where a sequence of values steps from one level to another.
 *
 * Optimal partitioning: of all ways to cut the sequence into segments the one with the least sum of
 * squares about the segments' means, in units of the noise variance, plus a penalty of 3 log n for
 * each cut. Found exactly by dynamic programming: Jackson and others, An Algorithm for Optimal
 * Partitioning of Data on an Interval, IEEE Signal Processing Letters 12, 2005. (Killick, Fearnhead
 * and Eckley's PELT, JASA 107, 2012, prunes the same search; at this length there is nothing to
 * gain.) The penalty is that of Zhang and Siegmund's modified Bayesian information criterion,
 * Biometrics 63, 2007, without the term that favours segments of unequal length.
 *
 * The noise is taken from the differences of neighbours (their median), which steps hardly touch.
 * Values further than four of its standard deviations from the median count as no further, so that
 * single outliers make no step (the idea of Fearnhead and Rigaill, JASA 114, 2019, who bound the
 * loss). Sizes are of the values as they are.
 *
 * Misses steps shorter than CHANGES_SHORTEST values, slow drift, changes of spread alone, and steps
 * between two levels that are both far from the median.
 */
#ifndef PAGEWALK_CHANGES_H
#define PAGEWALK_CHANGES_H

#include <stddef.h>

#define CHANGES_LONGEST 256 /* values */
#define CHANGES_SHORTEST 4  /* values in a segment */

struct changes {
    size_t count;   /* of steps */
    double largest; /* of all differences between medians of neighbouring segments, signed */
};

/* Of n values; longer sequences are first averaged in equal groups, so that at most CHANGES_LONGEST
 * are left. */
void changes_find(const double *values, size_t n, struct changes *changes);

#endif

/*
 * Fisher's exact test for a table of two by two: whether a share is the same in two groups.
 *
 *              hit   not
 *     group     a     b
 *     rest      c     d
 *
 *     fisher_p(3, 0, 0, 4)          // 1/35: of 35 tables with these margins none is as unlikely
 */
#ifndef PAGEWALK_FISHER_H
#define PAGEWALK_FISHER_H

#include <stdint.h>

/*
 * Two-sided P value: the probability, given all margins, of the tables that are no more likely than
 * this one (Fisher, The Logic of Inductive Inference, Journal of the Royal Statistical Society 98,
 * 1935), as R's fisher.test computes it, with its relative tolerance of 1e-7 for ties. 1 where a
 * margin is 0; 0 where it is below the range of doubles. The sum of all counts stays below 2^53.
 *
 * Weights are taken relative to the likeliest table and walked outward by the ratio of neighbours,
 * until nothing is left to add: time grows with the standard deviation of the hits, not with the
 * counts. Swapping group and rest gives the same P, to the last bit.
 */
double fisher_p(uint64_t a, uint64_t b, uint64_t c, uint64_t d);

#endif

/*
 * Fisher's exact test for a table of two by two: whether a share is the same in two groups.
 *
 *              hit   not
 *     group     a     b
 *     rest      c     d
 */
#ifndef PAGEWALK_FISHER_H
#define PAGEWALK_FISHER_H

#include <stdint.h>

/*
 * Two-sided P value: the probability, given all margins, of the tables that are no more likely than
 * this one (Fisher, The Logic of Inductive Inference, Journal of the Royal Statistical Society 98,
 * 1935), as R's fisher.test computes it, with its relative tolerance of 1e-7 for ties. 1 where a
 * margin is 0. Time grows with the smallest margin.
 */
double fisher_p(uint64_t a, uint64_t b, uint64_t c, uint64_t d);

#endif

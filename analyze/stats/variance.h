/*
 * How much of the variance lies between runs: one-way analysis of variance with runs as groups.
 *
 * The intraclass correlation is (MSB - MSW) / (MSB + (m - 1) MSW), cut to 0..1, with m the mean
 * group size corrected for unequal groups; the design effect 1 + (m - 1) icc says how many times
 * the variance of a mean over all measurements exceeds that of as many independent ones (Donner, A
 * Review of Inference Procedures for the Intraclass Correlation Coefficient in the One-Way Random
 * Effects Model, International Statistical Review 54, 1986; Kish, Survey Sampling, 1965).
 *
 *     struct variance variance = {0};
 *     variance_add(&variance, values, n);          // for each run
 *     variance_icc(&variance, &icc, &design_effect);
 */
#ifndef PAGEWALK_VARIANCE_H
#define PAGEWALK_VARIANCE_H

#include <stddef.h>

struct variance {
    double origin; /* mean of the first group, so that squares do not cancel */
    double count, groups, square_count;
    double sum, square_sum, within;
};

/* Adds one run's values, n >= 1. */
void variance_add(struct variance *variance, const double *values, size_t n);

/* Both NaN with fewer than two runs, or where no run has two values. When all values are equal icc
 * is 0. */
void variance_icc(const struct variance *variance, double *icc, double *design_effect);

#endif

/*
 * Holm's adjustment of P values for many comparisons (Holm, A Simple Sequentially Rejective
 * Multiple Test Procedure, Scandinavian Journal of Statistics 6, 1979): the chance of any false
 * finding in the whole family stays at the level of each adjusted value.
 */
#ifndef PAGEWALK_HOLM_H
#define PAGEWALK_HOLM_H

#include <stddef.h>

/* adjusted[i] for p[i]: never below p[i] nor above 1, and in the same order. A NaN is no member of
 * the family and stays NaN. The two may be the same array. Returns 0, or -1 when memory ran out. */
int holm_adjust(const double *p, size_t n, double *adjusted);

#endif

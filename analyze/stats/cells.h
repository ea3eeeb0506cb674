/*
 * Cells: measurements with equal levels of all factors, and what they say together.
 *
 * n, minimum, quartiles (type 7), median and maximum are over the values of kept measurements; a
 * cell whose measurements were all dropped stands with n 0. Skipped measurements make no cell.
 */
#ifndef PAGEWALK_CELLS_H
#define PAGEWALK_CELLS_H

#include "../model.h"

/* Fills campaign->cells in the order of their levels. Errors: out of memory. */
int cells_build(struct campaign *campaign, struct error *error);

/* The cell with exactly these levels, or NULL. */
const struct cell *cells_find(const struct campaign *campaign, const struct level *levels);

#endif

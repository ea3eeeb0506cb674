/*
 * Which cells a delta compares.
 */
#ifndef PAGEWALK_COMPARED_H
#define PAGEWALK_COMPARED_H

#include "select.h"

/* The cells (rows of cells.csv) that rows of deltas.csv start from and are against, each once. A
 * cell that is not there is left out. */
int compared_cells(const struct results *results, const struct row_list *deltas,
                   struct arena *arena, struct row_list *cells, struct error *error);

#endif

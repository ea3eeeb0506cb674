/*
 * Rows of a frame laid out by two axes: which row stands where.
 *
 * A table's lines and columns, a chart's x and series: both ask for the places on each axis and for
 * the frame's row at every crossing.
 */
#ifndef PAGEWALK_GRID_H
#define PAGEWALK_GRID_H

#include "parts.h"

struct grid {
    struct places rows, columns; /* of block->rows and block->columns */
    size_t *at;                  /* frame row at [row * columns.count + column], or RESULTS_NONE */
};

/* Memory is the article's arena. Errors: two frame rows at one crossing (the message names the
 * factor that has to be selected or split), out of memory. */
int grid_fill(struct grid *grid, struct article *article, const struct block *block,
              const struct part *part, struct error *error);

/* The frame's row at a crossing, or RESULTS_NONE. */
size_t grid_at(const struct grid *grid, size_t row, size_t column);

#endif

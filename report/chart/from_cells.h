/*
 * Builds the chart of one part of a chart block: a series for each place on series=, a point for
 * each level of x=, the median with its quartiles as band.
 */
#ifndef PAGEWALK_CHART_FROM_CELLS_H
#define PAGEWALK_CHART_FROM_CELLS_H

#include "../block/parts.h"
#include "../table/notes.h"
#include "chart.h"

/*
 * Title, subtitle and alt text are generated where the block gives none. Whatever the block says,
 * cautions end the subtitle and the alt text, and drops, left out sizes and shared boots become
 * notes. Host series are emphasised where guests are there too. References that the data lack are
 * left out. All memory is the article's arena. Errors: two cells on one point, x that is no number,
 * no cell with a median, out of memory.
 */
int chart_from_cells(struct article *article, const struct block *block, const struct part *part,
                     struct chart *chart, struct error *error);

#endif

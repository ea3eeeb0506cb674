/*
 * Builds the table of one part of a block: rows by columns over cells or deltas.
 */
#ifndef PAGEWALK_FROM_CELLS_H
#define PAGEWALK_FROM_CELLS_H

#include "../block/parts.h"
#include "table.h"

/*
 * Drops become footnotes with their reasons, a place without a cell is a dash with a footnote (why
 * it was skipped, where the log says so). The caption names the unit, the number of measurements,
 * the runs, and cautions. All memory is the article's arena. Errors: two cells on one place (named,
 * with the factors to select or split), out of memory.
 */
int table_from_cells(struct article *article, const struct block *block, const struct part *part,
                     struct table *table, struct error *error);

#endif

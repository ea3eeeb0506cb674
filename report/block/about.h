/*
 * What all rows of a table or chart have in common, for its title: "chase, dense, guest",
 * "chase, one 128 B line in every 16 KB, against 4 KB pages".
 */
#ifndef PAGEWALK_ABOUT_H
#define PAGEWALK_ABOUT_H

#include "block.h"

/* `rows` are of the block's frame, `cells` those of cells.csv behind them. In the arena; NULL when
 * memory ran out. */
const char *about_part(const struct results *results, const struct block *block,
                       const struct row_list *rows, const struct row_list *cells,
                       struct arena *arena);

#endif

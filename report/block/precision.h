/*
 * Decimals of the values of a table, a row of it, or a point of a chart.
 *
 * A cell allows as many decimals as half its quartile distance does (digits.h). The cell that
 * allows the fewest decides for all of them, so that points stand under each other. A table from
 * 0.7 to 109 ns would then lose its first rows: where the smallest median would not keep two
 * significant digits, each row is judged alone (`precision_is_uniform` is false). Percentages go by
 * the relative spread the same way, with at most one decimal; ratios have two, counts none.
 */
#ifndef PAGEWALK_PRECISION_H
#define PAGEWALK_PRECISION_H

#include "../data/select.h"

/* True when one number of decimals does for all these cells; `cells` are rows of cells.csv. */
bool precision_is_uniform(const struct results *results, const struct row_list *cells);

/* For times in ns; 0 to 2, and enough for two significant digits of the smallest median. */
int precision_ns(const struct results *results, const struct row_list *cells);

/* For percentages of these times; 0 or 1. */
int precision_percent(const struct results *results, const struct row_list *cells);

#endif

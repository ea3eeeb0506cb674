/*
 * Why points of a chart are missing: one footnote for each reason.
 *
 *     Not measured (no transparent huge pages: set to never): guest 2 MB THP: 512 MB, 1 GB.
 *     All dropped (too few clean chunks): guest 4 KB: 64 MB; guest 2 MB: 64 MB.
 */
#ifndef PAGEWALK_CHART_GAPS_H
#define PAGEWALK_CHART_GAPS_H

#include "../block/grid.h"
#include "chart.h"

/*
 * Writes the notes to `notes`, which has room for one a point, in the order in which the reasons
 * appear. `grid` has the chart's x down and its series across. Memory is the article's arena.
 */
int gaps_describe(struct article *article, const struct block *block, const struct part *part,
                  const struct grid *grid, const struct chart *chart, const char **notes,
                  size_t *count, struct error *error);

#endif

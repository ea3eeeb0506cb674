/*
 * The words of a chart: title, subtitle, notes and alt text, from what is drawn.
 */
#ifndef PAGEWALK_CHART_DESCRIBE_H
#define PAGEWALK_CHART_DESCRIBE_H

#include "../block/grid.h"
#include "chart.h"

/*
 * Fills in title, subtitle, notes and description; series and axes must be there. The alt text says
 * what kind of chart, of what, over which range, and the values at the right end:
 *
 *     Line chart of ns per load against span, 64 MB to 1 GB, 2 series. At 1 GB: guest 4 KB 109,
 *     host 16 KB 87. Simulated data.
 */
int chart_describe(struct article *article, const struct block *block, const struct part *part,
                   const struct grid *grid, int decimals, struct chart *chart, struct error *error);

/* A position on the x axis as texts name it: "64 MB". */
void describe_x(const struct chart *chart, double x, struct text *out);

#endif

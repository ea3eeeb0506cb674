/*
 * What the parts of a chart's layout share: measures, and the way from data to pixels.
 *
 * chart.c decides the frame from outside in: headings, notes and tick labels take what they need,
 * labels.c says how much room series labels take at the right, and the plot gets all that is left.
 * axes.c and series.c then draw into it.
 */
#ifndef PAGEWALK_LAYOUT_H
#define PAGEWALK_LAYOUT_H

#include "../../analyze/base/text.h"
#include "chart.h"
#include "drawing.h"
#include "font.h"
#include "ticks.h"

/* px in a chart 1600 px wide; scaled with the width. */
#define SIZE_TITLE 38
#define SIZE_SUBTITLE 26
#define SIZE_TEXT 24
#define SIZE_SMALL 22
#define SIZE_MARGIN 48
#define SIZE_LINE 4
#define SIZE_LINE_EMPHASIS 6
#define SIZE_MARKER 15
#define SIZE_SWATCH 17

struct layout {
    const struct chart *chart;
    struct drawing *drawing;
    struct font *font;
    struct error *error;
    double scale;                        /* px of this chart for a px of one 1600 wide */
    double x_low, x_high, y_low, y_high; /* data at the edges of the plot */
    struct drawing_box plot;
    struct ticks y_ticks;
    double *all_x; /* every x any series has, ascending, each once; owned by chart.c */
    size_t all_x_count;
};

/* How a series looks. */
uint32_t layout_colour(const struct chart *chart, size_t series);
enum drawing_shape layout_shape(const struct chart *chart, size_t series);

double layout_x(const struct layout *layout, double value);
double layout_y(const struct layout *layout, double value);

/* The last measured point of a series; NULL when it has none. */
const struct chart_point *layout_last_point(const struct chart_series *series);

/* Adds a text with its top left corner at (left, top). */
int layout_text(struct layout *layout, enum drawing_role role, int series, const char *text,
                double left, double top, double size, enum drawing_weight weight, uint32_t colour);

/* axes.c: the grid with labels, the size or number axis. */
int axes_draw(struct layout *layout);

/* series.c: bands, reference lines, lines, markers. */
int series_draw(struct layout *layout);

/* labels.c: measures the series' labels, groups those that coincide at the end; then places and
 * draws them. */
struct labels;
struct labels *labels_new(struct layout *layout); /* NULL on errors */
double labels_width(const struct labels *labels); /* with the gap to the plot */
int labels_draw(struct labels *labels);           /* once layout->plot stands */
void labels_free(struct labels *labels);

#endif

/*
 * What the parts of a chart's layout share: measures, and the way from data to pixels.
 *
 * chart.c decides the frame from outside in: captions and tick labels take what they need, labels.c
 * says how much room series labels take at the right, and the plot gets all that is left.
 * axes.c, series.c, references.c and labels.c then draw into it. All texts of layout->chart are
 * clean (font_clean()) and none is NULL.
 */
#ifndef PAGEWALK_LAYOUT_H
#define PAGEWALK_LAYOUT_H

#include "../../analyze/base/text.h"
#include "../drawing/drawing.h"
#include "../drawing/font.h"
#include "chart.h"
#include "ticks.h"

/* px in a chart 1600 px wide; scaled with the width. */
#define SIZE_TITLE 38
#define SIZE_SUBTITLE 26
#define SIZE_TEXT 24
#define SIZE_SMALL 22
#define SIZE_MARGIN 40
#define SIZE_LINE 4
#define SIZE_LINE_EMPHASIS 6
#define SIZE_MARKER 15
#define SIZE_SWATCH 17
#define SIZE_LABEL_GAP 34      /* from the plot to the series labels */
#define SIZE_LABEL_OVERHANG 40 /* they may stand out of the plot so far where nothing else is */

struct layout {
    const struct chart *chart;
    struct drawing *drawing;
    struct font *font;
    struct error *error;
    double scale;                        /* px of this chart for a px of one 1600 wide */
    double x_low, x_high, y_low, y_high; /* data at the edges of the plot */
    struct drawing_box plot;
    double labels_top, labels_bottom; /* where series labels may stand, px */
    struct ticks y_ticks;
    double *all_x; /* every x any series has, ascending, each once; owned by chart.c */
    size_t all_x_count;
    double
        widest_step; /* octaves between neighbouring sizes above which one was left out; 0: any */
};

/* How a series looks. */
uint32_t layout_colour(const struct chart *chart, size_t series);
enum drawing_shape layout_shape(const struct chart *chart, size_t series);

/* scales.c: finds the ranges of both axes from the data. */
int scales_find(struct layout *layout);

/* layout.c: maps values to pixels, and answers the questions that several parts ask. */
double layout_x(const struct layout *layout, double value);
double layout_y(const struct layout *layout, double value);

bool layout_measured(const struct chart_point *point);
bool layout_has_band(const struct chart_point *point);

/* The last measured point of a series; NULL when it has none. */
const struct chart_point *layout_last_point(const struct chart_series *series);

/* True when a size between the two was measured for some series, or left out of an otherwise
 * regular list of sizes: the line must not pretend that it was measured there. */
bool layout_gap_between(const struct layout *layout, double x1, double x2);

/* True when a line, band or marker comes nearer to the box than `distance` px. */
bool layout_data_near(const struct layout *layout, const struct drawing_box *box, double distance);

/* Adds a text with its top left corner at (left, top). */
int layout_text(struct layout *layout, enum drawing_role role, int series, const char *text,
                double left, double top, double size, enum drawing_weight weight, uint32_t colour);

/* captions.c: title and subtitle from the top down, notes from the bottom up; gives back where they
 * end. */
int captions_draw_headings(struct layout *layout, double *bottom);
int captions_draw_notes(struct layout *layout, double *top);

/* axes.c: the grid with labels, the size or number axis. */
int axes_draw(struct layout *layout);

/* series.c: bands; then lines and markers. */
int series_draw_bands(struct layout *layout);
int series_draw_lines(struct layout *layout);

/* references.c: reference lines with their labels. */
int references_draw(struct layout *layout);

/* labels.c: measures the series' labels, groups those that coincide at the end; then places and
 * draws them. `room` is the width in px that they should keep to, swatches included; with
 * more lines than fit between labels_top and labels_bottom, names are cut. NULL on errors. */
struct labels;
struct labels *labels_new(struct layout *layout, double room);
double labels_width(const struct labels *labels);
double labels_height(const struct labels *labels);
int labels_draw(struct labels *labels); /* once layout->plot stands */
void labels_free(struct labels *labels);

#endif

/*
 * A line chart: median with quartile band against size, one line a series.
 *
 * chart_layout() measures all text first, then places it, and leaves a display list (drawing.h)
 * that a writer turns into a file; it knows nothing of files, and the writers know nothing of data.
 * Rules it keeps: both ends of the size axis are labelled, 3 to 10 labels an axis; a missing point
 * is a gap in the line; the y axis starts at zero unless values are negative; every series is
 * labelled at its end, series that coincide there share one label, labels never overlap nor leave
 * the canvas; all text is at least 22 px high in a 1600 px wide chart.
 */
#ifndef PAGEWALK_CHART_H
#define PAGEWALK_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "../../analyze/base/error.h"

struct drawing;

struct chart_point {
    double x;         /* position on the x axis; bytes when x_is_size */
    double y;         /* NaN: not measured, a gap */
    double low, high; /* the band; NaN: none */
};

struct chart_series {
    const char *name;      /* "4 KB", "host, 16 KB" */
    const char *end_value; /* what the label says beside the name: "109"; NULL: nothing */
    bool emphasis; /* the reference the others are read against, such as the host: near-black, thick
                    */
    struct chart_point *points; /* ascending x */
    size_t point_count;
};

/* A horizontal dashed line with a small text: "plain 8 MB chase 6.8". */
struct chart_reference {
    double y;
    const char *label;
};

struct chart {
    unsigned width, height;        /* px; 1600 x 1000 is shown 800 x 500 */
    const char *title;             /* UTF-8; NULL or "": none; cut after two lines */
    const char *subtitle;          /* likewise, but never cut: cautions end it */
    const char *x_title, *y_title; /* with unit; the y title stands above the axis, not rotated */
    bool x_is_size;                /* log2 axis, labels in KB, MB, GB; else linear */
    const char *const *notes;      /* footnotes: drops, what is left out; wrapped to the width */
    size_t note_count;
    const char *description;     /* alt text: the finding in numbers */
    struct chart_series *series; /* in the order of colours and shapes */
    size_t series_count;
    struct chart_reference *references;
    size_t reference_count;
};

/* Errors: no series with a point, a canvas too small for its text, a font that is not installed
 * (the message names the package), out of memory. Text is copied into the drawing. */
int chart_layout(const struct chart *chart, struct drawing *drawing, struct error *error);

#endif

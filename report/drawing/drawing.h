/*
 * The display list: what a chart looks like, in absolute pixels, with nothing left to decide.
 *
 * The layout adds items back to front; a writer paints them in that order. Origin top left, y
 * downwards. Every item says what it is (its role) and which series it belongs to, so that a test
 * can ask whether labels overlap and a writer can group what belongs together. Text is measured by
 * the layout; a writer puts it at its box and must not measure again.
 */
#ifndef PAGEWALK_DRAWING_H
#define PAGEWALK_DRAWING_H

#include <stddef.h>
#include <stdint.h>

#include "../../analyze/base/arena.h"
#include "../../analyze/base/error.h"

enum drawing_role {
    ROLE_TITLE,
    ROLE_SUBTITLE,
    ROLE_AXIS_TITLE,
    ROLE_TICK_LABEL_X,
    ROLE_TICK_LABEL_Y,
    ROLE_SERIES_LABEL,
    ROLE_REFERENCE_LABEL,
    ROLE_NOTE,
    ROLE_GRID,
    ROLE_AXIS,
    ROLE_REFERENCE,
    ROLE_BAND,
    ROLE_LINE,
    ROLE_BRIDGE, /* dotted, over a gap in a line */
    ROLE_MARKER,
    ROLE_SWATCH, /* the marker that stands for a series in its label */
    ROLE_LEADER
};

enum drawing_kind { DRAWING_POLYLINE, DRAWING_POLYGON, DRAWING_MARKER, DRAWING_TEXT };

enum drawing_shape {
    SHAPE_CIRCLE,
    SHAPE_SQUARE,
    SHAPE_TRIANGLE,
    SHAPE_DIAMOND,
    SHAPE_TRIANGLE_DOWN,
    SHAPE_CROSS,
    SHAPE_PENTAGON,
    SHAPE_STAR,
    SHAPE_COUNT
};

enum drawing_weight { WEIGHT_REGULAR = 400, WEIGHT_SEMIBOLD = 600 };

struct drawing_point {
    double x, y;
};

struct drawing_box {
    double left, top, width, height;
};

struct drawing_item {
    enum drawing_kind kind;
    enum drawing_role role;
    int series;      /* index into the chart's series; -1 where there is none */
    uint32_t colour; /* 0xRRGGBB */
    double alpha;    /* 0 to 1 */

    const struct drawing_point *points; /* polyline, polygon; a marker has one */
    size_t point_count;
    double width;             /* of a line, in px */
    double dash, gap;         /* 0: solid */
    enum drawing_shape shape; /* marker */
    double size;              /* of a marker: about its diameter; of text: font size; px */

    const char *text; /* UTF-8, one line */
    enum drawing_weight weight;
    struct drawing_box box; /* where the text goes: its logical extents */
};

struct drawing {
    struct arena arena; /* owns points and texts */
    unsigned width, height;
    uint32_t background;
    const char *title, *description; /* for the file's metadata; "" when there is none */
    struct drawing_box plot;         /* where the data are */
    struct drawing_item *items;
    size_t item_count, item_capacity;
};

void drawing_init(struct drawing *drawing, unsigned width, unsigned height, uint32_t background);
void drawing_free(struct drawing *drawing);

/* Each copies its points or text. Errors: out of memory. The item is given back so that the caller
 * can set what only some have (dash, alpha); it is valid until the next one is added. NULL on
 * errors. */
struct drawing_item *drawing_add_polyline(struct drawing *drawing, enum drawing_role role,
                                          int series, const struct drawing_point *points,
                                          size_t count, double width, uint32_t colour,
                                          struct error *error);
struct drawing_item *drawing_add_polygon(struct drawing *drawing, enum drawing_role role,
                                         int series, const struct drawing_point *points,
                                         size_t count, uint32_t colour, double alpha,
                                         struct error *error);
struct drawing_item *drawing_add_marker(struct drawing *drawing, enum drawing_role role, int series,
                                        struct drawing_point at, enum drawing_shape shape,
                                        double size, uint32_t colour, struct error *error);
struct drawing_item *drawing_add_text(struct drawing *drawing, enum drawing_role role, int series,
                                      const char *text, struct drawing_box box, double size,
                                      enum drawing_weight weight, uint32_t colour,
                                      struct error *error);

#endif

/*
 * A display list: what a chart looks like, in absolute pixels, before any file format.
 *
 * chart_layout() fills it, a writer (png.h) turns it into a file. Marks are painted in the order in
 * which they were added. Every mark says what it is (role) and whose it is (series), so that a
 * writer can group and name things and a test can find them. Coordinates: x to the right, y down,
 * the origin at the outer top left corner of the canvas, one unit a pixel.
 *
 * The drawing owns all it holds; strings and points given to it are copied. Running out of memory
 * is remembered in `failed`, as in base/text: add freely, ask once.
 *
 *     struct drawing drawing;
 *     struct text png = {0};
 *     drawing_init(&drawing);
 *     if (chart_layout(&chart, &drawing, &error) == 0 && png_write(&drawing, &png, &error) == 0)
 *         status = text_write_file(&png, "charts/dense.png", &error);
 *     text_free(&png);
 *     drawing_free(&drawing);
 */
#ifndef PAGEWALK_DRAWING_H
#define PAGEWALK_DRAWING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../analyze/base/arena.h"
#include "../../analyze/base/error.h"
#include "typeface.h"

enum drawing_role {
    DRAWING_TITLE,
    DRAWING_SUBTITLE,
    DRAWING_AXIS_TITLE, /* of the y axis, then of the x axis */
    DRAWING_X_LABEL,    /* tick labels */
    DRAWING_Y_LABEL,
    DRAWING_GRID,
    DRAWING_AXIS, /* the x axis line, and the zero line where it is another one */
    DRAWING_TICK,
    DRAWING_REFERENCE,
    DRAWING_REFERENCE_LABEL,
    DRAWING_BAND,
    DRAWING_LINE,
    DRAWING_BRIDGE, /* dotted, over a gap in a line */
    DRAWING_MARKER,
    DRAWING_LEADER, /* from the end of a series to its label */
    DRAWING_KEY,    /* the marker beside a name in an end label */
    DRAWING_SERIES_NAME,
    DRAWING_SERIES_VALUE,
    DRAWING_NOTE
};

enum drawing_kind { DRAWING_POLYLINE, DRAWING_POLYGON, DRAWING_SYMBOL, DRAWING_TEXT };

enum drawing_shape {
    DRAWING_CIRCLE,
    DRAWING_SQUARE,
    DRAWING_TRIANGLE_UP,
    DRAWING_DIAMOND,
    DRAWING_TRIANGLE_DOWN,
    DRAWING_CROSS, /* upright, filled like the others */
    DRAWING_PENTAGON,
    DRAWING_STAR,
    DRAWING_SHAPES
};

enum drawing_anchor { DRAWING_START, DRAWING_MIDDLE, DRAWING_END };

struct drawing_point {
    double x, y;
};

struct drawing_box {
    double left, top, right, bottom;
};

#define DRAWING_NO_SERIES (-1)

struct drawing_mark {
    enum drawing_kind kind;
    enum drawing_role role;
    int series;     /* index in the chart, or DRAWING_NO_SERIES */
    uint32_t color; /* 0xRRGGBB: of the line, the fill, the symbol, the text */
    double alpha;   /* 0 to 1; of polygons, else 1 */

    const struct drawing_point *points; /* polyline, polygon; symbol: its centre; text: its anchor
                                           on the baseline */
    size_t point_count;

    double width;    /* polyline: of the line */
    double dash[2];  /* polyline: px on and off; 0, 0 is solid */
    bool round_caps; /* polyline: round ends and joins, else butt ends and mitre joins */

    enum drawing_shape shape; /* symbol */
    double radius;            /* symbol: of the circle; the other shapes have about its area */
    double edge;              /* symbol: width of the edge around it, in the background's colour */

    const char *text; /* valid UTF-8 without control characters */
    struct typeface_style style;
    enum drawing_anchor anchor;
    double advance; /* text: its width, from which the anchor gives the left end */
    double halo;    /* text: width of an outline in the background's colour; 0 is none */

    struct drawing_box box; /* all that the mark paints, without edge and halo; text: from the
                               ascender to the descender */
};

struct drawing {
    unsigned width, height;  /* px */
    uint32_t background;     /* 0xRRGGBB */
    const char *title;       /* for the file's metadata; "" is none */
    const char *description; /* alt text; "" is none */
    struct drawing_box plot; /* the area in which data are drawn */
    struct drawing_mark *marks;
    size_t mark_count, mark_capacity;
    struct typeface *typeface; /* what the texts were measured with */
    struct arena arena;
    bool failed;
};

/* Pure memory: an empty drawing of no size. */
void drawing_init(struct drawing *drawing);
void drawing_free(struct drawing *drawing);

/* A blank white canvas and the typeface to write on it; what was drawn before is forgotten.
 * Errors: a side of 0 or over 16384 px, the font is not installed, out of memory. */
int drawing_begin(struct drawing *drawing, unsigned width, unsigned height, struct error *error);

/* Metadata; NULL is "". */
void drawing_describe(struct drawing *drawing, const char *title, const char *description);

/* Each adds one mark and returns it for the rest of its fields to be set; when memory runs out, it
 * returns a mark that is not part of the drawing, never NULL. The pointer holds until the next is
 * added. */
struct drawing_mark *drawing_polyline(struct drawing *drawing, enum drawing_role role, int series,
                                      const struct drawing_point *points, size_t count,
                                      uint32_t color, double width);
struct drawing_mark *drawing_line(struct drawing *drawing, enum drawing_role role, double x1,
                                  double y1, double x2, double y2, uint32_t color, double width);
struct drawing_mark *drawing_polygon(struct drawing *drawing, enum drawing_role role, int series,
                                     const struct drawing_point *points, size_t count,
                                     uint32_t color, double alpha);
struct drawing_mark *drawing_symbol(struct drawing *drawing, enum drawing_role role, int series,
                                    double x, double y, enum drawing_shape shape, double radius,
                                    uint32_t color);
/* `y` is the baseline. */
struct drawing_mark *drawing_text(struct drawing *drawing, enum drawing_role role, int series,
                                  double x, double y, enum drawing_anchor anchor, const char *text,
                                  struct typeface_style style, uint32_t color);

/* The corners of a shape other than a circle; returns how many (0 for a circle, at most
 * DRAWING_SHAPE_POINTS). */
#define DRAWING_SHAPE_POINTS 12
size_t drawing_shape_points(enum drawing_shape shape, double x, double y, double radius,
                            struct drawing_point points[DRAWING_SHAPE_POINTS]);

bool drawing_boxes_overlap(const struct drawing_box *a, const struct drawing_box *b);

#endif

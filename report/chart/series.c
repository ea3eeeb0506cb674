/* What was measured: bands at the back, then reference lines, lines, markers. */
#include <math.h>
#include <stdlib.h>

#include "layout.h"
#include "palette.h"

#define BAND_ALPHA 0.16

/* A stretch of a series without a gap. */
struct stretch {
    size_t first, end;
};

/* True when some series was measured between the two points: the line must not pretend it was, too.
 */
static bool gap_between(const struct layout *layout, double x1, double x2)
{
    for (size_t i = 0; i < layout->all_x_count; i++)
        if (layout->all_x[i] > x1 && layout->all_x[i] < x2)
            return true;
    return false;
}

/* The next stretch from point `from` on; first == end when there is none. */
static struct stretch next_stretch(const struct layout *layout, const struct chart_series *series,
                                   size_t from)
{
    while (from < series->point_count && isnan(series->points[from].y))
        from++;
    size_t end = from;
    while (end < series->point_count && !isnan(series->points[end].y) &&
           (end == from || !gap_between(layout, series->points[end - 1].x, series->points[end].x)))
        end++;
    return (struct stretch){from, end};
}

/* Upper edge from left to right, lower edge back. A lone point's band is a bar. */
static int draw_band(struct layout *layout, size_t index, struct stretch stretch,
                     struct drawing_point *scratch)
{
    const struct chart_series *series = &layout->chart->series[index];
    size_t count = 0, points = stretch.end - stretch.first;
    double bar = points == 1 ? 6 * layout->scale : 0;
    for (size_t i = stretch.first; i < stretch.end; i++) {
        const struct chart_point *point = &series->points[i];
        if (isnan(point->low) || isnan(point->high))
            return 0;
        scratch[count++] =
            (struct drawing_point){layout_x(layout, point->x) - bar, layout_y(layout, point->high)};
        if (bar > 0)
            scratch[count++] = (struct drawing_point){layout_x(layout, point->x) + bar,
                                                      layout_y(layout, point->high)};
    }
    for (size_t i = stretch.end; i-- > stretch.first;) {
        const struct chart_point *point = &series->points[i];
        scratch[count++] =
            (struct drawing_point){layout_x(layout, point->x) + bar, layout_y(layout, point->low)};
        if (bar > 0)
            scratch[count++] = (struct drawing_point){layout_x(layout, point->x) - bar,
                                                      layout_y(layout, point->low)};
    }
    return drawing_add_polygon(layout->drawing, ROLE_BAND, (int)index, scratch, count,
                               layout_colour(layout->chart, index), BAND_ALPHA, layout->error)
               ? 0
               : -1;
}

static int draw_line(struct layout *layout, size_t index, struct stretch stretch,
                     struct drawing_point *scratch)
{
    const struct chart_series *series = &layout->chart->series[index];
    size_t count = 0;
    for (size_t i = stretch.first; i < stretch.end; i++)
        scratch[count++] = (struct drawing_point){layout_x(layout, series->points[i].x),
                                                  layout_y(layout, series->points[i].y)};
    if (count < 2)
        return 0;
    double width = series->emphasis ? SIZE_LINE_EMPHASIS : SIZE_LINE;
    return drawing_add_polyline(layout->drawing, ROLE_LINE, (int)index, scratch, count,
                                width * layout->scale, layout_colour(layout->chart, index),
                                layout->error)
               ? 0
               : -1;
}

static int draw_markers(struct layout *layout, size_t index, struct stretch stretch,
                        struct drawing_point *scratch)
{
    (void)scratch;
    const struct chart_series *series = &layout->chart->series[index];
    for (size_t i = stretch.first; i < stretch.end; i++) {
        struct drawing_point at = {layout_x(layout, series->points[i].x),
                                   layout_y(layout, series->points[i].y)};
        if (!drawing_add_marker(layout->drawing, ROLE_MARKER, (int)index, at,
                                layout_shape(layout->chart, index), SIZE_MARKER * layout->scale,
                                layout_colour(layout->chart, index), layout->error))
            return -1;
    }
    return 0;
}

/* One layer over all series; emphasised series come last, on top. */
static int draw_layer(struct layout *layout, struct drawing_point *scratch,
                      int (*draw)(struct layout *, size_t, struct stretch, struct drawing_point *))
{
    for (int emphasis = 0; emphasis < 2; emphasis++) {
        for (size_t i = 0; i < layout->chart->series_count; i++) {
            const struct chart_series *series = &layout->chart->series[i];
            if (series->emphasis != (emphasis == 1))
                continue;
            struct stretch stretch = {0, 0};
            for (;;) {
                stretch = next_stretch(layout, series, stretch.end);
                if (stretch.first == stretch.end)
                    break;
                if (draw(layout, i, stretch, scratch) < 0)
                    return -1;
            }
        }
    }
    return 0;
}

/* How far a box is from the nearest part of any line; negative when one runs through it. */
static double distance_to_lines(const struct layout *layout, const struct drawing_box *box)
{
    double nearest = HUGE_VAL;
    for (size_t i = 0; i < layout->chart->series_count; i++) {
        const struct chart_series *series = &layout->chart->series[i];
        for (size_t j = 0; j + 1 < series->point_count; j++) {
            const struct chart_point *a = &series->points[j], *b = &series->points[j + 1];
            double x1 = layout_x(layout, a->x), x2 = layout_x(layout, b->x);
            if (isnan(a->y) || isnan(b->y) || x2 < box->left || x1 > box->left + box->width)
                continue;
            for (int step = 0; step <= 16; step++) {
                double x = x1 + (x2 - x1) * step / 16;
                double y = layout_y(layout, a->y + (b->y - a->y) * step / 16);
                if (x < box->left || x > box->left + box->width)
                    continue;
                nearest = fmin(nearest, fabs(y - box->top - box->height / 2) - box->height / 2);
            }
        }
    }
    return nearest;
}

/* The label goes above or below its line, at the left or the right end, wherever the data leave
 * most room. */
static int draw_reference(struct layout *layout, const struct chart_reference *reference)
{
    const struct drawing_box *plot = &layout->plot;
    double y = layout_y(layout, reference->y), scale = layout->scale;
    struct drawing_point ends[] = {{plot->left, y}, {plot->left + plot->width, y}};
    struct drawing_item *line = drawing_add_polyline(layout->drawing, ROLE_REFERENCE, -1, ends, 2,
                                                     2 * scale, PALETTE_QUIET, layout->error);
    if (!line)
        return -1;
    line->dash = 10 * scale;
    line->gap = 7 * scale;
    if (!reference->label || !*reference->label)
        return 0;
    struct font_extents extents =
        font_measure(layout->font, reference->label, SIZE_SMALL * scale, WEIGHT_REGULAR);
    struct drawing_box best = {0}, box = {0, 0, extents.width, extents.height};
    double best_distance = -HUGE_VAL;
    for (int place = 0; place < 4; place++) {
        box.left = place % 2 ? plot->left + plot->width - extents.width - 8 * scale
                             : plot->left + 8 * scale;
        box.top = place / 2 ? y - 4 * scale - extents.height : y + 4 * scale;
        double distance = distance_to_lines(layout, &box);
        bool inside = box.top >= plot->top && box.top + box.height <= plot->top + plot->height;
        if (inside && distance > best_distance) {
            best_distance = distance;
            best = box;
        }
    }
    return layout_text(layout, ROLE_REFERENCE_LABEL, -1, reference->label, best.left, best.top,
                       SIZE_SMALL * scale, WEIGHT_REGULAR, PALETTE_QUIET);
}

int series_draw(struct layout *layout)
{
    size_t most = 0;
    for (size_t i = 0; i < layout->chart->series_count; i++)
        if (layout->chart->series[i].point_count > most)
            most = layout->chart->series[i].point_count;
    struct drawing_point *scratch = calloc(2 * most + 4, sizeof *scratch);
    if (!scratch)
        return error_memory(layout->error);
    int status = draw_layer(layout, scratch, draw_band);
    for (size_t i = 0; i < layout->chart->reference_count && status == 0; i++)
        status = draw_reference(layout, &layout->chart->references[i]);
    if (status == 0)
        status = draw_layer(layout, scratch, draw_line);
    if (status == 0)
        status = draw_layer(layout, scratch, draw_markers);
    free(scratch);
    return status;
}

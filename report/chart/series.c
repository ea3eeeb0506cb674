/*
 * What was measured: bands at the back, lines and markers before them.
 *
 * Where series run on top of each other all along, only the last would be seen. Their lines are
 * drawn as stripes of all colours then, and their markers take turns from point to point.
 */
#include <math.h>
#include <stdlib.h>

#include "layout.h"
#include "palette.h"

#define BAND_ALPHA 0.16
#define STRIPE 16 /* px of one colour where lines coincide */

/* A stretch of a series without a gap. */
struct stretch {
    size_t first, end;
};

/* The next stretch from point `from` on; first == end when there is none. */
static struct stretch next_stretch(const struct layout *layout, const struct chart_series *series,
                                   size_t from)
{
    while (from < series->point_count && !layout_measured(&series->points[from]))
        from++;
    size_t end = from;
    while (end < series->point_count && layout_measured(&series->points[end]) &&
           (end == from ||
            !layout_gap_between(layout, series->points[end - 1].x, series->points[end].x)))
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
        if (!layout_has_band(point))
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

/* True when both series have the same sizes and lie within a line's width at each. */
static bool coincide(const struct layout *layout, size_t a, size_t b)
{
    const struct chart_series *first = &layout->chart->series[a],
                              *second = &layout->chart->series[b];
    if (first->point_count != second->point_count || first->emphasis != second->emphasis)
        return false;
    for (size_t i = 0; i < first->point_count; i++) {
        const struct chart_point *p = &first->points[i], *q = &second->points[i];
        if (p->x != q->x || layout_measured(p) != layout_measured(q))
            return false;
        if (layout_measured(p) &&
            fabs(layout_y(layout, p->y) - layout_y(layout, q->y)) > SIZE_LINE * layout->scale)
            return false;
    }
    return true;
}

/* How many series coincide with this one, itself included, and its number among them from 0. */
static size_t company(const struct layout *layout, size_t index, size_t *number)
{
    size_t count = 0;
    *number = 0;
    for (size_t i = 0; i < layout->chart->series_count; i++) {
        if (!coincide(layout, index, i))
            continue;
        *number += i < index;
        count++;
    }
    return count;
}

static int draw_line(struct layout *layout, size_t index, struct stretch stretch,
                     struct drawing_point *scratch)
{
    const struct chart_series *series = &layout->chart->series[index];
    size_t count = 0, number;
    for (size_t i = stretch.first; i < stretch.end; i++)
        scratch[count++] = (struct drawing_point){layout_x(layout, series->points[i].x),
                                                  layout_y(layout, series->points[i].y)};
    if (count < 2)
        return 0;
    double width = series->emphasis ? SIZE_LINE_EMPHASIS : SIZE_LINE;
    struct drawing_item *item = drawing_add_polyline(
        layout->drawing, ROLE_LINE, (int)index, scratch, count, width * layout->scale,
        layout_colour(layout->chart, index), layout->error);
    if (!item)
        return -1;
    /* Each one leaves a stripe more to those below it. */
    size_t members = company(layout, index, &number);
    if (number > 0) {
        item->dash = STRIPE * layout->scale * (double)(members - number);
        item->gap = STRIPE * layout->scale * (double)number;
    }
    return 0;
}

/* A dotted line over the gap to the next stretch shows what belongs together, and that nothing was
 * measured between. */
static int draw_bridge(struct layout *layout, size_t index, struct stretch stretch,
                       struct drawing_point *scratch)
{
    const struct chart_series *series = &layout->chart->series[index];
    struct stretch next = next_stretch(layout, series, stretch.end);
    if (next.first == next.end)
        return 0;
    const struct chart_point *from = &series->points[stretch.end - 1],
                             *to = &series->points[next.first];
    scratch[0] = (struct drawing_point){layout_x(layout, from->x), layout_y(layout, from->y)};
    scratch[1] = (struct drawing_point){layout_x(layout, to->x), layout_y(layout, to->y)};
    struct drawing_item *item = drawing_add_polyline(
        layout->drawing, ROLE_BRIDGE, (int)index, scratch, 2, 2.5 * layout->scale,
        layout_colour(layout->chart, index), layout->error);
    if (!item)
        return -1;
    item->dash = 3 * layout->scale;
    item->gap = 8 * layout->scale;
    return 0;
}

static int draw_markers(struct layout *layout, size_t index, struct stretch stretch,
                        struct drawing_point *scratch)
{
    (void)scratch;
    const struct chart_series *series = &layout->chart->series[index];
    size_t number, members = company(layout, index, &number);
    for (size_t i = stretch.first; i < stretch.end; i++) {
        /* With fewer points than series some would never have a turn. */
        if (members <= series->point_count && i % members != number)
            continue;
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

static struct drawing_point *new_scratch(struct layout *layout)
{
    size_t most = 0;
    for (size_t i = 0; i < layout->chart->series_count; i++)
        if (layout->chart->series[i].point_count > most)
            most = layout->chart->series[i].point_count;
    struct drawing_point *scratch = calloc(2 * most + 4, sizeof *scratch);
    if (!scratch)
        error_memory(layout->error);
    return scratch;
}

int series_draw_bands(struct layout *layout)
{
    struct drawing_point *scratch = new_scratch(layout);
    int status = scratch ? draw_layer(layout, scratch, draw_band) : -1;
    free(scratch);
    return status;
}

int series_draw_lines(struct layout *layout)
{
    struct drawing_point *scratch = new_scratch(layout);
    int status = scratch ? draw_layer(layout, scratch, draw_bridge) : -1;
    if (status == 0)
        status = draw_layer(layout, scratch, draw_line);
    if (status == 0)
        status = draw_layer(layout, scratch, draw_markers);
    free(scratch);
    return status;
}

/*
 * Reference lines: dashed, over the whole width, with a small text.
 *
 * The text stands above or below its line, at either end or in the middle, wherever data and other
 * reference lines leave most room; never on another text. A text that finds no place is an error.
 */
#include <math.h>
#include <string.h>

#include "layout.h"
#include "palette.h"

#define PLACES 6

/* The vertical distance from a box to a line's part between x1 and x2; 0 where the line runs
 * through it, infinite where it passes left or right of the box. */
static double distance_to_line(const struct drawing_box *box, double x1, double y1, double x2,
                               double y2)
{
    double from = fmax(x1, box->left), to = fmin(x2, box->left + box->width);
    if (from > to)
        return HUGE_VAL;
    double slope = x2 > x1 ? (y2 - y1) / (x2 - x1) : 0;
    double a = y1 + slope * (from - x1), b = y1 + slope * (to - x1);
    double top = fmin(a, b), bottom = fmax(a, b);
    return fmax(0, fmax(top - box->top - box->height, box->top - bottom));
}

/* The distance from a box to the nearest line, marker or band of any series. */
static double distance_to_data(const struct layout *layout, const struct drawing_box *box)
{
    double nearest = HUGE_VAL, reach = SIZE_MARKER * layout->scale;
    for (size_t i = 0; i < layout->chart->series_count; i++) {
        const struct chart_series *series = &layout->chart->series[i];
        const struct chart_point *last = NULL;
        for (size_t j = 0; j < series->point_count; j++) {
            const struct chart_point *point = &series->points[j];
            if (!layout_measured(point))
                continue;
            /* A lone point is as wide as its marker. */
            const struct chart_point *from = last ? last : point;
            double x1 = layout_x(layout, from->x) - (last ? 0 : reach);
            double x2 = layout_x(layout, point->x) + reach;
            nearest = fmin(nearest, distance_to_line(box, x1, layout_y(layout, from->y), x2,
                                                     layout_y(layout, point->y)));
            if (layout_has_band(from) && layout_has_band(point)) {
                double high1 = layout_y(layout, from->high), high2 = layout_y(layout, point->high);
                double low1 = layout_y(layout, from->low), low2 = layout_y(layout, point->low);
                nearest = fmin(nearest, distance_to_line(box, x1, high1, x2, high2));
                nearest = fmin(nearest, distance_to_line(box, x1, low1, x2, low2));
            }
            last = point;
        }
    }
    return nearest;
}

bool layout_data_near(const struct layout *layout, const struct drawing_box *box, double distance)
{
    return distance_to_data(layout, box) < distance;
}

static bool overlap(const struct drawing_box *a, const struct drawing_box *b)
{
    return a->left < b->left + b->width && b->left < a->left + a->width &&
           a->top < b->top + b->height && b->top < a->top + a->height;
}

static bool meets_text(const struct layout *layout, const struct drawing_box *box)
{
    for (size_t i = 0; i < layout->drawing->item_count; i++) {
        const struct drawing_item *item = &layout->drawing->items[i];
        if (item->kind == DRAWING_TEXT && overlap(box, &item->box))
            return true;
    }
    return false;
}

/* How far the box is from other reference lines, its own left out. */
static double distance_to_references(const struct layout *layout, size_t own,
                                     const struct drawing_box *box)
{
    double nearest = HUGE_VAL;
    for (size_t i = 0; i < layout->chart->reference_count; i++) {
        double y = layout_y(layout, layout->chart->references[i].y);
        if (i != own)
            nearest = fmin(nearest, fmax(0, fmax(y - box->top - box->height, box->top - y)));
    }
    return nearest;
}

/* Place number `place` for a label of that size: below before above, left before right before
 * middle. */
static struct drawing_box place_at(const struct layout *layout, double y, struct font_extents size,
                                   int place)
{
    const struct drawing_box *plot = &layout->plot;
    double beside = 8 * layout->scale, away = 4 * layout->scale;
    double lefts[] = {plot->left + beside, plot->left + plot->width - size.width - beside,
                      plot->left + (plot->width - size.width) / 2};
    double top = place % 2 ? y - away - size.height : y + away;
    return (struct drawing_box){lefts[place / 2], top, size.width, size.height};
}

static int draw_label(struct layout *layout, size_t index)
{
    const struct chart_reference *reference = &layout->chart->references[index];
    const struct drawing_box *plot = &layout->plot;
    double scale = layout->scale, size = SIZE_SMALL * scale, best_room = -1;
    struct text text = {0};
    font_shorten(layout->font, reference->label, size, WEIGHT_REGULAR, plot->width - 16 * scale,
                 &text);
    if (text.failed)
        return error_memory(layout->error);
    struct font_extents extents = font_measure(layout->font, text.bytes, size, WEIGHT_REGULAR);
    struct drawing_box best = {0};
    double y = layout_y(layout, reference->y);
    for (int place = 0; place < PLACES; place++) {
        struct drawing_box box = place_at(layout, y, extents, place);
        if (box.top < plot->top - extents.height ||
            box.top + box.height > plot->top + plot->height || meets_text(layout, &box))
            continue;
        double room =
            fmin(distance_to_data(layout, &box), distance_to_references(layout, index, &box));
        room = fmin(room, 2 * extents.height); /* more is no better */
        if (room > best_room) {
            best_room = room;
            best = box;
        }
    }
    /* No place is free of other texts: one beside the line that is, from the left on. */
    for (double left = plot->left; best_room < 0 && left + extents.width < plot->left + plot->width;
         left += extents.height) {
        best = place_at(layout, y, extents, 1);
        best.left = left;
        best_room = meets_text(layout, &best) ? -1 : 0;
    }
    int status = best_room < 0
                     ? error_set(layout->error, "there is no room for the reference label \"%s\"",
                                 reference->label)
                     : layout_text(layout, ROLE_REFERENCE_LABEL, -1, text.bytes, best.left,
                                   best.top, size, WEIGHT_REGULAR, PALETTE_QUIET);
    text_free(&text);
    return status;
}

int references_draw(struct layout *layout)
{
    const struct drawing_box *plot = &layout->plot;
    for (size_t i = 0; i < layout->chart->reference_count; i++) {
        double y = layout_y(layout, layout->chart->references[i].y);
        struct drawing_point ends[] = {{plot->left, y}, {plot->left + plot->width, y}};
        struct drawing_item *line =
            drawing_add_polyline(layout->drawing, ROLE_REFERENCE, -1, ends, 2, 2 * layout->scale,
                                 PALETTE_QUIET, layout->error);
        if (!line)
            return -1;
        line->dash = 10 * layout->scale;
        line->gap = 7 * layout->scale;
        if (*layout->chart->references[i].label && draw_label(layout, i) < 0)
            return -1;
    }
    return 0;
}

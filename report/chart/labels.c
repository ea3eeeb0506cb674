/*
 * Labels at the ends of the lines.
 *
 * Series whose ends are nearer to each other than a line is thick share one label: a swatch each,
 * the names, one value or its range. Labels keep the order of the line ends and move apart only as
 * far as they must; one that had to move gets a leader.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"
#include "palette.h"
#include "place.h"

#define MOST_WIDTH 0.27 /* of the canvas, for swatches and text */
#define LEADER_ROOM 38
#define GAP 8

struct label {
    size_t *series; /* indices, in the chart's order */
    size_t series_count;
    double end_y; /* mean of its lines' ends, px */
    char **lines; /* owned */
    size_t line_count, line_capacity;
    double swatches_width, width, line_height;
};

struct labels {
    struct layout *layout;
    struct label *items; /* by ascending end_y */
    size_t count;
    size_t *order; /* series by y at their end; labels point into it */
    double width;
};

static double end_of(const struct layout *layout, size_t series)
{
    return layout_y(layout, layout_last_point(&layout->chart->series[series])->y);
}

/* Values of one label: "94", or "94–96" when they round differently. */
static void add_values(const struct layout *layout, const struct label *label, struct text *text)
{
    const char *first = NULL, *last = NULL;
    for (size_t i = 0; i < label->series_count; i++) {
        const char *value = layout->chart->series[label->series[i]].end_value;
        if (!value || !*value)
            continue;
        first = first ? first : value;
        last = value;
    }
    if (!first)
        return;
    /* A label's series come from the top down, so the last has the smallest value. */
    text_format(text, "  %s", last);
    if (strcmp(first, last) != 0)
        text_format(text, "\xe2\x80\x93%s", first);
}

static double text_width(struct layout *layout, const char *text)
{
    return font_measure(layout->font, text, SIZE_TEXT * layout->scale, WEIGHT_SEMIBOLD).width;
}

/* Cuts from the end, whole characters, until the rest and an ellipsis fit. */
static void shorten(struct layout *layout, struct text *text, double room)
{
    while (text->length && !text->failed && text_width(layout, text->bytes) > room) {
        size_t length = text->length;
        if (length >= 3 && memcmp(text->bytes + length - 3, "\xe2\x80\xa6", 3) == 0)
            length -= 3;
        while (length && (text->bytes[length - 1] & 0xc0) == 0x80)
            length--;
        if (length)
            length--;
        if (length == 0)
            return;
        text->length = length;
        text_add(text, "\xe2\x80\xa6");
    }
}

static int add_text_line(struct layout *layout, struct label *label, struct text *line)
{
    shorten(layout, line, MOST_WIDTH * layout->chart->width - label->swatches_width);
    char *copy = line->failed ? NULL : strdup(line->bytes);
    if (!copy || array_room(&label->lines, &label->line_capacity, label->line_count,
                            sizeof *label->lines) < 0) {
        free(copy);
        return error_memory(layout->error);
    }
    label->lines[label->line_count++] = copy;
    label->width = fmax(label->width, label->swatches_width + text_width(layout, copy));
    text_clear(line);
    return 0;
}

static int by_index(const void *a, const void *b)
{
    const size_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* What all names of a label begin with, whole words only: "guest 2 MB, guest 1 GB" need say guest
 * once. */
static size_t common_start(const struct layout *layout, const struct label *label)
{
    const char *first = layout->chart->series[label->series[0]].name;
    size_t common = label->series_count > 1 ? strlen(first) : 0;
    for (size_t i = 1; i < label->series_count; i++) {
        const char *name = layout->chart->series[label->series[i]].name;
        size_t same = 0;
        while (same < common && name[same] == first[same])
            same++;
        common = same;
    }
    while (common && first[common - 1] != ' ')
        common--;
    return common;
}

/* Names in the chart's order, broken at commas where they get too long; the value after the last.
 */
static int write_label(struct layout *layout, struct label *label)
{
    struct text line = {0}, value = {0}, candidate = {0};
    int status = 0;
    double room = MOST_WIDTH * layout->chart->width;
    add_values(layout, label, &value);
    qsort(label->series, label->series_count, sizeof *label->series, by_index);
    label->swatches_width = ((double)label->series_count * (SIZE_SWATCH + 4) + 8) * layout->scale;
    label->line_height = 31 * layout->scale;
    size_t common = common_start(layout, label);
    for (size_t i = 0; i < label->series_count && status == 0; i++) {
        bool last = i + 1 == label->series_count;
        text_clear(&candidate);
        const char *name = layout->chart->series[label->series[i]].name;
        text_format(&candidate, "%s%s%s", i ? name + common : name, last ? "" : ",",
                    last && value.length ? value.bytes : "");
        if (candidate.failed)
            break;
        struct text joined = {0};
        text_format(&joined, "%s %s", line.length ? line.bytes : "", candidate.bytes);
        if (line.length && !joined.failed &&
            label->swatches_width + text_width(layout, joined.bytes) > room)
            status = add_text_line(layout, label, &line);
        text_free(&joined);
        if (status == 0)
            text_format(&line, "%s%s", line.length ? " " : "", candidate.bytes);
    }
    if (status == 0)
        status = add_text_line(layout, label, &line);
    text_free(&line);
    text_free(&value);
    text_free(&candidate);
    return status;
}

/* Series are few, and qsort() would need a global for the layout. */
static void sort_by_end(struct labels *labels, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        size_t series = labels->order[i], j = i;
        double y = end_of(labels->layout, series);
        for (; j > 0 && end_of(labels->layout, labels->order[j - 1]) > y; j--)
            labels->order[j] = labels->order[j - 1];
        labels->order[j] = series;
    }
}

struct labels *labels_new(struct layout *layout)
{
    size_t series_count = layout->chart->series_count, ordered = 0;
    struct labels *labels = calloc(1, sizeof *labels);
    if (labels) {
        labels->layout = layout;
        labels->items = calloc(series_count, sizeof *labels->items);
        labels->order = calloc(series_count, sizeof *labels->order);
    }
    if (!labels || !labels->items || !labels->order) {
        error_memory(layout->error);
        goto failed;
    }
    for (size_t i = 0; i < series_count; i++)
        if (layout_last_point(&layout->chart->series[i]))
            labels->order[ordered++] = i;
    sort_by_end(labels, ordered);

    double near = SIZE_LINE * layout->scale;
    for (size_t i = 0; i < ordered; i++) {
        struct label *label = labels->count ? &labels->items[labels->count - 1] : NULL;
        double y = end_of(layout, labels->order[i]);
        if (label && y - end_of(layout, label->series[0]) < near) {
            label->end_y += (y - label->end_y) / (double)++label->series_count;
        } else {
            labels->items[labels->count++] =
                (struct label){.series = &labels->order[i], .series_count = 1, .end_y = y};
        }
    }
    for (size_t i = 0; i < labels->count; i++) {
        if (write_label(layout, &labels->items[i]) < 0)
            goto failed;
        labels->width = fmax(labels->width, labels->items[i].width);
    }
    return labels;
failed:
    labels_free(labels);
    return NULL;
}

double labels_width(const struct labels *labels)
{
    double scale = labels->layout->scale;
    return labels->width + LEADER_ROOM * scale + 0.6 * SIZE_MARGIN * scale;
}

static int draw_swatches(struct layout *layout, const struct label *label, double left,
                         double middle)
{
    for (size_t i = 0; i < label->series_count; i++) {
        size_t series = label->series[i];
        struct drawing_point at = {
            left + ((double)i * (SIZE_SWATCH + 4) + SIZE_SWATCH / 2.0) * layout->scale, middle};
        if (!drawing_add_marker(layout->drawing, ROLE_SWATCH, (int)series, at,
                                layout_shape(layout->chart, series), SIZE_SWATCH * layout->scale,
                                layout_colour(layout->chart, series), layout->error))
            return -1;
    }
    return 0;
}

/* From the line's end to its label, where the label is not right beside it. */
static int draw_leader(struct layout *layout, const struct label *label, double left, double middle)
{
    const struct chart_point *last = layout_last_point(&layout->chart->series[label->series[0]]);
    double scale = layout->scale;
    struct drawing_point ends[] = {{layout_x(layout, last->x) + 14 * scale, label->end_y},
                                   {left - 6 * scale, middle}};
    bool beside = fabs(middle - label->end_y) < label->line_height / 2 && last->x == layout->x_high;
    if (beside)
        return 0;
    struct drawing_item *item = drawing_add_polyline(
        layout->drawing, ROLE_LEADER, (int)label->series[0], ends, 2, 2 * scale,
        layout_colour(layout->chart, label->series[0]), layout->error);
    if (!item)
        return -1;
    item->alpha = 0.6;
    return 0;
}

static int draw_label(struct layout *layout, const struct label *label, double centre)
{
    double left = layout->plot.left + layout->plot.width + LEADER_ROOM * layout->scale;
    double top = centre - label->line_height * (double)label->line_count / 2;
    double middle = top + label->line_height / 2;
    int series = (int)label->series[0];
    if (draw_leader(layout, label, left, middle) < 0 ||
        draw_swatches(layout, label, left, middle) < 0)
        return -1;
    for (size_t i = 0; i < label->line_count; i++) {
        double size = SIZE_TEXT * layout->scale;
        double height = font_measure(layout->font, label->lines[i], size, WEIGHT_SEMIBOLD).height;
        if (layout_text(layout, ROLE_SERIES_LABEL, series, label->lines[i],
                        left + label->swatches_width,
                        top + ((double)i + 0.5) * label->line_height - height / 2, size,
                        WEIGHT_SEMIBOLD, PALETTE_TITLE) < 0)
            return -1;
    }
    return 0;
}

int labels_draw(struct labels *labels)
{
    struct layout *layout = labels->layout;
    struct place_label *places = calloc(labels->count + 1, sizeof *places);
    if (!places)
        return error_memory(layout->error);
    for (size_t i = 0; i < labels->count; i++) {
        const struct label *label = &labels->items[i];
        double height = label->line_height * (double)label->line_count;
        /* The first line of a label stands beside the line's end. */
        places[i].wanted = label->end_y + (height - label->line_height) / 2;
        places[i].height = height;
    }
    double over = 40 * layout->scale;
    int status = place_labels(places, labels->count, layout->plot.top - over,
                              layout->plot.top + layout->plot.height + over, GAP * layout->scale);
    if (status < 0)
        error_memory(layout->error);
    for (size_t i = 0; i < labels->count && status == 0; i++)
        status = draw_label(layout, &labels->items[i], places[i].centre);
    free(places);
    return status;
}

void labels_free(struct labels *labels)
{
    if (!labels)
        return;
    for (size_t i = 0; i < labels->count; i++) {
        for (size_t j = 0; j < labels->items[i].line_count; j++)
            free(labels->items[i].lines[j]);
        free(labels->items[i].lines);
    }
    free(labels->items);
    free(labels->order);
    free(labels);
}

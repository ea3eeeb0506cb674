/*
 * Labels at the ends of the lines.
 *
 * Series whose ends are nearer to each other than a line is thick share one label. Where there is
 * room it is one line: a swatch each, the names, one value or its range; else a line each, with its
 * swatch, name and value. Labels keep the order of the line ends and move apart only as far as they
 * must; one that had to move gets a leader.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"
#include "palette.h"
#include "place.h"

#define GAP 6
#define NO_BREAK_SPACE "\xc2\xa0"

struct line {
    char *text;                        /* owned */
    size_t first_swatch, swatch_count; /* of the label's series; 0 on a continued line */
};

struct label {
    size_t *series; /* indices, in the chart's order */
    size_t series_count;
    double end_y;       /* mean of its lines' ends, px */
    struct line *lines; /* owned */
    size_t line_count, line_capacity;
    double swatches_width, width, line_height;
};

struct labels {
    struct layout *layout;
    struct label *items; /* by ascending end_y */
    size_t count;
    size_t *order; /* series by y at their end; labels point into it */
    double width, height;
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
        if (!*value)
            continue;
        first = first ? first : value;
        last = value;
    }
    if (!first)
        return;
    /* A label's series come from the top down, so the last has the smallest value. */
    text_format(text, NO_BREAK_SPACE NO_BREAK_SPACE "%s", last);
    if (strcmp(first, last) != 0)
        text_format(text, "\xe2\x80\x93%s", first);
}

static double text_width(struct layout *layout, const char *text)
{
    return font_measure(layout->font, text, SIZE_TEXT * layout->scale, WEIGHT_SEMIBOLD).width;
}

/* Takes the first `length` bytes of `text` as a line of the label. */
static struct line *add_line(struct layout *layout, struct label *label, const char *text,
                             size_t length)
{
    struct text line = {0};
    while (length && text[length - 1] == ' ')
        length--;
    text_add(&line, "");
    for (size_t i = 0; i < length; i++) {
        if (memcmp(text + i, NO_BREAK_SPACE, 2) == 0)
            text_add_char(&line, ' '), i++;
        else
            text_add_char(&line, text[i]);
    }
    if (line.failed || array_room(&label->lines, &label->line_capacity, label->line_count,
                                  sizeof *label->lines) < 0) {
        text_free(&line);
        error_memory(layout->error);
        return NULL;
    }
    struct line *added = &label->lines[label->line_count++];
    *added = (struct line){.text = line.bytes};
    label->width = fmax(label->width, label->swatches_width + text_width(layout, added->text));
    return added;
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

static double swatches_width(const struct layout *layout, size_t count)
{
    return ((double)count * (SIZE_SWATCH + 4) + 8) * layout->scale;
}

/* All on one line, if that is no wider than `room`: "2 MB, 32 MB, 1 GB  94". */
static int write_on_one_line(struct layout *layout, struct label *label, double room, bool *fits)
{
    struct text words = {0};
    size_t common = common_start(layout, label);
    for (size_t i = 0; i < label->series_count; i++) {
        const char *name = layout->chart->series[label->series[i]].name;
        text_format(&words, "%s%s", i ? ", " : "", i ? name + common : name);
    }
    add_values(layout, label, &words);
    int status = words.failed ? error_memory(layout->error) : 0;
    label->swatches_width = swatches_width(layout, label->series_count);
    *fits = status == 0 && label->swatches_width + text_width(layout, words.bytes) <= room;
    if (*fits) {
        struct line *line = add_line(layout, label, words.bytes, words.length);
        if (line)
            line->swatch_count = label->series_count;
        else
            status = -1;
    }
    text_free(&words);
    return status;
}

/* One series' name, a gap, its value. What fits on a line of its own is not broken; with `shorten`
 * nothing is, a name that is too wide is cut. */
static void add_words(struct layout *layout, const struct chart_series *series, double room,
                      bool shorten, struct text *words)
{
    struct text value = {0}, name = {0};
    double size = SIZE_TEXT * layout->scale;
    if (*series->end_value)
        text_format(&value, NO_BREAK_SPACE NO_BREAK_SPACE "%s", series->end_value);
    double value_width = value.length ? text_width(layout, value.bytes) : 0;
    text_add(&name, "");
    if (shorten)
        font_shorten(layout->font, series->name, size, WEIGHT_SEMIBOLD, room - value_width, &name);
    else
        text_add(&name, series->name);
    double name_width = name.failed ? 0 : text_width(layout, name.bytes);
    for (const char *at = name.failed ? "" : name.bytes; *at; at++)
        text_add(words,
                 *at == ' ' && name_width <= room ? NO_BREAK_SPACE : (const char[]){*at, '\0'});
    /* Between a name and a value that do not go on one line, the line is broken. */
    if (name_width <= room && name_width + value_width > room)
        text_format(words, " %s", series->end_value);
    else
        text_add(words, value.length ? value.bytes : "");
    words->failed = words->failed || name.failed || value.failed;
    text_free(&value);
    text_free(&name);
}

static int write_on_own_lines(struct layout *layout, struct label *label, double room, bool shorten)
{
    struct text words = {0};
    int status = 0;
    label->swatches_width = swatches_width(layout, 1);
    room -= label->swatches_width;
    for (size_t i = 0; i < label->series_count && status == 0; i++) {
        text_clear(&words);
        add_words(layout, &layout->chart->series[label->series[i]], room, shorten, &words);
        if (words.failed)
            status = error_memory(layout->error);
        const char *rest = status == 0 ? words.bytes : "";
        for (bool first = true; status == 0 && (*rest || first); first = false) {
            size_t length =
                font_fit(layout->font, rest, SIZE_TEXT * layout->scale, WEIGHT_SEMIBOLD, room);
            struct line *line = add_line(layout, label, rest, length);
            if (line && first)
                *line = (struct line){line->text, i, 1};
            status = line ? 0 : -1;
            rest += length;
        }
    }
    text_free(&words);
    return status;
}

static int write_label(struct layout *layout, struct label *label, double room, bool shorten)
{
    bool fits;
    qsort(label->series, label->series_count, sizeof *label->series, by_index);
    label->line_height = 29 * layout->scale;
    if (write_on_one_line(layout, label, room, &fits) < 0)
        return -1;
    return fits ? 0 : write_on_own_lines(layout, label, room, shorten);
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

static void forget_lines(struct label *label)
{
    for (size_t i = 0; i < label->line_count; i++)
        free(label->lines[i].text);
    free(label->lines);
    label->lines = NULL;
    label->line_count = label->line_capacity = 0;
    label->width = 0;
}

static int write_labels(struct labels *labels, double room, bool shorten)
{
    labels->width = labels->height = 0;
    for (size_t i = 0; i < labels->count; i++) {
        struct label *label = &labels->items[i];
        forget_lines(label);
        if (write_label(labels->layout, label, room, shorten) < 0)
            return -1;
        labels->width = fmax(labels->width, label->width);
        labels->height +=
            label->line_height * (double)label->line_count + (i ? GAP * labels->layout->scale : 0);
    }
    return 0;
}

/* Neighbours whose ends are within a line's width of the first one's share a label. */
static void group(struct labels *labels, size_t series_count)
{
    double near = SIZE_LINE * labels->layout->scale;
    for (size_t i = 0; i < series_count; i++) {
        struct label *label = labels->count ? &labels->items[labels->count - 1] : NULL;
        double y = end_of(labels->layout, labels->order[i]);
        if (label && y - end_of(labels->layout, label->series[0]) < near)
            label->end_y += (y - label->end_y) / (double)++label->series_count;
        else
            labels->items[labels->count++] =
                (struct label){.series = &labels->order[i], .series_count = 1, .end_y = y};
    }
}

struct labels *labels_new(struct layout *layout, double room)
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
    group(labels, ordered);
    if (write_labels(labels, room, false) < 0)
        goto failed;
    if (labels->height > layout->labels_bottom - layout->labels_top &&
        write_labels(labels, room, true) < 0)
        goto failed;
    return labels;
failed:
    labels_free(labels);
    return NULL;
}

double labels_width(const struct labels *labels)
{
    return labels->width;
}

double labels_height(const struct labels *labels)
{
    return labels->height;
}

static int draw_swatches(struct layout *layout, const struct label *label, const struct line *line,
                         double left, double middle)
{
    for (size_t i = 0; i < line->swatch_count; i++) {
        size_t series = label->series[line->first_swatch + i];
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
    bool early = last->x < layout->x_high; /* nothing was measured where the leader runs */
    uint32_t colour = early ? PALETTE_QUIET : layout_colour(layout->chart, label->series[0]);
    struct drawing_item *item =
        drawing_add_polyline(layout->drawing, ROLE_LEADER, (int)label->series[0], ends, 2,
                             (early ? 1.5 : 2) * scale, colour, layout->error);
    if (!item)
        return -1;
    item->dash = early ? 2 * scale : 0;
    item->gap = early ? 8 * scale : 0;
    item->alpha = 0.6;
    return 0;
}

static int draw_label(struct layout *layout, const struct label *label, double centre)
{
    double left = layout->plot.left + layout->plot.width + SIZE_LABEL_GAP * layout->scale;
    double top = centre - label->line_height * (double)label->line_count / 2;
    double size = SIZE_TEXT * layout->scale;
    if (draw_leader(layout, label, left, top + label->line_height / 2) < 0)
        return -1;
    int series = (int)label->series[0];
    for (size_t i = 0; i < label->line_count; i++) {
        const struct line *line = &label->lines[i];
        double middle = top + ((double)i + 0.5) * label->line_height;
        double height = font_measure(layout->font, line->text, size, WEIGHT_SEMIBOLD).height;
        if (line->swatch_count)
            series = (int)label->series[line->first_swatch];
        if (draw_swatches(layout, label, line, left, middle) < 0 ||
            layout_text(layout, ROLE_SERIES_LABEL, series, line->text, left + label->swatches_width,
                        middle - height / 2, size, WEIGHT_SEMIBOLD, PALETTE_TITLE) < 0)
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
    int status = place_labels(places, labels->count, layout->labels_top, layout->labels_bottom,
                              GAP * layout->scale);
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
    for (size_t i = 0; i < labels->count; i++)
        forget_lines(&labels->items[i]);
    free(labels->items);
    free(labels->order);
    free(labels);
}

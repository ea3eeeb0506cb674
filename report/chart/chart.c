/* The frame of a chart: headings above, notes below, tick labels left, series labels right, and the
 * plot in what is left between them. */
#include "chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"
#include "palette.h"

#define SMALLEST_PLOT_WIDTH 400 /* in px of a chart 1600 wide */
#define SMALLEST_PLOT_HEIGHT 200

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Data ranges, and every x there is: a series that lacks one of them has a gap there. */
static int find_ranges(struct layout *layout)
{
    const struct chart *chart = layout->chart;
    size_t capacity = 0, count = 0;
    double low = 0, high = -HUGE_VAL;
    for (size_t i = 0; i < chart->series_count; i++) {
        const struct chart_series *series = &chart->series[i];
        for (size_t j = 0; j < series->point_count; j++) {
            const struct chart_point *point = &series->points[j];
            if (isnan(point->y))
                continue;
            low = fmin(low, fmin(point->y, point->low));
            high = fmax(high, fmax(point->y, point->high));
            if (array_room(&layout->all_x, &capacity, count, sizeof *layout->all_x) < 0)
                return error_memory(layout->error);
            layout->all_x[count++] = point->x;
        }
    }
    if (count == 0)
        return error_set(layout->error, "a chart needs at least one measured point");
    for (size_t i = 0; i < chart->reference_count; i++) {
        low = fmin(low, chart->references[i].y);
        high = fmax(high, chart->references[i].y);
    }
    qsort(layout->all_x, count, sizeof *layout->all_x, by_value);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || layout->all_x[i] != layout->all_x[layout->all_x_count - 1])
            layout->all_x[layout->all_x_count++] = layout->all_x[i];
    layout->x_low = layout->all_x[0];
    layout->x_high = layout->all_x[layout->all_x_count - 1];
    if (high <= low)
        high = low + 1; /* nothing but zeros */
    ticks_linear(low, high, 6, &layout->y_ticks);
    double first = layout->y_ticks.items[0].value;
    double last = layout->y_ticks.items[layout->y_ticks.count - 1].value;
    double air = 0.03 * (high - low);
    layout->y_low = low < 0 ? fmin(first, low - air) : 0;
    layout->y_high = fmax(last, high + air);
    return 0;
}

/* Breaks the note into lines that fit, at spaces; adds them when `draw` is set. Returns the number
 * of lines, or -1. */
static int wrap_note(struct layout *layout, const char *note, double top, double line_height,
                     bool draw)
{
    double size = SIZE_SMALL * layout->scale, left = SIZE_MARGIN * layout->scale;
    double room = layout->chart->width - 2 * left;
    struct text line = {0};
    int lines = 0, status = 0;
    while (*note && status == 0) {
        size_t taken = 0;
        for (size_t end = 0; note[end];) {
            end += strcspn(note + end + (note[end] == ' '), " ") + (note[end] == ' ');
            text_clear(&line);
            text_add_bytes(&line, note, end);
            if (line.failed)
                break;
            double width = font_measure(layout->font, line.bytes, size, WEIGHT_REGULAR).width;
            if (taken && width > room)
                break;
            taken = end; /* a single word that is too long stands out rather than vanish */
        }
        text_clear(&line);
        text_add_bytes(&line, note, taken);
        if (line.failed)
            status = error_memory(layout->error);
        else if (draw)
            status = layout_text(layout, ROLE_NOTE, -1, line.bytes, left, top + lines * line_height,
                                 size, WEIGHT_REGULAR, PALETTE_QUIET);
        lines++;
        note += taken;
        note += strspn(note, " ");
    }
    text_free(&line);
    return status < 0 ? -1 : lines;
}

/* Notes stand at the bottom; returns the y of their top, or a negative number on errors. */
static double place_notes(struct layout *layout)
{
    const struct chart *chart = layout->chart;
    double line_height = 30 * layout->scale, bottom = chart->height - 26 * layout->scale;
    int lines = 0;
    for (int draw = 0; draw < 2; draw++) {
        double top = bottom - lines * line_height;
        lines = 0;
        for (size_t i = 0; i < chart->note_count; i++) {
            int more =
                wrap_note(layout, chart->notes[i], top + lines * line_height, line_height, draw);
            if (more < 0)
                return -1;
            lines += more;
        }
    }
    return bottom - lines * line_height;
}

/* Shrinks a heading that is wider than the canvas, down to the smallest text, then lets it be cut.
 */
static int add_heading(struct layout *layout, enum drawing_role role, const char *text, double size,
                       enum drawing_weight weight, uint32_t colour, double *top)
{
    if (!text || !*text)
        return 0;
    double left = SIZE_MARGIN * layout->scale, room = layout->chart->width - 2 * left;
    double px = size * layout->scale;
    double width = font_measure(layout->font, text, px, weight).width;
    if (width > room)
        px = fmax(px * room / width, SIZE_SMALL * layout->scale);
    if (layout_text(layout, role, -1, text, left, *top, px, weight, colour) < 0)
        return -1;
    *top += 1.28 * px;
    return 0;
}

static int place_headings(struct layout *layout, double *top)
{
    const struct chart *chart = layout->chart;
    double scale = layout->scale;
    *top = 34 * scale;
    if (add_heading(layout, ROLE_TITLE, chart->title, SIZE_TITLE, WEIGHT_SEMIBOLD, PALETTE_TITLE,
                    top) < 0)
        return -1;
    *top += 4 * scale;
    if (add_heading(layout, ROLE_SUBTITLE, chart->subtitle, SIZE_SUBTITLE, WEIGHT_REGULAR,
                    PALETTE_TEXT, top) < 0)
        return -1;
    *top += 22 * scale;
    if (add_heading(layout, ROLE_AXIS_TITLE, chart->y_title, SIZE_TEXT, WEIGHT_SEMIBOLD,
                    PALETTE_TEXT, top) < 0)
        return -1;
    *top += 18 * scale;
    return 0;
}

static double y_label_width(struct layout *layout)
{
    double widest = 0;
    for (size_t i = 0; i < layout->y_ticks.count; i++)
        widest = fmax(widest, font_measure(layout->font, layout->y_ticks.items[i].label,
                                           SIZE_TEXT * layout->scale, WEIGHT_REGULAR)
                                  .width);
    return widest;
}

static int lay_out(struct layout *layout)
{
    const struct chart *chart = layout->chart;
    double scale = layout->scale, top;
    struct labels *labels = NULL;
    int status = -1;
    if (find_ranges(layout) < 0 || place_headings(layout, &top) < 0)
        goto out;
    double notes = place_notes(layout);
    if (notes < 0)
        goto out;
    bool x_titled = chart->x_title && *chart->x_title;
    double below = (x_titled ? 86 : 50) * scale + (chart->note_count ? 14 : 0) * scale;
    layout->plot.left = SIZE_MARGIN * scale + y_label_width(layout) + 14 * scale;
    layout->plot.top = top;
    layout->plot.height = notes - below - top;
    labels = labels_new(layout);
    if (!labels)
        goto out;
    layout->plot.width = chart->width - layout->plot.left - labels_width(labels);
    if (layout->plot.width < SMALLEST_PLOT_WIDTH * scale ||
        layout->plot.height < SMALLEST_PLOT_HEIGHT * scale) {
        error_set(layout->error, "a chart of %u x %u px has no room left for the plot",
                  chart->width, chart->height);
        goto out;
    }
    layout->drawing->plot = layout->plot;
    if (axes_draw(layout) == 0 && series_draw(layout) == 0 && labels_draw(labels) == 0)
        status = 0;
out:
    labels_free(labels);
    return status;
}

static int copy_metadata(struct drawing *drawing, const struct chart *chart, struct error *error)
{
    const char *title = chart->title ? chart->title : "";
    const char *description = chart->description ? chart->description : "";
    drawing->title = arena_copy(&drawing->arena, title, strlen(title));
    drawing->description = arena_copy(&drawing->arena, description, strlen(description));
    return drawing->title && drawing->description ? 0 : error_memory(error);
}

int chart_layout(const struct chart *chart, struct drawing *drawing, struct error *error)
{
    struct font font;
    if (font_open(&font, error) < 0)
        return -1;
    drawing_init(drawing, chart->width, chart->height, PALETTE_BACKGROUND);
    struct layout layout = {
        .chart = chart,
        .drawing = drawing,
        .font = &font,
        .error = error,
        .scale = chart->width / 1600.0,
    };
    int status = copy_metadata(drawing, chart, error) < 0 ? -1 : lay_out(&layout);
    free(layout.all_x);
    font_close(&font);
    if (status < 0)
        drawing_free(drawing);
    return status;
}

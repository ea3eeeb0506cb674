/* The frame of a chart: captions above and below, tick labels left, series labels right, and the
 * plot in what is left between them. */
#include "chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../collect/size.h"
#include "layout.h"
#include "palette.h"

#define SMALLEST_PLOT_WIDTH 400 /* in px of a chart 1600 wide */
#define SMALLEST_PLOT_HEIGHT 200
/* Series labels are broken into lines where the plot would have less of the canvas than this, but
 * not to less than this much of its width: name and value belong on one line. */
#define WANTED_PLOT_AREA 0.602
#define LEAST_LABEL_ROOM 0.175
#define MOST_LABEL_ROOM 0.27
#define LARGEST_CANVAS 16384

static double y_label_width(struct layout *layout)
{
    double widest = 0;
    for (size_t i = 0; i < layout->y_ticks.count; i++)
        widest = fmax(widest, font_measure(layout->font, layout->y_ticks.items[i].label,
                                           SIZE_TEXT * layout->scale, WEIGHT_REGULAR)
                                  .width);
    return widest;
}

/* How the plot lies between captions that stand already. */
struct frame {
    double top, bottom;    /* what captions leave, px */
    bool y_title_row;      /* the y title has a line of its own above the plot, not in its corner */
    bool x_title_row;      /* the x title has one below the tick labels, not at their right */
    struct labels *labels; /* owned */
    struct drawing_box y_title, x_title;
};

static struct drawing_box measure_title(struct layout *layout, const char *title)
{
    struct font_extents extents =
        font_measure(layout->font, title, SIZE_TEXT * layout->scale, WEIGHT_SEMIBOLD);
    return (struct drawing_box){0, 0, extents.width, extents.height};
}

/* Sets the plot, the labels and the boxes of the axis titles for the rows there are. */
static int lay_frame(struct layout *layout, struct frame *frame)
{
    const struct chart *chart = layout->chart;
    double scale = layout->scale, line = 29 * scale;
    struct drawing_box *plot = &layout->plot;
    frame->y_title = measure_title(layout, chart->y_title);
    frame->x_title = measure_title(layout, chart->x_title);
    frame->y_title.left = SIZE_MARGIN * scale;
    frame->y_title.top = frame->top + 14 * scale;
    plot->left = SIZE_MARGIN * scale + y_label_width(layout) + 14 * scale;
    plot->top = frame->y_title.top + (frame->y_title_row ? line + 18 * scale : 0);
    double ticks = frame->bottom - (chart->note_count ? 14 : 0) * scale - line - 12 * scale;
    plot->height = ticks - (frame->x_title_row ? line + 2 * scale : 0) - plot->top;
    if (plot->height < SMALLEST_PLOT_HEIGHT * scale)
        return error_set(layout->error, "a chart of %u x %u px has no room left for the plot",
                         chart->width, chart->height);

    double beside = (SIZE_LABEL_GAP + 0.6 * SIZE_MARGIN) * scale;
    double wanted = WANTED_PLOT_AREA * chart->width * chart->height / plot->height;
    double room = chart->width - plot->left - beside - wanted;
    room = fmax(LEAST_LABEL_ROOM * chart->width, fmin(room, MOST_LABEL_ROOM * chart->width));
    labels_free(frame->labels);
    double bottom = plot->top + plot->height, overhang = SIZE_LABEL_OVERHANG * scale;
    bool x_title_beside = *chart->x_title && !frame->x_title_row;
    layout->labels_top = fmax(frame->top + 4 * scale, plot->top - overhang);
    layout->labels_bottom = bottom + (x_title_beside ? 8 * scale : overhang);
    frame->labels = labels_new(layout, room);
    if (!frame->labels)
        return -1;
    plot->width = chart->width - plot->left - beside - labels_width(frame->labels);
    if (plot->width < SMALLEST_PLOT_WIDTH * scale ||
        labels_height(frame->labels) > layout->labels_bottom - layout->labels_top)
        return error_set(layout->error, "a chart of %u x %u px has no room left for the plot",
                         chart->width, chart->height);

    if (frame->x_title_row) {
        frame->x_title.left = plot->left + (plot->width - frame->x_title.width) / 2;
        frame->x_title.top = bottom + 12 * scale + line + 2 * scale;
    } else {
        frame->x_title.left = plot->left + plot->width + SIZE_LABEL_GAP * scale;
        frame->x_title.top = bottom + 12 * scale;
    }
    return 0;
}

/* The x title fits beside the tick labels when it is no wider than the series labels above it. */
static bool x_title_fits(const struct layout *layout, const struct frame *frame)
{
    double right = frame->x_title.left + frame->x_title.width;
    return right <= layout->chart->width - 0.6 * SIZE_MARGIN * layout->scale;
}

/* The y title fits into the upper left corner of the plot when neither data nor the grid and its
 * labels come there. */
static bool y_title_fits(const struct layout *layout, const struct frame *frame)
{
    const struct drawing_box *title = &frame->y_title;
    double line = 30 * layout->scale;
    for (size_t i = 0; i < layout->y_ticks.count; i++) {
        double y = layout_y(layout, layout->y_ticks.items[i].value);
        if (y >= layout->plot.top - 1 && y - line / 2 < title->top + title->height)
            return false;
    }
    for (size_t i = 0; i < layout->chart->reference_count; i++)
        if (layout_y(layout, layout->chart->references[i].y) - line < title->top + title->height)
            return false;
    return !layout_data_near(layout, title, 12 * layout->scale);
}

static int draw_axis_title(struct layout *layout, const char *title, const struct drawing_box *box)
{
    if (!*title)
        return 0;
    if (box->left + box->width > layout->chart->width)
        return error_set(layout->error, "the axis title \"%s\" is wider than the chart", title);
    return layout_text(layout, ROLE_AXIS_TITLE, -1, title, box->left, box->top,
                       SIZE_TEXT * layout->scale, WEIGHT_SEMIBOLD, PALETTE_TEXT);
}

static int lay_out(struct layout *layout)
{
    const struct chart *chart = layout->chart;
    struct frame frame = {0};
    int status = -1;
    if (scales_find(layout) < 0 || captions_draw_headings(layout, &frame.top) < 0 ||
        captions_draw_notes(layout, &frame.bottom) < 0 || lay_frame(layout, &frame) < 0)
        goto out;
    if (*chart->x_title && !x_title_fits(layout, &frame)) {
        frame.x_title_row = true;
        if (lay_frame(layout, &frame) < 0)
            goto out;
    }
    if (*chart->y_title && !y_title_fits(layout, &frame)) {
        frame.y_title_row = true;
        if (lay_frame(layout, &frame) < 0)
            goto out;
    }
    layout->drawing->plot = layout->plot;
    if (draw_axis_title(layout, chart->y_title, &frame.y_title) == 0 && axes_draw(layout) == 0 &&
        draw_axis_title(layout, chart->x_title, &frame.x_title) == 0 &&
        series_draw_bands(layout) == 0 && references_draw(layout) == 0 &&
        series_draw_lines(layout) == 0 && labels_draw(frame.labels) == 0)
        status = 0;
out:
    labels_free(frame.labels);
    return status;
}

static const char *clean(const char *text, struct drawing *drawing)
{
    struct text out = {0};
    font_clean(text ? text : "", &out);
    const char *kept =
        out.failed ? NULL : arena_copy(&drawing->arena, out.bytes ? out.bytes : "", out.length);
    text_free(&out);
    return kept;
}

/* A copy whose texts can be drawn, in the drawing's arena; points are shared. */
static int clean_chart(const struct chart *chart, struct drawing *drawing, struct chart *copy,
                       struct error *error)
{
    struct arena *arena = &drawing->arena;
    struct chart_series *series = arena_alloc(arena, (chart->series_count + 1) * sizeof *series);
    struct chart_reference *references =
        arena_alloc(arena, (chart->reference_count + 1) * sizeof *references);
    const char **notes = arena_alloc(arena, (chart->note_count + 1) * sizeof *notes);
    *copy = *chart;
    copy->title = drawing->title = clean(chart->title, drawing);
    copy->description = drawing->description = clean(chart->description, drawing);
    copy->subtitle = clean(chart->subtitle, drawing);
    copy->x_title = clean(chart->x_title, drawing);
    copy->y_title = clean(chart->y_title, drawing);
    bool whole = series && references && notes && copy->title && copy->description &&
                 copy->subtitle && copy->x_title && copy->y_title;
    for (size_t i = 0; whole && i < chart->series_count; i++) {
        series[i] = chart->series[i];
        series[i].name = clean(chart->series[i].name, drawing);
        series[i].end_value = clean(chart->series[i].end_value, drawing);
        whole = series[i].name && series[i].end_value;
    }
    for (size_t i = 0; whole && i < chart->reference_count; i++) {
        references[i] = chart->references[i];
        whole = (references[i].label = clean(chart->references[i].label, drawing)) != NULL;
    }
    for (size_t i = 0; whole && i < chart->note_count; i++)
        whole = (notes[i] = clean(chart->notes[i], drawing)) != NULL;
    copy->series = series;
    copy->references = references;
    copy->notes = notes;
    return whole ? 0 : error_memory(error);
}

/* A series that ends before the others says where: its value stands beside values at another size. */
static int name_short_ends(struct chart *chart, struct drawing *drawing, struct error *error)
{
    double highest = -HUGE_VAL;
    for (size_t i = 0; i < chart->series_count; i++) {
        const struct chart_point *last = layout_last_point(&chart->series[i]);
        highest = last ? fmax(highest, last->x) : highest;
    }
    for (size_t i = 0; i < chart->series_count; i++) {
        struct chart_series *series = &chart->series[i];
        const struct chart_point *last = layout_last_point(series);
        if (!last || last->x >= highest || !chart->x_is_size || !*series->end_value)
            continue;
        struct text value = {0};
        char size[SIZE_TEXT_SIZE];
        text_format(&value, "%s at %s", series->end_value, size_label((uint64_t)last->x, size));
        series->end_value =
            value.failed ? NULL : arena_copy(&drawing->arena, value.bytes, value.length);
        text_free(&value);
        if (!series->end_value)
            return error_memory(error);
    }
    return 0;
}

int chart_layout(const struct chart *chart, struct drawing *drawing, struct error *error)
{
    struct font font;
    struct chart copy;
    drawing_init(drawing, chart->width, chart->height, PALETTE_BACKGROUND);
    if (chart->width > LARGEST_CANVAS || chart->height > LARGEST_CANVAS)
        return error_set(error, "a chart of %u x %u px: no side may be over %d px", chart->width,
                         chart->height, LARGEST_CANVAS);
    if (font_open(&font, error) < 0)
        return -1;
    struct layout layout = {
        .chart = &copy,
        .drawing = drawing,
        .font = &font,
        .error = error,
        .scale = chart->width / 1600.0,
    };
    int status = clean_chart(chart, drawing, &copy, error);
    if (status == 0)
        status = name_short_ends(&copy, drawing, error);
    if (status == 0)
        status = lay_out(&layout);
    free(layout.all_x);
    font_close(&font);
    if (status < 0)
        drawing_free(drawing);
    return status;
}

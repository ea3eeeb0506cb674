#include "layout.h"

#include <math.h>

#include "palette.h"

uint32_t layout_colour(const struct chart *chart, size_t series)
{
    size_t index = 0;
    if (chart->series[series].emphasis)
        return PALETTE_EMPHASIS;
    for (size_t i = 0; i < series; i++)
        index += !chart->series[i].emphasis;
    return palette_colour(index);
}

enum drawing_shape layout_shape(const struct chart *chart, size_t series)
{
    size_t index = 0;
    for (size_t i = 0; i < series; i++)
        index += chart->series[i].emphasis == chart->series[series].emphasis;
    return palette_shape(index);
}

int layout_text(struct layout *layout, enum drawing_role role, int series, const char *text,
                double left, double top, double size, enum drawing_weight weight, uint32_t colour)
{
    struct font_extents extents = font_measure(layout->font, text, size, weight);
    struct drawing_box box = {left, top, extents.width, extents.height};
    return drawing_add_text(layout->drawing, role, series, text, box, size, weight, colour,
                            layout->error)
               ? 0
               : -1;
}

static double position(const struct chart *chart, double x)
{
    return chart->x_is_size ? log2(x) : x;
}

double layout_x(const struct layout *layout, double value)
{
    double low = position(layout->chart, layout->x_low);
    double high = position(layout->chart, layout->x_high);
    /* Room beside the outer points, so that markers do not sit on the edge. */
    double inset = fmin(28 * layout->scale, layout->plot.width / 4);
    if (high <= low)
        return layout->plot.left + layout->plot.width / 2;
    double part = (position(layout->chart, value) - low) / (high - low);
    return layout->plot.left + inset + part * (layout->plot.width - 2 * inset);
}

double layout_y(const struct layout *layout, double value)
{
    double part = (value - layout->y_low) / (layout->y_high - layout->y_low);
    return layout->plot.top + (1 - part) * layout->plot.height;
}

bool layout_measured(const struct chart_point *point)
{
    return isfinite(point->y);
}

bool layout_has_band(const struct chart_point *point)
{
    return isfinite(point->low) && isfinite(point->high);
}

const struct chart_point *layout_last_point(const struct chart_series *series)
{
    for (size_t i = series->point_count; i > 0; i--)
        if (layout_measured(&series->points[i - 1]))
            return &series->points[i - 1];
    return NULL;
}

bool layout_gap_between(const struct layout *layout, double x1, double x2)
{
    for (size_t i = 0; i < layout->all_x_count; i++)
        if (layout->all_x[i] > x1 && layout->all_x[i] < x2)
            return true;
    return layout->widest_step > 0 && log2(x2 / x1) > layout->widest_step;
}

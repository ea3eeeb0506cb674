/* Which ranges the axes cover, and how regular the list of sizes is. */
#include <math.h>
#include <stdlib.h>

#include "layout.h"

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Most sizes lie one step apart; where two neighbours are further apart, one was left out. Half a
 * step more than the median one is the limit; 0, no limit, where there are too few to tell. */
static int find_widest_step(struct layout *layout)
{
    size_t steps = layout->all_x_count - 1;
    layout->widest_step = 0;
    if (!layout->chart->x_is_size || steps < 3)
        return 0;
    double *lengths = malloc(steps * sizeof *lengths);
    if (!lengths)
        return error_memory(layout->error);
    for (size_t i = 0; i < steps; i++)
        lengths[i] = log2(layout->all_x[i + 1] / layout->all_x[i]);
    qsort(lengths, steps, sizeof *lengths, by_value);
    layout->widest_step = 1.5 * lengths[steps / 2];
    free(lengths);
    return 0;
}

/* Collects every x at which something was measured, sorts it and drops what comes twice. */
static int find_all_x(struct layout *layout)
{
    const struct chart *chart = layout->chart;
    size_t capacity = 0, count = 0;
    for (size_t i = 0; i < chart->series_count; i++) {
        for (size_t j = 0; j < chart->series[i].point_count; j++) {
            const struct chart_point *point = &chart->series[i].points[j];
            if (!layout_measured(point))
                continue;
            if (!isfinite(point->x) || (chart->x_is_size && point->x < 1))
                return error_set(layout->error, "series \"%s\" has a point at x = %g",
                                 chart->series[i].name, point->x);
            if (array_room(&layout->all_x, &capacity, count, sizeof *layout->all_x) < 0)
                return error_memory(layout->error);
            layout->all_x[count++] = point->x;
        }
    }
    if (count == 0)
        return error_set(layout->error, "a chart needs at least one measured point");
    qsort(layout->all_x, count, sizeof *layout->all_x, by_value);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || layout->all_x[i] != layout->all_x[layout->all_x_count - 1])
            layout->all_x[layout->all_x_count++] = layout->all_x[i];
    layout->x_low = layout->all_x[0];
    layout->x_high = layout->all_x[layout->all_x_count - 1];
    return 0;
}

int scales_find(struct layout *layout)
{
    const struct chart *chart = layout->chart;
    if (find_all_x(layout) < 0 || find_widest_step(layout) < 0)
        return -1;
    double low = 0, high = -HUGE_VAL;
    for (size_t i = 0; i < chart->series_count; i++) {
        for (size_t j = 0; j < chart->series[i].point_count; j++) {
            const struct chart_point *point = &chart->series[i].points[j];
            if (!layout_measured(point))
                continue;
            low = fmin(low, point->y);
            high = fmax(high, point->y);
            if (layout_has_band(point)) {
                low = fmin(low, point->low);
                high = fmax(high, point->high);
            }
        }
    }
    for (size_t i = 0; i < chart->reference_count; i++) {
        low = fmin(low, chart->references[i].y);
        high = fmax(high, chart->references[i].y);
    }
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

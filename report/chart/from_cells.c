#include "from_cells.h"

#include <math.h>
#include <string.h>

#include "../../analyze/base/number.h"
#include "../../collect/size.h"
#include "../article/format.h"
#include "../block/grid.h"
#include "../block/precision.h"
#include "describe.h"

struct building {
    struct article *article;
    const struct results *results;
    const struct block *block;
    struct arena *arena;
    struct grid grid; /* x down, series across */
    int decimals;
    struct chart *chart;
    struct error *error;
};

static double number_of(const struct building *building, size_t row, const char *column)
{
    const struct frame *cells = building->block->frame;
    return row == RESULTS_NONE ? NAN : frame_number(cells, row, frame_column(cells, column));
}

static int build_points(struct building *building, size_t number, struct chart_series *series)
{
    series->points =
        arena_alloc(building->arena, building->grid.rows.count * sizeof *series->points);
    if (!series->points)
        return error_memory(building->error);
    const char *x_column = building->block->rows.groups[0].columns[0];
    for (size_t i = 0; i < building->grid.rows.count; i++) {
        size_t row = grid_at(&building->grid, i, number);
        uint64_t size;
        const char *level = building->grid.rows.items[i].levels[0];
        double x;
        if (size_parse(level, strlen(level), &size))
            x = (double)size;
        else if (!number_parse(level, strlen(level), &x))
            return source_error(&building->article->source, building->block->offset,
                                building->error, "%s cannot be the x axis: \"%s\" is no number",
                                results_short_name(x_column), level);
        series->points[series->point_count++] = (struct chart_point){
            x, number_of(building, row, "median_ns"), number_of(building, row, "q1_ns"),
            number_of(building, row, "q3_ns")};
    }
    return 0;
}

static bool is_host_among_guests(const struct building *building, size_t number)
{
    const struct axis *axis = &building->block->columns;
    bool host = false, guest = false;
    for (size_t i = 0; i < axis->count; i++) {
        if (strcmp(axis->groups[i].columns[0], "side") != 0)
            continue;
        host = strcmp(building->grid.columns.items[number].levels[i * GROUP_COLUMNS], "host") == 0;
        for (size_t j = 0; j < building->grid.columns.count; j++)
            guest |=
                strcmp(building->grid.columns.items[j].levels[i * GROUP_COLUMNS], "guest") == 0;
    }
    return host && guest;
}

/* End values are judged together: they are what a reader compares. */
static int choose_decimals(struct building *building)
{
    struct row_list ends = {
        arena_alloc(building->arena, building->grid.columns.count * sizeof *ends.rows), 0};
    if (!ends.rows)
        return error_memory(building->error);
    for (size_t i = 0; i < building->grid.columns.count; i++)
        for (size_t j = building->grid.rows.count; j-- > 0;) {
            size_t row = grid_at(&building->grid, j, i);
            if (!isfinite(number_of(building, row, "median_ns")))
                continue;
            ends.rows[ends.count++] = row;
            break;
        }
    building->decimals = precision_ns(building->results, &ends);
    return 0;
}

static int build_series(struct building *building)
{
    struct chart *chart = building->chart;
    chart->series_count = building->grid.columns.count;
    chart->series = arena_alloc(building->arena, chart->series_count * sizeof *chart->series);
    if (!chart->series)
        return error_memory(building->error);
    for (size_t i = 0; i < chart->series_count; i++) {
        struct chart_series *series = &chart->series[i];
        if (build_points(building, i, series) < 0)
            return -1;
        double last = NAN;
        for (size_t j = 0; j < series->point_count; j++)
            if (isfinite(series->points[j].y))
                last = series->points[j].y;
        struct text name = {0}, end = {0};
        if (building->block->columns.count)
            place_label(&building->block->columns, &building->grid.columns,
                        &building->grid.columns.items[i], true, &name);
        if (isfinite(last))
            format_number(last, building->decimals, false, last >= 10000, FORMAT_MINUS, &end);
        series->emphasis = is_host_among_guests(building, i);
        series->name = text_keep(&name, building->arena);
        series->end_value = text_keep(&end, building->arena);
        if (!series->name || !series->end_value)
            return error_memory(building->error);
    }
    return 0;
}

static int build_references(struct building *building)
{
    const struct block *block = building->block;
    struct chart *chart = building->chart;
    chart->references =
        arena_alloc(building->arena, (block->reference_count + 1) * sizeof *chart->references);
    if (!chart->references)
        return error_memory(building->error);
    for (size_t i = 0; i < block->reference_count; i++)
        if (isfinite(block->references[i].y))
            chart->references[chart->reference_count++] =
                (struct chart_reference){block->references[i].y, block->references[i].label};
    return 0;
}

int chart_from_cells(struct article *article, const struct block *block, const struct part *part,
                     struct chart *chart, struct error *error)
{
    struct building building = {.article = article,
                                .results = article->evaluator.results,
                                .block = block,
                                .arena = &article->arena,
                                .chart = chart,
                                .error = error};
    *chart = (struct chart){.width = block->width ? block->width : 1600,
                            .height = block->height ? block->height : 1000};
    const char *x = block->rows.groups[0].columns[0];
    chart->x_is_size = results_is_size(x);
    struct text head = {0};
    group_head(&block->rows.groups[0], &head);
    if (!(chart->x_title = text_keep(&head, building.arena)))
        return error_memory(error);
    if (grid_fill(&building.grid, article, block, part, error) < 0 ||
        choose_decimals(&building) < 0 || build_series(&building) < 0 ||
        build_references(&building) < 0)
        return -1;
    chart->y_title = part->facts.unit;
    return chart_describe(article, block, part, &building.grid, building.decimals, chart, error);
}

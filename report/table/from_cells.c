#include "from_cells.h"

#include <math.h>
#include <string.h>

#include "../article/format.h"
#include "../block/grid.h"
#include "../block/precision.h"
#include "../data/compared.h"
#include "notes.h"

#define HOLE "\xe2\x80\x94"         /* U+2014 */
#define DASH "\xe2\x80\x93"         /* U+2013 */
#define FIGURE_SPACE "\xe2\x80\x87" /* U+2007, as wide as a digit */
#define POINT_SPACE "\xe2\x80\x88"  /* U+2008, as wide as a point */

struct building {
    struct article *article;
    const struct results *results;
    const struct block *block;
    const struct part *part;
    struct arena *arena;
    struct grid grid;
    int *decimals;     /* of each row's values */
    int most_decimals; /* of them: shorter values are padded to it */
    struct notes notes;
    struct table *table;
    struct error *error;
};

static size_t column_count(const struct shown *shown)
{
    return shown->columns[1] ? SHOWN_COLUMNS : 1;
}

/* Cells behind one row of the table. */
static int row_cells(struct building *building, size_t row, struct row_list *cells)
{
    size_t columns = building->grid.columns.count;
    struct row_list rows = {arena_alloc(building->arena, columns * sizeof *rows.rows), 0};
    if (!rows.rows)
        return error_memory(building->error);
    for (size_t i = 0; i < columns; i++)
        if (grid_at(&building->grid, row, i) != RESULTS_NONE)
            rows.rows[rows.count++] = grid_at(&building->grid, row, i);
    if (building->block->delta)
        return compared_cells(building->results, &rows, building->arena, cells, building->error);
    *cells = rows;
    return 0;
}

static int choose_decimals(struct building *building)
{
    enum shown_unit unit = building->block->shown->unit;
    const struct row_list *all = &building->part->cells;
    size_t rows = building->grid.rows.count;
    building->decimals = arena_alloc(building->arena, rows * sizeof *building->decimals);
    if (!building->decimals)
        return error_memory(building->error);
    bool uniform = unit != SHOWN_TIME || precision_is_uniform(building->results, all);
    int shared = unit == SHOWN_COUNT     ? 0
                 : unit == SHOWN_RATIO   ? 2
                 : unit == SHOWN_PERCENT ? precision_percent(building->results, all)
                                         : precision_ns(building->results, all);
    building->most_decimals = uniform ? shared : 0;
    for (size_t row = 0; row < rows; row++) {
        struct row_list cells;
        building->decimals[row] = shared;
        if (uniform)
            continue;
        if (row_cells(building, row, &cells) < 0)
            return -1;
        building->decimals[row] = precision_ns(building->results, &cells);
        if (building->decimals[row] > building->most_decimals)
            building->most_decimals = building->decimals[row];
    }
    return 0;
}

/* Groups of the columns axis that get a level of heads: those that vary, or the last when none. */
static size_t head_groups(const struct building *building, size_t groups[TABLE_LEVELS])
{
    const struct axis *axis = &building->block->columns;
    size_t count = 0;
    for (size_t i = 0; i < axis->count && count < TABLE_LEVELS; i++)
        if (group_varies(axis, &building->grid.columns, i))
            groups[count++] = i;
    if (!count && axis->count)
        groups[count++] = axis->count - 1;
    return count;
}

static int build_row_heads(struct building *building)
{
    const struct axis *axis = &building->block->rows;
    struct table *table = building->table;
    for (size_t i = 0; i < axis->count; i++) {
        struct table_column *column = &table->columns[i];
        struct text head = {0};
        group_head(&axis->groups[i], &head);
        for (size_t level = 0; level < TABLE_LEVELS; level++)
            column->heads[level] = "";
        column->row_head = true;
        column->number = results_is_size(axis->groups[i].columns[0]);
        column->raw_count = axis->groups[i].column_count;
        for (size_t j = 0; j < column->raw_count; j++)
            column->raw_names[j] = axis->groups[i].columns[j];
        if (!(column->heads[table->level_count - 1] = text_keep(&head, building->arena)))
            return error_memory(building->error);
    }
    return 0;
}

static int build_column(struct building *building, size_t number, const size_t *groups,
                        size_t group_count)
{
    const struct axis *axis = &building->block->columns;
    struct table *table = building->table;
    struct table_column *column = &table->columns[building->block->rows.count + number];
    const struct place *place = &building->grid.columns.items[number];
    const struct shown *shown = building->block->shown;
    column->number = true;
    column->raw_count = column_count(shown);
    for (size_t level = 0; level < TABLE_LEVELS; level++)
        column->heads[level] = "";
    for (size_t level = 0; level < group_count; level++) {
        struct text head = {0};
        group_label(axis, &building->grid.columns, place, groups[level], true, &head);
        if (!(column->heads[level] = text_keep(&head, building->arena)))
            return error_memory(building->error);
    }
    if (!group_count)
        column->heads[0] = shown->name;
    for (size_t j = 0; j < column->raw_count; j++) {
        struct text name = {0};
        for (size_t level = 0; level < group_count; level++) {
            const struct axis_group *group = &axis->groups[groups[level]];
            for (size_t k = 0; k < group->column_count; k++) {
                level_write(group->columns[k], place->levels[groups[level] * GROUP_COLUMNS + k],
                            &name);
                text_add(&name, "_");
            }
        }
        text_add(&name, shown->columns[j]);
        if (!(column->raw_names[j] = text_keep(&name, building->arena)))
            return error_memory(building->error);
    }
    return 0;
}

static void write_value(const struct building *building, int decimals, double value,
                        struct text *out)
{
    bool plus = building->block->delta && building->block->shown->unit != SHOWN_RATIO;
    format_number(value, decimals, plus, fabs(value) >= 10000, FORMAT_MINUS, out);
}

/* Figure spaces in place of the decimals a row does not have, so that points stay aligned. */
static void pad_value(const struct building *building, int decimals, struct text *out)
{
    if (decimals == 0 && building->most_decimals > 0)
        text_add(out, POINT_SPACE);
    for (int i = decimals; i < building->most_decimals; i++)
        text_add(out, FIGURE_SPACE);
}

/* How many independent units an interval is over. */
static int units_column(const struct block *block)
{
    return frame_column(block->frame, block->delta ? "pairs" : "runs");
}

static int build_cell(struct building *building, size_t row, size_t column)
{
    const struct block *block = building->block;
    struct table *table = building->table;
    struct table_cell *cell = &table->cells[row * table->column_count + block->rows.count + column];
    size_t at = grid_at(&building->grid, row, column);
    size_t count = column_count(block->shown), middle = count / 2;
    double values[SHOWN_COLUMNS];
    bool ends = true;
    for (size_t i = 0; i < count; i++) {
        int number = frame_column(block->frame, block->shown->columns[i]);
        cell->raws[i] = at == RESULTS_NONE ? "" : frame_text(block->frame, at, number);
        values[i] = at == RESULTS_NONE ? NAN : frame_number(block->frame, at, number);
        ends = ends && isfinite(values[i]);
    }
    bool known = isfinite(values[middle]);
    int decimals = building->decimals[row];
    struct text shown = {0};
    if (!known) {
        text_add(&shown, HOLE);
    } else if (count == 1) {
        write_value(building, decimals, values[0], &shown);
        pad_value(building, decimals, &shown);
    } else {
        write_value(building, decimals, values[middle], &shown);
        if (ends) {
            text_add(&shown, " (");
            write_value(building, decimals, values[0], &shown);
            text_add(&shown, block->shown->of_deltas ? " to " : DASH); /* signs and dashes clash */
            write_value(building, decimals, values[2], &shown);
            text_add(&shown, ")");
        }
    }
    if (!(cell->text = text_keep(&shown, building->arena)))
        return error_memory(building->error);
    struct text why = {0};
    if (at == RESULTS_NONE)
        notes_explain_hole(building->article, block, &building->grid.rows.items[row],
                           &building->grid.columns.items[column], &building->part->rows, &why);
    else if (block->delta)
        notes_explain_delta(block->frame, at, known, &why);
    else
        notes_explain_drops(building->results, &(struct row_list){&at, 1}, false, &why);
    if (block->shown->interval && known && !ends) {
        bool single = frame_number(block->frame, at, units_column(block)) == 1;
        text_add(&why, why.length ? " " : "");
        text_format(&why, "No interval%s%s.", single ? ": one " : "",
                    !single        ? ""
                    : block->delta ? "pair"
                                   : "run");
    }
    return notes_mark(&building->notes, &why, building->arena, &cell->mark, building->error);
}

static int build_rows(struct building *building)
{
    const struct axis *axis = &building->block->rows;
    struct table *table = building->table;
    for (size_t row = 0; row < table->row_count; row++) {
        const struct place *place = &building->grid.rows.items[row];
        for (size_t i = 0; i < axis->count; i++) {
            struct table_cell *cell = &table->cells[row * table->column_count + i];
            struct text label = {0};
            group_label(axis, &building->grid.rows, place, i, false, &label);
            cell->mark = "";
            for (size_t j = 0; j < axis->groups[i].column_count; j++)
                cell->raws[j] = place->levels[i * GROUP_COLUMNS + j];
            if (!(cell->text = text_keep(&label, building->arena)))
                return error_memory(building->error);
        }
        for (size_t column = 0; column < building->grid.columns.count; column++)
            if (build_cell(building, row, column) < 0)
                return -1;
    }
    return 0;
}

/* What the intervals shown really cover: few runs reach less than 95%, and exact ranks come in
 * steps. A row without an interval has no coverage to tell. */
static void write_coverage(const struct building *building, struct text *out)
{
    const struct frame *frame = building->block->frame;
    int column = frame_column(frame, "ci_coverage");
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < building->part->rows.count; i++) {
        double coverage = frame_number(frame, building->part->rows.rows[i], column);
        if (!(coverage > 0))
            continue;
        least = fmin(least, coverage);
        most = fmax(most, coverage);
    }
    if (least > most)
        return;
    text_format(out, least == most ? " of %.1f%% coverage" : " of %.1f to %.1f%% coverage",
                100 * least, 100 * most);
    if (least < 0.95)
        text_add(out, " (95% needs six runs)");
}

/* "Medians, ns per load" and what is behind them. */
static void write_summary(const struct building *building, struct text *out)
{
    const struct block *block = building->block;
    const struct facts *facts = &building->part->facts;
    text_add(out, block->shown->title);
    if (block->shown->interval)
        write_coverage(building, out);
    if (block->shown->unit == SHOWN_TIME)
        text_format(out, " in %s", facts->unit);
    if (block->delta && strcmp(block->delta, "guest-host") == 0)
        text_add(out, ", guest against host");
    text_format(out, "; n %s%s%s.", facts->n, *facts->runs ? "; " : "", facts->runs);
    if (*facts->caution)
        text_format(out, " %s", facts->caution);
}

static int build_caption(struct building *building)
{
    const struct block *block = building->block;
    struct table *table = building->table;
    struct text title = {0}, summary = {0};
    size_t start = 0;
    if (block->caption)
        text_format(&title, "%s%s%s", block->caption, *building->part->file_part ? ": " : "",
                    *building->part->file_part ? building->part->about : "");
    else
        text_format(&title, "%s%s%s", block->delta ? block->delta : "", block->delta ? ": " : "",
                    building->part->about);
    if (!block->caption && title.length && title.bytes[start] >= 'a' && title.bytes[start] <= 'z')
        title.bytes[start] = (char)(title.bytes[start] - 'a' + 'A');
    write_summary(building, &summary);
    table->title = text_keep(&title, building->arena);
    table->summary = text_keep(&summary, building->arena);
    table->caution = building->part->facts.caution;
    if (!table->title || !table->summary)
        return error_memory(building->error);
    if (*building->part->facts.boots && notes_add(&building->notes, "", building->part->facts.boots,
                                                  building->arena, building->error) < 0)
        return -1;
    table->notes = building->notes.items;
    table->note_count = building->notes.count;
    return 0;
}

int table_from_cells(struct article *article, const struct block *block, const struct part *part,
                     struct table *table, struct error *error)
{
    struct building building = {.article = article,
                                .results = article->evaluator.results,
                                .block = block,
                                .part = part,
                                .arena = &article->arena,
                                .table = table,
                                .error = error};
    size_t groups[TABLE_LEVELS];
    *table = (struct table){.name = part->name, .caution = ""};
    if (grid_fill(&building.grid, article, block, part, error) < 0 ||
        choose_decimals(&building) < 0)
        return -1;
    size_t group_count = head_groups(&building, groups);
    table->level_count = group_count ? group_count : 1;
    table->row_count = building.grid.rows.count;
    table->column_count = block->rows.count + building.grid.columns.count;
    table->columns = arena_alloc(building.arena, table->column_count * sizeof *table->columns);
    table->cells =
        arena_alloc(building.arena, table->row_count * table->column_count * sizeof *table->cells);
    if (!table->columns || !table->cells)
        return error_memory(error);
    if (build_row_heads(&building) < 0)
        return -1;
    for (size_t i = 0; i < building.grid.columns.count; i++)
        if (build_column(&building, i, groups, group_count) < 0)
            return -1;
    return build_rows(&building) < 0 ? -1 : build_caption(&building);
}

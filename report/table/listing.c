#include "listing.h"

#include <math.h>
#include <string.h>

#include "../../analyze/base/number.h"
#include "../../collect/size.h"
#include "../article/format.h"
#include "../block/facts.h"
#include "../data/compared.h"
#include "../data/digits.h"
#include "../data/nearest.h"
#include "notes.h"

static bool is_empty(const struct frame *frame, const struct row_list *rows, int column)
{
    for (size_t i = 0; i < rows->count; i++)
        if (*frame_text(frame, rows->rows[i], column))
            return false;
    return true;
}

static bool holds_numbers(const struct frame *frame, const struct row_list *rows, int column)
{
    bool any = false;
    for (size_t i = 0; i < rows->count; i++) {
        const char *text = frame_text(frame, rows->rows[i], column);
        double number;
        if (!*text)
            continue;
        if (!number_parse(text, strlen(text), &number))
            return false;
        any = true;
    }
    return any;
}

static int unknown_column(const struct article *article, const struct block *block,
                          const char *name, struct error *error)
{
    const char *names[96];
    size_t count = 0;
    char hint[128];
    for (size_t i = 0; i < block->frame->column_count && count < 96; i++)
        names[count++] = block->frame->columns[i].name;
    return source_error(&article->source, block->listed_offset, error, "%s.csv has no column %s%s",
                        block->frame->name, name, nearest_hint(name, names, count, hint));
}

/* Numbers of the columns to show; commas between names, spaces in them allowed. */
static int choose_columns(struct article *article, const struct block *block,
                          const struct row_list *rows, int *columns, size_t *count,
                          struct error *error)
{
    const struct frame *frame = block->frame;
    *count = 0;
    for (size_t i = 0; !block->listed && i < frame->column_count; i++)
        if (!block->optional || !is_empty(frame, rows, (int)i))
            columns[(*count)++] = (int)i;
    const char *at = block->listed;
    while (at) {
        size_t length = strcspn(at, ",");
        const char *name = arena_copy(&article->arena, at, length);
        if (!name)
            return error_memory(error);
        int column = frame_column(frame, name);
        if (column < 0)
            column = frame_column(frame, results_full_name(name));
        if (column < 0 && !block->optional)
            return unknown_column(article, block, name, error);
        for (size_t i = 0; i < *count && column >= 0; i++)
            if (columns[i] == column)
                return source_error(&article->source, block->listed_offset, error,
                                    "%s stands twice", name);
        if (column >= 0 && !(block->optional && is_empty(frame, rows, column)))
            columns[(*count)++] = column;
        at = at[length] ? at + length + 1 : NULL;
    }
    return 0;
}

/* "median_ns" becomes "Median ns", "span_bytes" "Span". */
static const char *head_of(const char *name, struct arena *arena)
{
    struct axis_group group = {.name = results_is_size(name) ? results_short_name(name) : name};
    struct text head = {0};
    group_head(&group, &head);
    return text_keep(&head, arena);
}

/* Four significant digits of the largest number decide for the column; none for whole numbers. */
static int column_decimals(const struct frame *frame, const struct row_list *rows, int column)
{
    double largest = 0;
    bool whole = true;
    for (size_t i = 0; i < rows->count; i++) {
        double value = frame_number(frame, rows->rows[i], column);
        if (isnan(value))
            continue;
        whole = whole && value == floor(value) && fabs(value) < 1e15;
        largest = fmax(largest, fabs(value));
    }
    return whole ? 0 : digits_significant(largest, 4);
}

static const char *shown_text(const char *name, const char *field, bool number, int decimals,
                              struct arena *arena)
{
    double value;
    char label[SIZE_TEXT_SIZE];
    struct text shown = {0};
    if (!number || !number_parse(field, strlen(field), &value))
        text_add(&shown, field);
    else if (results_is_size(name) && value >= 1 && value < 0x1p63)
        text_add(&shown, size_label((uint64_t)value, label));
    else
        format_number(value, decimals, false, fabs(value) >= 10000, FORMAT_MINUS, &shown);
    return text_keep(&shown, arena);
}

static int build_cells(struct article *article, const struct block *block,
                       const struct row_list *rows, const int *columns, struct table *table,
                       struct error *error)
{
    struct arena *arena = &article->arena;
    const struct frame *frame = block->frame;
    for (size_t i = 0; i < table->column_count; i++) {
        struct table_column *column = &table->columns[i];
        const char *name = frame->columns[columns[i]].name;
        column->number = holds_numbers(frame, rows, columns[i]);
        int decimals = column_decimals(frame, rows, columns[i]);
        column->raw_count = 1;
        column->raw_names[0] = name;
        if (!(column->heads[0] = head_of(name, arena)))
            return error_memory(error);
        for (size_t row = 0; row < rows->count; row++) {
            struct table_cell *cell = &table->cells[row * table->column_count + i];
            cell->raws[0] = frame_text(frame, rows->rows[row], columns[i]);
            cell->mark = "";
            if (!(cell->text = shown_text(name, cell->raws[0], column->number, decimals, arena)))
                return error_memory(error);
        }
    }
    return 0;
}

/* What the cited deltas are made of, and over how many of them Holm's method adjusts. */
static int describe_cited(struct article *article, struct table *table, struct error *error)
{
    const struct results *results = article->evaluator.results;
    const struct cited *cited = &article->cited;
    struct arena *arena = &article->arena;
    struct row_list cells;
    struct facts facts;
    size_t family = 0;
    if (compared_cells(results, &cited->rows, arena, &cells, error) < 0 ||
        facts_gather(results, &cells, arena, &facts, error) < 0)
        return -1;
    for (size_t i = 0; i < cited->rows.count; i++)
        family += isnan(cited->holm[cited->rows.rows[i]]) ? 0 : 1;
    struct text summary = {0};
    if (family)
        text_format(&summary, "p holm: adjusted by Holm's method over %zu P value%s; ", family,
                    family == 1 ? "" : "s");
    text_format(&summary, "n %s%s%s.%s%s", facts.n, *facts.runs ? "; " : "", facts.runs,
                *facts.caution ? " " : "", facts.caution);
    table->summary = text_keep(&summary, arena);
    table->caution = facts.caution;
    struct notes notes = {0};
    if (!table->summary)
        return error_memory(error);
    if (*facts.boots && notes_add(&notes, "", facts.boots, arena, error) < 0)
        return -1;
    table->notes = notes.items;
    table->note_count = notes.count;
    return 0;
}

int table_from_listing(struct article *article, const struct block *block, struct table *table,
                       struct error *error)
{
    struct arena *arena = &article->arena;
    struct row_list rows;
    int *columns = arena_alloc(arena, (block->frame->column_count + 1) * sizeof *columns);
    if (!columns)
        return error_memory(error);
    if (selection_rows(&block->selection, block->frame, arena, &rows, error) < 0)
        return -1;
    const char *title = block->caption ? block->caption : head_of(block->frame->name, arena);
    if (!title)
        return error_memory(error);
    *table = (struct table){.name = block->name,
                            .title = title,
                            .caution = "",
                            .level_count = 1,
                            .row_count = rows.count};
    if (choose_columns(article, block, &rows, columns, &table->column_count, error) < 0)
        return -1;
    table->columns = arena_alloc(arena, (table->column_count + 1) * sizeof *table->columns);
    table->cells =
        arena_alloc(arena, (rows.count * table->column_count + 1) * sizeof *table->cells);
    if (!table->columns || !table->cells)
        return error_memory(error);
    if (build_cells(article, block, &rows, columns, table, error) < 0)
        return -1;
    if (block->cited)
        return describe_cited(article, table, error);
    if (facts_caution(article->evaluator.results, arena, &table->summary, error) < 0)
        return -1;
    table->caution = table->summary;
    return 0;
}

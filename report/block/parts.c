#include "parts.h"

#include <string.h>
#include <strings.h>

#include "../data/compared.h"
#include "about.h"

/* Columns that tell rows apart: the factors, and for deltas what they are against. The base's span
 * and stride follow from the kind of delta and its own. */
struct names {
    const char **items; /* in the arena */
    size_t count;
};

static int distinguishing(const struct results *results, const struct block *block,
                          struct arena *arena, struct names *names, struct error *error)
{
    static const char *const base[] = {"base_side", "base_page_bytes", "base_page_kind",
                                       "base_level"};
    enum { BASES = sizeof base / sizeof base[0] };
    *names = (struct names){
        arena_alloc(arena, (results->factor_count + BASES) * sizeof *names->items), 0};
    if (!names->items)
        return error_memory(error);
    for (size_t i = 0; i < results->factor_count; i++)
        names->items[names->count++] = results->factors[i];
    for (size_t i = 0; block->delta && i < BASES; i++)
        if (frame_column(block->frame, base[i]) >= 0)
            names->items[names->count++] = base[i];
    return 0;
}

static bool is_placed(const struct block *block, const char *column)
{
    return axis_has(&block->rows, column) || axis_has(&block->columns, column) ||
           axis_has(&block->split, column);
}

static bool same(const struct frame *frame, const char *name, size_t a, size_t b)
{
    int column = frame_column(frame, name);
    return strcmp(frame_text(frame, a, column), frame_text(frame, b, column)) == 0;
}

int parts_conflict(struct article *article, const struct block *block, size_t row_a, size_t row_b,
                   struct error *error)
{
    struct names names;
    struct text message = {0};
    if (distinguishing(article->evaluator.results, block, &article->arena, &names, error) < 0)
        return -1;
    text_format(&message, "%s %s: two %s have", block->kind == PIECE_TABLE ? "table" : "chart",
                block->name, block->delta ? "deltas" : "cells");
    const struct axis *axes[] = {&block->rows, &block->columns, &block->split};
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < axes[i]->count; j++) {
            const struct axis_group *group = &axes[i]->groups[j];
            text_format(&message, " %s=", group->name);
            level_write(
                group->columns[0],
                frame_text(block->frame, row_a, frame_column(block->frame, group->columns[0])),
                &message);
        }
    const char *separator = "; select or split ";
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.items[i];
        int column = frame_column(block->frame, name);
        if (is_placed(block, name) || same(block->frame, name, row_a, row_b))
            continue;
        text_format(&message, "%s%s (", separator, results_short_name(name));
        level_write(name, frame_text(block->frame, row_a, column), &message);
        text_add(&message, ", ");
        level_write(name, frame_text(block->frame, row_b, column), &message);
        text_add(&message, ")");
        separator = " and ";
    }
    int status = message.failed
                     ? error_memory(error)
                     : source_error(&article->source, block->offset, error, "%s", message.bytes);
    text_free(&message);
    return status;
}

/* True when two rows that are alike in all factors differ in what they are against. */
static bool tells_apart(const struct results *results, const struct frame *frame, const char *base,
                        const struct row_list *rows)
{
    for (size_t j = 0; j < rows->count; j++)
        for (size_t k = j + 1; k < rows->count; k++) {
            bool one_place = !same(frame, base, rows->rows[j], rows->rows[k]);
            for (size_t l = 0; l < results->factor_count && one_place; l++)
                one_place = same(frame, results->factors[l], rows->rows[j], rows->rows[k]);
            if (one_place)
                return true;
        }
    return false;
}

static bool varies(const struct frame *frame, const char *name, const struct row_list *rows)
{
    for (size_t j = 1; j < rows->count; j++)
        if (!same(frame, name, rows->rows[0], rows->rows[j]))
            return true;
    return false;
}

/* split=rest: every factor that varies and is on no side. What a delta is against is split only
 * where two rows would else fall on one place. */
static int complete_split(struct article *article, const struct block *block,
                          const struct row_list *rows, struct axis *split, struct error *error)
{
    const struct results *results = article->evaluator.results;
    struct names names;
    struct block placed = *block;
    placed.split = *split;
    if (distinguishing(results, block, &article->arena, &names, error) < 0)
        return -1;
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.items[i];
        bool needed = strncmp(name, "base_", 5) == 0
                          ? tells_apart(results, block->frame, name, rows)
                          : varies(block->frame, name, rows);
        if (needed && !is_placed(&placed, name) && axis_add(&placed.split, name) < 0)
            return source_error(&article->source, block->offset, error,
                                "%s %s: more than %d factors vary; select levels of some, or put "
                                "them on a side",
                                block->kind == PIECE_TABLE ? "table" : "chart", block->name,
                                AXIS_GROUPS);
    }
    *split = placed.split;
    return 0;
}

/* True when an earlier part would have the same files, also where letter case is ignored. */
static bool is_taken(const struct parts *earlier, const char *file_part)
{
    for (size_t i = 0; i < earlier->count; i++)
        if (strcasecmp(earlier->items[i].file_part, file_part) == 0)
            return true;
    return false;
}

/* The levels as a part of a file name; levels that look alike there ("a b" and "a_b") are numbered
 * in the order of the parts: -a_b, -a_b-2. */
static const char *name_files(const struct axis *split, const struct place *place,
                              const struct parts *earlier, struct arena *arena)
{
    struct text suffix = {0};
    place_file_part(split, place, &suffix);
    size_t length = suffix.length;
    for (size_t number = 2; !suffix.failed && length && is_taken(earlier, suffix.bytes); number++) {
        suffix.length = length;
        text_format(&suffix, "-%zu", number);
    }
    return text_keep(&suffix, arena);
}

/* Describes the part after `parts->count` others, whose rows are there. */
static int make_part(struct article *article, const struct block *block, const struct axis *split,
                     const struct place *place, bool several, struct parts *parts,
                     struct error *error)
{
    const struct results *results = article->evaluator.results;
    struct arena *arena = &article->arena;
    struct part *part = &parts->items[parts->count];
    struct text name = {0};
    part->cells = part->rows;
    if (block->delta && compared_cells(results, &part->rows, arena, &part->cells, error) < 0)
        return -1;
    part->file_part = several ? name_files(split, place, parts, arena) : "";
    if (!part->file_part)
        return error_memory(error);
    text_format(&name, "%s%s", block->name, part->file_part);
    part->name = text_keep(&name, arena);
    part->about = about_part(results, block, &part->rows, &part->cells, arena);
    if (!part->name || !part->about)
        return error_memory(error);
    return facts_gather(results, &part->cells, arena, &part->facts, error);
}

int parts_of(struct article *article, const struct block *block, struct parts *parts,
             struct error *error)
{
    struct arena *arena = &article->arena;
    struct row_list rows;
    struct places places;
    *parts = (struct parts){0};
    if ((block->delta
             ? selection_deltas(&block->selection, block->frame, block->delta, arena, &rows, error)
             : selection_rows(&block->selection, block->frame, arena, &rows, error)) < 0)
        return -1;
    if (!rows.count)
        return 0;
    struct axis split = block->split;
    if (block->split_rest && complete_split(article, block, &rows, &split, error) < 0)
        return -1;
    if (axis_places(&split, block->frame, &rows, arena, &places, error) < 0)
        return -1;
    parts->items = arena_alloc(arena, places.count * sizeof *parts->items);
    if (!parts->items)
        return error_memory(error);
    for (size_t i = 0; i < places.count; i++) {
        struct part *part = &parts->items[i];
        part->rows.rows = arena_alloc(arena, rows.count * sizeof *part->rows.rows);
        if (!part->rows.rows)
            return error_memory(error);
        for (size_t j = 0; j < rows.count; j++) {
            struct place place = axis_place(&split, block->frame, rows.rows[j]);
            if (place_compare(&split, &place, &places.items[i]) == 0)
                part->rows.rows[part->rows.count++] = rows.rows[j];
        }
        if (make_part(article, block, &split, &places.items[i], places.count > 1, parts, error) < 0)
            return -1;
        parts->count++;
    }
    return 0;
}

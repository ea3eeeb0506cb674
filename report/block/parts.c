#include "parts.h"

#include <string.h>

#include "../../analyze/base/number.h"
#include "../../collect/size.h"

/* Columns that tell rows apart: the factors, and for deltas what they are against. The base's span
 * and stride follow from the kind of delta and its own. */
static size_t distinguishing(const struct results *results, const struct block *block,
                             const char *names[64])
{
    static const char *const base[] = {"base_side", "base_page_bytes", "base_page_kind",
                                       "base_level"};
    size_t count = 0;
    for (size_t i = 0; i < results->factor_count && count < 56; i++)
        names[count++] = results->factors[i];
    for (size_t i = 0; block->delta && i < 4; i++)
        if (frame_column(block->frame, base[i]) >= 0)
            names[count++] = base[i];
    return count;
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

int parts_conflict(const struct article *article, const struct block *block, size_t row_a,
                   size_t row_b, struct error *error)
{
    const char *names[64];
    size_t count = distinguishing(article->evaluator.results, block, names);
    struct text message = {0};
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
    for (size_t i = 0; i < count; i++) {
        int column = frame_column(block->frame, names[i]);
        if (is_placed(block, names[i]) || same(block->frame, names[i], row_a, row_b))
            continue;
        text_format(&message, "%s%s (", separator, results_short_name(names[i]));
        level_write(names[i], frame_text(block->frame, row_a, column), &message);
        text_add(&message, ", ");
        level_write(names[i], frame_text(block->frame, row_b, column), &message);
        text_add(&message, ")");
        separator = " and ";
    }
    int status = message.failed
                     ? error_memory(error)
                     : source_error(&article->source, block->offset, error, "%s", message.bytes);
    text_free(&message);
    return status;
}

/* split=rest: every factor that varies and is on no side. What a delta is against is split only
 * where two rows would else fall on one place. */
static void complete_split(const struct results *results, const struct block *block,
                           const struct row_list *rows, struct axis *split)
{
    const char *names[64];
    size_t count = distinguishing(results, block, names);
    struct block placed = *block;
    placed.split = *split;
    for (size_t i = 0; i < count; i++) {
        bool base = strncmp(names[i], "base_", 5) == 0, needed = false;
        for (size_t j = 1; j < rows->count && !needed && !base; j++)
            needed = !same(block->frame, names[i], rows->rows[0], rows->rows[j]);
        for (size_t j = 0; j < rows->count && !needed && base; j++)
            for (size_t k = j + 1; k < rows->count && !needed; k++) {
                bool one_place = !same(block->frame, names[i], rows->rows[j], rows->rows[k]);
                for (size_t l = 0; l < results->factor_count && one_place; l++)
                    one_place =
                        same(block->frame, results->factors[l], rows->rows[j], rows->rows[k]);
                needed = one_place;
            }
        if (needed && !is_placed(&placed, names[i]))
            axis_add(&placed.split, names[i]);
    }
    *split = placed.split;
}

/* The level all cells share, or NULL. */
static const char *shared_level(const struct results *results, const struct row_list *cells,
                                const char *factor)
{
    int number = results_factor(results, factor);
    const char *level = NULL;
    for (size_t i = 0; i < cells->count; i++) {
        const char *found = results_level(results, cells->rows[i], number);
        if (level && strcmp(level, found) != 0)
            return NULL;
        level = found;
    }
    return level;
}

static bool varies_everywhere(const struct results *results, int factor)
{
    const struct frame *cells = &results->frames[RESULTS_CELLS];
    for (size_t i = 1; i < cells->row_count; i++)
        if (strcmp(frame_text(cells, i, factor), frame_text(cells, 0, factor)) != 0)
            return true;
    return false;
}

static void add_item(struct text *out, const char *item)
{
    text_format(out, "%s%s", out->length ? ", " : "", item);
}

/* All cells dense, or all of one stride: "dense", "one 128 B line in every 16 KB". */
static void add_layout(const struct results *results, const struct row_list *cells,
                       struct text *out)
{
    int line = results_factor(results, "line_bytes"),
        stride = results_factor(results, "stride_bytes");
    bool dense = cells->count > 0;
    for (size_t i = 0; i < cells->count; i++)
        dense = dense && strcmp(results_level(results, cells->rows[i], line),
                                results_level(results, cells->rows[i], stride)) == 0;
    const char *strides = shared_level(results, cells, "stride_bytes");
    const char *lines = shared_level(results, cells, "line_bytes");
    uint64_t stride_bytes, line_bytes;
    char a[SIZE_TEXT_SIZE], b[SIZE_TEXT_SIZE];
    if (dense) {
        add_item(out, "dense");
    } else if (strides && lines && number_parse_whole(strides, strlen(strides), &stride_bytes) &&
               number_parse_whole(lines, strlen(lines), &line_bytes)) {
        text_format(out, "%sone %s line in every %s", out->length ? ", " : "",
                    size_label(line_bytes, a), size_label(stride_bytes, b));
    }
}

/* The page all deltas are against, where there is one: "against 4 KB pages". */
static void add_base(const struct block *block, const struct row_list *rows, struct text *out)
{
    bool host = block->delta && strcmp(block->delta, "guest-host") == 0;
    if (!rows->count || !(host || (block->delta && strcmp(block->delta, "page-size") == 0)))
        return;
    for (size_t i = 1; i < rows->count; i++)
        if (!same(block->frame, "base_page_bytes", rows->rows[0], rows->rows[i]) ||
            !same(block->frame, "base_page_kind", rows->rows[0], rows->rows[i]))
            return;
    const char *level =
        frame_text(block->frame, rows->rows[0], frame_column(block->frame, "base_page_bytes"));
    const char *kind =
        frame_text(block->frame, rows->rows[0], frame_column(block->frame, "base_page_kind"));
    uint64_t bytes;
    char label[SIZE_TEXT_SIZE];
    if (number_parse_whole(level, strlen(level), &bytes) && bytes)
        text_format(out, "%sagainst %s%s pages%s", out->length ? ", " : "",
                    size_label(bytes, label), strcmp(kind, "thp") == 0 ? " THP" : "",
                    host ? " of the host" : "");
}

static const char *describe(const struct results *results, const struct block *block,
                            const struct row_list *rows, const struct row_list *cells,
                            struct arena *arena)
{
    static const char *const shown[] = {"workload", "side", "phase"};
    struct text out = {0};
    for (size_t i = 0; i < 3; i++) {
        const char *level = shared_level(results, cells, shown[i]);
        if (level && strcmp(level, "loop") != 0)
            add_item(&out, level);
        if (i == 0)
            add_layout(results, cells, &out);
    }
    for (size_t i = 0; i < results->factor_count; i++) {
        const char *name = results->factors[i], *level = shared_level(results, cells, name);
        bool fixed = i > 0 && i <= (size_t)results_factor(results, "phase");
        if (level && *level && !fixed && varies_everywhere(results, (int)i)) {
            add_item(&out, i ? name : "machine");
            text_format(&out, " %s", level);
        }
    }
    const char *page = shared_level(results, cells, "page_bytes");
    const char *span = shared_level(results, cells, "span_bytes");
    const char *sizes[] = {page, span};
    for (size_t i = 0; i < 2; i++) {
        uint64_t bytes;
        char label[SIZE_TEXT_SIZE];
        const char *column = i ? "span_bytes" : "page_bytes";
        if (sizes[i] && !axis_has(&block->rows, column) && !axis_has(&block->columns, column) &&
            number_parse_whole(sizes[i], strlen(sizes[i]), &bytes))
            text_format(&out, "%s%s %s", out.length ? ", " : "", size_label(bytes, label),
                        i ? "span" : "pages");
    }
    add_base(block, rows, &out);
    const char *about =
        out.failed ? NULL : arena_copy(arena, out.bytes ? out.bytes : "", out.length);
    text_free(&out);
    return about;
}

static int make_part(struct article *article, const struct block *block, const struct axis *split,
                     const struct place *place, bool several, struct part *part,
                     struct error *error)
{
    const struct results *results = article->evaluator.results;
    struct arena *arena = &article->arena;
    if (block->delta) {
        if (facts_delta_cells(results, &part->rows, arena, &part->cells, error) < 0)
            return -1;
    } else {
        part->cells = part->rows;
    }
    struct text suffix = {0}, name = {0};
    if (several)
        place_file_part(split, place, &suffix);
    text_format(&name, "%s%s", block->name, suffix.bytes ? suffix.bytes : "");
    if (!suffix.failed && !name.failed) {
        part->file_part = arena_copy(arena, suffix.bytes ? suffix.bytes : "", suffix.length);
        part->name = arena_copy(arena, name.bytes, name.length);
    }
    text_free(&suffix);
    text_free(&name);
    part->about = describe(results, block, &part->rows, &part->cells, arena);
    if (!part->file_part || !part->name || !part->about)
        return error_memory(error);
    return facts_gather(results, &part->cells, arena, &part->facts, error);
}

static void keep_kind(const struct block *block, struct row_list *rows)
{
    int column = frame_column(block->frame, "kind");
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (strcmp(frame_text(block->frame, rows->rows[i], column), block->delta) == 0)
            rows->rows[kept++] = rows->rows[i];
    rows->count = kept;
}

int parts_of(struct article *article, const struct block *block, struct parts *parts,
             struct error *error)
{
    const struct results *results = article->evaluator.results;
    struct arena *arena = &article->arena;
    struct row_list rows;
    struct places places;
    *parts = (struct parts){0};
    if (selection_rows(&block->selection, block->frame, arena, &rows, error) < 0)
        return -1;
    if (block->delta)
        keep_kind(block, &rows);
    if (!rows.count)
        return 0;
    struct axis split = block->split;
    if (block->split_rest)
        complete_split(results, block, &rows, &split);
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
        if (make_part(article, block, &split, &places.items[i], places.count > 1, part, error) < 0)
            return -1;
        parts->count++;
    }
    return 0;
}

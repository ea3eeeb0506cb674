#include "compared.h"

#include <string.h>

/* Where a factor's level of the cell that a delta is against stands in deltas.csv. */
static int against_column(const struct frame *deltas, const char *factor)
{
    static const char *const replaced[][2] = {{"side", "base_side"},
                                              {"page_kind", "base_page_kind"},
                                              {"page_bytes", "base_page_bytes"},
                                              {"span_bytes", "base_span_bytes"},
                                              {"stride_bytes", "base_stride_bytes"}};
    for (size_t i = 0; i < sizeof replaced / sizeof replaced[0]; i++)
        if (strcmp(replaced[i][0], factor) == 0)
            return frame_column(deltas, replaced[i][1]);
    return frame_column(deltas, factor);
}

/* The level after "factor=" in "backing=plain;kernel=6.1", or NULL when it is not named. */
static const char *named_level(const char *base_level, const char *factor)
{
    size_t length = strlen(factor);
    for (const char *at = base_level; at && *at; at = strchr(at, ';')) {
        at += *at == ';';
        if (strncmp(at, factor, length) == 0 && at[length] == '=')
            return at + length + 1;
    }
    return NULL;
}

static bool begins_with_level(const char *named, const char *level)
{
    size_t length = strlen(level);
    return strncmp(named, level, length) == 0 && (named[length] == ';' || !named[length]);
}

/* Columns of deltas.csv that say the levels of one of the two cells, by factor. */
struct side {
    int *columns;
    int named; /* base_level, which goes before them; -1: none */
};

static int prepare_side(const struct results *results, bool against, struct arena *arena,
                        struct side *side, struct error *error)
{
    const struct frame *deltas = &results->frames[RESULTS_DELTAS];
    side->columns = arena_alloc(arena, results->factor_count * sizeof *side->columns);
    side->named = against ? frame_column(deltas, "base_level") : -1;
    for (size_t i = 0; side->columns && i < results->factor_count; i++)
        side->columns[i] = against ? against_column(deltas, results->factors[i])
                                   : frame_column(deltas, results->factors[i]);
    return side->columns ? 0 : error_memory(error);
}

static bool has_level(const struct results *results, size_t delta, const struct side *side,
                      size_t cell, size_t factor)
{
    const struct frame *deltas = &results->frames[RESULTS_DELTAS];
    const char *level = results_level(results, cell, (int)factor);
    const char *named =
        named_level(frame_text(deltas, delta, side->named), results->factors[factor]);
    return named ? begins_with_level(named, level)
                 : strcmp(frame_text(deltas, delta, side->columns[factor]), level) == 0;
}

static size_t find_cell(const struct results *results, size_t delta, const struct side *side)
{
    const struct frame *cells = &results->frames[RESULTS_CELLS];
    for (size_t cell = 0; cell < cells->row_count; cell++) {
        size_t i = 0;
        while (i < results->factor_count && has_level(results, delta, side, cell, i))
            i++;
        if (i == results->factor_count)
            return cell;
    }
    return RESULTS_NONE;
}

int compared_cells(const struct results *results, const struct row_list *deltas,
                   struct arena *arena, struct row_list *cells, struct error *error)
{
    size_t total = results->frames[RESULTS_CELLS].row_count;
    bool *seen = arena_alloc(arena, total + 1);
    struct side sides[2];
    *cells = (struct row_list){arena_alloc(arena, (total + 1) * sizeof *cells->rows), 0};
    if (!seen || !cells->rows)
        return error_memory(error);
    if (prepare_side(results, false, arena, &sides[0], error) < 0 ||
        prepare_side(results, true, arena, &sides[1], error) < 0)
        return -1;
    for (size_t i = 0; i < deltas->count; i++)
        for (size_t side = 0; side < 2; side++) {
            size_t cell = find_cell(results, deltas->rows[i], &sides[side]);
            if (cell == RESULTS_NONE || seen[cell])
                continue;
            seen[cell] = true;
            cells->rows[cells->count++] = cell;
        }
    return 0;
}

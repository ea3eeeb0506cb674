#include "gaps.h"

#include <math.h>
#include <string.h>

#include "../table/notes.h"
#include "describe.h"

struct gap {
    const char *why; /* "Not measured" */
    size_t series;
    double x;
};

/* A cell that is there without a median lost all its measurements; one that is not was skipped, or
 * nobody asked for it. */
static const char *explain(struct article *article, const struct block *block,
                           const struct part *part, const struct grid *grid, size_t x,
                           size_t series)
{
    size_t cell = grid_at(grid, x, series);
    struct text why = {0};
    if (cell == RESULTS_NONE) {
        const char *reason = notes_skip_reason(article, block, &grid->rows.items[x],
                                               &grid->columns.items[series], &part->rows);
        text_add(&why, "Not measured");
        if (reason)
            text_format(&why, " (%s)", reason);
    } else {
        text_add(&why, "All dropped");
        size_t said = why.length;
        notes_drop_reasons(article->evaluator.results, &(struct row_list){&cell, 1}, " (", &why);
        text_add(&why, why.length > said ? ")" : "");
    }
    return text_keep(&why, &article->arena);
}

static void write_note(const struct chart *chart, const struct gap *gaps, size_t count,
                       size_t first, struct text *out)
{
    const struct gap *last = NULL;
    text_format(out, "%s: ", gaps[first].why);
    for (size_t i = first; i < count; i++) {
        const struct gap *gap = &gaps[i];
        if (strcmp(gap->why, gaps[first].why) != 0)
            continue;
        const char *name = chart->series[gap->series].name;
        bool same = last && last->series == gap->series;
        text_add(out, same ? ", " : last ? "; " : "");
        if (!same && *name)
            text_format(out, "%s: ", name);
        describe_x(chart, gap->x, out);
        last = gap;
    }
    text_add(out, ".");
}

/* True for the first gap that has its reason. */
static bool is_first(const struct gap *gaps, size_t number)
{
    for (size_t i = 0; i < number; i++)
        if (strcmp(gaps[i].why, gaps[number].why) == 0)
            return false;
    return true;
}

int gaps_describe(struct article *article, const struct block *block, const struct part *part,
                  const struct grid *grid, const struct chart *chart, const char **notes,
                  size_t *count, struct error *error)
{
    size_t gap_count = 0;
    struct gap *gaps =
        arena_alloc(&article->arena, (grid->rows.count * grid->columns.count + 1) * sizeof *gaps);
    *count = 0;
    if (!gaps)
        return error_memory(error);
    for (size_t i = 0; i < chart->series_count; i++)
        for (size_t j = 0; j < chart->series[i].point_count; j++) {
            if (isfinite(chart->series[i].points[j].y))
                continue;
            const char *why = explain(article, block, part, grid, j, i);
            if (!why)
                return error_memory(error);
            gaps[gap_count++] = (struct gap){why, i, chart->series[i].points[j].x};
        }
    for (size_t i = 0; i < gap_count; i++) {
        if (!is_first(gaps, i))
            continue;
        struct text note = {0};
        write_note(chart, gaps, gap_count, i, &note);
        if (!(notes[(*count)++] = text_keep(&note, &article->arena)))
            return error_memory(error);
    }
    return 0;
}

#include "cited.h"

#include <math.h>
#include <string.h>

#include "../../analyze/stats/holm.h"

int cited_init(struct cited *cited, const struct results *results, struct arena *arena,
               struct error *error)
{
    size_t count = results->frames[RESULTS_DELTAS].row_count;
    *cited = (struct cited){.marked = arena_alloc(arena, count + 1),
                            .holm = arena_alloc(arena, (count + 1) * sizeof *cited->holm)};
    cited->rows.rows = arena_alloc(arena, (count + 1) * sizeof *cited->rows.rows);
    frame_init(&cited->frame, "cited", arena);
    return cited->marked && cited->holm && cited->rows.rows ? 0 : error_memory(error);
}

void cited_free(struct cited *cited)
{
    frame_free(&cited->frame);
    *cited = (struct cited){0};
}

int cited_mark(struct cited *cited, struct evaluator *evaluator, const struct node *node,
               struct error *error)
{
    for (size_t i = 0; i < node->child_count; i++)
        if (cited_mark(cited, evaluator, node->children[i], error) < 0)
            return -1;
    if (node->kind != NODE_DELTA)
        return 0;
    struct value value;
    struct row_list list;
    if (evaluate(evaluator, node, &value, error) < 0 ||
        selection_deltas(&value.selection, &evaluator->results->frames[RESULTS_DELTAS], value.word,
                         evaluator->arena, &list, error) < 0)
        return -1;
    for (size_t i = 0; i < list.count; i++)
        cited->marked[list.rows[i]] = true;
    return 0;
}

static int adjust(struct cited *cited, const struct frame *deltas, struct error *error)
{
    int column = frame_column(deltas, "p");
    for (size_t row = 0; row < deltas->row_count; row++) {
        cited->holm[row] = cited->marked[row] ? frame_number(deltas, row, column) : NAN;
        if (cited->marked[row])
            cited->rows.rows[cited->rows.count++] = row;
    }
    return holm_adjust(cited->holm, deltas->row_count, cited->holm) < 0 ? error_memory(error) : 0;
}

static bool varies(const struct frame *deltas, int column)
{
    for (size_t row = 1; row < deltas->row_count; row++)
        if (strcmp(frame_text(deltas, row, column), frame_text(deltas, 0, column)) != 0)
            return true;
    return false;
}

static void write_level(const char *factor, const char *level, struct text *out)
{
    text_format(out, "%s%s=", out->length ? " " : "", results_short_name(factor));
    level_write(factor, level, out);
}

/* The levels in which what the delta is against differs from what it is of. The kind of page goes
 * without saying where its size differs. */
static void write_base(const struct frame *deltas, size_t row, struct text *out)
{
    static const char *const factors[] = {"side", "page_bytes", "page_kind", "span_bytes",
                                          "stride_bytes"};
    bool page_said = false;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
        char name[32] = "base_";
        strcat(name, factors[i]);
        const char *base = frame_text(deltas, row, frame_column(deltas, name));
        bool page = strncmp(factors[i], "page_", 5) == 0;
        if (!*base || (page && page_said) ||
            strcmp(base, frame_text(deltas, row, frame_column(deltas, factors[i]))) == 0)
            continue;
        page_said |= page;
        write_level(factors[i], base, out);
    }
    const char *level = frame_text(deltas, row, frame_column(deltas, "base_level"));
    text_format(out, "%s%s", out->length && *level ? " " : "", level);
}

int cited_finish(struct cited *cited, const struct results *results, struct arena *arena,
                 struct error *error)
{
    static const char *const numbers[] = {"delta_ns",   "paired_ns",   "ci_low_ns",
                                          "ci_high_ns", "ci_coverage", "p"};
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    const struct frame *deltas = &results->frames[RESULTS_DELTAS];
    struct frame *frame = &cited->frame;
    if (adjust(cited, deltas, error) < 0)
        return -1;
    frame_add_column(frame, "kind", FRAME_TEXT);
    for (size_t i = 0; i < results->factor_count; i++)
        if (varies(deltas, frame_column(deltas, results->factors[i])))
            frame_add_column(frame, results->factors[i], FRAME_TEXT);
    frame_add_column(frame, "base", FRAME_TEXT);
    size_t base = frame->column_count;
    for (size_t i = 0; i < NUMBERS; i++)
        frame_add_column(frame, numbers[i], FRAME_NUMBER);
    frame_add_column(frame, "p_holm", FRAME_NUMBER);
    for (size_t i = 0; i < cited->rows.count && !frame->failed; i++) {
        size_t row = cited->rows.rows[i];
        struct text against = {0};
        for (size_t j = 0; j + 1 < base; j++)
            frame_add_text(frame,
                           frame_text(deltas, row, frame_column(deltas, frame->columns[j].name)));
        write_base(deltas, row, &against);
        const char *kept = text_keep(&against, arena);
        if (!kept)
            return error_memory(error);
        frame_add_text(frame, kept);
        for (size_t j = 0; j < NUMBERS; j++)
            frame_add_text(frame, frame_text(deltas, row, frame_column(deltas, numbers[j])));
        frame_add_number(frame, cited->holm[row]);
    }
    return frame->failed ? error_memory(error) : 0;
}

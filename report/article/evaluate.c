#include "evaluate.h"

#include <math.h>
#include <string.h>

#include "../../analyze/base/number.h"
#include "functions.h"
#include "statistics.h"

static const char *const base_columns[] = {"base_side",         "base_page_kind",
                                           "base_page_bytes",   "base_span_bytes",
                                           "base_stride_bytes", "base_level"};
#define BASE_COUNT (sizeof base_columns / sizeof base_columns[0])

int evaluator_init(struct evaluator *evaluator, const struct results *results, struct arena *arena,
                   const struct source *source, struct error *error)
{
    size_t factors = results->factor_count;
    const char **keys = arena_alloc(arena, (factors + BASE_COUNT) * sizeof *keys);
    if (!keys)
        return error_memory(error);
    memcpy(keys, results->factors, factors * sizeof *keys);
    memcpy(keys + factors, base_columns, sizeof base_columns);
    *evaluator = (struct evaluator){.results = results,
                                    .arena = arena,
                                    .source = source,
                                    .keys = keys,
                                    .key_count = factors + BASE_COUNT};
    return 0;
}

int evaluate_missing(struct evaluator *evaluator, size_t offset, struct text *message,
                     struct error *error)
{
    evaluator->missing = true;
    if (message->failed)
        error_memory(error);
    else
        source_error(evaluator->source, offset, error, "%s", message->bytes);
    text_free(message);
    return -1;
}

static int not_numbers(struct evaluator *evaluator, const struct node *node,
                       const struct value *value, struct error *error)
{
    if (value->kind == VALUE_TEXT)
        return source_error(evaluator->source, node->offset, error, "\"%s\" is not a number",
                            value->word);
    if (value->kind == VALUE_RANGE)
        return source_error(evaluator->source, node->offset, error, "a range can only be printed");
    return source_error(evaluator->source, node->offset, error,
                        "%s are not numbers; add a statistic such as %s",
                        value->kind == VALUE_CELLS ? "cells" : "deltas",
                        value->kind == VALUE_CELLS ? ".median" : ".percent");
}

int evaluate_numbers(struct evaluator *evaluator, const struct node *node, struct value *value,
                     struct error *error)
{
    double number;
    if (value->kind == VALUE_NUMBERS)
        return 0;
    if (value->kind == VALUE_TEXT && number_parse(value->word, strlen(value->word), &number))
        return value_number(value, number, ORIGIN_COUNT, evaluator->arena, error);
    return not_numbers(evaluator, node, value, error);
}

static const char *const *row_levels(struct evaluator *evaluator, const struct frame *frame,
                                     size_t row, bool deltas)
{
    const char **levels = arena_alloc(evaluator->arena, evaluator->key_count * sizeof *levels);
    for (size_t i = 0; levels && i < evaluator->key_count; i++)
        levels[i] = !deltas && i >= evaluator->results->factor_count
                        ? ""
                        : frame_text(frame, row, frame_column(frame, evaluator->keys[i]));
    return levels;
}

static int evaluate_field(struct evaluator *evaluator, const struct node *node,
                          const struct value *rows, struct value *value, struct error *error)
{
    bool deltas = rows->kind == VALUE_DELTAS;
    if (rows->kind != VALUE_CELLS && !deltas)
        return source_error(evaluator->source, node->offset, error,
                            ".%s is of cells and deltas; this is a value", node->word);
    const struct statistic *statistic = statistic_find(node->word, deltas);
    if (!statistic)
        return source_error(evaluator->source, node->offset, error, "%s have no .%s",
                            deltas ? "deltas" : "cells", node->word);
    const struct frame *frame =
        &evaluator->results->frames[deltas ? RESULTS_DELTAS : RESULTS_CELLS];
    struct row_list list;
    if ((deltas
             ? selection_deltas(&rows->selection, frame, rows->word, evaluator->arena, &list, error)
             : selection_rows(&rows->selection, frame, evaluator->arena, &list, error)) < 0)
        return -1;
    if (!list.count) {
        struct text message = {0};
        selection_explain_none(&rows->selection, frame, deltas ? rows->word : NULL, &message);
        return evaluate_missing(evaluator, node->offset, &message, error);
    }
    *value = (struct value){.kind = VALUE_NUMBERS,
                            .origin = statistic->counts ? ORIGIN_COUNT
                                      : deltas          ? ORIGIN_OTHER
                                                        : ORIGIN_CELL,
                            .count = list.count,
                            .keys = evaluator->keys,
                            .key_count = evaluator->key_count,
                            .selection = rows->selection};
    value->entries = arena_alloc(evaluator->arena, list.count * sizeof *value->entries);
    if (!value->entries)
        return error_memory(error);
    int column = statistic->column ? frame_column(frame, statistic->column) : -1;
    int q1 = frame_column(frame, "q1_ns"), q3 = frame_column(frame, "q3_ns");
    bool cycles = strcmp(node->word, "cycles") == 0;
    int clock = frame_column(frame, "clock_adds_per_ns");
    for (size_t i = 0; i < list.count; i++) {
        size_t row = list.rows[i];
        double spread = frame_number(frame, row, q3) - frame_number(frame, row, q1);
        double number = statistic->column ? frame_number(frame, row, column)
                        : evaluator->holm ? evaluator->holm[row]
                                          : NAN;
        value->entries[i] =
            (struct entry){number, (cycles ? frame_number(frame, row, clock) : 1) * spread / 2,
                           row_levels(evaluator, frame, row, deltas)};
        if (!value->entries[i].levels)
            return error_memory(error);
    }
    return 0;
}

static double apply(char sign, double a, double b)
{
    switch (sign) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return a / b;
    case '%': /* pct */
        return 100 * (a / b - 1);
    default: /* cut */
        return 100 * (1 - b / a);
    }
}

static int evaluate_pairwise(struct evaluator *evaluator, const struct node *node, char sign,
                             const struct value *a, const struct value *b, struct value *value,
                             struct error *error)
{
    struct value_pair *pairs;
    size_t count;
    if (value_join(a, b, evaluator->arena, &pairs, &count, error) < 0)
        return -1;
    if (!count) {
        struct text message = {0};
        text_format(&message,
                    pairs ? "the two sets of %zu and %zu have no cells in common"
                          : "no factor varies in both sets of %zu and %zu cells",
                    a->count, b->count);
        return evaluate_missing(evaluator, node->offset, &message, error);
    }
    *value = (struct value){.kind = VALUE_NUMBERS,
                            .origin = ORIGIN_OTHER,
                            .count = count,
                            .keys = evaluator->keys,
                            .key_count = a->key_count || b->key_count ? evaluator->key_count : 0};
    value->entries = arena_alloc(evaluator->arena, count * sizeof *value->entries);
    if (!value->entries)
        return error_memory(error);
    for (size_t i = 0; i < count; i++) {
        double number = apply(sign, a->entries[pairs[i].a].number, b->entries[pairs[i].b].number);
        value->entries[i] = (struct entry){isfinite(number) ? number : NAN, NAN, NULL};
        if (value->key_count && !(value->entries[i].levels = value_merge_levels(
                                      a, pairs[i].a, b, pairs[i].b, evaluator->arena)))
            return error_memory(error);
    }
    return 0;
}

static int evaluate_two(struct evaluator *evaluator, const struct node *node, char sign,
                        struct value *value, struct error *error)
{
    struct value sides[2];
    for (int i = 0; i < 2; i++)
        if (evaluate(evaluator, node->children[i], &sides[i], error) < 0 ||
            evaluate_numbers(evaluator, node->children[i], &sides[i], error) < 0)
            return -1;
    return evaluate_pairwise(evaluator, node, sign, &sides[0], &sides[1], value, error);
}

static int evaluate_negate(struct evaluator *evaluator, const struct node *node,
                           struct value *value, struct error *error)
{
    struct value child;
    if (evaluate(evaluator, node->children[0], &child, error) < 0 ||
        evaluate_numbers(evaluator, node->children[0], &child, error) < 0)
        return -1;
    *value = child;
    value->entries = arena_alloc(evaluator->arena, child.count * sizeof *value->entries);
    if (!value->entries)
        return error_memory(error);
    for (size_t i = 0; i < child.count; i++) {
        value->entries[i] = child.entries[i];
        value->entries[i].number = -child.entries[i].number;
    }
    return 0;
}

/* The selection a child stands for; everything when there is no child. */
static int evaluate_selection(struct evaluator *evaluator, const struct node *node,
                              struct selection *selection, struct error *error)
{
    struct value value;
    *selection = (struct selection){0};
    if (!node->child_count)
        return 0;
    if (evaluate(evaluator, node->children[0], &value, error) < 0)
        return -1;
    if (value.kind != VALUE_CELLS)
        return source_error(evaluator->source, node->children[0]->offset, error,
                            "a selection such as cells(side=guest) is needed here");
    *selection = value.selection;
    return 0;
}

static int evaluate_narrowed(struct evaluator *evaluator, const struct node *node,
                             enum value_kind kind, struct value *value, struct error *error)
{
    struct selection selection;
    if (evaluate_selection(evaluator, node, &selection, error) < 0)
        return -1;
    *value = (struct value){.kind = kind, .word = node->word};
    return selection_narrow(&selection, node->selection.conditions, node->selection.count,
                            evaluator->arena, &value->selection, error);
}

static int evaluate_call(struct evaluator *evaluator, const struct node *node, struct value *value,
                         struct error *error)
{
    static const char *const over_values[] = {"min", "max", "sum", "count", "range"};
    if (strcmp(node->word, "pct") == 0)
        return evaluate_two(evaluator, node, '%', value, error);
    if (strcmp(node->word, "cut") == 0)
        return evaluate_two(evaluator, node, 'c', value, error);
    for (size_t i = 0; i < sizeof over_values / sizeof over_values[0]; i++) {
        if (strcmp(node->word, over_values[i]) != 0)
            continue;
        struct value *arguments =
            arena_alloc(evaluator->arena, node->child_count * sizeof *arguments);
        if (!arguments)
            return error_memory(error);
        for (size_t j = 0; j < node->child_count; j++)
            if (evaluate(evaluator, node->children[j], &arguments[j], error) < 0)
                return -1;
        return function_over_values(evaluator, node, arguments, value, error);
    }
    struct selection selection;
    if (evaluate_selection(evaluator, node, &selection, error) < 0)
        return -1;
    return function_of_selection(evaluator, node, &selection, value, error);
}

int evaluate(struct evaluator *evaluator, const struct node *node, struct value *value,
             struct error *error)
{
    struct value child;
    struct selection selection;
    switch (node->kind) {
    case NODE_NUMBER:
        return value_number(value, node->number, ORIGIN_OTHER, evaluator->arena, error);
    case NODE_NAME: {
        const struct let *let = &evaluator->lets[node->let];
        *value = let->value;
        if (!let->missing)
            return 0;
        evaluator->missing = true;
        return source_error(evaluator->source, node->offset, error, "%s (%s, line %ld)",
                            let->error.message, let->name, let->error.line);
    }
    case NODE_CELLS:
    case NODE_NARROW:
        return evaluate_narrowed(evaluator, node, VALUE_CELLS, value, error);
    case NODE_DELTA:
        return evaluate_narrowed(evaluator, node, VALUE_DELTAS, value, error);
    case NODE_META:
        return evaluate_selection(evaluator, node, &selection, error) < 0
                   ? -1
                   : function_meta(evaluator, node, &selection, value, error);
    case NODE_FIELD:
        return evaluate(evaluator, node->children[0], &child, error) < 0
                   ? -1
                   : evaluate_field(evaluator, node, &child, value, error);
    case NODE_CALL:
        return evaluate_call(evaluator, node, value, error);
    case NODE_NEGATE:
        return evaluate_negate(evaluator, node, value, error);
    default:
        return evaluate_two(evaluator, node, node->sign, value, error);
    }
}

int evaluate_single(struct evaluator *evaluator, const struct node *node, struct value *value,
                    struct error *error)
{
    if (evaluate(evaluator, node, value, error) < 0)
        return -1;
    if (value->kind == VALUE_CELLS || value->kind == VALUE_DELTAS)
        return not_numbers(evaluator, node, value, error);
    if (value->kind != VALUE_NUMBERS)
        return 0;
    struct text message = {0};
    if (value->count > 1) {
        value_explain_several(value, &message);
        return evaluate_missing(evaluator, node->offset, &message, error);
    }
    if (!isfinite(value->entries[0].number)) {
        text_add(&message,
                 "the value is not known: a statistic behind it is empty, or a division "
                 "is by zero");
        return evaluate_missing(evaluator, node->offset, &message, error);
    }
    return 0;
}

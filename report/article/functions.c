#include "functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Counts known numbers, sums them, and finds the first smallest and largest entry. */
struct survey {
    size_t count;
    double sum;
    const struct entry *low, *high;
    enum value_origin origin;
};

static int survey_values(struct evaluator *evaluator, const struct node *node,
                         const struct value *arguments, struct survey *survey, struct error *error)
{
    *survey = (struct survey){.origin = ORIGIN_OTHER};
    for (size_t i = 0; i < node->child_count; i++) {
        struct value numbers = arguments[i];
        if (evaluate_numbers(evaluator, node->children[i], &numbers, error) < 0)
            return -1;
        survey->origin = i == 0 || survey->origin == numbers.origin ? numbers.origin : ORIGIN_OTHER;
        for (size_t j = 0; j < numbers.count; j++) {
            const struct entry *entry = &numbers.entries[j];
            if (isnan(entry->number))
                continue;
            survey->count++;
            survey->sum += entry->number;
            if (!survey->low || entry->number < survey->low->number)
                survey->low = entry;
            if (!survey->high || entry->number > survey->high->number)
                survey->high = entry;
        }
    }
    return 0;
}

static int take_entry(const struct entry *entry, enum value_origin origin, struct arena *arena,
                      struct value *value, struct error *error)
{
    if (value_number(value, entry->number, origin, arena, error) < 0)
        return -1;
    value->entries[0].spread = entry->spread;
    return 0;
}

static int take_range(const struct survey *survey, struct arena *arena, struct value *value,
                      struct error *error)
{
    *value = (struct value){.kind = VALUE_RANGE, .origin = survey->origin, .count = 2};
    value->entries = arena_alloc(arena, 2 * sizeof *value->entries);
    if (!value->entries)
        return error_memory(error);
    value->entries[0] = *survey->low;
    value->entries[1] = *survey->high;
    return 0;
}

/* count() of a selection asks for no statistic: cells that kept a measurement count. */
static int count_cells(struct evaluator *evaluator, const struct selection *selection,
                       struct value *value, struct error *error)
{
    const struct frame *cells = &evaluator->results->frames[RESULTS_CELLS];
    struct row_list list;
    if (selection_rows(selection, cells, evaluator->arena, &list, error) < 0)
        return -1;
    int n = frame_column(cells, "n");
    size_t count = 0;
    for (size_t i = 0; i < list.count; i++)
        count += frame_number(cells, list.rows[i], n) > 0;
    return value_number(value, (double)count, ORIGIN_COUNT, evaluator->arena, error);
}

int function_over_values(struct evaluator *evaluator, const struct node *node,
                         const struct value *arguments, struct value *value, struct error *error)
{
    const char *word = node->word;
    struct arena *arena = evaluator->arena;
    struct survey survey;
    if (strcmp(word, "count") == 0 && arguments[0].kind == VALUE_CELLS)
        return count_cells(evaluator, &arguments[0].selection, value, error);
    if (survey_values(evaluator, node, arguments, &survey, error) < 0)
        return -1;
    if (strcmp(word, "count") == 0)
        return value_number(value, (double)survey.count, ORIGIN_COUNT, arena, error);
    if (!survey.count) {
        struct text message = {0};
        text_format(&message, "%s of no known value", word);
        return evaluate_missing(evaluator, node->offset, &message, error);
    }
    if (strcmp(word, "sum") == 0)
        return value_number(value, survey.sum,
                            survey.origin == ORIGIN_COUNT ? ORIGIN_COUNT : ORIGIN_OTHER, arena,
                            error);
    if (strcmp(word, "range") == 0)
        return take_range(&survey, arena, value, error);
    return take_entry(strcmp(word, "min") == 0 ? survey.low : survey.high, survey.origin, arena,
                      value, error);
}

/* Rows of measurements.csv of the selection that were used or dropped. */
static int find_measurements(struct evaluator *evaluator, const struct selection *selection,
                             struct row_list *list, struct error *error)
{
    const struct frame *frame = &evaluator->results->frames[RESULTS_MEASUREMENTS];
    if (selection_rows(selection, frame, evaluator->arena, list, error) < 0)
        return -1;
    int outcome = frame_column(frame, "outcome");
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        const char *text = frame_text(frame, list->rows[i], outcome);
        if (strcmp(text, "used") == 0 || strcmp(text, "dropped") == 0)
            list->rows[kept++] = list->rows[i];
    }
    list->count = kept;
    return 0;
}

struct round_of_run {
    size_t run;
    const char *round; /* interned */
};

static int compare_rounds(const void *left, const void *right)
{
    const struct round_of_run *a = left, *b = right;
    if (a->run != b->run)
        return a->run < b->run ? -1 : 1;
    return strcmp(a->round, b->round);
}

/* Distinct runs, and the most distinct rounds any of them has. */
static int count_rounds(struct evaluator *evaluator, const struct row_list *list, size_t *runs,
                        size_t *rounds, struct error *error)
{
    const struct results *results = evaluator->results;
    const struct frame *frame = &results->frames[RESULTS_MEASUREMENTS];
    int column = frame_column(frame, "round");
    struct round_of_run *items = arena_alloc(evaluator->arena, (list->count + 1) * sizeof *items);
    if (!items)
        return error_memory(error);
    for (size_t i = 0; i < list->count; i++)
        items[i] = (struct round_of_run){results->measurement_run[list->rows[i]],
                                         frame_text(frame, list->rows[i], column)};
    qsort(items, list->count, sizeof *items, compare_rounds);
    size_t in_run = 0;
    *runs = *rounds = 0;
    for (size_t i = 0; i < list->count; i++) {
        bool new_run = i == 0 || items[i].run != items[i - 1].run;
        if (new_run) {
            ++*runs;
            in_run = 0;
        }
        if (new_run || strcmp(items[i].round, items[i - 1].round) != 0)
            in_run += *items[i].round != '\0';
        if (in_run > *rounds)
            *rounds = in_run;
    }
    return 0;
}

int function_of_selection(struct evaluator *evaluator, const struct node *node,
                          const struct selection *selection, struct value *value,
                          struct error *error)
{
    const struct frame *frame = &evaluator->results->frames[RESULTS_MEASUREMENTS];
    struct row_list list;
    size_t runs = 0, rounds = 0, dropped = 0;
    double chunks = 0;
    if (find_measurements(evaluator, selection, &list, error) < 0 ||
        count_rounds(evaluator, &list, &runs, &rounds, error) < 0)
        return -1;
    int outcome = frame_column(frame, "outcome"), chunk = frame_column(frame, "chunks");
    for (size_t i = 0; i < list.count; i++) {
        dropped += strcmp(frame_text(frame, list.rows[i], outcome), "dropped") == 0;
        chunks = fmax(chunks, frame_number(frame, list.rows[i], chunk));
    }
    double number = strcmp(node->word, "runs") == 0      ? (double)runs
                    : strcmp(node->word, "rounds") == 0  ? (double)rounds
                    : strcmp(node->word, "dropped") == 0 ? (double)dropped
                    : strcmp(node->word, "chunks") == 0  ? chunks
                                                         : (double)list.count;
    return value_number(value, number, ORIGIN_COUNT, evaluator->arena, error);
}

int function_meta(struct evaluator *evaluator, const struct node *node,
                  const struct selection *selection, struct value *value, struct error *error)
{
    const struct results *results = evaluator->results;
    const struct frame *runs = &results->frames[RESULTS_RUNS];
    struct row_list list;
    struct text message = {0};
    int column = frame_column(runs, node->word);
    if (column < 0) {
        text_format(&message, "no run has \"%s\" in its preamble", node->word);
        return evaluate_missing(evaluator, node->offset, &message, error);
    }
    if (find_measurements(evaluator, selection, &list, error) < 0)
        return -1;
    const char *shared = NULL;
    for (size_t i = 0; i < list.count; i++) {
        size_t run = results->measurement_run[list.rows[i]];
        const char *text = run == RESULTS_NONE ? "" : frame_text(runs, run, column);
        if (shared && strcmp(shared, text) != 0) {
            text_format(&message, "the runs differ in %s: \"%s\" and \"%s\"", node->word, shared,
                        text);
            return evaluate_missing(evaluator, node->offset, &message, error);
        }
        shared = text;
    }
    if (!shared || !*shared) {
        text_format(&message, "no run of this selection has \"%s\" in its preamble", node->word);
        return evaluate_missing(evaluator, node->offset, &message, error);
    }
    *value = (struct value){.kind = VALUE_TEXT, .word = shared};
    return 0;
}

#include "notes.h"

#include <math.h>
#include <string.h>

int notes_add(struct notes *notes, const char *mark, const char *text, struct arena *arena,
              struct error *error)
{
    if (notes->count == notes->capacity) {
        size_t capacity = notes->capacity ? 2 * notes->capacity : 8;
        struct table_note *items = arena_alloc(arena, capacity * sizeof *items);
        if (!items)
            return error_memory(error);
        if (notes->count)
            memcpy(items, notes->items, notes->count * sizeof *items);
        notes->items = items;
        notes->capacity = capacity;
    }
    notes->items[notes->count++] = (struct table_note){mark, text};
    return 0;
}

static const char *mark_of(size_t number, struct arena *arena)
{
    char mark[16];
    size_t at = sizeof mark - 1;
    mark[at] = '\0';
    do {
        mark[--at] = (char)('a' + number % 26);
        number = number / 26;
    } while (number-- > 0);
    return arena_copy(arena, mark + at, sizeof mark - 1 - at);
}

int notes_mark(struct notes *notes, struct text *text, struct arena *arena, const char **mark,
               struct error *error)
{
    int status = 0;
    *mark = "";
    if (text->failed)
        status = error_memory(error);
    size_t i = 0;
    while (text->length && i < notes->count && strcmp(notes->items[i].text, text->bytes) != 0)
        i++;
    if (status == 0 && text->length && i == notes->count) {
        const char *kept = arena_copy(arena, text->bytes, text->length);
        const char *letter = mark_of(notes->count, arena);
        status =
            kept && letter ? notes_add(notes, letter, kept, arena, error) : error_memory(error);
    }
    if (status == 0 && text->length)
        *mark = notes->items[i].mark;
    text_free(text);
    return status;
}

/* The reasons of one cell's dropped measurements, each once over all calls. */
#define MOST_REASONS 8
struct reasons {
    const char *items[MOST_REASONS];
    size_t count;
};

static void add_reasons(struct reasons *reasons, const struct results *results, size_t cell)
{
    const struct frame *measurements = &results->frames[RESULTS_MEASUREMENTS];
    int outcome = frame_column(measurements, "outcome");
    int reason = frame_column(measurements, "reason");
    for (size_t i = results->cell_first[cell]; i < results->cell_first[cell + 1]; i++) {
        size_t row = results->cell_measurements[i];
        const char *text = frame_text(measurements, row, reason);
        size_t known = 0;
        if (strcmp(frame_text(measurements, row, outcome), "dropped") != 0 || !*text)
            continue;
        while (known < reasons->count && strcmp(reasons->items[known], text) != 0)
            known++;
        if (known == reasons->count && known < MOST_REASONS)
            reasons->items[reasons->count++] = text;
    }
}

void notes_drop_reasons(const struct results *results, const struct row_list *cells,
                        const char *before, struct text *out)
{
    struct reasons reasons = {.count = 0};
    for (size_t i = 0; i < cells->count; i++)
        add_reasons(&reasons, results, cells->rows[i]);
    for (size_t i = 0; i < reasons.count; i++)
        text_format(out, "%s%s", i ? "; " : before, reasons.items[i]);
}

void notes_explain_drops(const struct results *results, const struct row_list *list, bool of_all,
                         struct text *out)
{
    const struct frame *cells = &results->frames[RESULTS_CELLS];
    double dropped = 0, kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        size_t cell = list->rows[i];
        dropped += fmax(0, frame_number(cells, cell, frame_column(cells, "dropped")));
        kept += fmax(0, frame_number(cells, cell, frame_column(cells, "n")));
    }
    if (!(dropped > 0))
        return;
    if (of_all)
        text_format(out, "%.0f of %.0f measurements dropped", dropped, dropped + kept);
    else if (kept == 0 && dropped == 1)
        text_add(out, "The only measurement was dropped");
    else
        text_format(out, "%s%.0f measurement%s dropped", kept == 0 ? "All " : "", dropped,
                    dropped == 1 ? "" : "s");
    notes_drop_reasons(results, list, ": ", out);
    text_add(out, ".");
}

static bool has_levels(const struct axis *axis, const struct place *place,
                       const struct frame *frame, size_t row)
{
    struct place found = axis_place(axis, frame, row);
    return place_compare(axis, &found, place) == 0;
}

/* True when a skipped measurement would have stood on this place: it meets the block's conditions,
 * the place's levels, and the levels that all rows of the part share. */
static bool would_stand(const struct block *block, const struct place *row_place,
                        const struct place *column_place, const struct row_list *rows,
                        const struct results *results, size_t row)
{
    const struct frame *measurements = &results->frames[RESULTS_MEASUREMENTS];
    for (size_t i = 0; i < block->selection.count; i++) {
        const struct condition *condition = &block->selection.conditions[i];
        int column = frame_column(measurements, condition->key);
        if (strcmp(condition->key, "phase") != 0 && column >= 0 &&
            !condition_matches(condition, frame_text(measurements, row, column)))
            return false;
    }
    for (size_t i = 0; i < block->split.count + (block->split_rest ? results->factor_count : 0);
         i++) {
        const char *name = i < block->split.count ? block->split.groups[i].columns[0]
                                                  : results->factors[i - block->split.count];
        if (strcmp(name, "phase") == 0 || axis_has(&block->rows, name) ||
            axis_has(&block->columns, name))
            continue;
        if (strcmp(frame_text(measurements, row, frame_column(measurements, name)),
                   frame_text(block->frame, rows->rows[0], frame_column(block->frame, name))) != 0)
            return false;
    }
    return has_levels(&block->rows, row_place, measurements, row) &&
           has_levels(&block->columns, column_place, measurements, row);
}

const char *notes_skip_reason(const struct article *article, const struct block *block,
                              const struct place *row, const struct place *column,
                              const struct row_list *rows)
{
    const struct results *results = article->evaluator.results;
    const struct frame *measurements = &results->frames[RESULTS_MEASUREMENTS];
    int outcome = frame_column(measurements, "outcome");
    int reason = frame_column(measurements, "reason");
    for (size_t i = 0; i < measurements->row_count && !block->delta; i++)
        if (strcmp(frame_text(measurements, i, outcome), "skipped") == 0 &&
            *frame_text(measurements, i, reason) &&
            would_stand(block, row, column, rows, results, i))
            return frame_text(measurements, i, reason);
    return NULL;
}

void notes_explain_hole(const struct article *article, const struct block *block,
                        const struct place *row, const struct place *column,
                        const struct row_list *rows, struct text *out)
{
    const char *reason = notes_skip_reason(article, block, row, column, rows);
    text_format(out, "Not measured%s%s.", reason ? ": " : "", reason ? reason : "");
}

void notes_explain_delta(const struct frame *deltas, size_t row, bool known, struct text *out)
{
    const char *note = frame_text(deltas, row, frame_column(deltas, "note"));
    if (!*note)
        note = known ? "" : "Not known";
    if (*note)
        text_format(out, "%c%s.", *note >= 'a' && *note <= 'z' ? *note - 'a' + 'A' : *note,
                    note + 1);
}

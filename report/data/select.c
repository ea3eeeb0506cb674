#include "select.h"

#include <math.h>
#include <string.h>

#include "../../analyze/base/number.h"
#include "../../collect/size.h"

bool level_number(const char *text, size_t length, double *value)
{
    uint64_t bytes;
    if (number_parse(text, length, value))
        return true;
    if (!size_parse(text, length, &bytes))
        return false;
    *value = (double)bytes;
    return true;
}

static bool one_of(const struct condition *condition, const char *level)
{
    double number, wanted;
    for (size_t i = 0; i < condition->value_count; i++) {
        if (strcmp(condition->values[i], level) == 0)
            return true;
        if (results_is_size(condition->key) && level_number(level, strlen(level), &number) &&
            level_number(condition->values[i], strlen(condition->values[i]), &wanted) &&
            number == wanted)
            return true;
    }
    return false;
}

bool condition_matches(const struct condition *condition, const char *level)
{
    if (condition->test == CONDITION_ONE_OF)
        return one_of(condition, level);
    double number;
    if (!level_number(level, strlen(level), &number))
        return false;
    switch (condition->test) {
    case CONDITION_RANGE:
        return number >= condition->low && number <= condition->high;
    case CONDITION_AT_LEAST:
        return number >= condition->low;
    case CONDITION_AT_MOST:
        return number <= condition->high;
    case CONDITION_ABOVE:
        return number > condition->low;
    default:
        return number < condition->high;
    }
}

int selection_narrow(const struct selection *selection, const struct condition *more, size_t count,
                     struct arena *arena, struct selection *narrowed, struct error *error)
{
    struct condition *all = arena_alloc(arena, (selection->count + count + 1) * sizeof *all);
    if (!all)
        return error_memory(error);
    if (selection->count)
        memcpy(all, selection->conditions, selection->count * sizeof *all);
    if (count)
        memcpy(all + selection->count, more, count * sizeof *all);
    *narrowed = (struct selection){all, selection->count + count, selection->every_phase};
    return 0;
}

static bool names_phase(const struct selection *selection)
{
    if (selection->every_phase)
        return true;
    for (size_t i = 0; i < selection->count; i++)
        if (strcmp(selection->conditions[i].key, "phase") == 0)
            return true;
    return false;
}

int selection_rows(const struct selection *selection, const struct frame *frame,
                   struct arena *arena, struct row_list *list, struct error *error)
{
    int *columns = arena_alloc(arena, (selection->count + 1) * sizeof *columns);
    *list = (struct row_list){arena_alloc(arena, (frame->row_count + 1) * sizeof *list->rows), 0};
    if (!columns || !list->rows)
        return error_memory(error);
    for (size_t i = 0; i < selection->count; i++)
        columns[i] = frame_column(frame, selection->conditions[i].key);
    int phase = names_phase(selection) ? -1 : frame_column(frame, "phase");
    for (size_t row = 0; row < frame->row_count; row++) {
        bool meets = phase < 0 || strcmp(frame_text(frame, row, phase), "loop") == 0;
        for (size_t i = 0; i < selection->count && meets; i++)
            meets = columns[i] < 0 || condition_matches(&selection->conditions[i],
                                                        frame_text(frame, row, columns[i]));
        if (meets)
            list->rows[list->count++] = row;
    }
    return 0;
}

int selection_deltas(const struct selection *selection, const struct frame *deltas,
                     const char *kind, struct arena *arena, struct row_list *list,
                     struct error *error)
{
    int column = frame_column(deltas, "kind");
    size_t kept = 0;
    if (selection_rows(selection, deltas, arena, list, error) < 0)
        return -1;
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(frame_text(deltas, list->rows[i], column), kind) == 0)
            list->rows[kept++] = list->rows[i];
    list->count = kept;
    return 0;
}

void level_write(const char *full_name, const char *level, struct text *out)
{
    double bytes;
    char size[SIZE_TEXT_SIZE];
    if (results_is_size(full_name) && number_parse(level, strlen(level), &bytes) && bytes >= 1 &&
        bytes < 0x1p63)
        text_add(out, size_format((uint64_t)bytes, size));
    else
        text_add(out, *level ? level : "\"\"");
}

void selection_write(const struct selection *selection, struct text *out)
{
    if (!selection->count)
        text_add(out, " phase=loop");
    for (size_t i = 0; i < selection->count; i++)
        text_format(out, " %s", selection->conditions[i].text);
}

void selection_explain_none(const struct selection *selection, const struct frame *frame,
                            const char *kind, struct text *out)
{
    text_format(out, kind ? "no %s delta has" : "no cell has", kind);
    selection_write(selection, out);
    int phase = names_phase(selection) ? -1 : frame_column(frame, "phase");
    size_t best = 0, best_met = 0;
    double best_far = INFINITY;
    bool found = false;
    for (size_t row = 0; row < frame->row_count; row++) {
        if ((phase >= 0 && strcmp(frame_text(frame, row, phase), "loop") != 0) ||
            (kind && strcmp(frame_text(frame, row, frame_column(frame, "kind")), kind) != 0))
            continue;
        size_t met = 0;
        double far = 0;
        for (size_t i = 0; i < selection->count; i++) {
            const struct condition *condition = &selection->conditions[i];
            const char *level = frame_text(frame, row, frame_column(frame, condition->key));
            double number, wanted;
            if (condition_matches(condition, level))
                met++;
            else if (condition->test == CONDITION_ONE_OF && condition->value_count &&
                     level_number(level, strlen(level), &number) &&
                     level_number(condition->values[0], strlen(condition->values[0]), &wanted))
                far += fabs(log2(number / wanted));
        }
        if (!found || met > best_met || (met == best_met && far < best_far)) {
            found = true;
            best = row;
            best_met = met;
            best_far = far;
        }
    }
    if (!found)
        return;
    const char *separator = "; the nearest has ";
    for (size_t i = 0; i < selection->count; i++) {
        const struct condition *condition = &selection->conditions[i];
        const char *level = frame_text(frame, best, frame_column(frame, condition->key));
        if (condition_matches(condition, level))
            continue;
        text_format(out, "%s%s=", separator, results_short_name(condition->key));
        level_write(condition->key, level, out);
        separator = " ";
    }
}

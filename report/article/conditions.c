#include "conditions.h"

#include <string.h>

#include "../data/nearest.h"

const char *value_read(struct cursor *cursor, const char *stops, struct arena *arena,
                       struct error *error)
{
    const char *bytes = cursor->source->bytes;
    size_t start = cursor->at, end;
    if (cursor_peek(cursor) == '"') {
        end = ++start;
        while (end < cursor->end && bytes[end] != '"' && bytes[end] != '\n')
            end++;
        if (end == cursor->end || bytes[end] != '"') {
            source_error(cursor->source, start - 1, error, "the quote is not closed");
            return NULL;
        }
        cursor->at = end + 1;
    } else {
        end = start;
        while (end < cursor->end && !cursor_is_space(bytes[end]) && bytes[end] != '"' &&
               !strchr(stops, bytes[end]))
            end++;
        cursor->at = end;
    }
    const char *value = arena_copy(arena, bytes + start, end - start);
    if (!value)
        error_memory(error);
    return value;
}

static int unknown_key(const struct cursor *cursor, size_t at, const char *key,
                       const struct results *results, const struct frame *frame,
                       struct error *error)
{
    static const char *const brief[] = {"page", "kind", "line", "span", "stride"};
    enum { BRIEF = sizeof brief / sizeof brief[0], MOST = 96 };
    const char *names[MOST];
    size_t count = 0;
    for (size_t i = 0; i < BRIEF; i++)
        names[count++] = brief[i];
    for (size_t i = 0; i < results->factor_count && count < MOST; i++)
        names[count++] = results->factors[i];
    for (size_t i = 0; frame && i < frame->column_count && count < MOST; i++)
        names[count++] = frame->columns[i].name;
    char hint[128];
    return source_error(cursor->source, at, error, "unknown %s %s%s",
                        frame ? "factor or column" : "factor", key,
                        nearest_hint(key, names, count, hint));
}

static int read_values(struct cursor *cursor, const char *stops, bool is_size, struct arena *arena,
                       struct condition *condition, struct error *error)
{
    const char *values[64];
    size_t count = 0;
    do {
        size_t at = cursor->at;
        bool quoted = cursor_peek(cursor) == '"';
        const char *value = value_read(cursor, stops, arena, error);
        if (!value)
            return -1;
        if (!*value && !quoted)
            return source_error(cursor->source, at, error, "a value is missing");
        const char *dots = quoted ? NULL : strstr(value, "..");
        if (dots && count == 0 && level_number(value, (size_t)(dots - value), &condition->low) &&
            level_number(dots + 2, strlen(dots + 2), &condition->high)) {
            condition->test = CONDITION_RANGE;
            return 0;
        }
        double number;
        if (is_size && !quoted && !level_number(value, strlen(value), &number))
            return source_error(cursor->source, at, error, "%s is not a size", value);
        if (count == sizeof values / sizeof values[0])
            return source_error(cursor->source, at, error, "more than 64 values");
        values[count++] = value;
    } while (cursor_take(cursor, "|") || cursor_take(cursor, "\\|"));
    const char **kept = arena_alloc(arena, count * sizeof *kept);
    if (!kept)
        return error_memory(error);
    memcpy(kept, values, count * sizeof *kept);
    condition->test = CONDITION_ONE_OF;
    condition->values = kept;
    condition->value_count = count;
    return 0;
}

static int read_comparison(struct cursor *cursor, enum condition_test test, const char *stops,
                           struct arena *arena, struct condition *condition, struct error *error)
{
    size_t at = cursor->at;
    const char *value = value_read(cursor, stops, arena, error);
    if (!value)
        return -1;
    double bound;
    if (!level_number(value, strlen(value), &bound))
        return source_error(cursor->source, at, error, "\"%s\" is neither a size nor a number",
                            value);
    condition->test = test;
    condition->low = condition->high = bound;
    return 0;
}

int condition_read(struct cursor *cursor, const struct results *results, const struct frame *frame,
                   struct arena *arena, struct condition *condition, struct error *error)
{
    *condition = (struct condition){0};
    size_t start = cursor->at, length = cursor_name(cursor);
    if (!length)
        return source_error(cursor->source, start, error, "a condition such as page=4K is missing");
    const char *key = arena_copy(arena, cursor->source->bytes + start, length);
    if (!key)
        return error_memory(error);
    condition->key = results_full_name(key);
    if (results_factor(results, condition->key) < 0 &&
        (!frame || frame_column(frame, condition->key) < 0))
        return unknown_key(cursor, start, key, results, frame, error);
    cursor->at += length;
    static const char stops[] = ",)|\\";
    int status;
    if (cursor_take(cursor, ">="))
        status = read_comparison(cursor, CONDITION_AT_LEAST, stops, arena, condition, error);
    else if (cursor_take(cursor, "<="))
        status = read_comparison(cursor, CONDITION_AT_MOST, stops, arena, condition, error);
    else if (cursor_take(cursor, ">"))
        status = read_comparison(cursor, CONDITION_ABOVE, stops, arena, condition, error);
    else if (cursor_take(cursor, "<"))
        status = read_comparison(cursor, CONDITION_BELOW, stops, arena, condition, error);
    else if (cursor_take(cursor, "="))
        status =
            read_values(cursor, stops, results_is_size(condition->key), arena, condition, error);
    else
        status = source_error(cursor->source, cursor->at, error,
                              "%s is not followed by =, >=, >, <= or <", key);
    if (status < 0)
        return -1;
    condition->text = arena_copy(arena, cursor->source->bytes + start, cursor->at - start);
    return condition->text ? 0 : error_memory(error);
}

#include "list.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "size.h"

struct reader {
    struct list *list;
    const char *option;
    const char *text; /* the whole list, for messages */
    uint64_t unit;
    uint64_t line;
    struct problem *problem;
};

static int add(struct reader *reader, uint64_t value)
{
    struct list *list = reader->list;
    for (size_t i = 0; i < list->count; i++)
        if (list->values[i] == value)
            return 0;
    if (list->count == LIST_MAX)
        return problem_set(reader->problem, "%s: more than %d values", reader->option, LIST_MAX);
    list->values[list->count++] = value;
    return 0;
}

static int parse_value(struct reader *reader, const char *text, size_t length, uint64_t *value)
{
    if (reader->line && length == 4 && memcmp(text, "line", 4) == 0) {
        *value = reader->line;
        return 0;
    }
    if (size_parse(text, length, value))
        return 0;
    if (length == 0)
        return problem_set(reader->problem, "%s '%s': a value is missing", reader->option,
                           reader->text);
    return problem_set(reader->problem,
                       "%s '%s': '%.*s' is not a number or size such as 128, 16K, 1G",
                       reader->option, reader->text, (int)length, text);
}

/* low * 2^(quarters / 4), to the nearest multiple of the unit. */
static uint64_t quarter_octave(const struct reader *reader, uint64_t low, unsigned quarters)
{
    static const double root[4] = {1, 1.189207115002721, 1.4142135623730951, 1.681792830507429};
    if (quarters % 4 == 0)
        return low << quarters / 4;
    double value = (double)(low << quarters / 4) * root[quarters % 4];
    uint64_t units = (uint64_t)(value / (double)reader->unit + 0.5);
    return (units ? units : 1) * reader->unit;
}

static int add_range(struct reader *reader, uint64_t low, uint64_t high, unsigned parts)
{
    if (low > high)
        return problem_set(reader->problem, "%s '%s': the range runs backwards", reader->option,
                           reader->text);
    for (unsigned i = 0;; i += 4 / parts) {
        /* A value whose octave reaches past 2^63 is past every sensible end. */
        if (low > UINT64_MAX >> 1 >> i / 4)
            return 0;
        uint64_t value = quarter_octave(reader, low, i);
        if (value > high)
            return 0;
        if (add(reader, value) < 0)
            return -1;
    }
}

static int parse_item(struct reader *reader, const char *text, size_t length)
{
    uint64_t low, high;
    const char *dots = memmem(text, length, "..", 2);
    if (!dots) {
        if (parse_value(reader, text, length, &low) < 0)
            return -1;
        return add(reader, low);
    }
    const char *end = text + length;
    const char *slash = memchr(dots, '/', (size_t)(end - dots));
    if (slash && (end - slash != 2 || slash[1] != '4'))
        return problem_set(reader->problem,
                           "%s '%s': a range doubles (a..b) or goes in quarter octaves (a..b/4)",
                           reader->option, reader->text);
    if (slash)
        end = slash;
    if (parse_value(reader, text, (size_t)(dots - text), &low) < 0 ||
        parse_value(reader, dots + 2, (size_t)(end - dots - 2), &high) < 0)
        return -1;
    return add_range(reader, low, high, slash ? 4 : 1);
}

int list_parse(struct list *list, const char *option, const char *text, uint64_t unit,
               uint64_t line, struct problem *problem)
{
    struct reader reader = {list, option, text, unit, line, problem};
    list->count = 0;
    for (const char *at = text;;) {
        size_t length = strcspn(at, ",");
        if (parse_item(&reader, at, length) < 0)
            return -1;
        if (at[length] == '\0')
            return 0;
        at += length + 1;
    }
}

#include "row.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../base/utf8.h"

#define NOTE_BYTES 1000 /* a reason is a sentence or two; accounting has a line for each */
#define DEFAULT_LINE_BYTES 128

/* What every step needs. `failed` is out of memory; a step that finds fault fills row->reason. */
struct reading {
    struct row *row;
    const struct section *section;
    const struct record *record;
    struct arena *arena;
    bool failed;
};

static bool reject(struct reading *reading, struct slice offending, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool reject(struct reading *reading, struct slice offending, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reading->row->reason, sizeof reading->row->reason, format, arguments);
    va_end(arguments);
    reading->row->offending = offending;
    return false;
}

static struct slice field_at(const struct reading *reading, int place)
{
    if (place < 0 || (size_t)place >= reading->record->count)
        return (struct slice){"", 0};
    return record_field(reading->record, (size_t)place);
}

static struct slice field(const struct reading *reading, enum column column)
{
    return field_at(reading, reading->section->places[column]);
}

/* Says why a needed field is empty. */
static bool reject_empty(struct reading *reading, enum column column)
{
    if ((size_t)reading->section->places[column] >= reading->record->count)
        return reject(reading, (struct slice){"", 0}, "fewer fields than columns");
    return reject(reading, (struct slice){"", 0}, "no value for %s", column_name(column));
}

/* Interns the text into *text, which may hold that of the row before: mostly it is the same. */
static bool take_text(struct reading *reading, struct slice slice, const char **text)
{
    if (*text && strncmp(*text, slice.bytes, slice.length) == 0 && (*text)[slice.length] == '\0')
        return true;
    if (!utf8_valid(slice.bytes, slice.length))
        return reject(reading, slice, "not valid UTF-8");
    *text = arena_intern(reading->arena, slice.bytes, slice.length);
    reading->failed = *text == NULL;
    return *text != NULL;
}

/* `fallback` NULL: the field is needed. */
static bool read_text(struct reading *reading, enum column column, const char *fallback,
                      const char **text)
{
    struct slice slice = field(reading, column);
    if (slice.length)
        return take_text(reading, slice, text);
    if (!fallback)
        return reject_empty(reading, column);
    return take_text(reading, (struct slice){fallback, strlen(fallback)}, text);
}

static bool read_factors(struct reading *reading)
{
    const struct section *section = reading->section;
    for (size_t i = 0; i < section->factor_count; i++) {
        struct slice slice = field_at(reading, section->factor_places[i]);
        const char *value = section->factor_values[i];
        if (slice.length == 0)
            slice = (struct slice){value, strlen(value)};
        if (!take_text(reading, slice, &reading->row->levels[FACTOR_FIXED + i].text))
            return false;
    }
    return true;
}

/* A whole number of at least `least` (0 or 1) and at most `most`. */
static bool read_whole(struct reading *reading, enum column column, uint64_t least, uint64_t most,
                       uint64_t *value)
{
    struct slice slice = field(reading, column);
    const char *name = column_name(column);
    double number;
    if (slice.length == 0)
        return reject_empty(reading, column);
    if (number_parse_whole(slice.bytes, slice.length, value))
        return *value < least  ? reject(reading, slice, "%s is not positive", name)
               : *value > most ? reject(reading, slice, "%s is out of range", name)
                               : true;
    if (!number_parse(slice.bytes, slice.length, &number))
        return reject(reading, slice, "%s is not a number", name);
    if (number < 0)
        return reject(reading, slice, least ? "%s is not positive" : "%s is negative", name);
    if (number != floor(number))
        return reject(reading, slice, "%s is not a whole number", name);
    return reject(reading, slice, "%s is out of range", name);
}

/* The number of a pair or round: -1 when there is none. */
static bool read_number_of(struct reading *reading, enum column column, int64_t *value)
{
    uint64_t whole;
    *value = -1;
    if (field(reading, column).length == 0)
        return true;
    if (!read_whole(reading, column, 0, INT64_MAX, &whole))
        return false;
    *value = (int64_t)whole;
    return true;
}

/* NaN where an optional field is empty. */
static bool read_number(struct reading *reading, enum column column, bool positive, double *value)
{
    struct slice slice = field(reading, column);
    const char *name = column_name(column);
    *value = (double)NAN;
    if (slice.length == 0)
        return column_needed(column) ? reject_empty(reading, column) : true;
    if (!number_parse(slice.bytes, slice.length, value))
        return reject(reading, slice, "%s is not a number", name);
    if (positive && !(*value > 0))
        return reject(reading, slice, "%s is not positive", name);
    if (*value < 0)
        return reject(reading, slice, "%s is negative", name);
    return true;
}

/* A quotient of two sound numbers may still be none: 1e300 ns for 1e-300 loads. */
static bool is_sound(double quotient)
{
    return isnan(quotient) || (quotient >= DBL_MIN && quotient <= DBL_MAX);
}

static bool read_chunk(struct reading *reading)
{
    struct row *row = reading->row;
    struct chunk *chunk = &row->chunk;
    double adds, before_ns, after_ns;
    if (!read_whole(reading, COLUMN_CHUNK, 0, UINT64_MAX, &row->chunk_number) ||
        !read_number(reading, COLUMN_LOADS, true, &chunk->loads) ||
        !read_number(reading, COLUMN_ELAPSED_NS, true, &chunk->elapsed_ns) ||
        !read_number(reading, COLUMN_CLOCK_ADDS, true, &adds) ||
        !read_number(reading, COLUMN_CLOCK_BEFORE_NS, true, &before_ns) ||
        !read_number(reading, COLUMN_CLOCK_AFTER_NS, true, &after_ns) ||
        !read_number(reading, COLUMN_FAULTS, false, &chunk->faults) ||
        !read_number(reading, COLUMN_SWITCHES, false, &chunk->switches) ||
        !read_number(reading, COLUMN_STEAL_NS, false, &chunk->steal_ns))
        return false;
    /* NaN where any part of a clock is unknown. */
    chunk->clock_before = adds / before_ns;
    chunk->clock_after = adds / after_ns;
    if (!is_sound(chunk->elapsed_ns / chunk->loads))
        return reject(reading, field(reading, COLUMN_ELAPSED_NS),
                      "elapsed_ns / loads is out of range");
    if (!is_sound(chunk->clock_before))
        return reject(reading, field(reading, COLUMN_CLOCK_BEFORE_NS),
                      "clock_adds / clock_before_ns is out of range");
    if (!is_sound(chunk->clock_after))
        return reject(reading, field(reading, COLUMN_CLOCK_AFTER_NS),
                      "clock_adds / clock_after_ns is out of range");
    return true;
}

static bool read_skipped(struct reading *reading)
{
    static const enum column empty[] = {COLUMN_CHUNK, COLUMN_LOADS, COLUMN_ELAPSED_NS};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        if (field(reading, empty[i]).length)
            return reject(reading, field(reading, empty[i]), "skipped, but with a value for %s",
                          column_name(empty[i]));
    char note[NOTE_BYTES + 1];
    struct slice slice = field(reading, COLUMN_NOTE);
    if (!utf8_valid(slice.bytes, slice.length))
        return reject(reading, slice, "not valid UTF-8");
    if (utf8_printable(slice.bytes, slice.length, note, sizeof note) == 0)
        snprintf(note, sizeof note, "no reason given");
    return take_text(reading, (struct slice){note, strlen(note)}, &reading->row->note);
}

static bool read_row(struct reading *reading)
{
    struct row *row = reading->row;
    struct level *levels = row->levels;
    const struct text *bytes = &reading->record->bytes;
    if (bytes->bytes && memchr(bytes->bytes, '\0', bytes->length))
        return reject(reading, (struct slice){"", 0}, "NUL byte");
    if (reading->record->count > reading->section->field_count)
        return reject(reading, (struct slice){"", 0}, "more fields than columns");
    if (!read_text(reading, COLUMN_MACHINE, reading->section->machine,
                   &levels[FACTOR_MACHINE].text) ||
        !read_text(reading, COLUMN_RUN, NULL, &row->run) ||
        !read_text(reading, COLUMN_SIDE, NULL, &levels[FACTOR_SIDE].text) ||
        !read_number_of(reading, COLUMN_PAIR, &row->pair) ||
        !read_number_of(reading, COLUMN_ROUND, &row->round) ||
        !read_whole(reading, COLUMN_SEQ, 0, UINT64_MAX, &row->seq) ||
        !read_text(reading, COLUMN_WORKLOAD, NULL, &levels[FACTOR_WORKLOAD].text) ||
        !read_text(reading, COLUMN_PAGE_KIND, "unknown", &levels[FACTOR_PAGE_KIND].text) ||
        !read_whole(reading, COLUMN_PAGE_BYTES, 1, UINT64_MAX, &levels[FACTOR_PAGE_BYTES].bytes))
        return false;
    levels[FACTOR_LINE_BYTES].bytes = DEFAULT_LINE_BYTES;
    if (field(reading, COLUMN_LINE_BYTES).length &&
        !read_whole(reading, COLUMN_LINE_BYTES, 1, UINT64_MAX, &levels[FACTOR_LINE_BYTES].bytes))
        return false;
    if (!read_whole(reading, COLUMN_SPAN_BYTES, 1, UINT64_MAX, &levels[FACTOR_SPAN_BYTES].bytes) ||
        !read_whole(reading, COLUMN_STRIDE_BYTES, 1, UINT64_MAX,
                    &levels[FACTOR_STRIDE_BYTES].bytes) ||
        !read_text(reading, COLUMN_PHASE, "loop", &levels[FACTOR_PHASE].text) ||
        !read_factors(reading))
        return false;
    row->skipped = strcmp(levels[FACTOR_PHASE].text, "skipped") == 0;
    return row->skipped ? read_skipped(reading) : read_chunk(reading);
}

int row_parse(struct row *row, const struct section *section, const struct record *record,
              struct arena *arena, struct error *error)
{
    size_t wanted = FACTOR_FIXED + section->factor_count;
    while (row->level_capacity < wanted) {
        size_t before = row->level_capacity;
        if (array_room(&row->levels, &row->level_capacity, before, sizeof *row->levels) < 0)
            return error_memory(error);
        memset(row->levels + before, 0, (row->level_capacity - before) * sizeof *row->levels);
    }
    row->level_count = wanted;
    struct reading reading = {.row = row, .section = section, .record = record, .arena = arena};
    bool good = read_row(&reading);
    return reading.failed ? error_memory(error) : good;
}

void row_free(struct row *row)
{
    free(row->levels);
    *row = (struct row){0};
}

#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"

/* Spaces belong to the field, and the line end was taken off before: nothing is either. */
static int never(unsigned char c)
{
    (void)c;
    return 0;
}

static int make_ready(struct record *record, struct error *error)
{
    if (record->ready)
        return 0;
    if (csv_init(&record->parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
        return error_set(error, "cannot set up the CSV parser");
    csv_set_space_func(&record->parser, never);
    csv_set_term_func(&record->parser, never);
    csv_set_blk_size(&record->parser, 4096);
    record->ready = true;
    return 0;
}

static void take_field(void *bytes, size_t length, void *context)
{
    struct record *record = context;
    if (record->failed ||
        array_room(&record->ends, &record->capacity, record->count, sizeof *record->ends) < 0) {
        record->failed = true;
        return;
    }
    text_add_bytes(&record->bytes, bytes, length);
    record->ends[record->count++] = record->bytes.length;
}

int record_parse(struct record *record, const char *bytes, size_t length, struct error *error)
{
    text_clear(&record->bytes);
    record->count = 0;
    record->failed = false;
    if (make_ready(record, error) < 0)
        return -1;
    bool well_formed =
        csv_parse(&record->parser, bytes, length, take_field, NULL, record) == length &&
        csv_fini(&record->parser, take_field, NULL, record) == 0;
    if (!well_formed) {
        record->failed |= csv_error(&record->parser) != CSV_EPARSE;
        /* The parser is left inside the broken record: the next one begins with a new parser. */
        csv_free(&record->parser);
        record->ready = false;
    }
    if (record->failed || record->bytes.failed)
        return error_memory(error);
    return well_formed;
}

void record_free(struct record *record)
{
    if (record->ready)
        csv_free(&record->parser);
    text_free(&record->bytes);
    free(record->ends);
    *record = (struct record){0};
}

struct slice record_field(const struct record *record, size_t index)
{
    size_t begin = index ? record->ends[index - 1] : 0;
    return (struct slice){record->bytes.bytes ? record->bytes.bytes + begin : "",
                          record->ends[index] - begin};
}

struct slice slice_trimmed(const char *bytes, size_t length)
{
    while (length && (*bytes == ' ' || *bytes == '\t'))
        bytes++, length--;
    while (length && (bytes[length - 1] == ' ' || bytes[length - 1] == '\t'))
        length--;
    return (struct slice){bytes, length};
}

bool slice_is(struct slice slice, const char *text)
{
    return strlen(text) == slice.length && memcmp(text, slice.bytes, slice.length) == 0;
}

/* The CSV side of frames, through libcsv both ways. */
#include "frame.h"

#include <stdlib.h>
#include <string.h>

#include <csv.h>

/* Quotes only where RFC 4180 needs them, and where a reader that trims fields would lose spaces:
 * files full of quotes are no pleasure to read or to grep. */
static bool needs_quotes(const char *text)
{
    size_t length = strlen(text);
    return strpbrk(text, "\",\r\n") ||
           (length && (text[0] == ' ' || text[0] == '\t' || text[length - 1] == ' ' ||
                       text[length - 1] == '\t'));
}

static void add_csv_field(struct text *out, const char *field)
{
    size_t length = strlen(field);
    if (!needs_quotes(field)) {
        text_add_bytes(out, field, length);
        return;
    }
    size_t quoted = csv_write(NULL, 0, field, length);
    char *buffer = malloc(quoted);
    if (!buffer) {
        out->failed = true;
        return;
    }
    csv_write(buffer, quoted, field, length);
    text_add_bytes(out, buffer, quoted);
    free(buffer);
}

void frame_write_csv(const struct frame *frame, struct text *out)
{
    for (size_t i = 0; i < frame->column_count; i++) {
        if (i)
            text_add_char(out, ',');
        add_csv_field(out, frame->columns[i].name);
    }
    text_add_char(out, '\n');
    for (size_t row = 0; row < frame->row_count; row++) {
        for (size_t i = 0; i < frame->column_count; i++) {
            if (i)
                text_add_char(out, ',');
            add_csv_field(out, frame->fields[row * frame->column_count + i]);
        }
        text_add_char(out, '\n');
    }
}

struct reading {
    struct frame *frame;
    const char *path;
    long line;        /* of the record being read; libcsv does not count */
    size_t in_record; /* fields so far */
    bool header_done;
    struct error *error;
};

static void take_field(void *bytes, size_t length, void *context)
{
    struct reading *reading = context;
    struct frame *frame = reading->frame;
    const char *text = bytes ? bytes : "";
    if (bytes && memchr(bytes, '\0', length))
        error_at(reading->error, reading->path, reading->line, 0, "holds a NUL byte");
    if (reading->error->set)
        return;
    const char *field = arena_intern(frame->arena, text, length);
    if (!field) {
        error_memory(reading->error);
    } else if (!reading->header_done) {
        if (frame_column(frame, field) >= 0)
            error_at(reading->error, reading->path, reading->line, 0, "column %s stands twice",
                     field);
        frame_add_column(frame, field, FRAME_TEXT);
    } else if (++reading->in_record <= frame->column_count) {
        frame_add_text(frame, field);
    }
}

static void take_record(int terminator, void *context)
{
    (void)terminator;
    struct reading *reading = context;
    if (reading->header_done && !reading->error->set &&
        reading->in_record != reading->frame->column_count)
        error_at(reading->error, reading->path, reading->line, 0,
                 "%zu fields where the header has %zu", reading->in_record,
                 reading->frame->column_count);
    reading->header_done = true;
    reading->in_record = 0;
}

int frame_read_csv(struct frame *frame, const char *name, const char *path, struct arena *arena,
                   struct error *error)
{
    frame_init(frame, name, arena);
    struct text file = {0};
    struct csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
        return error_memory(error);
    struct reading reading = {.frame = frame, .path = path, .line = 1, .error = error};
    if (text_read_file(&file, path, error) < 0)
        goto out;
    for (size_t start = 0; start < file.length && !error->set;) {
        const char *newline = memchr(file.bytes + start, '\n', file.length - start);
        size_t end = newline ? (size_t)(newline - file.bytes) + 1 : file.length;
        if (csv_parse(&parser, file.bytes + start, end - start, take_field, take_record,
                      &reading) != end - start)
            error_at(error, path, reading.line, 0, "broken quotes");
        start = end;
        reading.line++;
    }
    if (!error->set && csv_fini(&parser, take_field, take_record, &reading) != 0)
        error_at(error, path, reading.line, 0, "a quoted field is not closed");
    if (!error->set && !reading.header_done)
        error_at(error, path, 1, 0, "has no header line");
    if (!error->set && frame->failed)
        error_memory(error);
out:
    csv_free(&parser);
    text_free(&file);
    if (error->set) {
        frame_free(frame);
        return -1;
    }
    return 0;
}

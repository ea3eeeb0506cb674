#include "lines.h"

#include <stdlib.h>
#include <string.h>

/* Room for a longest line with its line end, and for a good piece of what follows. */
#define BUFFER_SIZE (LINE_MAX_BYTES + (size_t)512 * 1024)

int lines_open(struct lines *lines, struct stream *stream, struct error *error)
{
    *lines = (struct lines){.stream = stream, .buffer = malloc(BUFFER_SIZE)};
    return lines->buffer ? 0 : error_memory(error);
}

void lines_close(struct lines *lines)
{
    free(lines->buffer);
    *lines = (struct lines){0};
}

/* Reads on, behind what is there; the line in hand moves to the start of the buffer for it. */
static int fill(struct lines *lines, struct error *error)
{
    if (lines->begin > 0) {
        memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
        lines->next -= lines->begin;
        lines->first_next -= lines->first_next >= lines->begin ? lines->begin : 0;
        lines->end -= lines->begin;
        lines->begin = 0;
    }
    size_t length;
    if (stream_read(lines->stream, lines->buffer + lines->end, BUFFER_SIZE - lines->end, &length,
                    error) < 0)
        return -1;
    lines->ended = length == 0;
    lines->end += length;
    return 0;
}

/*
 * Finds the LF at or after `next`: *found is its place, or `end` when the file ends first or more
 * than LINE_MAX_BYTES stand between `begin` and it. No byte is looked at twice.
 */
static int find_end(struct lines *lines, size_t *found, struct error *error)
{
    size_t seen = 0;
    for (;;) {
        size_t from = lines->next + seen;
        const char *end = memchr(lines->buffer + from, '\n', lines->end - from);
        *found = end ? (size_t)(end - lines->buffer) : lines->end;
        if (end || lines->ended || lines->end - lines->begin > LINE_MAX_BYTES + 1)
            return 0;
        seen = lines->end - lines->next;
        if (fill(lines, error) < 0)
            return -1;
    }
}

static size_t without_return(const char *bytes, size_t length)
{
    return length && bytes[length - 1] == '\r' ? length - 1 : length;
}

/* Passes over what is left of a line longer than the buffer may hold; its start stays at `begin`.
 */
static int skip_rest(struct lines *lines, struct error *error)
{
    size_t kept = lines->begin + LINE_MAX_BYTES;
    for (;;) {
        const char *end = memchr(lines->buffer + kept, '\n', lines->end - kept);
        if (end) {
            lines->next = (size_t)(end - lines->buffer) + 1;
            return 1;
        }
        lines->end = kept;
        lines->next = kept;
        if (lines->ended)
            return 0;
        if (fill(lines, error) < 0)
            return -1;
        kept = lines->begin + LINE_MAX_BYTES;
    }
}

int lines_next(struct lines *lines, struct line *line, struct error *error)
{
    size_t found;
    lines->begin = lines->next;
    if (find_end(lines, &found, error) < 0)
        return -1;
    if (found == lines->end && lines->begin == lines->end && lines->ended)
        return 0;
    lines->number++;
    *line = (struct line){.first = lines->number, .last = lines->number};
    line->unterminated = found == lines->end;
    lines->next = line->unterminated ? found : found + 1;
    if (found - lines->begin > LINE_MAX_BYTES + 1) {
        line->too_long = true;
        if (line->unterminated) {
            int status = skip_rest(lines, error);
            if (status < 0)
                return -1;
            line->unterminated = status == 0;
        }
        found = lines->begin + LINE_MAX_BYTES;
    }
    line->bytes = lines->buffer + lines->begin;
    line->length = found - lines->begin;
    if (!line->unterminated)
        line->length = without_return(line->bytes, line->length);
    if (line->length > LINE_MAX_BYTES) {
        line->too_long = true;
        line->length = LINE_MAX_BYTES;
    }
    if (line->length >= 3 && memcmp(line->bytes, "\xEF\xBB\xBF", 3) == 0) {
        line->bytes += 3;
        line->length -= 3;
    }
    return 1;
}

int lines_extend(struct lines *lines, struct line *line, struct error *error)
{
    if (line->first == line->last) {
        lines->first_of_all = *line;
        lines->first_next = lines->next;
    }
    size_t found, lead = (size_t)(line->bytes - (lines->buffer + lines->begin));
    if (line->too_long || line->unterminated)
        return 0;
    if (find_end(lines, &found, error) < 0)
        return -1;
    /* find_end() may have moved the bytes. */
    line->bytes = lines->buffer + lines->begin + lead;
    lines->first_of_all.bytes = line->bytes;
    bool none = lines->next == lines->end && lines->ended;
    if (none || found - lines->begin > LINE_MAX_BYTES)
        return 0;
    line->unterminated = found == lines->end;
    lines->next = line->unterminated ? found : found + 1;
    line->length = found - lines->begin - lead;
    if (!line->unterminated)
        line->length = without_return(line->bytes, line->length);
    line->last = ++lines->number;
    return 1;
}

void lines_retreat(struct lines *lines, struct line *line)
{
    if (line->first == line->last)
        return;
    *line = lines->first_of_all;
    lines->next = lines->first_next;
    lines->number = line->first;
}

#include "source.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void source_place(const struct source *source, size_t offset, long *line, long *column)
{
    *line = 1;
    *column = 1;
    for (size_t i = 0; i < offset && i < source->length; i++) {
        if (source->bytes[i] == '\n') {
            ++*line;
            *column = 1;
        } else {
            ++*column;
        }
    }
}

int source_error(const struct source *source, size_t offset, struct error *error,
                 const char *format, ...)
{
    char message[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    long line, column;
    source_place(source, offset, &line, &column);
    return error_at(error, source->name, line, column, "%s", message);
}

char cursor_peek(const struct cursor *cursor)
{
    return cursor->at < cursor->end ? cursor->source->bytes[cursor->at] : '\0';
}

bool cursor_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void cursor_skip_space(struct cursor *cursor)
{
    while (cursor->at < cursor->end && cursor_is_space(cursor->source->bytes[cursor->at]))
        cursor->at++;
}

bool cursor_take(struct cursor *cursor, const char *word)
{
    size_t length = strlen(word);
    if (cursor->end - cursor->at < length ||
        memcmp(cursor->source->bytes + cursor->at, word, length) != 0)
        return false;
    cursor->at += length;
    return true;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

size_t cursor_name(const struct cursor *cursor)
{
    const char *bytes = cursor->source->bytes;
    size_t at = cursor->at;
    if (at >= cursor->end || !is_letter(bytes[at]))
        return 0;
    while (at < cursor->end && (is_letter(bytes[at]) || (bytes[at] >= '0' && bytes[at] <= '9')))
        at++;
    return at - cursor->at;
}

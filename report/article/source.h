/*
 * A text that is being read, and a place in it.
 *
 * Every message about an article names file:line:column; lines and columns are counted from the
 * offset when a message is made, so nothing has to keep them up to date while reading.
 */
#ifndef PAGEWALK_SOURCE_H
#define PAGEWALK_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "../../analyze/base/error.h"

struct source {
    const char *name; /* as messages name it */
    const char *bytes;
    size_t length;
};

/* Reading goes on at `at` and stops before `end`. */
struct cursor {
    const struct source *source;
    size_t at, end;
};

/* Line and column (in bytes) of an offset, both from 1. */
void source_place(const struct source *source, size_t offset, long *line, long *column);

/* Sets the error at an offset of the source. Always returns -1. */
int source_error(const struct source *source, size_t offset, struct error *error,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The byte at the cursor, or '\0' at its end. */
char cursor_peek(const struct cursor *cursor);

bool cursor_is_space(char c); /* space, tab, CR, LF */
void cursor_skip_space(struct cursor *cursor);

/* Steps over `word` if it stands at the cursor. */
bool cursor_take(struct cursor *cursor, const char *word);

/* Length of the name ([A-Za-z_] then [A-Za-z0-9_]) at the cursor, 0 when there is none. */
size_t cursor_name(const struct cursor *cursor);

#endif

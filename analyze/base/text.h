/*
 * A growable run of bytes that every writer appends to.
 *
 * `bytes` is NULL or NUL-terminated (the NUL not counted in `length`); the bytes may hold NULs of
 * their own. Running out of memory is remembered in `failed` and makes further calls do nothing, so
 * a writer appends freely and asks once, at the end:
 *
 *     struct text out = {0};
 *     text_add(&out, "run,");
 *     text_format(&out, "%lu\n", count);
 *     if (out.failed)
 *         ...
 *     text_free(&out);
 */
#ifndef PAGEWALK_TEXT_H
#define PAGEWALK_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

struct arena;

struct text {
    char *bytes;
    size_t length;
    size_t capacity;
    bool failed;
};

void text_add_bytes(struct text *text, const void *bytes, size_t length);
void text_add(struct text *text, const char *string);
void text_add_char(struct text *text, char c);
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Forgets the content, keeps the memory. */
void text_clear(struct text *text);
void text_free(struct text *text);

/* The content as a string of the arena; frees the text. NULL when memory ran out, now or while it
 * was built. */
const char *text_keep(struct text *text, struct arena *arena);

/* Appends the whole file. Errors: cannot open, cannot read, out of memory; each names `path`. */
int text_read_file(struct text *text, const char *path, struct error *error);

/* Writes the text as the whole content of `path`, created or truncated. Errors: out of memory while
 * the text was built, cannot open, cannot write (a full disk included), cannot close. */
int text_write_file(const struct text *text, const char *path, struct error *error);

#endif

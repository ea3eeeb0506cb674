/*
 * The `# key: value` lines before a header.
 *
 * Whether such lines are a preamble or mere comments shows only when a header follows, so they are
 * collected here, and either become the preamble of a section or are forgotten. Keys and values are
 * trimmed of spaces and tabs; a `#` line without a colon, or with nothing before it, is a comment.
 * At most PREAMBLE_KEYS lines of PREAMBLE_LINE_BYTES each are kept.
 */
#ifndef PAGEWALK_PREAMBLE_H
#define PAGEWALK_PREAMBLE_H

#include <stdbool.h>
#include <stddef.h>

#include "../model.h"
#include "record.h"

#define PREAMBLE_KEYS 1000
#define PREAMBLE_LINE_BYTES 4096

struct preamble_line {
    size_t key, key_length, value, value_length; /* places in bytes */
    long line;
};

struct preamble {
    struct text bytes;
    struct preamble_line *lines;
    size_t count, capacity;
    long surplus_line; /* the first that found no room any more, or 0 */
    long long_line;    /* the first that was too long, or 0 */
};

/* Splits a line that begins with '#'; false when it is a comment. */
bool preamble_split(const char *bytes, size_t length, struct slice *key, struct slice *value);

int preamble_add(struct preamble *preamble, struct slice key, struct slice value, long line,
                 struct error *error);
void preamble_clear(struct preamble *preamble);
void preamble_free(struct preamble *preamble);

/*
 * The preamble as pairs sorted bytewise by key, in the campaign's arena. Of a key that stands twice
 * the last value counts; that, lines left out, and texts that are no UTF-8 (shown as \xNN) become
 * problems of `file`.
 */
int preamble_pairs(struct preamble *preamble, struct campaign *campaign, const char *file,
                   struct pair_of_strings **pairs, size_t *count, struct error *error);

/* The last line with that key, or 0. */
long preamble_line(const struct preamble *preamble, const char *key);

#endif

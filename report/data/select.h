/*
 * Which rows of a frame are meant: conditions on factors, and the rows that meet them all.
 *
 * A selection never changes: narrowing one gives a new one that shares the old conditions. Unless a
 * condition names the phase, only rows of the phase `loop` are meant; that is decided when rows are
 * looked for, so a selection can still be narrowed to another phase.
 *
 * A level matches a value when the texts are equal or, for sizes, the numbers are: page=2M finds
 * 2097152. Ranges and comparisons are of numbers; a level that is none never matches.
 */
#ifndef PAGEWALK_SELECT_H
#define PAGEWALK_SELECT_H

#include <stdbool.h>
#include <stddef.h>

#include "results.h"

enum condition_test {
    CONDITION_ONE_OF, /* key=a|b */
    CONDITION_RANGE,  /* key=low..high, ends included */
    CONDITION_AT_LEAST,
    CONDITION_AT_MOST,
    CONDITION_ABOVE,
    CONDITION_BELOW
};

struct condition {
    const char *key;  /* full name: span_bytes */
    const char *text; /* as written, for messages: span=64M..1G */
    enum condition_test test;
    const char *const *values; /* CONDITION_ONE_OF */
    size_t value_count;
    double low, high; /* the others: RANGE both, AT_LEAST and ABOVE low, AT_MOST and BELOW high */
};

struct selection {
    const struct condition *conditions;
    size_t count;
    bool every_phase; /* also without a condition on it */
};

struct row_list {
    size_t *rows; /* in the frame's order; in the arena */
    size_t count;
};

/* True and *value set for a number or a size such as 4K. */
bool level_number(const char *text, size_t length, double *value);

bool condition_matches(const struct condition *condition, const char *level);

/* `selection` and more conditions. Errors: out of memory. */
int selection_narrow(const struct selection *selection, const struct condition *more, size_t count,
                     struct arena *arena, struct selection *narrowed, struct error *error);

/* Rows of `frame` that meet all conditions whose key is one of its columns. */
int selection_rows(const struct selection *selection, const struct frame *frame,
                   struct arena *arena, struct row_list *list, struct error *error);

/* The same of deltas.csv, and of one kind only. */
int selection_deltas(const struct selection *selection, const struct frame *deltas,
                     const char *kind, struct arena *arena, struct row_list *list,
                     struct error *error);

/* "no cell has side=guest span=3G; the nearest has span=1G": what was asked for and, of the rows
 * that meet the most conditions, how the first differs. `kind` is the kind of delta that was looked
 * for in deltas.csv, NULL for cells. */
void selection_explain_none(const struct selection *selection, const struct frame *frame,
                            const char *kind, struct text *out);

/* The conditions as written, a space before each; " phase=loop" when there is none. */
void selection_write(const struct selection *selection, struct text *out);

/* A level as people write it: sizes as 4K, 1G, the empty text as "". */
void level_write(const char *full_name, const char *level, struct text *out);

#endif

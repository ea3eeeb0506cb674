/*
 * What an expression is worth: numbers with the cells they belong to, or a selection still to be
 * looked up, or a text.
 *
 * A set of numbers keeps for each the levels of its row, so that two sets can be joined on the
 * factors that vary in both: guest medians at five spans minus host medians at the same five.
 */
#ifndef PAGEWALK_VALUE_H
#define PAGEWALK_VALUE_H

#include "../data/select.h"

enum value_kind {
    VALUE_NUMBERS,
    VALUE_CELLS,  /* rows of cells.csv that `selection` finds */
    VALUE_DELTAS, /* rows of deltas.csv of kind `word` */
    VALUE_RANGE,  /* from entries[0] to entries[1] */
    VALUE_TEXT
};

/* Decides the decimals of `auto`. */
enum value_origin { ORIGIN_CELL, ORIGIN_COUNT, ORIGIN_OTHER };

struct entry {
    double number;             /* NaN: the cell is there, the statistic is not known */
    double spread;             /* ORIGIN_CELL: half the distance of the quartiles, or NaN */
    const char *const *levels; /* of the value's keys, interned; NULL when it has none */
};

struct value {
    enum value_kind kind;
    enum value_origin origin;
    struct entry *entries;
    size_t count;
    const char *const *keys; /* names of the columns that tell entries apart */
    size_t key_count;
    struct selection selection; /* VALUE_CELLS, VALUE_DELTAS; kept for messages otherwise */
    const char *word;           /* VALUE_DELTAS: the kind; VALUE_TEXT: the text */
};

/* A plain number without keys. */
int value_number(struct value *value, double number, enum value_origin origin, struct arena *arena,
                 struct error *error);

/*
 * The pairs of entries that belong together, as indices into a and b: all that agree in every key
 * that varies in both; with no such key, each with each if one of the sets has only one entry.
 * Returns 0 and *pairs = NULL when there is no key to join several with several.
 */
struct value_pair {
    size_t a, b;
};
int value_join(const struct value *a, const struct value *b, struct arena *arena,
               struct value_pair **pairs, size_t *count, struct error *error);

/* True when the key has more than one level among the entries. */
bool value_varies(const struct value *value, size_t key);

/* Levels of a joined entry: of the set in which the key varies, else what both agree on, else "".
 */
const char *const *value_merge_levels(const struct value *a, size_t entry_a, const struct value *b,
                                      size_t entry_b, struct arena *arena);

/* "3 cells have side=guest page=4K; they differ in span (64M, 128M, 1G)" of a set of several. */
void value_explain_several(const struct value *value, struct text *out);

#endif

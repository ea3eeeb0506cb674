/*
 * A table as it is shown, whatever the format: one model, four writers.
 *
 * Everything is text by now: numbers are rounded once, when the model is built, from raw values,
 * all with the decimals the table allows; minus signs are U+2212. The CSV writer alone takes the
 * raw values, as they stand in the results.
 *
 *     columns   heads (one for each level; neighbours with equal heads are spanned), alignment
 *     cells     row by row: text, raw values, footnote marks
 *     notes     marked ones (drops, holes) first, then those about the whole table
 */
#ifndef PAGEWALK_TABLE_H
#define PAGEWALK_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "../../analyze/base/text.h"

#define TABLE_LEVELS 6
#define TABLE_RAWS 3

struct table_column {
    const char *heads[TABLE_LEVELS]; /* outermost first; "" where there is none */
    const char *raw_names[TABLE_RAWS];
    size_t raw_count;
    bool number;   /* right aligned */
    bool row_head; /* names the row */
};

struct table_cell {
    const char *text;
    const char *raws[TABLE_RAWS]; /* as in the results; "" for not known */
    const char *mark;             /* of a footnote: "a"; "" for none */
};

struct table_note {
    const char *mark; /* "" for a note about the whole table */
    const char *text;
};

struct table {
    const char *name;    /* safe as a file name */
    const char *title;   /* without full stop */
    const char *summary; /* unit, statistic, counts, cautions: whole sentences; "" for none */
    const char
        *caution; /* the cautions alone, which in CSV are a column of their own; "" for none */
    size_t level_count;
    struct table_column *columns;
    size_t column_count;
    struct table_cell *cells; /* row_count * column_count */
    size_t row_count;
    struct table_note *notes;
    size_t note_count;
};

/* A head over columns first..last on one level. */
struct table_span {
    size_t first, last;
    const char *head;
};

/* The span that begins at column `first`: as many neighbours as have equal heads from the outermost
 * level down to this one. On the innermost level every column stands alone. */
struct table_span table_span_at(const struct table *table, size_t level, size_t first);

/* GFM: caption, a pipe table padded to equal width, notes; spanned heads are joined ("guest 4 KB").
 */
void table_write_markdown(const struct table *table, struct text *out);

/* A table element with caption, scopes, raw values in data elements, and notes in its foot. */
void table_write_html(const struct table *table, struct text *out);

/* The same inside a page of its own. */
void table_write_html_page(const struct table *table, struct text *out);

/* A table environment for booktabs. */
void table_write_latex(const struct table *table, struct text *out);

/* RFC 4180 with LF: raw values, units in the names of columns; text that a spreadsheet would take
 * for a formula is defused with a leading apostrophe. */
void table_write_csv(const struct table *table, struct text *out);

#endif

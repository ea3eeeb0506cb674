/*
 * Footnotes of tables and charts: drops, holes, and what is true of the whole.
 *
 * Equal texts share one mark; marks are a, b, ... z, aa, ab, ... in reading order.
 */
#ifndef PAGEWALK_NOTES_H
#define PAGEWALK_NOTES_H

#include "../block/parts.h"
#include "table.h"

struct notes {
    struct table_note *items; /* in the arena */
    size_t count, capacity;
};

/* Adds a note as it stands. */
int notes_add(struct notes *notes, const char *mark, const char *text, struct arena *arena,
              struct error *error);

/* The mark for a text, a new one if it is the first such; "" for an empty text. Frees `text`. */
int notes_mark(struct notes *notes, struct text *text, struct arena *arena, const char **mark,
               struct error *error);

/* "2 measurements dropped: too few clean chunks.", or with `of_all` "2 of 110 measurements ...";
 * nothing when none of the cells (rows of cells.csv) lost any. */
void notes_explain_drops(const struct results *results, const struct row_list *cells, bool of_all,
                         struct text *out);

/* Why the log skipped the very cell that would stand there; NULL when it does not say. */
const char *notes_skip_reason(const struct article *article, const struct block *block,
                              const struct place *row, const struct place *column,
                              const struct row_list *rows);

/* Why measurements of these cells (rows of cells.csv) were dropped, "; " between reasons; `before`
 * stands before the first. Nothing when no reason is known. */
void notes_drop_reasons(const struct results *results, const struct row_list *cells,
                        const char *before, struct text *out);

/* "Not measured", with the reason when the log skipped this very cell. */
void notes_explain_hole(const struct article *article, const struct block *block,
                        const struct place *row, const struct place *column,
                        const struct row_list *rows, struct text *out);

/* The note that stands beside a delta. */
void notes_explain_delta(const struct frame *deltas, size_t row, bool known, struct text *out);

#endif

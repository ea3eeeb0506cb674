/*
 * A data frame: named columns, rows of text. Every file of a results directory is one.
 *
 * The analyzer builds frames and writes them as CSV and JSON; the report reads them back. Fields
 * are kept as the text that stands in the file, so what is read is exactly what was written;
 * numbers are put in by frame_add_number() as the shortest text that reads back to the same double.
 * An empty field means "not known", never zero.
 *
 *     struct frame cells;
 *     frame_init(&cells, "cells", &arena);
 *     frame_add_column(&cells, "side", FRAME_TEXT);
 *     frame_add_column(&cells, "median_ns", FRAME_NUMBER);
 *     frame_add_text(&cells, "guest");
 *     frame_add_number(&cells, 94.15); // the row is complete when all columns have one
 *     if (cells.failed)
 *         return error_memory(error);
 *     frame_number(&cells, 0, frame_column(&cells, "median_ns")); // 94.15
 */
#ifndef PAGEWALK_FRAME_H
#define PAGEWALK_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/arena.h"
#include "../base/error.h"
#include "../base/text.h"

enum frame_kind { FRAME_TEXT, FRAME_NUMBER };

struct frame_column {
    const char *name;
    enum frame_kind kind; /* frames read from CSV know no kinds: all FRAME_TEXT */
};

struct frame {
    const char *name;    /* "cells": the file's name without .csv */
    struct arena *arena; /* owns all text; outlives the frame */
    struct frame_column *columns;
    size_t column_count, column_capacity;
    const char **fields; /* row by row */
    size_t field_count, field_capacity;
    size_t row_count; /* complete rows */
    bool failed;      /* memory ran out while it was built */
};

void frame_init(struct frame *frame, const char *name, struct arena *arena);
void frame_free(struct frame *frame); /* the arrays; text stays with the arena */

void frame_add_column(struct frame *frame, const char *name, enum frame_kind kind);
void frame_add_text(struct frame *frame, const char *text); /* NULL is an empty field */
void frame_add_number(struct frame *frame, double value);   /* NaN is an empty field */
void frame_add_whole(struct frame *frame, uint64_t value);
void frame_add_empty(struct frame *frame);

/* Number of the column, or -1. */
int frame_column(const struct frame *frame, const char *name);

/* The field's text, "" when empty; also "" for column -1, so that an optional column needs no care.
 */
const char *frame_text(const struct frame *frame, size_t row, int column);

/* The field's number; NaN when it is empty or not a number. */
double frame_number(const struct frame *frame, size_t row, int column);

/* RFC 4180 with LF: a header line, then the rows. */
void frame_write_csv(const struct frame *frame, struct text *out);

/* Reads what frame_write_csv() or any other RFC 4180 writer wrote. Errors name path and line:
 * cannot read, no header, a column twice, a row with more or fewer fields than the header, broken
 * quotes. */
int frame_read_csv(struct frame *frame, const char *name, const char *path, struct arena *arena,
                   struct error *error);

#endif

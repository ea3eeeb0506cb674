/*
 * Reads one log file into the campaign, and accounts for it and for each of its rows.
 *
 * Whatever is wrong costs only what it touches: a row, the rows below a header that cannot be used,
 * or the file. It is listed among the problems with file and line and counted under its reason.
 *
 * Reasons of a file that is used: "" and, joined by "; " in this order, "cut: no end line",
 * "stopped: SIGTERM" (or another signal), "row count differs from the end line", "last line without
 * line end", "compressed data damaged". Of one that is rejected: "cannot be opened", "not a regular
 * file", "empty", "compressed data damaged" (and nothing to read before that), "no header line",
 * "no column NAME", "column name twice", "log version N is newer than this program", "header
 * without rows", "no usable row".
 */
#ifndef PAGEWALK_READER_H
#define PAGEWALK_READER_H

#include "factors.h"
#include "find.h"
#include "gather.h"
#include "numbers.h"
#include "preamble.h"
#include "record.h"
#include "row.h"

/* What files have in common: the factors, the measurements, and memory used over and over. */
struct reader {
    struct campaign *campaign;
    struct declared_factors factors;
    struct gather gather;
    struct preamble preamble;
    struct record record;
    struct row row;
    struct numbers listed; /* columns listed as ignored for the file in hand */
    uint64_t used;         /* rows */
};

/* Errors: a file given as argument that cannot be opened, an I/O error, out of memory. */
int reader_file(struct reader *reader, const struct log_file *file, struct error *error);

void reader_free(struct reader *reader);

#endif

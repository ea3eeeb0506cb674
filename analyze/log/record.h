/*
 * The fields of one CSV record (RFC 4180), by libcsv.
 *
 * Strict: a quote inside an unquoted field, or anything but a comma after a closing one, makes the
 * record malformed. Spaces belong to the field. The record is given whole and without its line end;
 * line ends inside quotes are part of the field.
 *
 *     struct record record = {0};
 *     if (record_parse(&record, "a,\"b,c\",", 8, &error) == 1)
 *         ...                       // record.count is 3: "a", "b,c", ""
 *     record_free(&record);
 */
#ifndef PAGEWALK_RECORD_H
#define PAGEWALK_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include <csv.h>

#include "../base/error.h"
#include "../base/text.h"

struct slice {
    const char *bytes;
    size_t length;
};

struct record {
    struct csv_parser parser;
    bool ready;
    struct text bytes; /* of all fields, one after the other */
    size_t *ends;      /* of each field in `bytes` */
    size_t count, capacity;
    bool failed;
};

/* 1 when the record is well formed, 0 when not, -1 when memory ran out. Fields are good until the
 * next call. */
int record_parse(struct record *record, const char *bytes, size_t length, struct error *error);

void record_free(struct record *record);

/* Field `index`, which must be below count. */
struct slice record_field(const struct record *record, size_t index);

/* Without the spaces and tabs at both ends. */
struct slice slice_trimmed(const char *bytes, size_t length);

bool slice_is(struct slice slice, const char *text);

#endif

/*
 * A row of a log with its fields understood: texts checked and interned, numbers in range.
 *
 * What is optional and absent is what model.h says: -1, NaN, or the default of the format (machine
 * and page_kind "unknown", line_bytes 128, phase "loop").
 */
#ifndef PAGEWALK_ROW_H
#define PAGEWALK_ROW_H

#include "../model.h"
#include "record.h"
#include "section.h"

struct row {
    struct level *levels; /* FACTOR_FIXED and section->factor_count of them; owned */
    size_t level_count, level_capacity;
    const char *run;
    int64_t pair, round;
    uint64_t seq;
    bool skipped;          /* a cell that was not measured; then there is no chunk */
    const char *note;      /* why, at most 1000 bytes */
    uint64_t chunk_number; /* inside the measurement */
    struct chunk chunk;
    char reason[96];        /* why the row is rejected */
    struct slice offending; /* the field that is to blame; length 0 where it is none */
};

/* 1 and a row, 0 and a reason, or -1 when memory ran out. Use one `row` again and again: texts that
 * stay the same are then not looked up anew. */
int row_parse(struct row *row, const struct section *section, const struct record *record,
              struct arena *arena, struct error *error);

void row_free(struct row *row);

#endif

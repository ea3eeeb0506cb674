/*
 * The columns that logs have, and where they are in one file's header line.
 *
 * Columns are found by name, in any order. Names the list does not have are factors when somebody
 * declares them, and else ignored.
 */
#ifndef PAGEWALK_COLUMNS_H
#define PAGEWALK_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "record.h"

enum column {
    COLUMN_MACHINE,
    COLUMN_RUN,
    COLUMN_SIDE,
    COLUMN_PAIR,
    COLUMN_ROUND,
    COLUMN_SEQ,
    COLUMN_WORKLOAD,
    COLUMN_PAGE_KIND,
    COLUMN_PAGE_BYTES,
    COLUMN_LINE_BYTES,
    COLUMN_SPAN_BYTES,
    COLUMN_STRIDE_BYTES,
    COLUMN_PHASE,
    COLUMN_CHUNK,
    COLUMN_LOADS,
    COLUMN_ELAPSED_NS,
    COLUMN_CLOCK_ADDS,
    COLUMN_CLOCK_BEFORE_NS,
    COLUMN_CLOCK_AFTER_NS,
    COLUMN_FAULTS,
    COLUMN_SWITCHES,
    COLUMN_STEAL_NS,
    COLUMN_NOTE,
    COLUMN_READ, /* the columns above are read; those below are known and carry nothing yet */
    COLUMN_START_NS = COLUMN_READ,
    COLUMN_CPU_BEFORE,
    COLUMN_CPU_AFTER,
    COLUMN_CYCLES,
    COLUMN_INSTRUCTIONS,
    COLUMN_PAGE_FAULTS,
    COLUMN_DTLB_LOADS,
    COLUMN_DTLB_LOAD_MISSES,
    COLUMN_COUNT
};

const char *column_name(enum column column);

/* Without it there is no row. */
bool column_needed(enum column column);

/* The column of that name, or COLUMN_COUNT. */
enum column column_find(struct slice name);

/* How many fields of the record are names of needed columns. A row has none, a header has all;
 * a header that is nearly right has some, and can be told what it lacks. */
size_t columns_named(const struct record *record);

/* Sets places[column] to the field with that name, or -1 where there is none. */
void columns_place(const struct record *record, int places[COLUMN_COUNT]);

#endif

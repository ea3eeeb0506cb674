/*
 * What a table can show: the names that value= takes, and what each of them reads.
 */
#ifndef PAGEWALK_SHOWN_H
#define PAGEWALK_SHOWN_H

#include <stdbool.h>
#include <stddef.h>

#define SHOWN_COLUMNS 3

enum shown_unit { SHOWN_TIME, SHOWN_PERCENT, SHOWN_RATIO, SHOWN_COUNT };

struct shown {
    const char *name;
    bool of_deltas; /* else of cells */
    enum shown_unit unit;
    /* One column, or three: from, value, to. In the order of the CSV table. */
    const char *columns[SHOWN_COLUMNS];
    const char *title; /* for the caption: "Medians" */
    bool interval;     /* from and to are the ends of one, with a coverage to be told */
};

/* NULL when there is none of that name for cells, or for deltas. */
const struct shown *shown_find(const char *name, bool of_deltas);

/* The names, for messages; returns how many. */
size_t shown_names(bool of_deltas, const char **names, size_t room);

#endif

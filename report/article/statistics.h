/*
 * The statistics that an expression may ask cells and deltas for: .median, .percent, ...
 */
#ifndef PAGEWALK_STATISTICS_H
#define PAGEWALK_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

struct statistic {
    const char *word;
    bool of_deltas;     /* else of cells */
    bool counts;        /* a whole number of something, not a measured value */
    const char *column; /* of cells.csv or deltas.csv; NULL: no column, comes from the article */
};

/* NULL when cells, or deltas, have no statistic of that name. */
const struct statistic *statistic_find(const char *word, bool of_deltas);

/* All names, those of cells first, for messages; returns how many. */
size_t statistic_names(const char **names, size_t room);

#endif

/*
 * What must be said about the cells of a table or chart: how many measurements and runs they are
 * made of, cautions their logs carry, and runs that are not independent because they share a boot.
 */
#ifndef PAGEWALK_FACTS_H
#define PAGEWALK_FACTS_H

#include "../data/select.h"

struct facts {
    size_t n_low, n_high; /* measurements behind a cell, over cells with any; 0 when none has */
    const char *n;        /* "21 or 22", "17 to 22", "22" */
    const char *runs;     /* "8 guest and 8 host runs" */
    const char *caution;  /* "Simulated data." with more sentences for more cautions; "" for none */
    const char *boots;    /* "8 guest runs from 1 boot."; "" where runs are boots of their own */
    const char *unit;     /* "ns per load"; per page, line or increment where that is what it is */
};

/* `cells` are rows of cells.csv; all texts are in the arena. */
int facts_gather(const struct results *results, const struct row_list *cells, struct arena *arena,
                 struct facts *facts, struct error *error);

/* The cells that rows of deltas.csv compare, each once. Not found ones are left out. */
int facts_delta_cells(const struct results *results, const struct row_list *deltas,
                      struct arena *arena, struct row_list *cells, struct error *error);

/* Row of cells.csv of the cell that a row of deltas.csv starts from, or RESULTS_NONE. */
size_t facts_delta_cell(const struct results *results, size_t delta, bool against);

#endif

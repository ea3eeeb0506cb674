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
    const char *runs;     /* "8 guest and 8 host runs"; "" when nothing was kept */
    const char *caution;  /* "Simulated data." with more sentences for more cautions; "" for none */
    const char *boots;    /* "8 guest runs from 1 boot."; "" where runs are boots of their own */
    const char *unit;     /* "ns per load"; per page, line or increment where that is what it is */
};

/* `cells` are rows of cells.csv; all texts are in the arena. */
int facts_gather(const struct results *results, const struct row_list *cells, struct arena *arena,
                 struct facts *facts, struct error *error);

/* The caution that stands in facts, of all runs there are. */
int facts_caution(const struct results *results, struct arena *arena, const char **caution,
                  struct error *error);

#endif

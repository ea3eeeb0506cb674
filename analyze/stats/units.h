/*
 * Joining cells unit by unit: the same run in two cells, or the runs of one pair in up to four.
 */
#ifndef PAGEWALK_UNITS_H
#define PAGEWALK_UNITS_H

#include "../model.h"

#define UNITS_CELLS 4

enum units_key { UNITS_BY_RUN, UNITS_BY_PAIR };

/* One unit's value in each of the cells joined. */
struct unit {
    double ns[UNITS_CELLS], cycles[UNITS_CELLS]; /* per load; cycles NaN when there is no clock */
};

/*
 * Writes the units that have a value in every one of the `cell_count` cells into `units`, which has
 * room for cells[0]->runs of them, and how many into *unit_count. Several runs of one pair in a
 * cell stand for one unit, with their median. Returns 0, or -1 when memory ran out.
 */
int units_join(const struct cell *const *cells, size_t cell_count, enum units_key key,
               struct unit *units, size_t *unit_count);

#endif

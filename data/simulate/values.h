/*
 * Deals a set's values and unclean chunks out to its measurements (see plan.h for the model).
 */
#ifndef PAGEWALK_VALUES_H
#define PAGEWALK_VALUES_H

#include "plan.h"

/*
 * Fills ns, unclean and disturbed of every measurement of the set, whose `count` runs have their
 * measurements and drops already. Unclean chunks are dealt too: their numbers in a cell follow the
 * square of evenly spaced fractions up to preset->most_unclean, so that every cell has measurements
 * without any and some with many. Errors: out of memory.
 */
int values_deal(const struct plan *plan, const struct preset_set *set, struct plan_run *runs,
                size_t count, struct draw *draw, struct error *error);

#endif

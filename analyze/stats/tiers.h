/*
 * Clock tiers: which core clocks a machine has, from the clock checks in its logs.
 *
 * A machine has one tier, or two when its checks fall into two well separated groups. The groups
 * are the exact two-way split of the logarithms of the clocks with the least sum of squares within
 * (Fisher, On Grouping for Maximum Homogeneity, JASA 53, 1958, for two groups in one dimension).
 * The split counts as real when
 *   - each side holds at least 1% of the checks, in at least two runs where there are two;
 *   - the medians of the two sides differ by at least 3%;
 *   - and by at least six times the wider side's spread (median absolute deviation scaled to a
 * standard deviation), so that the noise or the long slow tail of one tier is never cut in two.
 * Guest and host logs of one machine are taken together: a guest that never ran on the fast cores
 * must not get a fast tier of its own.
 */
#ifndef PAGEWALK_TIERS_H
#define PAGEWALK_TIERS_H

#include "../model.h"

/*
 * Fills campaign->tiers, by machine and ascending clock; machines without clock checks have none.
 * fast_clock > 0 sets the lowest clock of the fastest tier by hand, in adds per ns; 0 finds it. A
 * machine none of whose checks reaches fast_clock then has no fastest tier, and all its chunks with
 * clocks are slow. Errors: out of memory.
 */
int tiers_find(struct campaign *campaign, double fast_clock, struct error *error);

/* The fastest tier of the machine (an interned string), or NULL. */
const struct tier *tiers_fastest(const struct campaign *campaign, const char *machine);

#endif

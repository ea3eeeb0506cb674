/*
 * Clock tiers: which core clocks a machine has, from the clock checks in its logs.
 *
 * Guest and host logs of one machine are taken together: a guest that never ran on the fast cores
 * must not get a fast tier of its own. The logarithms of all checks go into a histogram with fixed
 * bins of 0.2%; cluster.h cuts it into segments, and neighbouring segments are joined again until
 * every two that are left are tiers of their own:
 *   - each holds at least 1% of the checks, in at least two runs where there are two;
 *   - their peaks are at least 3% apart;
 *   - between the peaks the histogram falls below half of the lower one, by 4.5 standard
 *     deviations of counts and more (two where most of it is empty): the noise or the long tail of
 *     one tier has no such valley.
 *
 * At most four tiers are left. Checks that stand apart but are too few to be a tier, such as a
 * short stay on a slow core, are in none. A handful of stray checks makes no significant valley and
 * stays in its neighbour: look at the lowest clock in tiers.csv, and set fast_clock if it is far off.
 */
#ifndef PAGEWALK_TIERS_H
#define PAGEWALK_TIERS_H

#include "../model.h"

#define TIERS_MOST 4

/*
 * Fills campaign->tiers, by machine and ascending clock; machines without clock checks have none.
 * fast_clock > 0 sets the lowest clock of the fastest tier by hand, in adds per ns, and makes two
 * tiers at most; 0 finds them. A machine none of whose checks reaches fast_clock then has no
 * fastest tier, and all its chunks with clocks are slow. Errors: out of memory.
 */
int tiers_find(struct campaign *campaign, double fast_clock, struct error *error);

/* The tiers of the machine (an interned string): *count of them, by ascending clock. */
const struct tier *tiers_of_machine(const struct campaign *campaign, const char *machine,
                                    size_t *count);

#define TIERS_NONE ((size_t)-1)

/* Number of the tier that a clock check of this machine fell into, or TIERS_NONE. */
size_t tiers_index(const struct tier *tiers, size_t count, double clock);

#endif

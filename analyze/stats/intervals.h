/*
 * How sure cells and deltas are: intervals over independent units, and what follows from them.
 *
 * The unit is the run, not the measurement: values of one run share what that run had (memory
 * layout, host, neighbours), and intervals over all of them as one pile cover far less than they
 * claim. A cell's interval is over its run medians (ranks.h).
 *
 * A delta's interval is paired where it can be: page-size, translation and factor by run, where one
 * run has both cells; else, and for guest-host, by `pair`. The estimate it belongs to stands beside
 * it as paired_ns and paired_percent (over logarithms of ratios); it need not equal the difference
 * of the medians. Without pairs it is the two-sample interval over run medians, pairs is 0 and the
 * note says unpaired. translation-ratio and interaction compare two differences within each pair.
 *
 * From the interval: excluded_* is the largest effect it does not rule out, NaN where the units are
 * too few for 95%; equivalent is "yes"
 * where the 90% interval of the percentage lies inside +-margin (two one-sided tests at 5%:
 * Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987), "" where the units are
 * too few for 90%. runs_needed is the number of runs, at least six, at which a paired test finds
 * `effect` with 80% power: the exact signed-rank test's under 14 runs, above them normal theory with
 * Student's t, divided by the test's relative efficiency of 3/pi for normal values (Lehmann,
 * Nonparametrics, 1975).
 */
#ifndef PAGEWALK_INTERVALS_H
#define PAGEWALK_INTERVALS_H

#include "../model.h"

#define INTERVALS_CONFIDENCE 0.95
#define INTERVALS_POWER 0.80

/* Percent above 0: what counts as no difference, and the effect that runs_needed is for. */
struct margins {
    double equivalence, effect;
};

/* Sets the interval fields of all cells and deltas, and what follows from them. Errors: out of
 * memory. */
int intervals_set(struct campaign *campaign, const struct margins *margins, struct error *error);

#endif

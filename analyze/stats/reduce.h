/*
 * From chunks to one value a measurement.
 *
 * A loop measurement's value is the median over its clean chunks of elapsed_ns / loads. A chunk is
 * clean when each clock check it has lies in the machine's fastest tier and nothing disturbed it:
 * no page fault, context switch or stolen time, as far as the log tells. With fewer than min_clean
 * clean chunks the measurement is dropped. Every other phase is one sum: time over loads of all
 * chunks, never dropped.
 */
#ifndef PAGEWALK_REDUCE_H
#define PAGEWALK_REDUCE_H

#include "../model.h"

#define REDUCE_HALF 0 /* min_clean: half of the chunks read, rounded up */

/*
 * Sets value, clean_count, clock, outcome and reason of every measurement that is not skipped, and
 * counts levels "chunk" and "measurement" of the accounts. campaign->tiers must stand. min_clean:
 * at least that many clean chunks, or REDUCE_HALF. Errors: out of memory.
 */
int reduce_measurements(struct campaign *campaign, size_t min_clean, struct error *error);

/* Writes ns per load of the clean chunks of a loop measurement, in the order of the log, to
 * `values`, which has room for chunk_count of them; returns how many, which is clean_count. */
size_t reduce_clean_values(const struct campaign *campaign, const struct measurement *measurement,
                           double *values);

#endif

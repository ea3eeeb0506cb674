/*
 * The chunks of one measurement: which core each ran on, what its clock checks show, how long it
 * took.
 *
 * Unclean chunks come in up to three visits to a slow core. A visit may begin or end inside a
 * chunk: the check before is fast and the one after slow, or the other way round, and the chunk's
 * time lies in between. Clean chunks have dealt noise (deal.h), so that their median is the
 * measurement's value. A disturbed chunk ran on a fast core but has faults or switches, and took a
 * few microseconds more.
 *
 * The timer moves in ticks. As in the collector, a clock check is the fastest of four quarters, so
 * its time is a multiple of four ticks.
 */
#ifndef PAGEWALK_CHUNKS_H
#define PAGEWALK_CHUNKS_H

#include "plan.h"

struct chunk_row {
    uint64_t elapsed_ns, clock_before_ns, clock_after_ns;
    unsigned faults, switches;
    bool unclean; /* by the truth, not by what an analyzer finds */
};

/* Room for the chunks of one measurement, used again for the next. */
struct chunks {
    struct chunk_row *rows; /* count of them */
    double *values;         /* of the clean chunks */
    unsigned *visits;       /* length of the slow visit before clean chunk i; 0 for none */
    size_t count;
};

/* Errors: out of memory. */
int chunks_init(struct chunks *chunks, const struct preset *preset, struct error *error);
void chunks_free(struct chunks *chunks);

/* Fills chunks->rows. */
void chunks_make(struct chunks *chunks, const struct preset *preset,
                 const struct plan_measurement *measurement, struct draw *draw);

/* What a timer with the preset's ticks shows of a duration, in whole ns. */
uint64_t chunks_timer_ns(const struct preset *preset, double ns);

#endif

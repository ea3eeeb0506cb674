/*
 * One measurement: map, populate, verify, link, one lap to warm up, then the chunks, verify again.
 *
 * A chunk follows the chain from where the last one stopped:
 *
 *     clock check | events | time, loads, time | events | clock check
 *
 * Only the loads are timed. Chunks of more than a million loads a stream are walked in pieces, so
 * that a signal does not wait for their end. The lap before the first chunk takes the cold misses and what the host
 * still has to back; it is not logged.
 */
#ifndef PAGEWALK_COLLECT_MEASURE_H
#define PAGEWALK_COLLECT_MEASURE_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "cell.h"
#include "events.h"
#include "problem.h"

enum phase {
    PHASE_POPULATE, /* first touch of the mapping; loads are pages */
    PHASE_LINK,     /* writing the chain; loads are lines */
    PHASE_LOOP,     /* a chunk */
};

struct chunk {
    enum phase phase;
    uint64_t number; /* inside its phase, from 0 */
    uint64_t loads;
    uint64_t elapsed_ns;
    uint64_t start_ns;        /* since the run began */
    uint64_t clock_before_ns; /* for CLOCK_ADDS adds; 0: no check */
    uint64_t clock_after_ns;
    int64_t cpu_before, cpu_after, faults, switches, steal_ns; /* EVENTS_UNKNOWN: not known */
};

/* What holds for all measurements of a run. */
struct measure {
    uint64_t chunks;
    uint64_t loads;    /* of a chunk, over all streams */
    uint64_t start_ns; /* clock_now() when the run began */
    struct steal *steal;
    const volatile sig_atomic_t *stop; /* not 0 when the run is to end */
};

struct measurement {
    struct chunk *chunks; /* owned; room for every chunk, populate and link */
    size_t count;
    struct problem problem; /* why it was skipped */
};

enum outcome {
    MEASURED,
    SKIPPED, /* problem says why; chunks are to be forgotten */
    STOPPED, /* *stop was set; chunks are to be forgotten */
};

/* The largest multiple of the streams near `loads`: every stream does as many loads as the others.
 */
uint64_t measure_loads(uint64_t loads, unsigned streams);

int measurement_init(struct measurement *measurement, const struct measure *measure,
                     struct problem *problem);

enum outcome measurement_run(struct measurement *measurement, const struct measure *measure,
                             const struct cell *cell, uint64_t seed);

void measurement_free(struct measurement *measurement);

#endif

#include "measure.h"

#include <inttypes.h>
#include <stdlib.h>

#include "chain.h"
#include "clock.h"
#include "loads.h"
#include "pages.h"
#include "size.h"

/* A signal is answered between pieces of this many lines, or loads of each stream: a tenth of a
 * second where memory is slow. */
#define PIECE (UINT64_C(1) << 20)

/* The state of a measurement under way. */
struct run {
    const struct measure *measure;
    const struct cell *cell;
    struct measurement *result;
    struct mapping mapping;
    struct chain chain;
    void *at[LOADS_STREAMS_MAX];
};

uint64_t measure_loads(uint64_t loads, unsigned streams)
{
    uint64_t steps = (loads + streams / 2) / streams;
    return (steps ? steps : 1) * streams;
}

int measurement_init(struct measurement *measurement, const struct measure *measure,
                     struct problem *problem)
{
    *measurement = (struct measurement){0};
    measurement->chunks = calloc(measure->chunks + 2, sizeof *measurement->chunks);
    if (!measurement->chunks)
        return problem_set(problem, "out of memory");
    return 0;
}

void measurement_free(struct measurement *measurement)
{
    free(measurement->chunks);
    *measurement = (struct measurement){0};
}

struct interval {
    struct events events;
    uint64_t begin;
};

static void interval_begin(struct interval *interval)
{
    events_read(&interval->events);
    interval->begin = clock_now();
}

static void interval_end(const struct interval *interval, const struct run *run,
                         struct chunk *chunk)
{
    uint64_t end = clock_now();
    struct events events;
    events_read(&events);
    chunk->elapsed_ns = end - interval->begin;
    chunk->start_ns = interval->begin - run->measure->start_ns;
    chunk->cpu_before = interval->events.cpu;
    chunk->cpu_after = events.cpu;
    chunk->faults = events_difference(interval->events.faults, events.faults);
    chunk->switches = events_difference(interval->events.switches, events.switches);
    chunk->steal_ns = EVENTS_UNKNOWN;
}

static struct chunk *add_chunk(struct measurement *result, enum phase phase, uint64_t number,
                               uint64_t loads)
{
    struct chunk *chunk = &result->chunks[result->count++];
    *chunk = (struct chunk){.phase = phase, .number = number, .loads = loads};
    return chunk;
}

/* A log with a time of zero would be rejected row by row; the reason is better told once. */
static int check_times(const struct measurement *result, struct problem *problem)
{
    for (size_t i = 0; i < result->count; i++) {
        const struct chunk *chunk = &result->chunks[i];
        if (chunk->elapsed_ns == 0 || (chunk->phase == PHASE_LOOP &&
                                       (chunk->clock_before_ns == 0 || chunk->clock_after_ns == 0)))
            return problem_set(problem,
                               "the clock stood still while it was used: its step is %" PRIu64
                               " ns, which is too coarse",
                               clock_step());
    }
    return 0;
}

static int populate(struct run *run, struct problem *problem)
{
    struct interval interval;
    struct chunk *chunk =
        add_chunk(run->result, PHASE_POPULATE, 0, run->mapping.length / run->mapping.page.bytes);
    interval_begin(&interval);
    int status = pages_populate(&run->mapping, POPULATE_MADVISE, run->measure->stop, problem);
    interval_end(&interval, run, chunk);
    return status;
}

static void link_lines(struct run *run)
{
    struct interval interval;
    const uint64_t lines = run->chain.lines;
    struct chunk *chunk = add_chunk(run->result, PHASE_LINK, 0, lines);
    interval_begin(&interval);
    for (uint64_t from = 0; from < lines && !*run->measure->stop; from += PIECE)
        chain_link(&run->chain, run->mapping.start, from,
                   lines - from < PIECE ? lines : from + PIECE);
    interval_end(&interval, run, chunk);
}

/* Loads `steps` times in each stream. Up to a piece it is one call, so that nothing but loads is
 * timed in an ordinary chunk; a longer walk breaks off once a signal has come, and the measurement
 * is forgotten then. */
static void walk(struct run *run, uint64_t steps)
{
    const unsigned streams = run->cell->workload.streams;
    uint64_t piece = steps < PIECE ? steps : PIECE;
    loads_walk(streams, run->at, piece);
    for (uint64_t left = steps - piece; left && !*run->measure->stop; left -= piece) {
        piece = left < PIECE ? left : PIECE;
        loads_walk(streams, run->at, piece);
    }
}

/* One lap over all streams together: each walks its own arc. */
static void warm_up(struct run *run)
{
    const unsigned streams = run->cell->workload.streams;
    for (unsigned i = 0; i < streams; i++)
        run->at[i] = chain_start(&run->chain, run->mapping.start, i, streams);
    walk(run, (run->chain.lines + streams - 1) / streams);
}

static void time_chunk(struct run *run, uint64_t number)
{
    const unsigned streams = run->cell->workload.streams;
    struct steal *steal = run->measure->steal;
    struct interval interval;
    struct events events;
    uint64_t loads = measure_loads(run->measure->loads, streams);
    struct chunk *chunk = add_chunk(run->result, PHASE_LOOP, number, loads);

    events_read(&events);
    int64_t stolen = steal_read(steal, events.cpu);
    uint64_t clock_before = clock_check();
    interval_begin(&interval);
    walk(run, loads / streams);
    interval_end(&interval, run, chunk);
    chunk->clock_before_ns = clock_before;
    chunk->clock_after_ns = clock_check();
    /* Each CPU has a count of its own; a chunk that moved has no steal, but a switch. */
    if (events.cpu == chunk->cpu_before && events.cpu == chunk->cpu_after)
        chunk->steal_ns = events_difference(stolen, steal_read(steal, events.cpu));
}

static int run_mapped(struct run *run, uint64_t seed, struct problem *problem)
{
    const volatile sig_atomic_t *stop = run->measure->stop;
    const struct cell *cell = run->cell;
    if (populate(run, problem) < 0)
        return -1;
    if (*stop)
        return 0;
    if (pages_verify(&run->mapping, problem) < 0)
        return -1;
    chain_init(&run->chain, cell->span_bytes, cell->stride_bytes, cell->line_bytes, seed);
    link_lines(run);
    if (*stop)
        return 0;
    warm_up(run);
    for (uint64_t i = 0; i < run->measure->chunks && !*stop; i++)
        time_chunk(run, i);
    if (*stop)
        return 0;
    /* The kernel may have swapped, collapsed or split pages meanwhile. */
    struct problem changed = {0};
    if (pages_verify(&run->mapping, &changed) < 0)
        return problem_set(problem, "after the loop: %s", changed.text);
    return check_times(run->result, problem);
}

/* What no machine can measure. */
static int check_cell(const struct cell *cell, struct problem *problem)
{
    char span[SIZE_TEXT_SIZE], stride[SIZE_TEXT_SIZE];
    uint64_t lines = cell->span_bytes / cell->stride_bytes;
    size_format(cell->span_bytes, span);
    size_format(cell->stride_bytes, stride);
    if (lines == 0)
        return problem_set(problem, "the span of %s is less than one stride of %s", span, stride);
    if (cell->span_bytes % cell->stride_bytes)
        return problem_set(problem, "the span of %s is no multiple of the stride of %s", span,
                           stride);
    if (lines < cell->workload.streams)
        return problem_set(problem, "%u streams need a line each, the span has %" PRIu64,
                           cell->workload.streams, lines);
    return 0;
}

enum outcome measurement_run(struct measurement *measurement, const struct measure *measure,
                             const struct cell *cell, uint64_t seed)
{
    struct run run = {.measure = measure, .cell = cell, .result = measurement};
    struct problem *problem = &measurement->problem;
    measurement->count = 0;
    *problem = (struct problem){0};

    if (check_cell(cell, problem) < 0 ||
        pages_map(&run.mapping, cell->page, cell->span_bytes, problem) < 0)
        return SKIPPED;
    int status = run_mapped(&run, seed, problem);
    pages_unmap(&run.mapping);
    if (*measure->stop)
        return STOPPED;
    return status < 0 ? SKIPPED : MEASURED;
}

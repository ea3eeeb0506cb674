/*
 * measure.c once more, with the functions it calls replaced.
 *
 * A replacement writes its name into a trace and moves a clock of ours by a time of its own, so
 * that a nanosecond tells what was inside an interval. Mapping, populating, verifying, linking and
 * loading then happen for real. `fault` says what is to go wrong on the way.
 *
 * For measure_test.c alone, which has the program's own measure.o beside it: the functions of
 * measure.h have other names here as well.
 */
#ifndef PAGEWALK_COLLECT_TEST_MEASURE_TRACED_H
#define PAGEWALK_COLLECT_TEST_MEASURE_TRACED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "../chain.h"
#include "../clock.h"
#include "../events.h"
#include "../loads.h"
#include "../measure.h"
#include "../pages.h"

#define CHUNKS 3 /* of a measurement, unless a test says otherwise */

static char trace[8192];
static uint64_t now;
static struct events happened;
static int64_t stolen_so_far;
static volatile sig_atomic_t asked_to_stop;
static unsigned walks, checks;
static void *chased; /* where the last walk left the first stream */
static bool strayed; /* a walk did not begin there */
static struct mapping *mapped;

/* What goes wrong, if anything. */
static struct {
    bool frozen_clock;
    bool lose_page_when_populated;
    bool lose_page_after_loop;
    unsigned stop_in_walk; /* number of the walk, from 1 */
    bool stop_in_populate;
    bool stop_in_link;
    unsigned disturb_walk;
    bool move; /* the disturbance moves the thread to another CPU, too */
} fault;

#define CHECK_NS 40000000u
#define STEP_NS 10u
#define EVENTS_NS 5000u
#define STEAL_NS 300000u

static void note(const char *format, ...)
{
    size_t length = strlen(trace);
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(trace + length, sizeof trace - length, format, arguments);
    va_end(arguments);
    assert_true(more > 0 && (size_t)more < sizeof trace - length);
}

static void pass(uint64_t ns)
{
    now += fault.frozen_clock ? 0 : ns;
}

static void lose_page(void)
{
    assert_int_equal(madvise(mapped->start, mapped->page.bytes, MADV_DONTNEED), 0);
}

static uint64_t traced_clock_now(void)
{
    note("now ");
    pass(1);
    return now;
}

static uint64_t traced_clock_check(void)
{
    note("check ");
    pass(CHECK_NS);
    checks++;
    if (fault.lose_page_after_loop && checks == 2 * CHUNKS)
        lose_page();
    return fault.frozen_clock ? 0 : 25000 + checks;
}

static uint64_t traced_clock_step(void)
{
    return 4000000;
}

static void traced_events_read(struct events *events)
{
    note("events ");
    pass(EVENTS_NS);
    *events = happened;
}

static int64_t traced_steal_read(struct steal *steal, int64_t cpu)
{
    (void)steal;
    note("steal%d ", (int)cpu);
    pass(STEAL_NS);
    return stolen_so_far;
}

static int traced_pages_map(struct mapping *mapping, struct page page, uint64_t span,
                            struct problem *problem)
{
    note("map ");
    mapped = mapping;
    return pages_map(mapping, page, span, problem);
}

static int traced_pages_populate(struct mapping *mapping, enum populate how,
                                 const volatile sig_atomic_t *flag, struct problem *problem)
{
    note("populate ");
    pass(700000);
    happened.faults += 16;
    int status = pages_populate(mapping, how, flag, problem);
    if (fault.lose_page_when_populated)
        lose_page();
    if (fault.stop_in_populate)
        asked_to_stop = SIGTERM;
    return status;
}

static int traced_pages_verify(const struct mapping *mapping, struct problem *problem)
{
    note("verify\n");
    return pages_verify(mapping, problem);
}

static void traced_pages_unmap(struct mapping *mapping)
{
    note("unmap\n");
    pages_unmap(mapping);
    mapped = NULL;
}

static void traced_chain_link(const struct chain *chain, unsigned char *memory, uint64_t from,
                              uint64_t to)
{
    note("link:%d-%d ", (int)from, (int)to);
    pass(90000);
    chain_link(chain, memory, from, to);
    if (fault.stop_in_link)
        asked_to_stop = SIGTERM;
}

static void traced_loads_walk(unsigned streams, void *at[], uint64_t steps)
{
    note("walk:%ux%d ", streams, (int)steps);
    pass(steps * STEP_NS);
    walks++;
    strayed = strayed || (chased && at[0] != chased);
    loads_walk(streams, at, steps);
    chased = at[0];
    if (walks == fault.stop_in_walk)
        asked_to_stop = SIGTERM;
    if (walks == fault.disturb_walk) {
        happened.faults += 2;
        happened.switches += 3;
        happened.cpu += fault.move;
        stolen_so_far += 20000000;
    }
}

/* What it calls, and what it offers: the program's own measure.o is linked too. */
#define clock_now traced_clock_now
#define clock_check traced_clock_check
#define clock_step traced_clock_step
#define events_read traced_events_read
#define steal_read traced_steal_read
#define pages_map traced_pages_map
#define pages_populate traced_pages_populate
#define pages_verify traced_pages_verify
#define pages_unmap traced_pages_unmap
#define chain_link traced_chain_link
#define loads_walk traced_loads_walk
#define measure_loads traced_measure_loads
#define measurement_init traced_measurement_init
#define measurement_run traced_measurement_run
#define measurement_free traced_measurement_free

uint64_t measure_loads(uint64_t loads, unsigned streams);
int measurement_init(struct measurement *measurement, const struct measure *measure,
                     struct problem *problem);
enum outcome measurement_run(struct measurement *measurement, const struct measure *measure,
                             const struct cell *cell, uint64_t seed);
void measurement_free(struct measurement *measurement);

#include "../measure.c"

static void traced_reset(void)
{
    memset(&fault, 0, sizeof fault);
    trace[0] = '\0';
    now = 1000000;
    happened = (struct events){.cpu = 1, .faults = 100, .switches = 10};
    stolen_so_far = 0;
    asked_to_stop = 0;
    walks = checks = 0;
    chased = NULL;
    strayed = false;
}

#endif

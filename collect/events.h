/*
 * What else happened to a chunk: the CPU it ran on, page faults, context switches, stolen time.
 *
 * Faults and switches are this thread's and are read right at the chunk, between the two clock
 * checks, so that a chunk is called disturbed only when the disturbance fell into its time.
 *
 * Steal is the hypervisor's time taken from the CPU, from /proc/stat. It moves in steps of 10 ms,
 * at timer ticks, and reading it costs tens of microseconds: it is read outside the clock checks,
 * where it does not keep them from their chunk, only under a hypervisor, and only where one reading
 * is cheap.
 */
#ifndef PAGEWALK_COLLECT_EVENTS_H
#define PAGEWALK_COLLECT_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#define EVENTS_UNKNOWN (-1)

struct events {
    int64_t cpu;      /* number of the CPU we are on */
    int64_t faults;   /* of this thread so far, major and minor */
    int64_t switches; /* of this thread so far, voluntary and not */
};

void events_read(struct events *events);

/* later - earlier, unknown when either is. */
int64_t events_difference(int64_t earlier, int64_t later);

#define STEAL_BUFFER 65536

struct steal {
    int file; /* -1: not read */
    uint64_t tick_ns;
    const char *why; /* for the preamble */
    char buffer[STEAL_BUFFER];
};

void steal_open(struct steal *steal, bool hypervisor);

/* Nanoseconds stolen so far from a CPU, or EVENTS_UNKNOWN. */
int64_t steal_read(struct steal *steal, int64_t cpu);

/* The same from the text of /proc/stat: the eighth number of line "cpu<N>", in ticks. */
int64_t steal_parse(const char *text, int64_t cpu, uint64_t tick_ns);

void steal_close(struct steal *steal);

#endif

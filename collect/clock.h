/*
 * Time, and the speed of the core.
 *
 * Time is CLOCK_MONOTONIC_RAW: on Linux CLOCK_MONOTONIC is slewed by up to 500 ppm when the system
 * sets its clock, which would pass for a difference between two runs.
 *
 * The clock check is a chain of dependent register adds: it touches no memory, so its time tells
 * how fast the core ran and nothing else. A core that adds once a cycle does `adds / ns` cycles a
 * nanosecond. The chain is run as CLOCK_PARTS parts timed one by one and the fastest part times
 * CLOCK_PARTS is the result, so that a timer tick, which hits one part, does not pass for a slow
 * core; a slow core slows all parts.
 */
#ifndef PAGEWALK_COLLECT_CLOCK_H
#define PAGEWALK_COLLECT_CLOCK_H

#include <stdint.h>

#define CLOCK_ADDS 100000 /* in a whole check, about 25 us at 4 GHz */
#define CLOCK_PARTS 4

/* Nanoseconds from an arbitrary beginning, read after everything before it has finished and before
 * anything after it begins. */
uint64_t clock_now(void);

/* Nanoseconds for CLOCK_ADDS adds at the speed of the fastest part; 0 only where the clock is too
 * coarse to see a part. */
uint64_t clock_check(void);

/* The smallest step of clock_now() seen in a short trial, ns. Where the kernel counts time in ticks
 * of a timer this is milliseconds. */
uint64_t clock_step(void);

#endif

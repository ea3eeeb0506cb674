/*
 * The loads themselves: one to sixteen chains followed side by side.
 *
 * One step loads once in every stream. Each pointer lives in a register of its own for the whole
 * walk and a load overwrites its own address register, so a stream's next load waits for the one
 * before, and the streams do not wait for each other. Nothing else is in the loop but a counter and
 * a branch after every LOADS_UNROLL steps. It is written in assembly because a compiler may spill
 * pointers, or move loads.
 *
 * x86-64 has registers for twelve pointers beside the counter; streams 13 to 16 keep theirs in
 * vector registers, which costs those four a move between register files in each step.
 */
#ifndef PAGEWALK_COLLECT_LOADS_H
#define PAGEWALK_COLLECT_LOADS_H

#include <stdint.h>

#define LOADS_STREAMS_MAX 16
#define LOADS_UNROLL 32

/* Follows `streams` (1 .. LOADS_STREAMS_MAX) chains from at[0 .. streams - 1] for `steps` loads
 * each and leaves in at[] where they are then. Every at[i] must stay valid to follow. */
void loads_walk(unsigned streams, void *at[], uint64_t steps);

#endif

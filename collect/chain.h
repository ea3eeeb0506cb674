/*
 * A chain of pointers through memory: one random cycle over all lines of a span.
 *
 * The span is cut into strides and every stride holds one line, which begins with the address of
 * the next line. Dense (stride = line) the lines follow each other. Sparse, line i lies at
 *
 *     i * stride + line * (hash(i, seed) mod (stride / line))
 *
 * drawn for every line by itself. Offsets that repeat after 64 lines, or none at all, would pile
 * the lines into a few cache sets, and the time of a load would then be a matter of conflicts.
 *
 *     struct chain chain;
 *     chain_init(&chain, 1 << 30, 16384, 128, seed);     // 65536 lines
 *     chain_link(&chain, memory, 0, chain.lines);
 *     void *at = chain_start(&chain, memory, 0, 1);      // chain.lines loads lead back to it
 */
#ifndef PAGEWALK_COLLECT_CHAIN_H
#define PAGEWALK_COLLECT_CHAIN_H

#include <stdint.h>

#include "cycle.h"

struct chain {
    uint64_t lines;  /* span / stride */
    uint64_t line;   /* bytes */
    uint64_t stride; /* bytes, a multiple of line */
    uint64_t slots;  /* stride / line: 1 is dense */
    uint64_t offset_seed;
    struct cycle cycle;
};

/* span is a multiple of stride, stride a multiple of line (at most 2^32 of them), and line at least
 * the size of a pointer. */
void chain_init(struct chain *chain, uint64_t span, uint64_t stride, uint64_t line, uint64_t seed);

/* Where line i begins, in bytes from the start of the span. */
uint64_t chain_offset(const struct chain *chain, uint64_t i);

/* Writes the pointers of lines from .. to - 1, in the order of addresses. The cycle is complete
 * when every line has been written. `memory` is the start of the span, aligned for a pointer. */
void chain_link(const struct chain *chain, unsigned char *memory, uint64_t from, uint64_t to);

/* Where stream 0 .. streams - 1 begins: at equal arcs of the one cycle, so that no stream meets the
 * trail of another before it has gone lines / streams loads. There must be a line for each stream.
 */
void *chain_start(const struct chain *chain, unsigned char *memory, unsigned stream,
                  unsigned streams);

#endif

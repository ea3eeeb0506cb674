#include "chain.h"

#include <stddef.h>
#include <string.h>

#include "random.h"

void chain_init(struct chain *chain, uint64_t span, uint64_t stride, uint64_t line, uint64_t seed)
{
    chain->lines = span / stride;
    chain->line = line;
    chain->stride = stride;
    chain->slots = stride / line;
    chain->offset_seed = random_combine(seed, 1);
    cycle_init(&chain->cycle, chain->lines, random_combine(seed, 2));
}

uint64_t chain_offset(const struct chain *chain, uint64_t i)
{
    uint64_t begin = i * chain->stride;
    if (chain->slots == 1)
        return begin;
    return begin + chain->line * random_hash_below(chain->offset_seed, i, chain->slots);
}

void chain_link(const struct chain *chain, unsigned char *memory, uint64_t from, uint64_t to)
{
    /* A copy that no store into `memory` can alias, so that the constants stay in registers. */
    const struct chain own = *chain;
    for (uint64_t i = from; i < to; i++) {
        unsigned char *next = memory + chain_offset(&own, cycle_next(&own.cycle, i));
        memcpy(memory + chain_offset(&own, i), &next, sizeof next);
    }
}

void *chain_start(const struct chain *chain, unsigned char *memory, unsigned stream,
                  unsigned streams)
{
    /* stream * lines / streams without overflow. */
    uint64_t whole = chain->lines / streams;
    uint64_t rest = chain->lines % streams;
    uint64_t position = stream * whole + stream * rest / streams;
    return memory + chain_offset(chain, cycle_line(&chain->cycle, position));
}

/*
 * One random cycle over any number of lines, in closed form: no table, no shuffle.
 *
 * A bijection f on k bits takes a position in the cycle to a line. It is a few rounds of
 *
 *     x ^= key;   x *= odd multiplier mod 2^k;   x ^= x >> s,  s = ceil(k / 2)
 *
 * each of which can be undone: the multiplier has an inverse mod 2^k, and because 2s >= k the shift
 * undoes itself. So the line after line a is f(f^-1(a) + 1), wherever a is, and a chain can be
 * written in the order of addresses. Starting points inside the cycle cost nothing: position p is
 * at line f(p), so N equal arcs begin at f(j * count / N).
 *
 * For a count that is not a power of two, 2^k is the next one above it and f is applied again until
 * the result is a line (cycle walking; Black and Rogaway, "Ciphers with arbitrary finite domains",
 * CT-RSA 2002). That is a bijection on the lines, and takes fewer than two rounds on average.
 *
 * The functions are inline because linking 1 GB calls them millions of times.
 */
#ifndef PAGEWALK_COLLECT_CYCLE_H
#define PAGEWALK_COLLECT_CYCLE_H

#include <stdint.h>

/* Each round costs time in linking, and fewer are not random enough: with three, chain_test finds
 * distances between neighbours that are far from uniform. */
#define CYCLE_ROUNDS 5

struct cycle {
    uint64_t count; /* lines, at least 1, at most 2^63 */
    uint64_t mask;  /* 2^k - 1 */
    unsigned shift; /* ceil(k / 2), at least 1 */
    uint64_t key[CYCLE_ROUNDS];
    uint64_t multiplier[CYCLE_ROUNDS];
    uint64_t inverse[CYCLE_ROUNDS]; /* multiplier * inverse = 1 mod 2^64 */
};

void cycle_init(struct cycle *cycle, uint64_t count, uint64_t seed);

/* The line at a position of the cycle; both run from 0 to count - 1. */
static inline uint64_t cycle_line(const struct cycle *cycle, uint64_t position)
{
    uint64_t x = position;
    do {
#pragma GCC unroll 5
        for (unsigned i = 0; i < CYCLE_ROUNDS; i++) {
            x ^= cycle->key[i];
            x = x * cycle->multiplier[i] & cycle->mask;
            x ^= x >> cycle->shift;
        }
    } while (x >= cycle->count);
    return x;
}

/* The position of a line: the inverse of cycle_line(). */
static inline uint64_t cycle_position(const struct cycle *cycle, uint64_t line)
{
    uint64_t x = line;
    do {
#pragma GCC unroll 5
        for (unsigned i = CYCLE_ROUNDS; i-- > 0;) {
            x ^= x >> cycle->shift;
            x = x * cycle->inverse[i] & cycle->mask;
            x ^= cycle->key[i];
        }
    } while (x >= cycle->count);
    return x;
}

/* The line that follows `line` in the cycle. */
static inline uint64_t cycle_next(const struct cycle *cycle, uint64_t line)
{
    uint64_t position = cycle_position(cycle, line) + 1;
    return cycle_line(cycle, position == cycle->count ? 0 : position);
}

#endif

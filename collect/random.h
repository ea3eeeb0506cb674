/*
 * Random numbers for shuffles, offsets and cycles: small, seeded, the same on every machine.
 *
 * The mixing function is the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable
 * pseudorandom number generators", OOPSLA 2014, with Stafford's variant 13 of the constants). The C
 * library's generators are left alone: they differ between libraries.
 */
#ifndef PAGEWALK_COLLECT_RANDOM_H
#define PAGEWALK_COLLECT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#define RANDOM_STEP UINT64_C(0x9e3779b97f4a7c15) /* 2^64 / golden ratio, odd */

/* A bijection on 64 bits whose every output bit depends on every input bit. */
static inline uint64_t random_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The seed of a part: (seed, round), then (that, cell). Parts with different values get unrelated
 * seeds, and combine(combine(s, a), b) differs from combine(combine(s, b), a). */
static inline uint64_t random_combine(uint64_t seed, uint64_t value)
{
    return random_mix(seed + RANDOM_STEP * (random_mix(value + RANDOM_STEP) | 1));
}

/* A hash of `index` scaled to 0 .. limit - 1; limit is 1 .. 2^32. */
static inline uint64_t random_hash_below(uint64_t seed, uint64_t index, uint64_t limit)
{
    return (random_mix(seed + RANDOM_STEP * index) >> 32) * limit >> 32;
}

struct random {
    uint64_t state; /* the seed at first */
};

uint64_t random_next(struct random *random);

/* Uniform in 0 .. limit - 1, without bias; limit is at least 1. */
uint64_t random_below(struct random *random, uint64_t limit);

/* Fisher and Yates' shuffle: every order of the items is equally likely. */
void random_shuffle(struct random *random, size_t *items, size_t count);

#endif

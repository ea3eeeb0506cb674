#include "cycle.h"

#include "random.h"

/* The inverse of an odd number mod 2^64 by Newton's iteration. m * m = 1 mod 8, so m is its own
 * inverse in three bits, and each step doubles the bits that are right: 3, 6, 12, 24, 48, 96. */
static uint64_t odd_inverse(uint64_t m)
{
    uint64_t x = m;
    for (int i = 0; i < 5; i++)
        x *= 2 - m * x;
    return x;
}

void cycle_init(struct cycle *cycle, uint64_t count, uint64_t seed)
{
    struct random random = {.state = seed};
    unsigned bits = 0;
    while (UINT64_C(1) << bits < count)
        bits++;
    cycle->count = count;
    cycle->mask = (UINT64_C(1) << bits) - 1;
    cycle->shift = bits > 1 ? (bits + 1) / 2 : 1;
    for (unsigned i = 0; i < CYCLE_ROUNDS; i++) {
        cycle->key[i] = random_next(&random) & cycle->mask;
        /* 5 mod 8: odd, and never close to 1 or -1, which would leave the low bits alone. */
        cycle->multiplier[i] = (random_next(&random) & ~UINT64_C(7)) | 5;
        cycle->inverse[i] = odd_inverse(cycle->multiplier[i]);
    }
}

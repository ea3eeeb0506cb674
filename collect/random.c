#include "random.h"

uint64_t random_next(struct random *random)
{
    random->state += RANDOM_STEP;
    return random_mix(random->state);
}

uint64_t random_below(struct random *random, uint64_t limit)
{
    /* The first 2^64 mod limit values would make small results more likely than large ones. */
    uint64_t unfair = (0 - limit) % limit;
    uint64_t value;
    do
        value = random_next(random);
    while (value < unfair);
    return value % limit;
}

void random_shuffle(struct random *random, size_t *items, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = (size_t)random_below(random, i);
        size_t item = items[i - 1];
        items[i - 1] = items[other];
        items[other] = item;
    }
}

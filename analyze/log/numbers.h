/*
 * A set of whole numbers that is emptied in no time: the chunks of a measurement, thousands of
 * times over. A set of interned strings too, by their addresses.
 *
 * Zero-initialized is empty. Adding takes constant time on average, whatever the numbers.
 */
#ifndef PAGEWALK_NUMBERS_H
#define PAGEWALK_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct numbers_place {
    uint64_t number, generation;
};

struct numbers {
    struct numbers_place *places;
    size_t size, count;
    uint64_t generation; /* places of other generations are free; never 0 */
};

/* 1 when `number` is new, 0 when it was there, -1 when memory ran out. */
int numbers_add(struct numbers *numbers, uint64_t number);

bool numbers_has(const struct numbers *numbers, uint64_t number);

void numbers_clear(struct numbers *numbers);
void numbers_free(struct numbers *numbers);

static inline uint64_t number_of_string(const char *interned)
{
    return (uint64_t)(uintptr_t)interned;
}

#endif

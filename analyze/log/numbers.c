#include "numbers.h"

#include <stdlib.h>

#include <xxhash.h>

/* The place of the number, or the free one for it. Never called on a full table. */
static struct numbers_place *find(const struct numbers *numbers, uint64_t number)
{
    size_t mask = numbers->size - 1;
    size_t at = (size_t)XXH3_64bits(&number, sizeof number) & mask;
    for (;; at = (at + 1) & mask) {
        struct numbers_place *place = &numbers->places[at];
        if (place->generation != numbers->generation || place->number == number)
            return place;
    }
}

static int grow(struct numbers *numbers)
{
    struct numbers old = *numbers;
    numbers->size = old.size ? 2 * old.size : 64;
    numbers->places = calloc(numbers->size, sizeof *numbers->places);
    if (!numbers->places) {
        *numbers = old;
        return -1;
    }
    if (numbers->generation == 0)
        numbers->generation = 1;
    for (size_t i = 0; i < old.size; i++)
        if (old.places[i].generation == old.generation)
            *find(numbers, old.places[i].number) = old.places[i];
    free(old.places);
    return 0;
}

int numbers_add(struct numbers *numbers, uint64_t number)
{
    if (2 * numbers->count >= numbers->size && grow(numbers) < 0)
        return -1;
    struct numbers_place *place = find(numbers, number);
    if (place->generation == numbers->generation)
        return 0;
    *place = (struct numbers_place){number, numbers->generation};
    numbers->count++;
    return 1;
}

bool numbers_has(const struct numbers *numbers, uint64_t number)
{
    return numbers->count && find(numbers, number)->generation == numbers->generation;
}

void numbers_clear(struct numbers *numbers)
{
    numbers->count = 0;
    numbers->generation++;
}

void numbers_free(struct numbers *numbers)
{
    free(numbers->places);
    *numbers = (struct numbers){0};
}

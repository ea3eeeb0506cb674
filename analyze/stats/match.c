#include "match.h"

#include <string.h>

bool match_phase(const struct cell *cell, const char *phase)
{
    return strcmp(cell->levels[FACTOR_PHASE].text, phase) == 0;
}

bool match_side(const struct cell *cell, const char *side)
{
    return strcmp(cell->levels[FACTOR_SIDE].text, side) == 0;
}

bool match_level(const struct cell *a, const struct cell *b, size_t factor)
{
    return levels_compare(&a->levels[factor], &b->levels[factor], 1) == 0;
}

bool match_access(const struct cell *a, const struct cell *b)
{
    static const enum factor factors[] = {FACTOR_MACHINE,    FACTOR_WORKLOAD,     FACTOR_LINE_BYTES,
                                          FACTOR_SPAN_BYTES, FACTOR_STRIDE_BYTES, FACTOR_PHASE};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        if (!match_level(a, b, factors[i]))
            return false;
    return true;
}

bool match_page(const struct cell *a, const struct cell *b)
{
    return match_level(a, b, FACTOR_PAGE_KIND) && match_level(a, b, FACTOR_PAGE_BYTES);
}

bool match_declared(const struct factors *factors, const struct cell *a, const struct cell *b)
{
    for (size_t i = FACTOR_FIXED; i < factors->count; i++)
        if (*a->levels[i].text && *b->levels[i].text && !match_level(a, b, i))
            return false;
    return true;
}

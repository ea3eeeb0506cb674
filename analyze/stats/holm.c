#include "holm.h"

#include <math.h>
#include <stdlib.h>

struct entry {
    double p;
    size_t index;
};

static int by_p(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

int holm_adjust(const double *p, size_t n, double *adjusted)
{
    struct entry *entries = calloc(n ? n : 1, sizeof *entries);
    size_t family = 0;
    if (!entries)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (!isnan(p[i]))
            entries[family++] = (struct entry){p[i], i};
    for (size_t i = 0; i < n; i++)
        adjusted[i] = (double)NAN;
    qsort(entries, family, sizeof *entries, by_p);
    double least = 0; /* a larger P never gets a smaller adjusted one */
    for (size_t i = 0; i < family; i++) {
        least = fmax(least, fmin(1, (double)(family - i) * entries[i].p));
        adjusted[entries[i].index] = least;
    }
    free(entries);
    return 0;
}

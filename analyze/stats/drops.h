/*
 * What was dropped, and whether it matters.
 *
 * A rule that drops measurements by a clock check is sound as long as what it drops does not depend
 * on what is compared. So drops of loop measurements are counted by machine, factor and level, each
 * level is tested against all other levels of that factor (Fisher's exact test, over all reasons
 * together), and the P values of the whole table are adjusted by Holm. The test takes measurements
 * as independent; drops that come in runs make its P values too small.
 */
#ifndef PAGEWALK_DROPS_H
#define PAGEWALK_DROPS_H

#include "../model.h"
#include "../results/frame.h"

struct drop_row {
    const char *machine, *factor; /* "run", "page", or a factor's name */
    const char *level;            /* as the results show it */
    const char *reason;           /* "": all reasons together, the only row with a P value */
    uint64_t measurements, dropped, rest_measurements, rest_dropped;
    double p, p_holm; /* NaN where there is no test */
};

struct drops {
    struct drop_row *rows; /* owned; texts live in the campaign's arena */
    size_t count, capacity;
};

/* Factors with a single level make no row. Errors: out of memory. */
int drops_build(struct drops *drops, struct campaign *campaign, struct error *error);
void drops_free(struct drops *drops);

/* drops.csv. */
void drops_frame(struct frame *frame, const struct drops *drops);

/*
 * Bounds of a median of `n` kept values (ascending) from which `dropped` more are missing: had all
 * of them been lowest, then highest (type 7, as every quantile here). NaN: unbounded, because the
 * median could be one of the missing.
 */
void drops_bounds(const double *sorted, size_t n, size_t dropped, double *low, double *high);

#endif

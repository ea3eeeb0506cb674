/*
 * What was dropped, and whether it matters.
 *
 * A rule that drops measurements by a clock check is sound as long as what it drops does not depend
 * on what is compared. So drops of loop measurements are counted by machine, factor and level, each
 * level is tested against all other levels of that factor (Fisher's exact test, over all reasons
 * together), and the P values of the whole table are adjusted by Holm. The test takes measurements
 * as independent; drops that come in runs make its P values too small (DROPS_NOTE). The two levels
 * of a factor that has no third are one and the same test, which stands twice in the family: the
 * adjusted values are then larger than they need be, never smaller.
 *
 * Skipped measurements and phases other than loop are never dropped and are not counted.
 */
#ifndef PAGEWALK_DROPS_H
#define PAGEWALK_DROPS_H

#include "../model.h"
#include "../results/frame.h"

/* What stands beside the table wherever it is shown. */
#define DROPS_NOTE                                                                                 \
    "P: Fisher's exact test of each level against the rest of its factor, adjusted by Holm over "  \
    "the table; it takes measurements as independent, so drops that cluster in runs make it too "  \
    "small"

struct drop_row {
    const char *machine, *factor; /* "run", "page", "line", "span", "stride", or a factor's name */
    const char *level;            /* "2M hugetlb", "64M", or the text in the log */
    const char *reason;           /* "": all reasons together, the only row with a P value */
    uint64_t measurements, dropped, rest_measurements, rest_dropped;
    double p, p_holm; /* NaN where there is no test */
};

struct drops {
    struct arena arena;    /* levels that are made of sizes */
    struct drop_row *rows; /* other texts are the campaign's, which outlives the drops */
    size_t count, capacity;
};

/*
 * Rows by machine, factor, level (sizes as numbers, all else bytewise), reason. A factor with a
 * single level makes no row, nor does a machine that dropped nothing: its P values would all be 1
 * and weaken every other machine's. A level without drops stands; a reason stands where it dropped
 * something. drops_free() in any case. Errors: out of memory.
 */
int drops_build(struct drops *drops, const struct campaign *campaign, struct error *error);
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

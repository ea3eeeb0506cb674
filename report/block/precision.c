#include "precision.h"

#include <math.h>

#include "../data/digits.h"

struct spread {
    double half, median;
};

static struct spread cell_spread(const struct results *results, size_t cell)
{
    const struct frame *cells = &results->frames[RESULTS_CELLS];
    double q1 = frame_number(cells, cell, frame_column(cells, "q1_ns"));
    double q3 = frame_number(cells, cell, frame_column(cells, "q3_ns"));
    return (struct spread){(q3 - q1) / 2,
                           frame_number(cells, cell, frame_column(cells, "median_ns"))};
}

/* Decimals the coarsest cell allows, and those the smallest median needs. */
static void survey(const struct results *results, const struct row_list *cells, int *coarsest,
                   int *wanted)
{
    double smallest = NAN;
    *coarsest = DIGITS_UNKNOWN;
    for (size_t i = 0; i < cells->count; i++) {
        struct spread spread = cell_spread(results, cells->rows[i]);
        int decimals = digits_from_spread(spread.half);
        if (decimals != DIGITS_UNKNOWN && (*coarsest == DIGITS_UNKNOWN || decimals < *coarsest))
            *coarsest = decimals;
        smallest = fmin(smallest, spread.median);
    }
    *wanted = digits_significant(smallest, *coarsest == DIGITS_UNKNOWN ? 3 : 2);
}

bool precision_is_uniform(const struct results *results, const struct row_list *cells)
{
    int coarsest, wanted;
    survey(results, cells, &coarsest, &wanted);
    return coarsest >= wanted;
}

int precision_ns(const struct results *results, const struct row_list *cells)
{
    int coarsest, wanted;
    survey(results, cells, &coarsest, &wanted);
    int decimals = coarsest > wanted ? coarsest : wanted;
    return decimals > 2 ? 2 : decimals;
}

int precision_percent(const struct results *results, const struct row_list *cells)
{
    int coarsest = DIGITS_UNKNOWN;
    for (size_t i = 0; i < cells->count; i++) {
        struct spread spread = cell_spread(results, cells->rows[i]);
        int decimals = digits_from_spread(100 * spread.half / spread.median);
        if (decimals != DIGITS_UNKNOWN && (coarsest == DIGITS_UNKNOWN || decimals < coarsest))
            coarsest = decimals;
    }
    return coarsest == 0 ? 0 : 1;
}

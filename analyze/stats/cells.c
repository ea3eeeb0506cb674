#include "cells.h"

#include <math.h>
#include <stdlib.h>

#include "quantile.h"

/* qsort has no context argument in C11, so each entry carries the number of factors. */
struct entry {
    const struct measurement *measurement;
    size_t factor_count;
};

static int by_levels(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = levels_compare(x->measurement->levels, y->measurement->levels, x->factor_count);
    if (order)
        return order;
    /* Measurements are sorted by run: keep that order inside a cell, to count its runs. */
    return (x->measurement > y->measurement) - (x->measurement < y->measurement);
}

static struct cell summarize(const struct entry *entries, size_t count, double *values,
                             double *clocks)
{
    struct cell cell = {
        .levels = entries[0].measurement->levels,
        .centre_ns = (double)NAN,
        .ci_low_ns = (double)NAN,
        .ci_high_ns = (double)NAN,
        .ci_coverage = (double)NAN,
    };
    const char *run = NULL;
    size_t clock_count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct measurement *measurement = entries[i].measurement;
        if (measurement->outcome == OUTCOME_DROPPED) {
            cell.dropped++;
            continue;
        }
        values[cell.n++] = measurement->ns_per_load;
        if (!isnan(measurement->clock))
            clocks[clock_count++] = measurement->clock;
        cell.runs += measurement->run != run;
        run = measurement->run;
    }
    quantile_sort(values, cell.n);
    cell.min_ns = quantile_sorted(values, cell.n, 0);
    cell.q1_ns = quantile_sorted(values, cell.n, 0.25);
    cell.median_ns = quantile_sorted(values, cell.n, 0.5);
    cell.q3_ns = quantile_sorted(values, cell.n, 0.75);
    cell.max_ns = quantile_sorted(values, cell.n, 1);
    cell.clock = quantile_median(clocks, clock_count);
    return cell;
}

int cells_build(struct campaign *campaign, struct error *error)
{
    size_t most = campaign->measurement_count ? campaign->measurement_count : 1, count = 0;
    struct entry *entries = calloc(most, sizeof *entries);
    double *values = calloc(most, 2 * sizeof *values);
    int status = 0;
    if (!entries || !values) {
        status = error_memory(error);
        goto out;
    }
    for (size_t i = 0; i < campaign->measurement_count; i++)
        if (campaign->measurements[i].outcome != OUTCOME_SKIPPED)
            entries[count++] = (struct entry){&campaign->measurements[i], campaign->factors.count};
    qsort(entries, count, sizeof *entries, by_levels);

    for (size_t first = 0, last; first < count; first = last) {
        const struct level *levels = entries[first].measurement->levels;
        for (last = first + 1; last < count; last++)
            if (levels_compare(levels, entries[last].measurement->levels,
                               campaign->factors.count) != 0)
                break;
        if (array_room(&campaign->cells, &campaign->cell_capacity, campaign->cell_count,
                       sizeof *campaign->cells) < 0) {
            status = error_memory(error);
            goto out;
        }
        campaign->cells[campaign->cell_count++] =
            summarize(entries + first, last - first, values, values + most);
    }
out:
    free(entries);
    free(values);
    return status;
}

const struct cell *cells_find(const struct campaign *campaign, const struct level *levels)
{
    size_t low = 0, high = campaign->cell_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = levels_compare(levels, campaign->cells[middle].levels, campaign->factors.count);
        if (order == 0)
            return &campaign->cells[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

#include "cells.h"

#include <math.h>
#include <stdlib.h>

#include "drops.h"
#include "quantile.h"
#include "variance.h"

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

/* Room for what is summed up of one cell at a time. */
struct scratch {
    double *values, *cycles, *clocks;
};

/* The kept measurements of one run stand together; gives their end. */
static size_t end_of_run(const struct entry *entries, size_t first, size_t count)
{
    size_t end = first + 1;
    while (end < count && entries[end].measurement->run == entries[first].measurement->run)
        end++;
    return end;
}

static void add_run(struct run_value *runs, struct cell *cell, struct variance *variance,
                    const struct entry *entries, size_t count, const struct scratch *scratch)
{
    size_t n = 0, clocks = 0;
    for (size_t i = 0; i < count; i++) {
        const struct measurement *measurement = entries[i].measurement;
        if (measurement->outcome != OUTCOME_USED)
            continue;
        scratch->values[n++] = measurement->ns_per_load;
        if (!isnan(measurement->cycles_per_load))
            scratch->cycles[clocks++] = measurement->cycles_per_load;
    }
    if (n == 0)
        return;
    variance_add(variance, scratch->values, n);
    runs[cell->runs++] = (struct run_value){
        .run = entries[0].measurement->run,
        .pair = entries[0].measurement->pair,
        .ns = quantile_median(scratch->values, n),
        .cycles = quantile_median(scratch->cycles, clocks),
    };
}

static int add_runs(struct cell *cell, const struct entry *entries, size_t count,
                    const struct scratch *scratch, struct arena *arena)
{
    size_t distinct = 0;
    for (size_t first = 0; first < count; first = end_of_run(entries, first, count))
        distinct++;
    struct run_value *runs = arena_alloc(arena, distinct * sizeof *runs);
    if (!runs)
        return -1;
    cell->run_values = runs;
    struct variance variance = {0};
    for (size_t first = 0, end; first < count; first = end) {
        end = end_of_run(entries, first, count);
        add_run(runs, cell, &variance, entries + first, end - first, scratch);
    }
    variance_icc(&variance, &cell->icc, &cell->design_effect);
    return 0;
}

static void summarize(struct cell *cell, const struct entry *entries, size_t count,
                      const struct scratch *scratch)
{
    size_t cycles = 0, clocks = 0;
    for (size_t i = 0; i < count; i++) {
        const struct measurement *measurement = entries[i].measurement;
        if (measurement->outcome == OUTCOME_DROPPED) {
            cell->dropped++;
            continue;
        }
        scratch->values[cell->n++] = measurement->ns_per_load;
        if (!isnan(measurement->cycles_per_load))
            scratch->cycles[cycles++] = measurement->cycles_per_load;
        if (!isnan(measurement->clock))
            scratch->clocks[clocks++] = measurement->clock;
    }
    quantile_sort(scratch->values, cell->n);
    cell->min_ns = quantile_sorted(scratch->values, cell->n, 0);
    cell->q1_ns = quantile_sorted(scratch->values, cell->n, 0.25);
    cell->median_ns = quantile_sorted(scratch->values, cell->n, 0.5);
    cell->q3_ns = quantile_sorted(scratch->values, cell->n, 0.75);
    cell->max_ns = quantile_sorted(scratch->values, cell->n, 1);
    drops_bounds(scratch->values, cell->n, cell->dropped, &cell->median_low_ns,
                 &cell->median_high_ns);
    cell->median_cycles = quantile_median(scratch->cycles, cycles);
    cell->clock = quantile_median(scratch->clocks, clocks);
}

static int add_cell(struct campaign *campaign, const struct entry *entries, size_t count,
                    const struct scratch *scratch, struct error *error)
{
    const double unknown = (double)NAN;
    if (array_room(&campaign->cells, &campaign->cell_capacity, campaign->cell_count,
                   sizeof *campaign->cells) < 0)
        return error_memory(error);
    struct cell *cell = &campaign->cells[campaign->cell_count++];
    *cell = (struct cell){
        .levels = entries[0].measurement->levels,
        .centre_ns = unknown,
        .ci_low_ns = unknown,
        .ci_high_ns = unknown,
        .ci_coverage = unknown,
    };
    summarize(cell, entries, count, scratch);
    if (add_runs(cell, entries, count, scratch, &campaign->arena) < 0)
        return error_memory(error);
    return 0;
}

int cells_build(struct campaign *campaign, struct error *error)
{
    size_t most = campaign->measurement_count ? campaign->measurement_count : 1, count = 0;
    struct entry *entries = calloc(most, sizeof *entries);
    double *room = calloc(most, 3 * sizeof *room);
    const struct scratch scratch = {room, room + most, room + 2 * most};
    int status = entries && room ? 0 : error_memory(error);
    for (size_t i = 0; status == 0 && i < campaign->measurement_count; i++)
        if (campaign->measurements[i].outcome != OUTCOME_SKIPPED)
            entries[count++] = (struct entry){&campaign->measurements[i], campaign->factors.count};
    if (count)
        qsort(entries, count, sizeof *entries, by_levels);
    for (size_t first = 0, end; first < count && status == 0; first = end) {
        const struct level *levels = entries[first].measurement->levels;
        for (end = first + 1; end < count; end++)
            if (levels_compare(levels, entries[end].measurement->levels, campaign->factors.count) !=
                0)
                break;
        status = add_cell(campaign, entries + first, end - first, &scratch, error);
    }
    free(entries);
    free(room);
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

#include "tiers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "quantile.h"

#define SMALLEST_SHARE 0.01
#define SMALLEST_GAP 0.03      /* of the medians, as a ratio less one */
#define SMALLEST_SEPARATION 6. /* gap over spread, both of log clocks */
#define MAD_TO_SIGMA 1.4826    /* for a normal distribution */

/* One clock check. Sorting keeps the run beside the clock, to ask later how many runs a group
 * spans. */
struct check {
    double clock;
    const char *run;
};

struct checks {
    struct check *items;
    size_t count, capacity;
};

static int by_clock(const void *a, const void *b)
{
    const struct check *x = a, *y = b;
    return (x->clock > y->clock) - (x->clock < y->clock);
}

static int collect_checks(const struct campaign *campaign, const char *machine,
                          struct checks *checks, struct error *error)
{
    for (size_t i = 0; i < campaign->measurement_count; i++) {
        const struct measurement *measurement = &campaign->measurements[i];
        if (measurement->levels[FACTOR_MACHINE].text != machine)
            continue;
        for (size_t j = 0; j < measurement->chunk_count; j++) {
            double clocks[] = {measurement->chunks[j].clock_before,
                               measurement->chunks[j].clock_after};
            for (int k = 0; k < 2; k++) {
                if (isnan(clocks[k]))
                    continue;
                if (array_room(&checks->items, &checks->capacity, checks->count,
                               sizeof *checks->items) < 0)
                    return error_memory(error);
                checks->items[checks->count++] = (struct check){clocks[k], measurement->run};
            }
        }
    }
    if (checks->count)
        qsort(checks->items, checks->count, sizeof *checks->items, by_clock);
    return 0;
}

/* Median of clocks first..last-1 of the sorted checks. */
static double median_between(const struct checks *checks, size_t first, size_t last)
{
    size_t n = last - first, middle = first + n / 2;
    return n % 2 ? checks->items[middle].clock
                 : (checks->items[middle - 1].clock + checks->items[middle].clock) / 2;
}

/* Robust standard deviation of the log clocks first..last-1; NaN when memory ran out. */
static double spread_between(const struct checks *checks, size_t first, size_t last)
{
    size_t n = last - first;
    double *deviations = malloc(n * sizeof *deviations);
    if (!deviations)
        return (double)NAN;
    double centre = log(median_between(checks, first, last));
    for (size_t i = 0; i < n; i++)
        deviations[i] = fabs(log(checks->items[first + i].clock) - centre);
    double spread = MAD_TO_SIGMA * quantile_median(deviations, n);
    free(deviations);
    return spread;
}

static size_t runs_between(const struct checks *checks, size_t first, size_t last)
{
    for (size_t i = first + 1; i < last; i++)
        if (checks->items[i].run != checks->items[first].run)
            return 2; /* nobody asks beyond two */
    return last > first;
}

/* The best two-way split: index of the first check of the upper group. 0 when all are equal. */
static size_t best_split(const struct checks *checks)
{
    size_t n = checks->count, best = 0;
    /* Logs relative to the median: sums of squares of raw logs would cancel. */
    double origin = log(median_between(checks, 0, n)), total = 0, below = 0, best_gain = 0;
    for (size_t i = 0; i < n; i++)
        total += log(checks->items[i].clock) - origin;
    for (size_t i = 1; i < n; i++) {
        below += log(checks->items[i - 1].clock) - origin;
        if (checks->items[i].clock == checks->items[i - 1].clock)
            continue; /* equal clocks are in one tier */
        double above = total - below;
        /* Least squares within is the most squares between; the total is fixed. */
        double gain =
            below * below / (double)i + above * above / (double)(n - i) - total * total / (double)n;
        if (gain > best_gain) {
            best_gain = gain;
            best = i;
        }
    }
    return best;
}

/* 1 when the split at `at` is two tiers, 0 when it cuts one in two, -1 when memory ran out. */
static int is_real(const struct checks *checks, size_t at)
{
    size_t n = checks->count;
    double smaller = (double)(at < n - at ? at : n - at);
    size_t runs_needed = runs_between(checks, 0, n);
    if (at == 0 || smaller < SMALLEST_SHARE * (double)n ||
        runs_between(checks, 0, at) < runs_needed || runs_between(checks, at, n) < runs_needed)
        return 0;
    double gap = log(median_between(checks, at, n)) - log(median_between(checks, 0, at));
    double spread = fmax(spread_between(checks, 0, at), spread_between(checks, at, n));
    if (isnan(spread))
        return -1;
    return gap >= log1p(SMALLEST_GAP) && gap >= SMALLEST_SEPARATION * spread;
}

static int add_tier(struct campaign *campaign, const char *machine, const struct checks *checks,
                    size_t first, size_t last, bool fastest, struct error *error)
{
    if (first == last)
        return 0;
    if (array_room(&campaign->tiers, &campaign->tier_capacity, campaign->tier_count,
                   sizeof *campaign->tiers) < 0)
        return error_memory(error);
    campaign->tiers[campaign->tier_count++] = (struct tier){
        .machine = machine,
        .low = checks->items[first].clock,
        .median = median_between(checks, first, last),
        .high = checks->items[last - 1].clock,
        .checks = last - first,
        .share = (double)(last - first) / (double)checks->count,
        .fastest = fastest,
    };
    return 0;
}

static int find_for_machine(struct campaign *campaign, const char *machine, double fast_clock,
                            struct error *error)
{
    struct checks checks = {0};
    int status = collect_checks(campaign, machine, &checks, error);
    if (status < 0 || checks.count == 0)
        goto out;
    size_t at = 0;
    if (fast_clock > 0) {
        while (at < checks.count && checks.items[at].clock < fast_clock)
            at++;
    } else {
        at = best_split(&checks);
        int real = is_real(&checks, at);
        if (real < 0) {
            status = error_memory(error);
            goto out;
        }
        if (!real)
            at = 0;
    }
    status = add_tier(campaign, machine, &checks, 0, at, false, error);
    if (status == 0)
        status = add_tier(campaign, machine, &checks, at, checks.count, true, error);
out:
    free(checks.items);
    return status;
}

int tiers_find(struct campaign *campaign, double fast_clock, struct error *error)
{
    /* Measurements are sorted by machine. */
    const char *machine = NULL;
    for (size_t i = 0; i < campaign->measurement_count; i++) {
        const char *this_machine = campaign->measurements[i].levels[FACTOR_MACHINE].text;
        if (this_machine == machine)
            continue;
        machine = this_machine;
        if (find_for_machine(campaign, machine, fast_clock, error) < 0)
            return -1;
    }
    return 0;
}

const struct tier *tiers_fastest(const struct campaign *campaign, const char *machine)
{
    for (size_t i = 0; i < campaign->tier_count; i++)
        if (campaign->tiers[i].machine == machine && campaign->tiers[i].fastest)
            return &campaign->tiers[i];
    return NULL;
}

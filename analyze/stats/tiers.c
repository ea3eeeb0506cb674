#include "tiers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cluster.h"

#define BIN_WIDTH 0.002 /* of the natural logarithm */
#define BINS 4001 /* exp(-4) to exp(4) adds per ns; what lies outside goes into the outer ones */
#define WINDOW 2  /* bins to either side over which a density is taken: 1% in all, */
#define WIDEST_WINDOW 8 /* or up to 3.4% where tiers are far apart */
#define SMALLEST_SHARE 0.01
#define SMALLEST_GAP 15     /* bins: 3% */
#define SMALLEST_VALLEY 4.5 /* standard deviations */
#define EMPTY_VALLEY 2.25   /* a valley that is mostly empty makes it so much surer */
#define NARROWEST                                                                                  \
    0.004 /* no tier is taken to be narrower, as standard deviation of the logarithm */

struct bin {
    uint64_t count;
    double low, high; /* of its checks */
    const char *run;  /* of the first check */
    bool several;     /* further runs have checks here */
};

struct histogram {
    struct bin bins[BINS];
    uint64_t below[BINS + 1]; /* checks in the bins before */
    bool several_runs;
};

/* A stretch of bins that may be a tier. */
struct group {
    size_t first, end; /* bins */
    size_t peak;
};

/*
 * Bins by table: a logarithm for each of millions of checks would cost more than all that is made
 * of them. The edges lie on steps of 1/65536 of an octave's lower end, so bins are as wide as
 * BIN_WIDTH to a tenth.
 */
#define STEPS 65536

struct bin_table {
    unsigned short
        offset[STEPS]; /* bins from the octave's lower end, by the fraction's upper bits */
    double octave;     /* bins in an octave */
};

static void fill_table(struct bin_table *table)
{
    table->octave = M_LN2 / BIN_WIDTH;
    for (size_t i = 0; i < STEPS; i++)
        table->offset[i] = (unsigned short)(log1p((double)i / STEPS) / BIN_WIDTH);
}

static size_t bin_of(const struct bin_table *table, double clock)
{
    int exponent;
    double fraction = 2 * frexp(clock, &exponent); /* 1 to 2 */
    size_t step = (size_t)((fraction - 1) * STEPS);
    double bin = floor((exponent - 1) * table->octave) + table->offset[step] + BINS / 2;
    return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : (size_t)bin;
}

static void add_check(struct histogram *histogram, const struct bin_table *table, double clock,
                      const char *run)
{
    struct bin *bin = &histogram->bins[bin_of(table, clock)];
    if (bin->count++ == 0) {
        bin->low = bin->high = clock;
        bin->run = run;
    }
    if (clock < bin->low)
        bin->low = clock;
    if (clock > bin->high)
        bin->high = clock;
    bin->several = bin->several || bin->run != run;
}

static bool several_runs(const struct histogram *histogram, size_t first, size_t end)
{
    const char *run = NULL;
    for (size_t i = first; i < end; i++) {
        const struct bin *bin = &histogram->bins[i];
        if (bin->count == 0)
            continue;
        if (bin->several || (run && bin->run != run))
            return true;
        run = bin->run;
    }
    return false;
}

/* The measurements of one machine, which stand together. */
struct machine {
    const char *name;
    const struct measurement *first, *end;
    uint64_t checks; /* all its clock checks */
};

/* Takes the machine's checks from `low` to below `limit`. */
static void fill(struct histogram *histogram, const struct machine *machine, double low,
                 double limit)
{
    struct bin_table table;
    memset(histogram, 0, sizeof *histogram);
    fill_table(&table);
    for (const struct measurement *at = machine->first; at < machine->end; at++)
        for (size_t i = 0; i < at->chunk_count; i++) {
            double clocks[] = {at->chunks[i].clock_before, at->chunks[i].clock_after};
            for (int j = 0; j < 2; j++)
                if (clocks[j] >= low && clocks[j] < limit)
                    add_check(histogram, &table, clocks[j], at->run);
        }
    for (size_t bin = 0; bin < BINS; bin++)
        histogram->below[bin + 1] = histogram->below[bin] + histogram->bins[bin].count;
    histogram->several_runs = several_runs(histogram, 0, BINS);
}

static uint64_t count_between(const struct histogram *histogram, size_t first, size_t end)
{
    return histogram->below[end] - histogram->below[first];
}

/* Checks in the window around a bin, as far as it lies in the group. */
static double density(const struct histogram *histogram, const struct group *group, size_t bin,
                      size_t window)
{
    size_t first = bin > group->first + window ? bin - window : group->first;
    size_t end = bin + window + 1 < group->end ? bin + window + 1 : group->end;
    return (double)count_between(histogram, first, end);
}

static void find_peak(const struct histogram *histogram, struct group *group)
{
    group->peak = group->first;
    for (size_t i = group->first; i < group->end; i++)
        if (density(histogram, group, i, WINDOW) > density(histogram, group, group->peak, WINDOW))
            group->peak = i;
}

static bool is_large(const struct histogram *histogram, const struct group *group)
{
    return (double)count_between(histogram, group->first, group->end) >=
               SMALLEST_SHARE * (double)histogram->below[BINS] &&
           (!histogram->several_runs || several_runs(histogram, group->first, group->end));
}

/* How deep the valley between two peaks is, in standard deviations of the counts; 0 where it is not
 * even half as deep as the lower peak is high. */
static double valley_depth(const struct histogram *histogram, const struct group *a,
                           const struct group *b, size_t window)
{
    const struct group both = {a->first, b->end, a->peak};
    double peak =
        fmin(density(histogram, a, a->peak, window), density(histogram, b, b->peak, window));
    double valley = peak;
    size_t empty = 0;
    for (size_t i = a->peak; i < b->peak; i++) {
        double here = density(histogram, &both, i, window);
        valley = fmin(valley, here);
        empty += here == 0;
    }
    if (valley >= peak / 2)
        return 0;
    /* The two checks of a chunk are all but one observation: half of the counts are independent. */
    double depth = (peak - valley) / 2 / sqrt((peak + valley) / 2 + 1);
    return 2 * empty > b->peak - a->peak ? EMPTY_VALLEY * depth : depth;
}

/*
 * How sure it is that two neighbours are apart: the depth of the valley between them, seen as
 * sharply as shows it best. Where one is too small to be a tier and does not stand apart, the value
 * is negative, and the lower the more checks connect the two, so that it joins the neighbour it
 * belongs to.
 */
static double separation(const struct histogram *histogram, const struct group *a,
                         const struct group *b)
{
    size_t apart = b->peak - a->peak;
    double sure = 0;
    for (size_t window = WINDOW;
         window <= WIDEST_WINDOW && apart >= SMALLEST_GAP && 4 * window <= apart; window *= 2)
        sure = fmax(sure, valley_depth(histogram, a, b, window));
    if (sure >= SMALLEST_VALLEY || (is_large(histogram, a) && is_large(histogram, b)))
        return sure;
    const struct group both = {a->first, b->end, a->peak};
    double valley = HUGE_VAL;
    for (size_t i = a->peak; i <= b->peak; i++)
        valley = fmin(valley, density(histogram, &both, i, WINDOW));
    return -valley - 1.0 / (double)(apart + 1);
}

static size_t count_large(const struct histogram *histogram, const struct group *groups,
                          size_t count)
{
    size_t large = 0;
    for (size_t i = 0; i < count; i++)
        large += is_large(histogram, &groups[i]);
    return large;
}

/* Joins the two least separated neighbours, again and again, until all that are left stand apart.
 */
static size_t join(const struct histogram *histogram, struct group *groups, size_t count)
{
    while (count > 1) {
        size_t weakest = 0;
        double least = HUGE_VAL;
        for (size_t i = 0; i + 1 < count; i++) {
            double sure = separation(histogram, &groups[i], &groups[i + 1]);
            if (sure < least) {
                least = sure;
                weakest = i;
            }
        }
        if (least >= SMALLEST_VALLEY && count_large(histogram, groups, count) <= TIERS_MOST)
            break;
        groups[weakest].end = groups[weakest + 1].end;
        find_peak(histogram, &groups[weakest]);
        memmove(&groups[weakest + 1], &groups[weakest + 2], (count - weakest - 2) * sizeof *groups);
        count--;
    }
    return count;
}

/* The segments of the histogram; 0 where it is empty or memory ran out (then with the error set).
 */
static size_t cut(const struct histogram *histogram, struct group groups[CLUSTER_MOST],
                  struct error *error)
{
    struct cluster_bin *bins = calloc(BINS, sizeof *bins);
    size_t *places = calloc(BINS, sizeof *places), used = 0;
    struct cluster cluster = {.count = 0};
    for (size_t i = 0; bins && places && i < BINS; i++) {
        if (histogram->bins[i].count == 0)
            continue;
        places[used] = i;
        bins[used++] =
            (struct cluster_bin){(double)i * BIN_WIDTH, (double)histogram->bins[i].count};
    }
    if (!bins || !places || (used && cluster_bins(bins, used, NARROWEST, &cluster) < 0)) {
        error_memory(error);
        cluster.count = 0;
    }
    for (size_t i = 0; i < cluster.count; i++) {
        groups[i].first = i ? places[cluster.firsts[i]] : 0;
        groups[i].end = i + 1 < cluster.count ? places[cluster.firsts[i + 1]] : BINS;
        find_peak(histogram, &groups[i]);
    }
    free(bins);
    free(places);
    return cluster.count;
}

/* The median, taken inside its bin as if the checks were spread evenly over it. */
static double median_of(const struct histogram *histogram, const struct group *group)
{
    double half = (double)count_between(histogram, group->first, group->end) / 2;
    for (size_t i = group->first; i < group->end; i++) {
        const struct bin *bin = &histogram->bins[i];
        double before = (double)count_between(histogram, group->first, i);
        if (bin->count && before + (double)bin->count >= half)
            return bin->low + (bin->high - bin->low) * (half - before) / (double)bin->count;
    }
    return (double)NAN;
}

static int add_tier(struct campaign *campaign, const struct machine *machine,
                    const struct histogram *histogram, const struct group *group, bool fastest,
                    struct error *error)
{
    struct tier tier = {
        .machine = machine->name,
        .low = HUGE_VAL,
        .median = median_of(histogram, group),
        .high = 0,
        .checks = count_between(histogram, group->first, group->end),
        .fastest = fastest,
    };
    if (tier.checks == 0)
        return 0;
    tier.share = (double)tier.checks / (double)machine->checks;
    for (size_t i = group->first; i < group->end; i++) {
        if (histogram->bins[i].count == 0)
            continue;
        tier.low = fmin(tier.low, histogram->bins[i].low);
        tier.high = fmax(tier.high, histogram->bins[i].high);
    }
    if (array_room(&campaign->tiers, &campaign->tier_capacity, campaign->tier_count,
                   sizeof *campaign->tiers) < 0)
        return error_memory(error);
    campaign->tiers[campaign->tier_count++] = tier;
    return 0;
}

/* `histogram` holds all checks of the machine. */
static int find_tiers(struct campaign *campaign, const struct machine *machine,
                      struct histogram *histogram, struct error *error)
{
    struct group groups[CLUSTER_MOST];
    size_t count = join(histogram, groups, cut(histogram, groups, error));
    if (count_large(histogram, groups, count) == 0 && histogram->several_runs) {
        /* Each run has a clock of its own, such as one guest and one host: one run must do. */
        histogram->several_runs = false;
        count = join(histogram, groups, cut(histogram, groups, error));
    }
    while (count > 0 && !is_large(histogram, &groups[count - 1]))
        count--; /* faster, but too few to be a tier */
    for (size_t i = 0; i < count; i++)
        if (is_large(histogram, &groups[i]) &&
            add_tier(campaign, machine, histogram, &groups[i], i + 1 == count, error) < 0)
            return -1;
    return error->set ? -1 : 0;
}

static int set_tiers(struct campaign *campaign, const struct machine *machine,
                     struct histogram *histogram, double fast_clock, struct error *error)
{
    const struct group all = {0, BINS, 0};
    for (int fast = 0; fast < 2; fast++) {
        fill(histogram, machine, fast ? fast_clock : 0, fast ? HUGE_VAL : fast_clock);
        if (add_tier(campaign, machine, histogram, &all, fast, error) < 0)
            return -1;
    }
    return 0;
}

int tiers_find(struct campaign *campaign, double fast_clock, struct error *error)
{
    struct histogram *histogram = malloc(sizeof *histogram);
    if (!histogram)
        return error_memory(error);
    const struct measurement *end = campaign->measurements + campaign->measurement_count;
    int status = 0;
    struct machine machine = {.end = campaign->measurements};
    while (machine.end < end && status == 0) {
        machine.first = machine.end;
        machine.name = machine.first->levels[FACTOR_MACHINE].text;
        while (machine.end < end && machine.end->levels[FACTOR_MACHINE].text == machine.name)
            machine.end++;
        fill(histogram, &machine, 0, HUGE_VAL);
        machine.checks = histogram->below[BINS];
        status = fast_clock > 0 ? set_tiers(campaign, &machine, histogram, fast_clock, error)
                                : find_tiers(campaign, &machine, histogram, error);
    }
    free(histogram);
    return status;
}

const struct tier *tiers_of_machine(const struct campaign *campaign, const char *machine,
                                    size_t *count)
{
    size_t first = 0;
    while (first < campaign->tier_count && campaign->tiers[first].machine != machine)
        first++;
    *count = 0;
    while (first + *count < campaign->tier_count &&
           campaign->tiers[first + *count].machine == machine)
        ++*count;
    return *count ? &campaign->tiers[first] : NULL;
}

size_t tiers_index(const struct tier *tiers, size_t count, double clock)
{
    for (size_t i = 0; i < count; i++)
        if (clock >= tiers[i].low && clock <= tiers[i].high)
            return i;
    return TIERS_NONE;
}

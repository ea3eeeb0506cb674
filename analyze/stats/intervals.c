#include "intervals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_statistics_double.h>

#include "../base/text.h"
#include "ranks.h"
#include "units.h"

#define EQUIVALENCE_CONFIDENCE 0.90 /* two one-sided tests at 5% */
#define FEWEST_RUNS 6               /* fewer have no 95% interval */
#define MOST_RUNS 100000

/* Differences and log ratios of a delta, unit by unit; for an unpaired one, both sides' values. */
struct samples {
    double *differences, *logs;
    double *cycle_logs; /* log ratios in cycles per load; of no use where one is NaN */
    size_t count;
};

static double *run_values(const struct cell *cell, double (*transform)(double))
{
    double *values = calloc(cell->runs ? cell->runs : 1, sizeof *values);
    for (size_t i = 0; values && i < cell->runs; i++)
        values[i] = transform ? transform(cell->run_values[i].ns) : cell->run_values[i].ns;
    return values;
}

static int set_cell(struct cell *cell, struct error *error)
{
    if (cell->runs == 0)
        return 0;
    double *values = run_values(cell, NULL);
    struct rank_interval interval;
    int status =
        values ? ranks_one_sample(values, cell->runs, INTERVALS_CONFIDENCE, &interval) : -1;
    free(values);
    if (status < 0)
        return error_memory(error);
    cell->centre_ns = interval.centre;
    cell->ci_low_ns = interval.low;
    cell->ci_high_ns = interval.high;
    cell->ci_coverage = interval.coverage;
    return 0;
}

/* What one pairing, or none, says of a delta. */
struct estimate {
    struct rank_interval ns;
    bool has_ratio;
    struct rank_interval log_ratio;
    struct rank_interval within; /* of the log ratio, at the confidence of equivalence */
};

static int estimate_paired(const struct samples *samples, struct estimate *estimate)
{
    const size_t n = samples->count;
    estimate->has_ratio = samples->logs != NULL;
    if (ranks_one_sample(samples->differences, n, INTERVALS_CONFIDENCE, &estimate->ns) < 0)
        return -1;
    if (!estimate->has_ratio)
        return 0;
    return ranks_one_sample(samples->logs, n, INTERVALS_CONFIDENCE, &estimate->log_ratio) < 0 ||
                   ranks_one_sample(samples->logs, n, EQUIVALENCE_CONFIDENCE, &estimate->within) < 0
               ? -1
               : 0;
}

static int estimate_unpaired(const struct cell *from, const struct cell *against,
                             struct estimate *estimate)
{
    double *x = run_values(from, NULL), *y = run_values(against, NULL);
    double *log_x = run_values(from, log), *log_y = run_values(against, log);
    const size_t m = from->runs, n = against->runs;
    int status = -1;
    estimate->has_ratio = true;
    if (x && y && log_x && log_y &&
        ranks_two_samples(x, m, y, n, INTERVALS_CONFIDENCE, &estimate->ns) == 0 &&
        ranks_two_samples(log_x, m, log_y, n, INTERVALS_CONFIDENCE, &estimate->log_ratio) == 0 &&
        ranks_two_samples(log_x, m, log_y, n, EQUIVALENCE_CONFIDENCE, &estimate->within) == 0)
        status = 0;
    free(x);
    free(y);
    free(log_x);
    free(log_y);
    return status;
}

/* The interval of the difference in ns had the units not been joined. */
static int ns_unpaired(const struct cell *from, const struct cell *against,
                       struct rank_interval *interval)
{
    double *x = run_values(from, NULL), *y = run_values(against, NULL);
    int status =
        x && y ? ranks_two_samples(x, from->runs, y, against->runs, INTERVALS_CONFIDENCE, interval)
               : -1;
    free(x);
    free(y);
    return status;
}

static double larger_end(double low, double high)
{
    return isnan(low) ? low : fmax(fabs(low), fabs(high));
}

static void set_estimate(struct delta *delta, const struct estimate *estimate, double margin)
{
    delta->paired_ns = estimate->ns.centre;
    delta->ci_low_ns = estimate->ns.low;
    delta->ci_high_ns = estimate->ns.high;
    delta->ci_coverage = estimate->ns.coverage;
    delta->p = estimate->ns.p;
    if (estimate->ns.coverage >= INTERVALS_CONFIDENCE)
        delta->excluded_ns = larger_end(delta->ci_low_ns, delta->ci_high_ns);
    if (!estimate->has_ratio)
        return;
    delta->paired_percent = 100 * expm1(estimate->log_ratio.centre);
    delta->percent_ci_low = 100 * expm1(estimate->log_ratio.low);
    delta->percent_ci_high = 100 * expm1(estimate->log_ratio.high);
    if (estimate->log_ratio.coverage >= INTERVALS_CONFIDENCE)
        delta->excluded_percent = larger_end(delta->percent_ci_low, delta->percent_ci_high);
    if (estimate->within.coverage < EQUIVALENCE_CONFIDENCE)
        return;
    bool inside = estimate->within.low >= log1p(-margin / 100) &&
                  estimate->within.high <= log1p(margin / 100);
    delta->equivalent = inside ? "yes" : "no";
}

/* Effect, in standard deviations of the paired differences, that the signed ranks find in `runs`
 * runs with the power asked for. The t test's, at the asymptotic relative efficiency 3/pi of the
 * ranks (Lehmann, Nonparametrics, ch. 4); under 14 runs so few rank sums reject (6 runs: only all of
 * one sign) that the exact test's own power counts: of 100,000 normal samples each, to 0.01. */
static double smallest_effect(double runs)
{
    static const double exact[] = {1.80, 1.34, 1.25, 1.15, 1.03, 0.99, 0.94, 0.87};
    size_t place = (size_t)(runs - FEWEST_RUNS);
    if (place < sizeof exact / sizeof *exact)
        return exact[place];
    double reach = gsl_cdf_tdist_Pinv((1 + INTERVALS_CONFIDENCE) / 2, runs - 1) +
                   gsl_cdf_tdist_Pinv(INTERVALS_POWER, runs - 1);
    return reach / sqrt(runs * 3 / M_PI);
}

/* Smallest number of runs at which `effect` is found with the power asked for. */
static double runs_needed(double deviation, double effect)
{
    if (isnan(deviation))
        return (double)NAN;
    double low = FEWEST_RUNS, high = MOST_RUNS;
    while (low < high) {
        double runs = floor((low + high) / 2);
        if (smallest_effect(runs) * deviation <= effect)
            high = runs;
        else
            low = runs + 1;
    }
    return low;
}

/* Standard deviation of a run's log ratio: of paired units, or of both sides together. */
static double log_deviation(const struct delta *delta, const struct samples *samples)
{
    if (delta->pairs)
        return samples->logs && samples->count >= 2 ? gsl_stats_sd(samples->logs, 1, samples->count)
                                                    : (double)NAN;
    double variance = 0;
    const struct cell *sides[] = {delta->from, delta->against};
    for (int i = 0; i < 2; i++) {
        double *logs = run_values(sides[i], log);
        variance +=
            logs && sides[i]->runs >= 2 ? gsl_stats_variance(logs, 1, sides[i]->runs) : (double)NAN;
        free(logs);
    }
    return sqrt(variance);
}

/* Adds to what the note says already. */
static int note(struct delta *delta, struct arena *arena, const char *text)
{
    struct text joined = {0};
    text_format(&joined, "%s%s%s", delta->note, *delta->note ? "; " : "", text);
    if (!joined.failed)
        delta->note = arena_intern(arena, joined.bytes, joined.length);
    bool failed = joined.failed || !delta->note;
    text_free(&joined);
    return failed ? -1 : 0;
}

/* The differences that a delta is about, unit by unit. For translation-ratio a ratio exists only
 * where the extra time of both sides is positive; false where one unit lacks it, which leaves the
 * whole interval of the ratio empty. */
static bool take_differences(const struct delta *delta, const struct unit *units,
                             struct samples *samples)
{
    bool ratios = true;
    for (size_t i = 0; i < samples->count; i++) {
        const double *ns = units[i].ns, *cycles = units[i].cycles;
        if (!delta->from_base) {
            samples->differences[i] = ns[0] - ns[1];
            samples->logs[i] = log(ns[0] / ns[1]);
            samples->cycle_logs[i] = log(cycles[0] / cycles[1]);
            continue;
        }
        double guest = ns[0] - ns[2], host = ns[1] - ns[3];
        samples->differences[i] = guest - host;
        if (strcmp(delta->kind, "interaction") == 0)
            samples->logs[i] = log(ns[0] / ns[2]) - log(ns[1] / ns[3]);
        else if (guest > 0 && host > 0)
            samples->logs[i] = log(guest / host);
        else
            ratios = false;
    }
    return ratios;
}

static int join(struct delta *delta, struct samples *samples, struct arena *arena)
{
    const struct cell *cells[UNITS_CELLS] = {delta->from, delta->against, delta->from_base,
                                             delta->against_base};
    size_t cell_count = delta->from_base ? 4 : 2;
    struct unit *units = calloc(delta->from->runs, sizeof *units);
    samples->differences = calloc(delta->from->runs, sizeof *samples->differences);
    samples->logs = calloc(delta->from->runs, sizeof *samples->logs);
    samples->cycle_logs = calloc(delta->from->runs, sizeof *samples->cycle_logs);
    int status = -1;
    if (!units || !samples->differences || !samples->logs || !samples->cycle_logs)
        goto out;
    bool across = strcmp(delta->kind, "guest-host") == 0 || delta->from_base;
    if (!across && units_join(cells, cell_count, UNITS_BY_RUN, units, &samples->count) < 0)
        goto out;
    if (samples->count == 0 &&
        units_join(cells, cell_count, UNITS_BY_PAIR, units, &samples->count) < 0)
        goto out;
    status = 0;
    if (!take_differences(delta, units, samples)) {
        free(samples->logs);
        samples->logs = NULL;
        status = note(delta, arena,
                      "no interval of the ratio: extra time is not positive in every pair");
    }
out:
    free(units);
    return status;
}

/* The same estimate in cycles per load, where every unit has a clock. */
static int set_cycles(struct delta *delta, const struct samples *samples, struct arena *arena)
{
    struct rank_interval interval;
    for (size_t i = 0; i < samples->count; i++)
        if (isnan(samples->cycle_logs[i]))
            return 0;
    if (ranks_one_sample(samples->cycle_logs, samples->count, INTERVALS_CONFIDENCE, &interval) < 0)
        return -1;
    delta->paired_percent_cycles = 100 * expm1(interval.centre);
    if (delta->paired_percent_cycles < delta->percent_ci_low ||
        delta->paired_percent_cycles > delta->percent_ci_high)
        return note(delta, arena, "in cycles per load the difference lies outside the interval");
    return 0;
}

/* Two cells, paired where units join and unpaired where none do. */
static int set_simple(struct delta *delta, const struct samples *samples,
                      const struct margins *margins, struct arena *arena)
{
    struct estimate estimate;
    if (samples->count == 0) {
        if (estimate_unpaired(delta->from, delta->against, &estimate) < 0)
            return -1;
        set_estimate(delta, &estimate, margins->equivalence);
        if (note(delta, arena, "unpaired") < 0)
            return -1;
    } else {
        struct rank_interval unpaired;
        if (estimate_paired(samples, &estimate) < 0 ||
            ns_unpaired(delta->from, delta->against, &unpaired) < 0)
            return -1;
        set_estimate(delta, &estimate, margins->equivalence);
        double width = estimate.ns.high - estimate.ns.low;
        if (width > 0)
            delta->pairing_gain = (unpaired.high - unpaired.low) / width;
        if (set_cycles(delta, samples, arena) < 0)
            return -1;
    }
    delta->runs_needed = runs_needed(log_deviation(delta, samples), log1p(margins->effect / 100));
    return 0;
}

/* Two differences, compared within pairs or not at all. */
static int set_compared(struct delta *delta, const struct samples *samples,
                        const struct margins *margins, struct arena *arena)
{
    struct estimate paired;
    if (samples->count == 0)
        return note(delta, arena, "no interval: no pair has all four cells");
    if (estimate_paired(samples, &paired) < 0)
        return -1;
    set_estimate(delta, &paired, margins->equivalence);
    return 0;
}

static int set_delta(struct delta *delta, const struct margins *margins, struct arena *arena,
                     struct error *error)
{
    struct samples samples = {0};
    if (delta->from->runs == 0 || delta->against->runs == 0)
        return 0;
    int status = join(delta, &samples, arena);
    delta->pairs = samples.count;
    if (status == 0)
        status = delta->from_base ? set_compared(delta, &samples, margins, arena)
                                  : set_simple(delta, &samples, margins, arena);
    free(samples.differences);
    free(samples.logs);
    free(samples.cycle_logs);
    return status < 0 ? error_memory(error) : 0;
}

int intervals_set(struct campaign *campaign, const struct margins *margins, struct error *error)
{
    for (size_t i = 0; i < campaign->cell_count; i++)
        if (set_cell(&campaign->cells[i], error) < 0)
            return -1;
    for (size_t i = 0; i < campaign->delta_count; i++)
        if (set_delta(&campaign->deltas[i], margins, &campaign->arena, error) < 0)
            return -1;
    return 0;
}

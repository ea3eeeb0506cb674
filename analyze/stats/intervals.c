#include "intervals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_statistics_double.h>

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

/* Paired estimate of the differences and of the ratios. */
static int set_paired(struct delta *delta, const struct samples *samples, double margin)
{
    struct rank_interval ns, percent, within;
    if (ranks_one_sample(samples->differences, samples->count, INTERVALS_CONFIDENCE, &ns) < 0)
        return -1;
    delta->paired_ns = ns.centre;
    delta->ci_low_ns = ns.low;
    delta->ci_high_ns = ns.high;
    delta->ci_coverage = ns.coverage;
    delta->pairs = samples->count;
    delta->p = ns.p;
    if (!samples->logs)
        return 0;
    if (ranks_one_sample(samples->logs, samples->count, INTERVALS_CONFIDENCE, &percent) < 0 ||
        ranks_one_sample(samples->logs, samples->count, EQUIVALENCE_CONFIDENCE, &within) < 0)
        return -1;
    delta->paired_percent = 100 * expm1(percent.centre);
    delta->percent_ci_low = 100 * expm1(percent.low);
    delta->percent_ci_high = 100 * expm1(percent.high);
    if (within.coverage >= EQUIVALENCE_CONFIDENCE)
        delta->equivalent =
            within.low >= log1p(-margin / 100) && within.high <= log1p(margin / 100) ? "yes" : "no";
    return 0;
}

static int set_unpaired(struct delta *delta, double margin, struct rank_interval *ns)
{
    const struct cell *from = delta->from, *against = delta->against;
    double *x = run_values(from, NULL), *y = run_values(against, NULL);
    double *log_x = run_values(from, log), *log_y = run_values(against, log);
    struct rank_interval percent, within;
    int status = -1;
    if (!x || !y || !log_x || !log_y ||
        ranks_two_samples(x, from->runs, y, against->runs, INTERVALS_CONFIDENCE, ns) < 0 ||
        ranks_two_samples(log_x, from->runs, log_y, against->runs, INTERVALS_CONFIDENCE, &percent) <
            0 ||
        ranks_two_samples(log_x, from->runs, log_y, against->runs, EQUIVALENCE_CONFIDENCE,
                          &within) < 0)
        goto out;
    status = 0;
    if (delta->pairs > 0)
        goto out; /* asked only for the width that pairing saved */
    delta->paired_ns = ns->centre;
    delta->ci_low_ns = ns->low;
    delta->ci_high_ns = ns->high;
    delta->ci_coverage = ns->coverage;
    delta->p = ns->p;
    delta->paired_percent = 100 * expm1(percent.centre);
    delta->percent_ci_low = 100 * expm1(percent.low);
    delta->percent_ci_high = 100 * expm1(percent.high);
    if (within.coverage >= EQUIVALENCE_CONFIDENCE)
        delta->equivalent =
            within.low >= log1p(-margin / 100) && within.high <= log1p(margin / 100) ? "yes" : "no";
out:
    free(x);
    free(y);
    free(log_x);
    free(log_y);
    return status;
}

/* Smallest number of runs at which `effect` is found with the power asked for. */
static double runs_needed(double deviation, double effect)
{
    const double efficiency = 3 / M_PI;
    if (isnan(deviation))
        return (double)NAN;
    double low = FEWEST_RUNS, high = MOST_RUNS;
    while (low < high) {
        double runs = floor((low + high) / 2), freedom = runs - 1;
        double reach = gsl_cdf_tdist_Pinv((1 + INTERVALS_CONFIDENCE) / 2, freedom) +
                       gsl_cdf_tdist_Pinv(INTERVALS_POWER, freedom);
        if (reach * deviation / sqrt(runs * efficiency) <= effect)
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

static double larger_end(double low, double high)
{
    return isnan(low) ? low : fmax(fabs(low), fabs(high));
}

/* The differences that a delta is about, unit by unit. For translation-ratio a ratio exists only
 * where the extra time of both sides is positive; one unit without it leaves the whole interval of
 * the ratio empty. */
static void take_differences(struct delta *delta, const struct unit *units, struct samples *samples)
{
    bool ratios = true;
    for (size_t i = 0; i < samples->count; i++) {
        const double *ns = units[i].ns;
        if (!delta->from_base) {
            samples->differences[i] = ns[0] - ns[1];
            samples->logs[i] = log(ns[0] / ns[1]);
            samples->cycle_logs[i] = log(units[i].cycles[0] / units[i].cycles[1]);
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
    if (!ratios) {
        free(samples->logs);
        samples->logs = NULL;
        if (!*delta->note)
            delta->note = "no interval of the ratio: extra time is not positive in every pair";
    }
}

static int join(struct delta *delta, struct samples *samples)
{
    const struct cell *cells[UNITS_CELLS] = {delta->from, delta->against, delta->from_base,
                                             delta->against_base};
    size_t cell_count = delta->from_base ? 4 : 2;
    size_t most = delta->from->runs ? delta->from->runs : 1;
    struct unit *units = calloc(most, sizeof *units);
    samples->differences = calloc(most, sizeof *samples->differences);
    samples->logs = calloc(most, sizeof *samples->logs);
    samples->cycle_logs = calloc(most, sizeof *samples->cycle_logs);
    if (!units || !samples->differences || !samples->logs || !samples->cycle_logs) {
        free(units);
        return -1;
    }
    samples->count = 0;
    bool across = strcmp(delta->kind, "guest-host") == 0 || delta->from_base;
    if (!across)
        samples->count = units_join(cells, cell_count, UNITS_BY_RUN, units);
    if (samples->count == 0)
        samples->count = units_join(cells, cell_count, UNITS_BY_PAIR, units);
    take_differences(delta, units, samples);
    free(units);
    return 0;
}

static void note(struct delta *delta, const char *text)
{
    if (!*delta->note)
        delta->note = text;
}

/* The same estimate in cycles per load, where every unit has a clock. */
static int set_cycles(struct delta *delta, const struct samples *samples)
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
        note(delta, "in cycles per load the difference lies outside the interval");
    return 0;
}

static int set_delta(struct delta *delta, const struct margins *margins, struct error *error)
{
    struct samples samples = {0};
    struct rank_interval unpaired;
    int status = -1;
    if (delta->from->runs == 0 || delta->against->runs == 0)
        return 0;
    if (join(delta, &samples) < 0)
        goto out;
    if (samples.count && set_paired(delta, &samples, margins->equivalence) < 0)
        goto out;
    if (delta->from_base) {
        if (samples.count == 0)
            note(delta, "no interval: no pair has all four cells");
    } else {
        if (set_unpaired(delta, margins->equivalence, &unpaired) < 0)
            goto out;
        if (samples.count == 0)
            note(delta, "unpaired");
        else if (set_cycles(delta, &samples) < 0)
            goto out;
        double width = delta->ci_high_ns - delta->ci_low_ns;
        if (samples.count && width > 0)
            delta->pairing_gain = (unpaired.high - unpaired.low) / width;
    }
    delta->excluded_ns = larger_end(delta->ci_low_ns, delta->ci_high_ns);
    delta->excluded_percent = larger_end(delta->percent_ci_low, delta->percent_ci_high);
    if (!delta->from_base)
        delta->runs_needed =
            runs_needed(log_deviation(delta, &samples), log1p(margins->effect / 100));
    status = 0;
out:
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
        if (set_delta(&campaign->deltas[i], margins, error) < 0)
            return -1;
    return 0;
}

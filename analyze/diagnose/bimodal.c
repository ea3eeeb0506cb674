/*
 * Bimodal runs: runs of one machine and side that fall into two groups, as boots do that got their
 * memory laid out in one of two ways.
 *
 * Engelman and Hartigan's test (split.h) over runs: first of each run's median of all its values
 * relative to their cells, then of the run medians of each cell. Only groups at least 1% apart
 * count. The value is the distance of the group means in percent of the smaller. Of the cells the
 * worst few with a significant split are listed, or else one row with the most pronounced one.
 *
 * A warning where a headline moves when only the runs of one group, and their pairs, are taken (for
 * a cell: a headline of that cell). Intervals over runs cover less than they claim then, too.
 *
 * Misses what split.h misses; needs six runs, and sees a rare state only when two runs had it.
 */
#include <math.h>
#include <stdlib.h>

#include "../stats/quantile.h"
#include "checks.h"
#include "headline.h"
#include "split.h"

#define STREAM 2         /* of random numbers */
#define WORST 3          /* cells listed for each machine and side */
#define APART_PERCENT 1. /* groups closer than this are one */

/* A run, with its value in a cell or over all cells. */
struct unit {
    double value;
    const char *run;
    int64_t pair;
};

struct bimodal {
    struct survey *survey;
    gsl_rng *rng;
    double *statistics[SPLIT_MOST + 1]; /* of normal samples of that size; NULL until needed */
    struct unit *units;
    bool *marks; /* of samples */
};

struct result {
    const struct cell *cell; /* NULL: all of them */
    struct split split;
    size_t runs;
    double percent, p;
    const char *note; /* of a headline that moves with one group alone, or "" */
    bool moves;
};

static int by_value(const void *a, const void *b)
{
    const struct unit *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

static const double *statistics_of(struct bimodal *bimodal, size_t n)
{
    if (!bimodal->statistics[n]) {
        double *drawn = survey_room(bimodal->survey, SPLIT_DRAWS, sizeof *drawn);
        if (!drawn)
            return NULL;
        split_draw(n, bimodal->rng, drawn);
        bimodal->statistics[n] = drawn;
    }
    return bimodal->statistics[n];
}

/* Whether the series is one of these runs, or on the other side of its pair. */
static bool belongs(const struct survey *survey, const struct series *series,
                    const struct group *group, const struct unit *units, size_t count)
{
    int64_t pair = survey->samples[series->first].measurement->pair;
    for (size_t i = 0; i < count; i++)
        if (series->side == group->side ? units[i].run == series->run
                                        : pair >= 0 && units[i].pair == pair)
            return true;
    return false;
}

/* Leaves out some of the units, and looks for a headline that moves. */
static void try_without(struct bimodal *bimodal, const struct group *group,
                        const struct unit *units, size_t count, const char *done,
                        struct result *result)
{
    struct survey *survey = bimodal->survey;
    double figure = 0;
    for (size_t i = 0; i < survey->series_count; i++) {
        const struct series *series = &survey->series[i];
        bool out =
            series->machine == group->machine && belongs(survey, series, group, units, count);
        for (size_t j = series->first; j < series->first + series->count; j++)
            bimodal->marks[j] = out;
    }
    const struct headline *moved = headline_without(survey, group->machine, group->side,
                                                    result->cell, bimodal->marks, &figure);
    if (moved) {
        result->moves = true;
        result->note = headline_note(survey, moved, done, figure);
    }
}

/* Tests bimodal->units; more than SPLIT_MOST are thinned to as many quantiles. */
static struct result test_units(struct bimodal *bimodal, const struct cell *cell, size_t count)
{
    double values[SPLIT_MOST];
    struct result result = {.cell = cell, .runs = count, .p = (double)NAN, .note = ""};
    if (count < SPLIT_FEWEST)
        return result;
    qsort(bimodal->units, count, sizeof *bimodal->units, by_value);
    size_t n = count < SPLIT_MOST ? count : SPLIT_MOST;
    for (size_t i = 0; i < n; i++)
        values[i] = bimodal->units[i * (count - 1) / (n - 1)].value;
    result.split = split_find(values, n);
    const double *statistics = statistics_of(bimodal, n);
    if (!statistics)
        return result;
    result.p = split_p(statistics, result.split.statistic);
    result.percent = cell ? 100 * (result.split.high / result.split.low - 1)
                          : result.split.high - result.split.low;
    if (result.percent < APART_PERCENT)
        result.p = 1;
    /* The place it has among all units. */
    result.split.first = result.split.first * (count - 1) / (n - 1);
    return result;
}

static struct result test_cell(struct bimodal *bimodal, const struct cell *cell)
{
    for (size_t i = 0; i < cell->runs; i++)
        bimodal->units[i] = (struct unit){cell->run_values[i].ns, cell->run_values[i].run,
                                          cell->run_values[i].pair};
    return test_units(bimodal, cell, cell->runs);
}

static struct result test_runs(struct bimodal *bimodal, const struct group *group)
{
    struct survey *survey = bimodal->survey;
    double *x = survey_room(survey, survey->sample_count, sizeof *x);
    double *relative = survey_room(survey, survey->sample_count, sizeof *relative);
    size_t count = 0;
    for (size_t i = 0; i < group->count && x && relative; i++) {
        const struct series *series = &survey->series[group->first + i];
        size_t n = survey_positions(survey, series, x, relative);
        if (n)
            bimodal->units[count++] =
                (struct unit){quantile_median(relative, n), series->run,
                              survey->samples[series->first].measurement->pair};
    }
    free(x);
    free(relative);
    return test_units(bimodal, NULL, count);
}

static void report(struct bimodal *bimodal, const struct group *group, struct result *result)
{
    struct survey *survey = bimodal->survey;
    struct finding finding = {
        .machine = group->machine,
        .side = group->side,
        .check = "bimodal-runs",
        .subject = result->cell ? survey_cell_name(survey, result->cell) : "all cells",
        .value = (double)NAN,
        .p = result->p,
        .verdict = FINDING_NOT_TESTABLE,
        .note = "fewer than six runs",
    };
    if (!isnan(result->p)) {
        size_t first = result->split.first;
        if (result->p < FINDING_SIGNIFICANCE) {
            try_without(bimodal, group, bimodal->units, first, "with the slower runs alone",
                        result);
            if (!result->moves)
                try_without(bimodal, group, bimodal->units + first, result->runs - first,
                            "with the faster runs alone", result);
        }
        finding.value = result->percent;
        finding.verdict = result->moves ? FINDING_WARNING : FINDING_NOTICE;
        finding.note = survey_text(survey, "percent between two groups of %zu and %zu runs%s",
                                   first, result->runs - first, result->note);
    }
    survey_report(survey, &finding);
}

/* By P, then by distance, then by cell. */
static int by_weight(const void *a, const void *b)
{
    const struct result *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    if (x->percent != y->percent)
        return x->percent > y->percent ? -1 : 1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

static void check_cells(struct bimodal *bimodal, const struct group *group, struct result *results)
{
    struct survey *survey = bimodal->survey;
    const struct campaign *campaign = survey->campaign;
    size_t count = 0, first = survey->diagnosis->count;
    for (size_t i = 0; i < campaign->cell_count; i++) {
        const struct cell *cell = &campaign->cells[i];
        bool has_samples = survey->cell_first[i] < survey->cell_first[i + 1];
        if (!has_samples || cell->levels[FACTOR_MACHINE].text != group->machine ||
            cell->levels[FACTOR_SIDE].text != group->side)
            continue;
        results[count] = test_cell(bimodal, cell);
        if (!isnan(results[count].p))
            count++;
    }
    if (count == 0)
        return;
    qsort(results, count, sizeof *results, by_weight);
    for (size_t i = 0; i < count; i++) {
        /* Sorted units again, for the runs of each group. */
        results[i] = test_cell(bimodal, results[i].cell);
        report(bimodal, group, &results[i]);
    }
    survey_family(survey, first);
    size_t kept = first + 1;
    while (kept < survey->diagnosis->count && kept < first + WORST &&
           survey->diagnosis->findings[kept].p < FINDING_SIGNIFICANCE)
        kept++;
    survey->diagnosis->count = kept;
}

void check_bimodal(struct survey *survey)
{
    size_t most = survey->sample_count > survey->campaign->cell_count
                      ? survey->sample_count
                      : survey->campaign->cell_count;
    struct bimodal bimodal = {
        .survey = survey,
        .rng = survey_random(survey, STREAM),
        .units = survey_room(survey, most, sizeof *bimodal.units),
        .marks = survey_room(survey, most, sizeof *bimodal.marks),
    };
    struct result *results = survey_room(survey, most, sizeof *results);
    size_t first = survey->diagnosis->count;
    for (size_t i = 0; i < survey->group_count && !survey->failed; i++) {
        struct result result = test_runs(&bimodal, &survey->groups[i]);
        report(&bimodal, &survey->groups[i], &result);
    }
    survey_family(survey, first);
    for (size_t i = 0; i < survey->group_count && !survey->failed; i++)
        check_cells(&bimodal, &survey->groups[i], results);
    for (size_t i = 0; i <= SPLIT_MOST; i++)
        free(bimodal.statistics[i]);
    if (bimodal.rng)
        gsl_rng_free(bimodal.rng);
    free(bimodal.units);
    free(bimodal.marks);
    free(results);
}

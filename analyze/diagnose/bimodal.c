/*
 * Bimodal runs: runs of one machine and side that fall into two groups, as boots do that got their
 * memory laid out in one of two ways.
 *
 * Engelman and Hartigan's test (split.h) over runs: first of each run's median of all its values
 * relative to their cells, then of the run medians of each cell. Only groups at least 1% apart
 * count. The value is the distance of the group means in percent of the smaller. All cells are
 * tested, and their P values adjusted together; of each machine and side the worst few with a
 * significant split are listed, or else one row with the most pronounced one.
 *
 * A warning where a headline moves when only the runs of one group, and their pairs, are taken (for
 * a cell: a headline of that cell). Intervals over runs cover less than they claim then, too.
 *
 * Misses what split.h misses; needs six runs, and sees a rare state only when two runs had it.
 */
#include <math.h>
#include <stdlib.h>

#include "../stats/holm.h"
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
    const struct group *group;
    const struct cell *cell; /* NULL: all of them */
    struct split split;
    size_t runs;
    double percent, p;
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

/* What a headline becomes without some of the units, or "" where none moves. */
static const char *note_without(struct bimodal *bimodal, const struct result *result,
                                const struct unit *units, size_t count, const char *done)
{
    struct survey *survey = bimodal->survey;
    const struct group *group = result->group;
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
    return headline_note(survey, moved, done, figure);
}

/* Fills bimodal->units with the cell's runs, in the order of their values. */
static void load_cell(struct bimodal *bimodal, const struct cell *cell)
{
    for (size_t i = 0; i < cell->runs; i++)
        bimodal->units[i] = (struct unit){cell->run_values[i].ns, cell->run_values[i].run,
                                          cell->run_values[i].pair};
    qsort(bimodal->units, cell->runs, sizeof *bimodal->units, by_value);
}

/* The same with the group's runs as a whole; returns how many. */
static size_t load_runs(struct bimodal *bimodal, const struct group *group)
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
    if (count)
        qsort(bimodal->units, count, sizeof *bimodal->units, by_value);
    return count;
}

/* Tests the units loaded; more than SPLIT_MOST are thinned to as many quantiles. */
static struct result test_units(struct bimodal *bimodal, const struct group *group,
                                const struct cell *cell, size_t count)
{
    double values[SPLIT_MOST];
    struct result result = {.group = group, .cell = cell, .runs = count, .p = (double)NAN};
    if (count < SPLIT_FEWEST)
        return result;
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

/* The units of the result must be loaded. */
static void report(struct bimodal *bimodal, const struct result *result)
{
    struct survey *survey = bimodal->survey;
    const struct group *group = result->group;
    struct finding finding =
        survey_not_testable(group->machine, group->side, "bimodal-runs", "fewer than six runs");
    finding.subject = result->cell ? survey_cell_name(survey, result->cell) : "all cells";
    if (!isnan(result->p)) {
        size_t low = result->split.first, high = result->runs - low;
        bool split = result->p < FINDING_SIGNIFICANCE;
        const char *moves = "";
        if (split)
            moves =
                note_without(bimodal, result, bimodal->units, low, "with the slower runs alone");
        if (split && !*moves)
            moves = note_without(bimodal, result, bimodal->units + low, high,
                                 "with the faster runs alone");
        finding.value = result->percent;
        finding.p = result->p;
        finding.verdict = !split ? FINDING_OK : *moves ? FINDING_WARNING : FINDING_NOTICE;
        finding.note = survey_text(survey, "percent between two groups of %zu and %zu runs%s", low,
                                   high, moves);
    }
    survey_report(survey, &finding);
}

/* Tests every cell that has samples and runs enough; returns how many. */
static size_t test_cells(struct bimodal *bimodal, struct result *results)
{
    struct survey *survey = bimodal->survey;
    const struct campaign *campaign = survey->campaign;
    size_t count = 0;
    for (size_t i = 0; i < survey->group_count; i++)
        for (size_t j = 0; j < campaign->cell_count; j++) {
            const struct group *group = &survey->groups[i];
            const struct cell *cell = &campaign->cells[j];
            bool has_samples = survey->cell_first[j] < survey->cell_first[j + 1];
            if (!has_samples || cell->levels[FACTOR_MACHINE].text != group->machine ||
                cell->levels[FACTOR_SIDE].text != group->side)
                continue;
            load_cell(bimodal, cell);
            results[count] = test_units(bimodal, group, cell, cell->runs);
            count += isnan(results[count].p) ? 0 : 1;
        }
    return count;
}

static void adjust(struct survey *survey, struct result *results, size_t count)
{
    double *p = survey_room(survey, count, sizeof *p);
    for (size_t i = 0; p && i < count; i++)
        p[i] = results[i].p;
    if (p && holm_adjust(p, count, p) < 0)
        survey->failed = true;
    for (size_t i = 0; p && i < count; i++)
        results[i].p = p[i];
    free(p);
}

/* By machine and side, then by P, by distance, by cell. */
static int by_weight(const void *a, const void *b)
{
    const struct result *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    if (x->percent != y->percent)
        return x->percent > y->percent ? -1 : 1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

static void check_cells(struct bimodal *bimodal, struct result *results)
{
    size_t count = test_cells(bimodal, results), listed = 0;
    if (count == 0)
        return;
    adjust(bimodal->survey, results, count);
    qsort(results, count, sizeof *results, by_weight);
    for (size_t i = 0; i < count; i++) {
        if (i && results[i].group != results[i - 1].group)
            listed = 0;
        if (listed == 0 || (listed < WORST && results[i].p < FINDING_SIGNIFICANCE)) {
            load_cell(bimodal, results[i].cell); /* whose runs may have to be left out */
            report(bimodal, &results[i]);
            listed++;
        }
    }
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
        size_t count = load_runs(&bimodal, &survey->groups[i]);
        struct result result = test_units(&bimodal, &survey->groups[i], NULL, count);
        report(&bimodal, &result);
    }
    survey_family(survey, first);
    if (!survey->failed)
        check_cells(&bimodal, results);
    for (size_t i = 0; i <= SPLIT_MOST; i++)
        free(bimodal.statistics[i]);
    if (bimodal.rng)
        gsl_rng_free(bimodal.rng);
    free(bimodal.units);
    free(bimodal.marks);
    free(results);
}

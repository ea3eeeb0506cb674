/*
 * Drift: whether values rise or fall from the first to the last round of a run, along its
 * measurements, and whether its first round stands apart.
 *
 * Over rounds and over position: Spearman's rank correlation of the values relative to their
 * cells, with runs as blocks (trend.h); the value is the change in percent from the first to the
 * last, median over runs. First round: per run the median of its first round less that of the
 * others, in percent; over runs Hodges-Lehmann's estimate and the signed-rank test (ranks.h).
 *
 * Drift over position makes a figure wrong by as much as the two cells lie apart in time. That is
 * worked out for each headline from where its measurements stood: in shuffled rounds next to
 * nothing, in a fixed order all of it. A first round apart is a warning where a headline moves
 * without it.
 *
 * Misses drift that goes up in some runs and down in others, ups and downs inside a run, and all
 * that happens between runs (pairs.c).
 */
#include <math.h>
#include <stdlib.h>

#include "../stats/quantile.h"
#include "../stats/ranks.h"
#include "checks.h"
#include "drift.h"
#include "headline.h"
#include "trend.h"

#define NEGLIGIBLE 0.1 /* percent: too little to show in any figure, however certain */
#define FEWEST_RUNS 6  /* with fewer the signed-rank test cannot reach 5% */

typedef size_t take_values(const struct survey *, const struct series *, double *, double *);

/* Correlation and change over what `take` gives for x, over all runs of the group. */
static void follow(struct survey *survey, const struct group *group, take_values *take,
                   struct trend *trend, double *change)
{
    size_t most = survey->sample_count;
    double *x = survey_room(survey, most, sizeof *x), *y = survey_room(survey, most, sizeof *y);
    double *scratch = survey_room(survey, most, 2 * sizeof *scratch);
    double *changes = survey_room(survey, group->count, sizeof *changes);
    size_t count = 0;
    *trend = (struct trend){0};
    for (size_t i = 0; i < group->count && !survey->failed; i++) {
        size_t n = take(survey, &survey->series[group->first + i], x, y);
        trend_add(trend, x, y, n, scratch);
        double moved = trend_change(x, y, n, scratch);
        if (!isnan(moved))
            changes[count++] = moved;
    }
    *change = changes ? quantile_median(changes, count) : (double)NAN;
    free(x);
    free(y);
    free(scratch);
    free(changes);
}

double drift_over_position(struct survey *survey, const struct group *group)
{
    struct trend trend;
    double change;
    follow(survey, group, survey_positions, &trend, &change);
    return change;
}

/* Mean position of a cell's kept measurements in their runs. */
static double mean_position(const struct survey *survey, const struct cell *cell)
{
    size_t number = (size_t)(cell - survey->campaign->cells), count = 0;
    double sum = 0;
    for (size_t i = survey->cell_first[number]; i < survey->cell_first[number + 1]; i++) {
        const struct sample *sample = &survey->samples[survey->by_cell[i]];
        if (isnan(sample->relative))
            continue;
        sum += sample->position;
        count++;
    }
    return count ? sum / (double)count : 0.5;
}

/* The headline that drift moves furthest past its spread; *figure is without the drift. */
static const struct headline *moved_by(const struct survey *survey, const struct group *group,
                                       double change, double *figure)
{
    const struct headline *found = NULL;
    for (size_t i = 0; i < survey->headline_count && !isnan(change); i++) {
        const struct headline *headline = &survey->headlines[i];
        const struct cell *from = headline->delta->from, *against = headline->delta->against;
        if (from->levels[FACTOR_MACHINE].text != group->machine ||
            from->levels[FACTOR_SIDE].text != group->side ||
            against->levels[FACTOR_SIDE].text != group->side)
            continue;
        double from_ns = from->median_ns / (1 + change / 100 * (mean_position(survey, from) - 0.5));
        double against_ns =
            against->median_ns / (1 + change / 100 * (mean_position(survey, against) - 0.5));
        double without = headline_of(headline, from_ns, against_ns);
        if (headline_is_biased(headline, without) &&
            (!found || fabs(without - headline->figure) > fabs(*figure - found->figure))) {
            found = headline;
            *figure = without;
        }
    }
    return found;
}

static enum finding_verdict judge(const struct headline *moved, double percent)
{
    if (fabs(percent) < NEGLIGIBLE)
        return FINDING_OK;
    return moved ? FINDING_WARNING : FINDING_NOTICE;
}

static void report_trend(struct survey *survey, const struct group *group, const char *check,
                         take_values *take)
{
    struct trend trend;
    double change, figure = 0;
    follow(survey, group, take, &trend, &change);
    struct finding finding =
        survey_not_testable(group->machine, group->side, check,
                            "no run with kept measurements of several rounds or places");
    if (trend.blocks && !isnan(change)) {
        const struct headline *moved =
            take == survey_positions ? moved_by(survey, group, change, &figure) : NULL;
        finding.value = change;
        finding.p = trend_p(&trend);
        finding.verdict = judge(moved, change);
        finding.note = survey_text(
            survey, "percent from first to last, median of %zu run%s; rank correlation %+.3f%s",
            trend.blocks, trend.blocks == 1 ? "" : "s", trend_rho(&trend),
            headline_note(survey, moved, "without it", figure));
    }
    survey_report(survey, &finding);
}

static void mark_first_round(const struct survey *survey, const struct series *series, bool *marks)
{
    int64_t lowest = INT64_MAX;
    const struct sample *samples = survey->samples + series->first;
    for (size_t i = 0; i < series->count; i++)
        if (samples[i].measurement->round >= 0 && samples[i].measurement->round < lowest)
            lowest = samples[i].measurement->round;
    for (size_t i = 0; i < series->count; i++)
        marks[series->first + i] = samples[i].measurement->round == lowest;
}

/* Percent that the first round of a run lies above its others; NaN with one round. */
static double first_round(const struct survey *survey, const struct series *series,
                          const bool *marks, double *first, double *others)
{
    size_t first_count = 0, other_count = 0;
    for (size_t i = series->first; i < series->first + series->count; i++) {
        const struct sample *sample = &survey->samples[i];
        if (sample->measurement->round < 0 || isnan(sample->relative))
            continue;
        if (marks[i])
            first[first_count++] = sample->relative;
        else
            others[other_count++] = sample->relative;
    }
    return quantile_median(first, first_count) - quantile_median(others, other_count);
}

/* `marks`: the samples of the first round of every run. */
static void report_first_round(struct survey *survey, const struct group *group, const bool *marks)
{
    size_t most = survey->sample_count, count = 0;
    double *first = survey_room(survey, most, sizeof *first);
    double *others = survey_room(survey, most, sizeof *others);
    double *differences = survey_room(survey, group->count, sizeof *differences);
    if (survey->failed)
        goto out;
    for (size_t i = 0; i < group->count; i++) {
        double difference =
            first_round(survey, &survey->series[group->first + i], marks, first, others);
        if (!isnan(difference))
            differences[count++] = difference;
    }
    struct finding finding = survey_not_testable(group->machine, group->side, "first-round",
                                                 "no run with several rounds");
    struct rank_interval interval;
    if (count && ranks_one_sample(differences, count, 0.95, &interval) < 0) {
        survey->failed = true;
        goto out;
    }
    if (count) {
        double figure = 0;
        const struct headline *moved =
            headline_without(survey, group->machine, group->side, NULL, marks, &figure);
        finding.value = interval.centre;
        if (count >= FEWEST_RUNS) {
            finding.p = interval.p;
            finding.verdict = judge(moved, interval.centre);
        }
        finding.note =
            survey_text(survey, "percent above the other rounds, %zu run%s%s%s", count,
                        count == 1 ? "" : "s", count < FEWEST_RUNS ? ": six are needed" : "",
                        headline_note(survey, moved, "without it", figure));
    }
    survey_report(survey, &finding);
out:
    free(first);
    free(others);
    free(differences);
}

void check_drift(struct survey *survey)
{
    size_t first = survey->diagnosis->count;
    for (size_t i = 0; i < survey->group_count; i++)
        report_trend(survey, &survey->groups[i], "drift-rounds", survey_rounds);
    survey_family(survey, first);
    first = survey->diagnosis->count;
    for (size_t i = 0; i < survey->group_count; i++)
        report_trend(survey, &survey->groups[i], "drift-position", survey_positions);
    survey_family(survey, first);
    bool *marks = survey_room(survey, survey->sample_count, sizeof *marks);
    for (size_t i = 0; marks && i < survey->series_count; i++)
        mark_first_round(survey, &survey->series[i], marks);
    first = survey->diagnosis->count;
    for (size_t i = 0; marks && i < survey->group_count; i++)
        report_first_round(survey, &survey->groups[i], marks);
    survey_family(survey, first);
    free(marks);
}

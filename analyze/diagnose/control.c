/*
 * The negative control: cells in which page size cannot matter, and must not.
 *
 * A dense span of at most 128 KB is 32 pages of 4 KB, within reach of any first-level TLB; of each
 * workload the smallest such span that was measured with several page sizes is taken. Each of its
 * page-size deltas is a finding; the value is its percent. Tested is what the delta's interval
 * tests; with fewer than six runs, which no rank test over runs can tell from chance, the
 * measurements by Mann and Whitney's test, as if each were a run.
 *
 * What differs is a notice. It is a warning where it is larger than the margin that counts as no
 * difference (--margin, 2%), the quartiles of the two cells do not overlap, and a headline of these
 * two page sizes would move (headline.h) if its ratio held as much of it: something other than
 * translation then differs between page sizes, and is in every page-size delta.
 *
 * Misses what only larger spans have: cache sets that pages fill unevenly, memory further away.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../collect/size.h"
#include "../stats/intervals.h"
#include "../stats/match.h"
#include "../stats/ranks.h"
#include "checks.h"
#include "headline.h"

#define CONTROL_BYTES (128 * 1024)
#define FEWEST_RUNS 6   /* with fewer a rank test cannot reach 5% */
#define FEWEST_VALUES 3 /* in a cell, for quartiles to mean something */

static uint64_t span_of(const struct delta *delta)
{
    return delta->from->levels[FACTOR_SPAN_BYTES].bytes;
}

static bool is_control(const struct delta *delta)
{
    const struct level *levels = delta->from->levels;
    return strcmp(delta->kind, "page-size") == 0 && match_phase(delta->from, "loop") &&
           span_of(delta) <= CONTROL_BYTES &&
           levels[FACTOR_STRIDE_BYTES].bytes == levels[FACTOR_LINE_BYTES].bytes &&
           delta->from->n >= FEWEST_VALUES && delta->against->n >= FEWEST_VALUES;
}

static bool same_control(const struct delta *a, const struct delta *b)
{
    return match_level(a->from, b->from, FACTOR_MACHINE) &&
           match_level(a->from, b->from, FACTOR_SIDE) &&
           match_level(a->from, b->from, FACTOR_WORKLOAD) &&
           match_level(a->from, b->from, FACTOR_LINE_BYTES);
}

static bool at_smallest_span(const struct campaign *campaign, const struct delta *delta)
{
    for (size_t i = 0; i < campaign->delta_count; i++)
        if (is_control(&campaign->deltas[i]) && same_control(delta, &campaign->deltas[i]) &&
            span_of(&campaign->deltas[i]) < span_of(delta))
            return false;
    return true;
}

static size_t runs_of(const struct delta *delta)
{
    if (delta->pairs)
        return delta->pairs;
    return delta->from->runs < delta->against->runs ? delta->from->runs : delta->against->runs;
}

/* Kept measurements of a cell. */
static size_t values_of(const struct survey *survey, const struct cell *cell, double *values)
{
    size_t number = (size_t)(cell - survey->campaign->cells), count = 0;
    for (size_t i = survey->cell_first[number]; i < survey->cell_first[number + 1]; i++) {
        const struct sample *sample = &survey->samples[survey->by_cell[i]];
        if (!isnan(sample->relative))
            values[count++] = sample->measurement->ns_per_load;
    }
    return count;
}

/* Of no difference, by measurements, as if each were a run of its own. */
static double p_of_measurements(struct survey *survey, const struct delta *delta)
{
    double *from = survey_room(survey, survey->sample_count, sizeof *from);
    double *against = survey_room(survey, survey->sample_count, sizeof *against);
    struct rank_interval interval = {.p = (double)NAN};
    if (from && against &&
        ranks_two_samples(from, values_of(survey, delta->from, from), against,
                          values_of(survey, delta->against, against), INTERVALS_CONFIDENCE,
                          &interval) < 0)
        survey->failed = true;
    free(from);
    free(against);
    return interval.p;
}

static bool quartiles_apart(const struct cell *a, const struct cell *b)
{
    return a->q1_ns > b->q3_ns || b->q1_ns > a->q3_ns;
}

/* The headline that would move furthest without the control's difference: one of the same two page
 * sizes, at another span. */
static const struct headline *moved_by(const struct survey *survey, const struct delta *control,
                                       double *figure)
{
    const struct headline *found = NULL;
    for (size_t i = 0; i < survey->headline_count; i++) {
        const struct headline *headline = &survey->headlines[i];
        const struct delta *delta = headline->delta;
        if (strcmp(delta->kind, "page-size") || is_control(delta) ||
            !same_control(delta, control) || !match_page(delta->from, control->from) ||
            !match_page(delta->against, control->against) ||
            !match_declared(&survey->campaign->factors, delta->from, control->from))
            continue;
        double without = headline_of(headline, delta->ratio / control->ratio, 1);
        if (headline_is_biased(headline, without) &&
            (!found || fabs(without - headline->figure) > fabs(*figure - found->figure))) {
            found = headline;
            *figure = without;
        }
    }
    return found;
}

static void report_control(struct survey *survey, const struct delta *delta)
{
    const struct cell *from = delta->from, *against = delta->against;
    const struct level *base = against->levels;
    char page[SIZE_TEXT_SIZE];
    double figure = 0;
    bool by_runs = runs_of(delta) >= FEWEST_RUNS && !isnan(delta->p);
    bool moved = fabs(delta->percent) > survey->method->margins.equivalence &&
                 quartiles_apart(from, against);
    const struct headline *headline = moved ? moved_by(survey, delta, &figure) : NULL;
    struct finding finding = survey_not_testable(
        from->levels[FACTOR_MACHINE].text, from->levels[FACTOR_SIDE].text, "negative-control", "");
    finding.subject = survey_cell_name(survey, from);
    finding.value = delta->percent;
    finding.p = by_runs ? delta->p : p_of_measurements(survey, delta);
    finding.verdict = headline ? FINDING_WARNING : FINDING_NOTICE;
    finding.note =
        survey_text(survey, "percent against %s %s pages, %zu and %zu values%s%s%s",
                    size_format(base[FACTOR_PAGE_BYTES].bytes, page), base[FACTOR_PAGE_KIND].text,
                    from->n, against->n, by_runs ? "" : "; by measurements, for want of runs",
                    moved ? "; page size changes what it cannot" : "",
                    headline_note(survey, headline, "without it", figure));
    survey_report(survey, &finding);
}

static bool has_finding(const struct survey *survey, const struct group *group, size_t first)
{
    for (size_t i = first; i < survey->diagnosis->count; i++)
        if (survey->diagnosis->findings[i].machine == group->machine &&
            survey->diagnosis->findings[i].side == group->side)
            return true;
    return false;
}

void check_control(struct survey *survey)
{
    const struct campaign *campaign = survey->campaign;
    size_t first = survey->diagnosis->count;
    for (size_t i = 0; i < campaign->delta_count; i++)
        if (is_control(&campaign->deltas[i]) && at_smallest_span(campaign, &campaign->deltas[i]))
            report_control(survey, &campaign->deltas[i]);
    survey_family(survey, first);
    for (size_t i = 0; i < survey->group_count; i++) {
        const struct group *group = &survey->groups[i];
        if (has_finding(survey, group, first))
            continue;
        struct finding finding = survey_not_testable(
            group->machine, group->side, "negative-control",
            "no dense span of 128K and less in several page sizes with three values each");
        survey_report(survey, &finding);
    }
}

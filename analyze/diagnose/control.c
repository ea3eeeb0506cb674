/*
 * The negative control: cells in which page size cannot matter, and must not.
 *
 * A dense span of at most 128 KB is 32 pages of 4 KB, within reach of any first-level TLB; of each
 * workload the smallest such span that was measured with several page sizes is taken, and its
 * page-size deltas are looked at. The value is the largest of them in percent, signed.
 *
 * A warning where it is larger than the margin that counts as no difference (--margin, 2%), the
 * quartiles of the two cells do not overlap, and the rank test finds it too; with fewer than six
 * runs, which no rank test can tell from chance, where no value of one cell overlaps the other.
 * Then something other than translation differs between page sizes, and is in every page-size
 * delta. A significant difference that stays under the margin is a notice.
 *
 * Misses what only larger spans have: cache sets that pages fill unevenly, memory further away.
 */
#include <math.h>
#include <string.h>

#include "../../collect/size.h"
#include "../stats/match.h"
#include "checks.h"

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

/* Quartiles that do not overlap; where the runs are too few for a test, no values that do. */
static bool apart(const struct delta *delta)
{
    const struct cell *a = delta->from, *b = delta->against;
    if (runs_of(delta) < FEWEST_RUNS)
        return a->min_ns > b->max_ns || b->min_ns > a->max_ns;
    return a->q1_ns > b->q3_ns || b->q1_ns > a->q3_ns;
}

static void report_control(struct survey *survey, const struct delta *delta)
{
    const struct level *base = delta->against->levels;
    double margin = survey->method->margins.equivalence;
    char page[SIZE_TEXT_SIZE];
    bool moved = fabs(delta->percent) > margin && apart(delta);
    bool tested = runs_of(delta) >= FEWEST_RUNS && !isnan(delta->p);
    enum finding_verdict verdict = moved ? FINDING_WARNING : FINDING_NOTICE;
    survey_report(survey, &(struct finding){
                              .machine = delta->from->levels[FACTOR_MACHINE].text,
                              .side = delta->from->levels[FACTOR_SIDE].text,
                              .check = "negative-control",
                              .subject = survey_cell_name(survey, delta->from),
                              .value = delta->percent,
                              .p = tested ? delta->p : (double)NAN,
                              .verdict = tested || moved ? verdict : FINDING_OK,
                              .note = survey_text(
                                  survey, "percent against %s %s pages, %zu and %zu values%s%s",
                                  size_format(base[FACTOR_PAGE_BYTES].bytes, page),
                                  base[FACTOR_PAGE_KIND].text, delta->from->n, delta->against->n,
                                  tested ? "" : "; fewer than six runs",
                                  moved ? "; page size changes what it cannot" : ""),
                          });
}

/* The largest of the deltas that share the control cells of `like`; NULL unless `like` is the first
 * of them, so that each control is looked at once. */
static const struct delta *largest(const struct campaign *campaign, const struct delta *like)
{
    const struct delta *found = NULL;
    for (size_t i = 0; i < campaign->delta_count; i++) {
        const struct delta *delta = &campaign->deltas[i];
        if (!is_control(delta) || !same_control(delta, like) || span_of(delta) != span_of(like))
            continue;
        if (!found && delta != like)
            return NULL;
        if (!found || fabs(delta->percent) > fabs(found->percent))
            found = delta;
    }
    return found;
}

void check_control(struct survey *survey)
{
    const struct campaign *campaign = survey->campaign;
    size_t first = survey->diagnosis->count;
    for (size_t i = 0; i < campaign->delta_count; i++) {
        const struct delta *delta = &campaign->deltas[i];
        if (!is_control(delta) || !at_smallest_span(campaign, delta))
            continue;
        const struct delta *worst = largest(campaign, delta);
        if (worst)
            report_control(survey, worst);
    }
    survey_family(survey, first);
    for (size_t i = 0; i < survey->group_count; i++) {
        const struct group *group = &survey->groups[i];
        bool found = false;
        for (size_t j = first; j < survey->diagnosis->count; j++)
            found = found || (survey->diagnosis->findings[j].machine == group->machine &&
                              survey->diagnosis->findings[j].side == group->side);
        if (!found)
            survey_report(survey, &(struct finding){
                                      .machine = group->machine,
                                      .side = group->side,
                                      .check = "negative-control",
                                      .subject = "",
                                      .value = (double)NAN,
                                      .p = (double)NAN,
                                      .verdict = FINDING_NOT_TESTABLE,
                                      .note = "no dense span of 128K and less in several page "
                                              "sizes with three values each",
                                  });
    }
}

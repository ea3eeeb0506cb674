/*
 * Sensitivity: whether a headline rests on the choices of the analysis, or on one run.
 *
 * Each headline delta (headline.h) is computed again
 *   sensitivity-mean           with means in place of medians, of chunks and of measurements
 *   sensitivity-clean-25, -75  keeping measurements with a quarter, three quarters of clean chunks
 *   sensitivity-run-out        without each run in turn; the worst is named (three runs at least)
 * The value is the change, in percentage points or ns. A headline that moves is a warning; one that
 * prints another figure, but no further off than its spread, is a notice.
 *
 * The jackknife over runs is Quenouille's and Tukey's (Tukey, Bias and Confidence in Not-Quite
 * Large Samples, Annals of Mathematical Statistics 29, 1958), used here to find, not to estimate.
 *
 * Misses choices that are not varied (tiers, quantile type) and two runs that only move a figure
 * together.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "checks.h"
#include "headline.h"

#define FEWEST_RUNS 3 /* of two, each decides */

/* A headline's figure without the run that changes it most. */
struct worst {
    const char *run;
    double figure;
    bool moves;
};

static struct finding finding_of(const struct headline *headline, const char *check)
{
    const struct level *levels = headline->delta->from->levels;
    struct finding finding =
        survey_not_testable(levels[FACTOR_MACHINE].text, levels[FACTOR_SIDE].text, check, "");
    finding.subject = headline->name;
    return finding;
}

/* `how` the figure came about, as in "-13.4% becomes -13.6% with means". */
static void report_figure(struct survey *survey, const struct headline *headline, const char *check,
                          double figure, const char *how)
{
    struct finding finding = finding_of(headline, check);
    char before[HEADLINE_TEXT_SIZE], after[HEADLINE_TEXT_SIZE];
    if (isnan(figure)) {
        finding.note = survey_text(survey, "no measurement is left %s", how);
    } else {
        headline_text(headline, headline->figure, before);
        headline_text(headline, figure, after);
        bool same = strcmp(before, after) == 0;
        finding.value = figure - headline->figure;
        finding.verdict = headline_moves(headline, figure)         ? FINDING_WARNING
                          : headline_prints_else(headline, figure) ? FINDING_NOTICE
                                                                   : FINDING_OK;
        finding.note = survey_text(survey, "%s%s%s %s", same ? "stays " : before,
                                   same ? "" : " becomes ", after, how);
    }
    survey_report(survey, &finding);
}

static void report_recipe(struct survey *survey, const char *check, const struct recipe *recipe,
                          const char *how, double *scratch)
{
    for (size_t i = 0; i < survey->headline_count; i++) {
        const struct headline *headline = &survey->headlines[i];
        report_figure(survey, headline, check,
                      headline_recompute(survey, headline, recipe, scratch), how);
    }
}

/* `worst`: one a headline. */
static void leave_out(const struct survey *survey, const struct series *series,
                      const bool *left_out, double *scratch, struct worst *worst)
{
    const struct recipe recipe = {.clean_share = (double)NAN, .left_out = left_out};
    for (size_t i = 0; i < survey->headline_count; i++) {
        const struct headline *headline = &survey->headlines[i];
        const struct level *from = headline->delta->from->levels;
        const struct level *against = headline->delta->against->levels;
        if (from[FACTOR_MACHINE].text != series->machine ||
            (from[FACTOR_SIDE].text != series->side && against[FACTOR_SIDE].text != series->side))
            continue;
        double figure = headline_recompute(survey, headline, &recipe, scratch);
        if (isnan(figure))
            continue;
        bool moves = headline_moves(headline, figure);
        bool further = !worst[i].run ||
                       fabs(figure - headline->figure) > fabs(worst[i].figure - headline->figure);
        if (moves > worst[i].moves || (moves == worst[i].moves && further)) {
            worst[i].run = series->run;
            worst[i].figure = figure;
            worst[i].moves = moves;
        }
    }
}

static void report_runs_out(struct survey *survey, double *scratch)
{
    const char *check = "sensitivity-run-out";
    bool *left_out = survey_room(survey, survey->sample_count, sizeof *left_out);
    struct worst *worst = survey_room(survey, survey->headline_count, sizeof *worst);
    for (size_t i = 0; i < survey->series_count && !survey->failed; i++) {
        const struct series *series = &survey->series[i];
        for (size_t j = series->first; j < series->first + series->count; j++)
            left_out[j] = true;
        leave_out(survey, series, left_out, scratch, worst);
        for (size_t j = series->first; j < series->first + series->count; j++)
            left_out[j] = false;
    }
    for (size_t i = 0; i < survey->headline_count && !survey->failed; i++) {
        const struct headline *headline = &survey->headlines[i];
        size_t from = headline->delta->from->runs, against = headline->delta->against->runs;
        size_t runs = from < against ? from : against;
        if (runs < FEWEST_RUNS) {
            struct finding finding = finding_of(headline, check);
            finding.note = runs == 1 ? "rests on one run" : "rests on two runs";
            survey_report(survey, &finding);
        } else {
            /* Whichever is left out, two are left: there is a worst. */
            report_figure(survey, headline, check, worst[i].figure,
                          survey_text(survey, "without run %s", worst[i].run));
        }
    }
    free(left_out);
    free(worst);
}

void check_sensitivity(struct survey *survey)
{
    static const struct {
        const char *check, *how;
        struct recipe recipe;
    } recipes[] = {
        {"sensitivity-mean", "with means", {.mean = true, .clean_share = (double)NAN}},
        {"sensitivity-clean-25", "with a quarter of the chunks clean", {.clean_share = 0.25}},
        {"sensitivity-clean-75", "with three quarters of the chunks clean", {.clean_share = 0.75}},
    };
    double *scratch = survey_room(survey, survey->sample_count, sizeof *scratch);
    for (size_t i = 0; scratch && i < sizeof recipes / sizeof *recipes; i++)
        report_recipe(survey, recipes[i].check, &recipes[i].recipe, recipes[i].how, scratch);
    if (scratch)
        report_runs_out(survey, scratch);
    free(scratch);
}

#include "headline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "../../collect/size.h"
#include "../base/text.h"
#include "../stats/intervals.h"
#include "../stats/match.h"
#include "../stats/quantile.h"

static bool is_kind(const struct delta *delta)
{
    static const char *const kinds[] = {"page-size", "guest-host", "translation"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(delta->kind, kinds[i]) == 0)
            return !isnan(delta->delta_ns) && match_phase(delta->from, "loop");
    return false;
}

static bool same_row_of_spans(const struct delta *a, const struct delta *b)
{
    static const enum factor factors[] = {FACTOR_MACHINE, FACTOR_SIDE, FACTOR_WORKLOAD,
                                          FACTOR_LINE_BYTES, FACTOR_STRIDE_BYTES};
    if (strcmp(a->kind, b->kind) != 0)
        return false;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        if (!match_level(a->from, b->from, factors[i]))
            return false;
    return true;
}

static bool is_largest(const struct campaign *campaign, const struct delta *delta)
{
    for (size_t i = 0; i < campaign->delta_count; i++) {
        const struct delta *other = &campaign->deltas[i];
        if (is_kind(other) && same_row_of_spans(delta, other) &&
            other->from->levels[FACTOR_SPAN_BYTES].bytes >
                delta->from->levels[FACTOR_SPAN_BYTES].bytes)
            return false;
    }
    return true;
}

static const char *name_of(struct survey *survey, const struct delta *delta)
{
    const struct cell *from = delta->from, *against = delta->against;
    const struct level *base = against->levels;
    char page[SIZE_TEXT_SIZE], span[SIZE_TEXT_SIZE];
    struct text text = {0};
    text_format(&text, "%s %s against", delta->kind, survey_cell_name(survey, from));
    if (!match_level(from, against, FACTOR_SIDE))
        text_format(&text, " %s", base[FACTOR_SIDE].text);
    if (!match_page(from, against))
        text_format(&text, " %s %s", size_format(base[FACTOR_PAGE_BYTES].bytes, page),
                    base[FACTOR_PAGE_KIND].text);
    if (!match_level(from, against, FACTOR_SPAN_BYTES))
        text_format(&text, " span %s dense", size_format(base[FACTOR_SPAN_BYTES].bytes, span));
    if (*delta->base_level)
        text_format(&text, " %s", delta->base_level);
    survey->failed = survey->failed || text.failed;
    const char *name = text.failed ? "" : survey_text(survey, "%s", text.bytes);
    text_free(&text);
    return name;
}

/* Of two independent cells. */
static double quartile_distance(const struct headline *headline)
{
    const struct cell *from = headline->delta->from, *against = headline->delta->against;
    double a = from->q3_ns - from->q1_ns, b = against->q3_ns - against->q1_ns;
    if (headline->in_ns)
        return hypot(a, b);
    return 100 * headline->delta->ratio * hypot(a / from->median_ns, b / against->median_ns);
}

static double place_of(const struct headline *headline)
{
    double half = quartile_distance(headline) / 2;
    if (!headline->in_ns)
        return 1;
    return half > 0 ? fmin(1, fmax(0.01, pow(10, floor(log10(half))))) : 0.01;
}

static struct headline take(struct survey *survey, const struct delta *delta)
{
    struct headline headline = {
        .delta = delta,
        .name = name_of(survey, delta),
        .in_ns = strcmp(delta->kind, "translation") == 0,
    };
    double low = headline.in_ns ? delta->ci_low_ns : delta->percent_ci_low;
    double high = headline.in_ns ? delta->ci_high_ns : delta->percent_ci_high;
    double width = high - low; /* NaN without an interval */
    bool sure = delta->ci_coverage >= INTERVALS_CONFIDENCE && !isnan(width);
    headline.figure = headline.in_ns ? delta->delta_ns : delta->percent;
    headline.spread = sure ? width : fmax(width, quartile_distance(&headline));
    headline.place = place_of(&headline);
    headline.signed_surely = sure && (low > 0 || high < 0);
    return headline;
}

void headlines_find(struct survey *survey)
{
    const struct campaign *campaign = survey->campaign;
    for (size_t i = 0; i < campaign->delta_count; i++) {
        const struct delta *delta = &campaign->deltas[i];
        if (!is_kind(delta) || !is_largest(campaign, delta))
            continue;
        if (array_room(&survey->headlines, &survey->headline_capacity, survey->headline_count,
                       sizeof *survey->headlines) < 0) {
            survey->failed = true;
            return;
        }
        survey->headlines[survey->headline_count++] = take(survey, delta);
    }
}

double headline_of(const struct headline *headline, double from_ns, double against_ns)
{
    return headline->in_ns ? from_ns - against_ns : 100 * (from_ns / against_ns - 1);
}

static bool keeps(const struct sample *sample, const struct recipe *recipe)
{
    const struct measurement *measurement = sample->measurement;
    if (isnan(recipe->clean_share))
        return measurement->outcome == OUTCOME_USED;
    double least = ceil(recipe->clean_share * (double)measurement->chunk_count);
    return measurement->clean_count > 0 && (double)measurement->clean_count >= least;
}

/* Adds to *kept how many measurements the value is of. */
static double cell_value(const struct survey *survey, const struct cell *cell,
                         const struct recipe *recipe, double *scratch, size_t *kept)
{
    size_t number = (size_t)(cell - survey->campaign->cells), count = 0;
    for (size_t i = survey->cell_first[number]; i < survey->cell_first[number + 1]; i++) {
        const struct sample *sample = &survey->samples[survey->by_cell[i]];
        if (keeps(sample, recipe) && !(recipe->left_out && recipe->left_out[survey->by_cell[i]]))
            scratch[count++] = recipe->mean ? sample->mean : sample->median;
    }
    *kept += count;
    if (count == 0)
        return (double)NAN;
    return recipe->mean ? gsl_stats_mean(scratch, 1, count) : quantile_median(scratch, count);
}

static double recompute(const struct survey *survey, const struct headline *headline,
                        const struct recipe *recipe, double *scratch, size_t *kept)
{
    *kept = 0;
    double from = cell_value(survey, headline->delta->from, recipe, scratch, kept);
    double against = cell_value(survey, headline->delta->against, recipe, scratch, kept);
    return headline_of(headline, from, against);
}

double headline_recompute(const struct survey *survey, const struct headline *headline,
                          const struct recipe *recipe, double *scratch)
{
    size_t kept;
    return recompute(survey, headline, recipe, scratch, &kept);
}

static double printed(const struct headline *headline, double figure)
{
    return rint(figure / headline->place);
}

bool headline_prints_else(const struct headline *headline, double figure)
{
    return !isnan(figure) && printed(headline, figure) != printed(headline, headline->figure);
}

static bool moves_past(const struct headline *headline, double figure, double limit)
{
    double moved = fabs(figure - headline->figure);
    if (!headline_prints_else(headline, figure) || moved < headline->place)
        return false;
    bool turned = printed(headline, figure) * printed(headline, headline->figure) < 0;
    return moved > limit || (turned && headline->signed_surely);
}

bool headline_moves(const struct headline *headline, double figure)
{
    return moves_past(headline, figure, headline->spread);
}

bool headline_is_biased(const struct headline *headline, double without_bias)
{
    return moves_past(headline, without_bias, headline->spread / 2);
}

static bool is_of(const struct headline *headline, const char *machine, const char *side,
                  const struct cell *cell)
{
    const struct cell *from = headline->delta->from, *against = headline->delta->against;
    if (cell)
        return from == cell || against == cell;
    return from->levels[FACTOR_MACHINE].text == machine &&
           (from->levels[FACTOR_SIDE].text == side || against->levels[FACTOR_SIDE].text == side);
}

const struct headline *headline_without(struct survey *survey, const char *machine,
                                        const char *side, const struct cell *cell,
                                        const bool *left_out, double *figure)
{
    const struct recipe recipe = {.clean_share = (double)NAN, .left_out = left_out};
    double *scratch = survey_room(survey, survey->sample_count, sizeof *scratch);
    const struct headline *found = NULL;
    for (size_t i = 0; scratch && i < survey->headline_count && !found; i++) {
        const struct headline *headline = &survey->headlines[i];
        size_t kept;
        if (!is_of(headline, machine, side, cell))
            continue;
        *figure = recompute(survey, headline, &recipe, scratch, &kept);
        if (isnan(*figure))
            continue;
        double all = (double)(headline->delta->from->n + headline->delta->against->n);
        double errors = fmax(1, sqrt(all / (double)kept - 1));
        if (moves_past(headline, *figure, errors * headline->spread))
            found = headline;
    }
    free(scratch);
    return found;
}

char *headline_text(const struct headline *headline, double figure, char text[HEADLINE_TEXT_SIZE])
{
    int decimals = headline->in_ns ? 1 - (int)rint(log10(headline->place)) : 1;
    if (rint(figure * pow(10, decimals)) == 0)
        figure = 0; /* not -0.0 */
    snprintf(text, HEADLINE_TEXT_SIZE, "%.*f%s", decimals, figure, headline->in_ns ? " ns" : "%");
    return text;
}

const char *headline_note(struct survey *survey, const struct headline *headline, const char *done,
                          double figure)
{
    char before[HEADLINE_TEXT_SIZE], after[HEADLINE_TEXT_SIZE];
    if (!headline)
        return "";
    return survey_text(survey, "; %s, %s is %s in place of %s", done, headline->name,
                       headline_text(headline, figure, after),
                       headline_text(headline, headline->figure, before));
}

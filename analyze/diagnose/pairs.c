/*
 * Order inside a pair: whether the guest always ran before its host, or always after.
 *
 * A guest-host difference is taken pair by pair. What drifts from one run of a pair to the other (a
 * warm chassis, memory that the guest left in pieces) then adds to each difference with the same
 * sign: a drift of one standard deviation of a run makes a 95% interval over 8 pairs cover 64%,
 * while alternating orders cancel it (diagnose_planted_test.c shows both). The order is read from
 * the preambles' `start` (ISO 8601 UTC, compared as text), the earliest run of each side in a pair.
 * The value is the share of pairs in which the guest was first.
 *
 * No data can show what a fixed order hides, however still the runs. It is a warning where as little
 * as that one standard deviation, taken from the differences within pairs, would make a guest-host
 * headline print another figure, one way or the other; and else a notice. The note also says what
 * drift inside the runs would make of it, were it to go on between them; one run's drift is then
 * the whole distance between the middles of two runs.
 *
 * Misses runs of a pair that overlap, clocks of guest and host that disagree, and an order that
 * alternates with something else.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "../stats/units.h"
#include "checks.h"
#include "drift.h"
#include "headline.h"

#define START_LENGTH 19 /* 2026-12-01T02:51:01 */
#define UNBALANCED 0.25 /* share of pairs in the rarer order below which drift does not cancel */

struct orders {
    size_t pairs, guest_first, host_first;
};

static bool is_start(const char *text)
{
    static const char form[] = "dddd-dd-ddTdd:dd:dd";
    for (size_t i = 0; i < START_LENGTH; i++)
        if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i])
            return false;
    return text[strlen(text) - 1] == 'Z';
}

/* NULL where the log does not say. */
static const char *start_of(const struct run *run)
{
    const char *start = pairs_find(run->preamble, run->preamble_count, "start");
    return start && is_start(start) ? start : NULL;
}

/* A pair's runs on one side: how many, and when the first of them started, if all say. */
struct half {
    size_t runs;
    const char *start;
};

static struct half find_half(const struct campaign *campaign, const struct run *like,
                             const char *side)
{
    struct half half = {0};
    for (size_t i = 0; i < campaign->run_count; i++) {
        const struct run *run = &campaign->runs[i];
        if (strcmp(run->machine, like->machine) || run->pair != like->pair ||
            strcmp(run->side, side))
            continue;
        const char *start = start_of(run);
        if (!start)
            return (struct half){half.runs + 1, NULL};
        if (half.runs++ == 0 || strncmp(start, half.start, START_LENGTH) < 0)
            half.start = start;
    }
    return half;
}

/* So that each pair is counted once. */
static bool is_first_of_pair(const struct campaign *campaign, const struct run *run)
{
    for (const struct run *other = campaign->runs; other < run; other++)
        if (strcmp(other->machine, run->machine) == 0 && other->pair == run->pair &&
            strcmp(other->side, run->side) == 0)
            return false;
    return true;
}

static struct orders count_orders(const struct campaign *campaign, const char *machine)
{
    struct orders orders = {0};
    for (size_t i = 0; i < campaign->run_count; i++) {
        const struct run *run = &campaign->runs[i];
        if (strcmp(run->machine, machine) || strcmp(run->side, "guest") || run->pair < 0 ||
            !is_first_of_pair(campaign, run))
            continue;
        struct half guest = find_half(campaign, run, "guest");
        struct half host = find_half(campaign, run, "host");
        orders.pairs += host.runs > 0;
        if (!guest.start || !host.start)
            continue;
        int order = strncmp(guest.start, host.start, START_LENGTH);
        orders.guest_first += order < 0;
        orders.host_first += order > 0;
    }
    return orders;
}

/* Standard deviation of a run: of the logarithms of the ratios, which are of two runs each. NaN with
 * fewer than two pairs. */
static double run_deviation(struct survey *survey, const struct delta *delta)
{
    const struct cell *cells[] = {delta->from, delta->against};
    struct unit *units = survey_room(survey, delta->from->runs, sizeof *units);
    double *ratios = survey_room(survey, delta->from->runs, sizeof *ratios);
    size_t count = 0;
    if (units && ratios && units_join(cells, 2, UNITS_BY_PAIR, units, &count) < 0)
        survey->failed = true;
    for (size_t i = 0; i < count; i++)
        ratios[i] = log(units[i].ns[0] / units[i].ns[1]);
    double deviation = count > 1 ? gsl_stats_sd(ratios, 1, count) / sqrt(2) : (double)NAN;
    free(units);
    free(ratios);
    return deviation;
}

/* The figure with a drift that goes up or down: the one that prints otherwise, or NaN. Where half
 * a place is not reached, rounding may happen to change, but no drift that matters is there. */
static double with_drift(const struct headline *headline, double drift)
{
    double up = headline_of(headline, headline->delta->ratio * exp(drift), 1);
    double down = headline_of(headline, headline->delta->ratio * exp(-drift), 1);
    if (!(up - headline->figure >= headline->place / 2))
        return (double)NAN;
    if (headline_prints_else(headline, up))
        return up;
    return headline_prints_else(headline, down) ? down : (double)NAN;
}

/* What a headline of pairs becomes with a drift of one standard deviation; "" where none changes. */
static const char *drifted_headline(struct survey *survey, const char *machine)
{
    for (size_t i = 0; i < survey->headline_count; i++) {
        const struct headline *headline = &survey->headlines[i];
        const struct delta *delta = headline->delta;
        if (strcmp(delta->kind, "guest-host") || delta->pairs == 0 ||
            strcmp(delta->from->levels[FACTOR_MACHINE].text, machine))
            continue;
        double drift = run_deviation(survey, delta), figure = with_drift(headline, drift);
        if (isnan(figure))
            continue;
        const char *done = survey_text(survey,
                                       "with a drift of one standard deviation of a run "
                                       "(%.2g%%)",
                                       100 * drift);
        return headline_note(survey, headline, done, figure);
    }
    return "";
}

/* What drift inside the runs of both sides says about the time between their middles. */
static const char *hidden_drift(struct survey *survey, const char *machine)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < survey->group_count; i++) {
        const struct group *group = &survey->groups[i];
        if (strcmp(group->machine, machine) ||
            (strcmp(group->side, "guest") && strcmp(group->side, "host")))
            continue;
        double change = drift_over_position(survey, group);
        if (isnan(change))
            continue;
        sum += change;
        count++;
    }
    if (count == 0)
        return "drift inside runs is not known";
    return survey_text(survey, "inside runs values drift by %+.2f%%", sum / (double)count);
}

static void report_orders(struct survey *survey, const char *machine, const struct orders *orders)
{
    size_t known = orders->guest_first + orders->host_first;
    struct finding finding = survey_not_testable(machine, "", "pair-order",
                                                 "no pair with start times of guest and host");
    if (known == 0) {
        survey_report(survey, &finding);
        return;
    }
    double share = (double)orders->guest_first / (double)known;
    finding.value = share;
    if (known == 1) {
        finding.note = "one pair with start times has one order";
    } else if (share == 0 || share == 1) {
        const char *changed = drifted_headline(survey, machine);
        finding.verdict = *changed ? FINDING_WARNING : FINDING_NOTICE;
        finding.note = survey_text(
            survey, "%s always first, in %zu of %zu pairs: drift inside pairs has one sign; %s%s",
            share == 1 ? "guest" : "host", known, orders->pairs, hidden_drift(survey, machine),
            changed);
    } else {
        finding.verdict = fmin(share, 1 - share) < UNBALANCED ? FINDING_NOTICE : FINDING_OK;
        finding.note = survey_text(survey, "guest first in %zu, host first in %zu of %zu pairs",
                                   orders->guest_first, orders->host_first, orders->pairs);
    }
    survey_report(survey, &finding);
}

void check_pairs(struct survey *survey)
{
    const struct campaign *campaign = survey->campaign;
    for (size_t i = 0; i < campaign->run_count; i++) {
        const char *machine = campaign->runs[i].machine;
        if (i && strcmp(machine, campaign->runs[i - 1].machine) == 0)
            continue;
        struct orders orders = count_orders(campaign, machine);
        if (orders.pairs)
            report_orders(survey, machine, &orders);
    }
}

/*
 * Order of cells: whether each round was shuffled, and shuffled anew.
 *
 * shuffle: Spearman's rank correlation of page size, span and stride with the position inside the
 * round, rounds as blocks (trend.h), two-sided. Cells sorted by one of them give +1 or -1, shuffled
 * ones 0. repeated-order: rank correlation between the positions that the same cells have in two
 * rounds, from a round to the next in a run and from a run to the next in the same round; a shuffle
 * that is repeated (one seed for all runs) gives +1. That is a runs test for whole orders: against
 * positive correlation only, since an order turned round cancels drift. Dropped measurements count
 * as well, since they stood in the order too.
 *
 * Either is a notice: drift then falls on some cells and not on others, and drift.c says whether
 * that moved a figure.
 *
 * Misses an order that repeats every second round only, and orders by anything but a size that
 * differ from round to round.
 */
#include <math.h>
#include <stdlib.h>

#include "checks.h"
#include "trend.h"

/* The measurements of one round: samples first to before end. Where the log has no rounds, a run is
 * one. */
struct round {
    const struct series *series;
    size_t first, end;
};

static size_t find_rounds(const struct survey *survey, const struct group *group,
                          struct round *rounds)
{
    size_t count = 0;
    for (size_t i = 0; i < group->count; i++) {
        const struct series *series = &survey->series[group->first + i];
        size_t end = series->first + series->count;
        for (size_t first = series->first, last; first < end; first = last) {
            for (last = first + 1; last < end; last++)
                if (survey->samples[last].measurement->round !=
                    survey->samples[first].measurement->round)
                    break;
            rounds[count++] = (struct round){series, first, last};
        }
    }
    return count;
}

/* Room for the columns of one correlation. */
struct columns {
    double *x, *y, *scratch;
};

static void report_factor(struct survey *survey, const struct group *group,
                          const struct round *rounds, size_t round_count, enum factor factor,
                          const struct columns *columns)
{
    struct trend trend = {0};
    for (size_t i = 0; i < round_count; i++) {
        size_t n = 0;
        for (size_t j = rounds[i].first; j < rounds[i].end; j++, n++) {
            columns->x[n] = (double)survey->samples[j].measurement->levels[factor].bytes;
            columns->y[n] = (double)n;
        }
        trend_add(&trend, columns->x, columns->y, n, columns->scratch);
    }
    if (trend.blocks == 0) /* the factor has one level */
        return;
    const char *subject = factor == FACTOR_PAGE_BYTES   ? "page size"
                          : factor == FACTOR_SPAN_BYTES ? "span"
                                                        : "stride";
    survey_report(survey,
                  &(struct finding){
                      .machine = group->machine,
                      .side = group->side,
                      .check = "shuffle",
                      .subject = subject,
                      .value = trend_rho(&trend),
                      .p = trend_p(&trend),
                      .verdict = FINDING_NOTICE,
                      .note = survey_text(survey, "rank correlation with position in %zu round%s",
                                          trend.blocks, trend.blocks == 1 ? "" : "s"),
                  });
}

/* Writes the position of each cell of a round by number of the cell, or -1 to take it back. */
static void place_cells(const struct survey *survey, const struct round *round, bool back,
                        double *places)
{
    for (size_t i = round->first; i < round->end; i++)
        places[survey->samples[i].cell - survey->campaign->cells] =
            back ? -1 : (double)(i - round->first);
}

static void compare(const struct survey *survey, const struct round *a, const struct round *b,
                    double *places, const struct columns *columns, struct trend *trend)
{
    size_t n = 0;
    place_cells(survey, a, false, places);
    for (size_t i = b->first; i < b->end; i++) {
        double place = places[survey->samples[i].cell - survey->campaign->cells];
        if (place < 0)
            continue;
        columns->x[n] = place;
        columns->y[n++] = (double)(i - b->first);
    }
    place_cells(survey, a, true, places);
    trend_add(trend, columns->x, columns->y, n, columns->scratch);
}

static void report_repeats(struct survey *survey, const struct group *group, const char *subject,
                           const struct trend *trend)
{
    struct finding finding = survey_not_testable(group->machine, group->side, "repeated-order",
                                                 "no two rounds to compare");
    finding.subject = subject;
    if (trend->blocks) {
        finding.value = trend_rho(trend);
        finding.p = trend_p_above(trend);
        finding.verdict = FINDING_NOTICE;
        finding.note = survey_text(survey, "rank correlation of orders in %zu comparison%s",
                                   trend->blocks, trend->blocks == 1 ? "" : "s");
    }
    survey_report(survey, &finding);
}

static void check_repeats(struct survey *survey, const struct group *group,
                          const struct round *rounds, size_t round_count, double *places,
                          const struct columns *columns)
{
    struct trend within = {0}, between = {0};
    for (size_t i = 0; i + 1 < round_count; i++)
        if (rounds[i].series == rounds[i + 1].series)
            compare(survey, &rounds[i], &rounds[i + 1], places, columns, &within);
    for (size_t i = 0; i < round_count; i++) {
        int64_t number = survey->samples[rounds[i].first].measurement->round;
        for (size_t j = i + 1; j < round_count && rounds[j].series <= rounds[i].series + 1; j++)
            if (rounds[j].series == rounds[i].series + 1 &&
                survey->samples[rounds[j].first].measurement->round == number)
                compare(survey, &rounds[i], &rounds[j], places, columns, &between);
    }
    report_repeats(survey, group, "between rounds", &within);
    report_repeats(survey, group, "between runs", &between);
}

void check_order(struct survey *survey)
{
    static const enum factor factors[] = {FACTOR_PAGE_BYTES, FACTOR_SPAN_BYTES,
                                          FACTOR_STRIDE_BYTES};
    size_t most = survey->sample_count;
    double *room = survey_room(survey, most, 4 * sizeof *room);
    double *places = survey_room(survey, survey->campaign->cell_count, sizeof *places);
    struct round *rounds = survey_room(survey, most, sizeof *rounds);
    if (survey->failed)
        goto out;
    const struct columns columns = {room, room + most, room + 2 * most};
    for (size_t i = 0; i < survey->campaign->cell_count; i++)
        places[i] = -1;
    size_t first = survey->diagnosis->count;
    for (size_t i = 0; i < survey->group_count; i++) {
        const struct group *group = &survey->groups[i];
        size_t count = find_rounds(survey, group, rounds);
        for (size_t j = 0; j < sizeof factors / sizeof *factors; j++)
            report_factor(survey, group, rounds, count, factors[j], &columns);
    }
    survey_family(survey, first);
    first = survey->diagnosis->count;
    for (size_t i = 0; i < survey->group_count; i++) {
        const struct group *group = &survey->groups[i];
        size_t count = find_rounds(survey, group, rounds);
        check_repeats(survey, group, rounds, count, places, &columns);
    }
    survey_family(survey, first);
out:
    free(room);
    free(places);
    free(rounds);
}

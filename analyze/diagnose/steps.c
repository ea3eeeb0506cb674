/*
 * Steps inside a measurement: whether the level changes from one clean chunk to the next and stays.
 *
 * Change points are found in each kept measurement (changes.h), and again after its chunks were
 * shuffled (seeded from the digests). A step that order has no part in is found in both alike, so
 * of the measurements that have one in one of the two orders only, half should have it in the true
 * one: the P value is that of a one-sided sign test, right for any distribution of chunks. The
 * value is the percentage of measurements with a step.
 *
 * A warning where a headline moves without the measurements that have a step.
 *
 * Misses what changes.h misses, and steps between measurements.
 */
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

#include "../stats/reduce.h"
#include "changes.h"
#include "checks.h"
#include "headline.h"

#define STREAM 1 /* of random numbers */

struct tally {
    size_t tested, stepped, shuffled; /* measurements; with a step; with one after shuffling */
    size_t only_stepped, only_shuffled;
    const struct sample *worst;
    double largest; /* percent of the measurement's value */
};

static void look_at(struct survey *survey, size_t number, gsl_rng *rng, double *values,
                    struct tally *tally, bool *marks)
{
    const struct sample *sample = &survey->samples[number];
    size_t count = reduce_clean_values(survey->campaign, sample->measurement, values);
    struct changes changes, by_chance;
    if (isnan(sample->relative) || count < 2 * CHANGES_SHORTEST)
        return;
    changes_find(values, count, &changes);
    gsl_ran_shuffle(rng, values, count, sizeof *values);
    changes_find(values, count, &by_chance);
    tally->tested++;
    tally->stepped += changes.count > 0;
    tally->shuffled += by_chance.count > 0;
    tally->only_stepped += changes.count > 0 && by_chance.count == 0;
    tally->only_shuffled += changes.count == 0 && by_chance.count > 0;
    marks[number] = changes.count > 0;
    double percent = 100 * changes.largest / sample->median;
    if (fabs(percent) > fabs(tally->largest)) {
        tally->largest = percent;
        tally->worst = sample;
    }
}

static double sign_test(const struct tally *tally)
{
    if (tally->only_stepped == 0)
        return 1;
    return gsl_cdf_binomial_Q((unsigned)tally->only_stepped - 1, 0.5,
                              (unsigned)(tally->only_stepped + tally->only_shuffled));
}

static void report_steps(struct survey *survey, const struct group *group,
                         const struct tally *tally, const bool *marks)
{
    struct finding finding = survey_not_testable(group->machine, group->side, "steps",
                                                 "no kept measurement has eight clean chunks");
    if (tally->tested) {
        double figure = 0;
        const struct headline *moved =
            headline_without(survey, group->machine, group->side, NULL, marks, &figure);
        finding.value = 100 * (double)tally->stepped / (double)tally->tested;
        finding.p = sign_test(tally);
        finding.verdict = moved ? FINDING_WARNING : FINDING_NOTICE;
        const char *worst = tally->worst
                                ? survey_text(survey, "; largest %+.1f%% in run %s seq %llu",
                                              tally->largest, tally->worst->measurement->run,
                                              (unsigned long long)tally->worst->measurement->seq)
                                : "";
        finding.note = survey_text(
            survey, "percent with a step: %zu of %zu measurements, %zu after shuffling%s%s",
            tally->stepped, tally->tested, tally->shuffled, worst,
            headline_note(survey, moved, "without them", figure));
    }
    survey_report(survey, &finding);
}

void check_steps(struct survey *survey)
{
    double *values = survey_room(survey, survey->most_chunks, sizeof *values);
    bool *marks = survey_room(survey, survey->sample_count, sizeof *marks);
    struct tally *tallies = survey_room(survey, survey->group_count, sizeof *tallies);
    gsl_rng *rng = survey_random(survey, STREAM);
    if (survey->failed)
        goto out;
    for (size_t i = 0; i < survey->group_count; i++) {
        const struct group *group = &survey->groups[i];
        for (size_t j = group->first; j < group->first + group->count; j++) {
            const struct series *series = &survey->series[j];
            for (size_t k = series->first; k < series->first + series->count; k++)
                look_at(survey, k, rng, values, &tallies[i], marks);
        }
    }
    size_t first = survey->diagnosis->count;
    for (size_t i = 0; i < survey->group_count; i++)
        report_steps(survey, &survey->groups[i], &tallies[i], marks);
    survey_family(survey, first);
out:
    if (rng)
        gsl_rng_free(rng);
    free(values);
    free(marks);
    free(tallies);
}

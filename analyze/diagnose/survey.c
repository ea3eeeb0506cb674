#include "survey.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>
#include <xxhash.h>

#include "../../collect/size.h"
#include "../base/text.h"
#include "../stats/cells.h"
#include "../stats/holm.h"
#include "../stats/quantile.h"
#include "../stats/reduce.h"

void *survey_room(struct survey *survey, size_t count, size_t item_size)
{
    void *room = calloc(count ? count : 1, item_size);
    survey->failed = survey->failed || !room;
    return room;
}

static bool is_loop(const struct measurement *measurement)
{
    return (measurement->outcome == OUTCOME_USED || measurement->outcome == OUTCOME_DROPPED) &&
           strcmp(measurement->levels[FACTOR_PHASE].text, "loop") == 0;
}

static struct sample take_sample(const struct survey *survey, const struct measurement *measurement,
                                 double *values)
{
    struct sample sample = {
        .measurement = measurement,
        .cell = cells_find(survey->campaign, measurement->levels),
        .position = 0.5,
        .relative = (double)NAN,
        .median = (double)NAN,
        .mean = (double)NAN,
    };
    if (measurement->outcome == OUTCOME_USED)
        sample.relative = 100 * (measurement->ns_per_load / sample.cell->median_ns - 1);
    size_t count = reduce_clean_values(survey->campaign, measurement, values);
    if (count) {
        sample.mean = gsl_stats_mean(values, 1, count);
        sample.median = quantile_median(values, count);
    }
    return sample;
}

static bool same_run(const struct sample *a, const struct sample *b)
{
    const struct measurement *x = a->measurement, *y = b->measurement;
    return x->run == y->run && x->levels[FACTOR_MACHINE].text == y->levels[FACTOR_MACHINE].text;
}

static void add_series(struct survey *survey, size_t first, size_t end)
{
    struct sample *samples = survey->samples;
    const struct measurement *measurement = samples[first].measurement;
    double start = (double)measurement->seq;
    double length = (double)samples[end - 1].measurement->seq - start;
    for (size_t i = first; i < end && length > 0; i++)
        samples[i].position = ((double)samples[i].measurement->seq - start) / length;
    survey->series[survey->series_count++] = (struct series){
        .machine = measurement->levels[FACTOR_MACHINE].text,
        .side = measurement->levels[FACTOR_SIDE].text,
        .run = measurement->run,
        .first = first,
        .count = end - first,
    };
}

static int by_machine_side_run(const void *a, const void *b)
{
    const struct series *x = a, *y = b;
    int order = strcmp(x->machine, y->machine);
    if (!order)
        order = strcmp(x->side, y->side);
    return order ? order : strcmp(x->run, y->run);
}

static void group_series(struct survey *survey)
{
    qsort(survey->series, survey->series_count, sizeof *survey->series, by_machine_side_run);
    for (size_t i = 0; i < survey->series_count; i++) {
        const struct series *series = &survey->series[i];
        struct group *last = survey->groups + survey->group_count;
        if (i == 0 || last[-1].machine != series->machine || last[-1].side != series->side) {
            *last = (struct group){series->machine, series->side, i, 0};
            survey->group_count++;
        }
        survey->groups[survey->group_count - 1].count++;
    }
}

static void index_cells(struct survey *survey)
{
    const struct campaign *campaign = survey->campaign;
    for (size_t i = 0; i < survey->sample_count; i++)
        survey->cell_first[survey->samples[i].cell - campaign->cells + 1]++;
    for (size_t i = 0; i < campaign->cell_count; i++)
        survey->cell_first[i + 1] += survey->cell_first[i];
    /* Filled from the back, so that each cell's samples keep their order; what was a cell's end is
     * then its start, one place too far. */
    size_t *next = survey->cell_first;
    for (size_t i = survey->sample_count; i-- > 0;)
        survey->by_cell[--next[survey->samples[i].cell - campaign->cells + 1]] = i;
    memmove(next, next + 1, campaign->cell_count * sizeof *next);
    next[campaign->cell_count] = survey->sample_count;
}

int survey_build(struct survey *survey, struct diagnosis *diagnosis,
                 const struct campaign *campaign, const struct method *method, struct error *error)
{
    *survey = (struct survey){
        .campaign = campaign, .method = method, .diagnosis = diagnosis, .most_chunks = 1};
    size_t count = 0;
    for (size_t i = 0; i < campaign->measurement_count; i++) {
        count += is_loop(&campaign->measurements[i]);
        if (campaign->measurements[i].chunk_count > survey->most_chunks)
            survey->most_chunks = campaign->measurements[i].chunk_count;
    }
    survey->samples = survey_room(survey, count, sizeof *survey->samples);
    survey->series = survey_room(survey, count, sizeof *survey->series);
    survey->groups = survey_room(survey, count, sizeof *survey->groups);
    survey->by_cell = survey_room(survey, count, sizeof *survey->by_cell);
    survey->cell_first = survey_room(survey, campaign->cell_count + 1, sizeof *survey->cell_first);
    double *values = survey_room(survey, survey->most_chunks, sizeof *values);
    if (!survey->failed) {
        for (size_t i = 0; i < campaign->measurement_count; i++)
            if (is_loop(&campaign->measurements[i]))
                survey->samples[survey->sample_count++] =
                    take_sample(survey, &campaign->measurements[i], values);
        for (size_t first = 0, end; first < count; first = end) {
            for (end = first + 1; end < count; end++)
                if (!same_run(&survey->samples[first], &survey->samples[end]))
                    break;
            add_series(survey, first, end);
        }
        group_series(survey);
        index_cells(survey);
    }
    free(values);
    return survey->failed ? error_memory(error) : 0;
}

void survey_free(struct survey *survey)
{
    free(survey->samples);
    free(survey->series);
    free(survey->groups);
    free(survey->by_cell);
    free(survey->cell_first);
    free(survey->headlines);
    *survey = (struct survey){0};
}

const char *survey_text(struct survey *survey, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = arena_alloc(&survey->diagnosis->arena, size);
    if (text)
        vsnprintf(text, size, format, again);
    va_end(again);
    va_end(arguments);
    survey->failed = survey->failed || !text;
    return text ? text : "";
}

struct finding survey_not_testable(const char *machine, const char *side, const char *check,
                                   const char *note)
{
    return (struct finding){
        .machine = machine,
        .side = side,
        .check = check,
        .subject = "",
        .value = (double)NAN,
        .p = (double)NAN,
        .verdict = FINDING_NOT_TESTABLE,
        .note = note,
    };
}

void survey_report(struct survey *survey, const struct finding *finding)
{
    struct diagnosis *diagnosis = survey->diagnosis;
    if (array_room(&diagnosis->findings, &diagnosis->capacity, diagnosis->count,
                   sizeof *diagnosis->findings) < 0) {
        survey->failed = true;
        return;
    }
    diagnosis->findings[diagnosis->count++] = *finding;
}

void survey_family(struct survey *survey, size_t first)
{
    size_t count = survey->diagnosis->count - first;
    if (count == 0)
        return;
    struct finding *findings = survey->diagnosis->findings + first;
    double *p = survey_room(survey, count, sizeof *p);
    for (size_t i = 0; p && i < count; i++)
        p[i] = findings[i].p;
    if (!p || holm_adjust(p, count, p) < 0) {
        survey->failed = true;
        free(p);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        findings[i].p = p[i];
        bool moved =
            findings[i].verdict == FINDING_NOTICE || findings[i].verdict == FINDING_WARNING;
        if (moved && !isnan(p[i]) && p[i] >= FINDING_SIGNIFICANCE)
            findings[i].verdict = FINDING_OK;
    }
    free(p);
}

gsl_rng *survey_random(struct survey *survey, uint64_t stream)
{
    const struct campaign *campaign = survey->campaign;
    struct text digests = {0};
    for (size_t i = 0; i < campaign->input_count; i++)
        text_add_bytes(&digests, campaign->inputs[i].digest, sizeof campaign->inputs[i].digest);
    gsl_rng *rng = digests.failed ? NULL : gsl_rng_alloc(gsl_rng_mt19937);
    if (rng)
        gsl_rng_set(rng, XXH3_64bits_withSeed(digests.bytes, digests.length, stream) & 0xffffffff);
    text_free(&digests);
    survey->failed = survey->failed || !rng;
    return rng;
}

size_t survey_positions(const struct survey *survey, const struct series *series, double *x,
                        double *relative)
{
    size_t count = 0;
    for (size_t i = series->first; i < series->first + series->count; i++) {
        const struct sample *sample = &survey->samples[i];
        if (isnan(sample->relative))
            continue;
        x[count] = sample->position;
        relative[count++] = sample->relative;
    }
    return count;
}

size_t survey_rounds(const struct survey *survey, const struct series *series, double *x,
                     double *relative)
{
    size_t count = 0;
    for (size_t i = series->first; i < series->first + series->count; i++) {
        const struct sample *sample = &survey->samples[i];
        if (isnan(sample->relative) || sample->measurement->round < 0)
            continue;
        x[count] = (double)sample->measurement->round;
        relative[count++] = sample->relative;
    }
    return count;
}

const char *survey_cell_name(struct survey *survey, const struct cell *cell)
{
    const struct factors *factors = &survey->campaign->factors;
    const struct level *levels = cell->levels;
    char page[SIZE_TEXT_SIZE], span[SIZE_TEXT_SIZE], stride[SIZE_TEXT_SIZE];
    struct text text = {0};
    text_format(&text, "%s %s %s span %s", levels[FACTOR_WORKLOAD].text,
                size_format(levels[FACTOR_PAGE_BYTES].bytes, page), levels[FACTOR_PAGE_KIND].text,
                size_format(levels[FACTOR_SPAN_BYTES].bytes, span));
    if (levels[FACTOR_STRIDE_BYTES].bytes != levels[FACTOR_LINE_BYTES].bytes)
        text_format(&text, " stride %s", size_format(levels[FACTOR_STRIDE_BYTES].bytes, stride));
    for (size_t i = FACTOR_FIXED; i < factors->count; i++)
        if (*levels[i].text)
            text_format(&text, " %s=%s", factors->names[i], levels[i].text);
    survey->failed = survey->failed || text.failed;
    const char *name = text.failed ? "" : survey_text(survey, "%s", text.bytes);
    text_free(&text);
    return name;
}

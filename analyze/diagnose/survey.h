/*
 * A campaign laid out for its checks: the loop measurements in order of time, run by run, each held
 * against its cell, and the findings made so far.
 *
 * A value relative to its cell's median can be compared across cells: what is left is what moved.
 * All arrays belong to the survey, texts to the diagnosis. Running out of memory is remembered in
 * `failed`, so that a check reports freely and diagnose() asks once, at the end.
 */
#ifndef PAGEWALK_SURVEY_H
#define PAGEWALK_SURVEY_H

#include <gsl/gsl_rng.h>

#include "diagnose.h"

/* A loop measurement, kept or dropped. */
struct sample {
    const struct measurement *measurement;
    const struct cell *cell;
    double position;     /* in its run: 0 the first measurement, 1 the last; 0.5 the only one */
    double relative;     /* percent above the median of its cell; NaN when dropped */
    double median, mean; /* of clean chunks, ns per load; NaN without any */
};

/* The samples of one run, in order of seq. */
struct series {
    const char *machine, *side, *run;
    size_t first, count;
};

/* The series of one machine and side, sorted by run. */
struct group {
    const char *machine, *side;
    size_t first, count;
};

struct survey {
    const struct campaign *campaign;
    const struct method *method;
    struct diagnosis *diagnosis;
    struct sample *samples;
    size_t sample_count;
    struct series *series;
    size_t series_count;
    struct group *groups;
    size_t group_count;
    size_t *by_cell;    /* samples of cell i: by_cell[cell_first[i]] to before cell_first[i + 1] */
    size_t *cell_first; /* cell_count + 1 */
    struct headline *headlines; /* headline.h */
    size_t headline_count, headline_capacity;
    size_t most_chunks; /* of one measurement, and at least 1 */
    bool failed;
};

/* Fills all but the headlines. Errors: out of memory. survey_free() in any case. */
int survey_build(struct survey *survey, struct diagnosis *diagnosis,
                 const struct campaign *campaign, const struct method *method, struct error *error);
void survey_free(struct survey *survey);

/* Zeroed memory for `count` items, at least one, for free(); NULL when there is none, remembered.
 */
void *survey_room(struct survey *survey, size_t count, size_t item_size);

/* A text that lives as long as the diagnosis; "" when there is no memory, remembered. */
const char *survey_text(struct survey *survey, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Where every check begins: nothing found and nothing to go by. `note` says what is missing; where it
 * is there, the check fills in the rest. */
struct finding survey_not_testable(const char *machine, const char *side, const char *check,
                                   const char *note);

/* Adds a copy of the finding. */
void survey_report(struct survey *survey, const struct finding *finding);

/*
 * Ends a family of findings, those from number `first` on: adjusts their P values by Holm's method,
 * and makes `ok` of notices and warnings whose P value is then not significant. A finding without a
 * P value keeps its verdict.
 */
void survey_family(struct survey *survey, size_t first);

/* Random numbers that depend on the input's digests and `stream` alone; NULL: no memory. */
gsl_rng *survey_random(struct survey *survey, uint64_t stream);

/* Copies position or round, and relative, of the kept samples of a series; returns how many. Rounds
 * that the log does not say are left out. */
size_t survey_positions(const struct survey *survey, const struct series *series, double *x,
                        double *relative);
size_t survey_rounds(const struct survey *survey, const struct series *series, double *x,
                     double *relative);

/* "chase 2M hugetlb span 1G stride 16K variant=plain"; dense cells show no stride. */
const char *survey_cell_name(struct survey *survey, const struct cell *cell);

#endif

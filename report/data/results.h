/*
 * A results directory, opened for reporting.
 *
 * All its CSV files as frames, and the joins between them that every table and chart needs: which
 * measurements a cell is made of, and which run each of them belongs to. All fields are interned in
 * one arena, so two levels are equal if and only if their pointers are.
 *
 *     struct results results;
 *     if (results_open(&results, "results", &error) < 0) ...
 *     const char *side = results_level(&results, cell, results_factor(&results, "side"));
 *     results_free(&results);
 */
#ifndef PAGEWALK_RESULTS_H
#define PAGEWALK_RESULTS_H

#include <stdbool.h>
#include <stddef.h>

#include "../../analyze/base/arena.h"
#include "../../analyze/base/error.h"
#include "../../analyze/results/frame.h"

enum results_file {
    RESULTS_CELLS,
    RESULTS_DELTAS,
    RESULTS_MEASUREMENTS,
    RESULTS_ACCOUNTING,
    RESULTS_PROBLEMS,
    RESULTS_RUNS,
    RESULTS_TIERS, /* this and the next may be missing */
    RESULTS_DROPS,
    RESULTS_DIAGNOSTICS,
    RESULTS_FILES
};

#define RESULTS_NONE ((size_t)-1)
#define RESULTS_DELTA_KINDS 6

/* The files' names without .csv, by enum results_file, and the kinds that deltas.csv may hold. */
extern const char *const results_file_names[RESULTS_FILES];
extern const char *const results_delta_kinds[RESULTS_DELTA_KINDS];

struct results {
    struct arena arena;
    struct frame frames[RESULTS_FILES];
    const char **factors; /* the columns of cells.csv before n */
    size_t factor_count;
    size_t *measurement_run;   /* row of runs.csv of each measurement, or RESULTS_NONE */
    size_t *measurement_cell;  /* row of cells.csv, or RESULTS_NONE (skipped) */
    size_t *cell_measurements; /* rows of measurements.csv, cell after cell ... */
    size_t *cell_first;        /* ... those of cell c begin here; one more entry ends the last */
};

/* Errors: a file that is missing or broken (named), a needed column that is missing, two cells with
 * the same factors, out of memory. Of tiers, drops and diagnostics the file
 * may be missing: then the frame has no rows. */
int results_open(struct results *results, const char *path, struct error *error);
void results_free(struct results *results);

/* The full name behind page, kind, line, span, stride (and base_page ...); else `name` itself. */
const char *results_full_name(const char *name);

/* The short name of a factor, as messages and headings use it. */
const char *results_short_name(const char *name);

/* Number of the factor with this full name, or -1. */
int results_factor(const struct results *results, const char *full_name);

/* Level of one factor of a row of cells.csv, interned; "" where the run does not have it. */
const char *results_level(const struct results *results, size_t cell, int factor);

/* The frame whose file is NAME.csv, or NULL. */
const struct frame *results_frame(const struct results *results, const char *name);

/* True for the factors whose levels are sizes in bytes. */
bool results_is_size(const char *full_name);

#endif

#include "results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const results_file_names[RESULTS_FILES] = {
    "cells", "deltas", "measurements", "accounting",  "problems",
    "runs",  "tiers",  "drops",        "diagnostics",
};
const char *const results_delta_kinds[RESULTS_DELTA_KINDS] = {
    "page-size", "guest-host", "translation", "translation-ratio", "interaction", "factor",
};

static const struct {
    const char *brief, *full;
} aliases[] = {
    {"page", "page_bytes"},
    {"kind", "page_kind"},
    {"line", "line_bytes"},
    {"span", "span_bytes"},
    {"stride", "stride_bytes"},
    {"base_page", "base_page_bytes"},
    {"base_kind", "base_page_kind"},
    {"base_span", "base_span_bytes"},
    {"base_stride", "base_stride_bytes"},
};

#define ALIAS_COUNT (sizeof aliases / sizeof aliases[0])

const char *results_full_name(const char *name)
{
    for (size_t i = 0; i < ALIAS_COUNT; i++)
        if (strcmp(aliases[i].brief, name) == 0)
            return aliases[i].full;
    return name;
}

const char *results_short_name(const char *name)
{
    for (size_t i = 0; i < ALIAS_COUNT; i++)
        if (strcmp(aliases[i].full, name) == 0)
            return aliases[i].brief;
    return name;
}

bool results_is_size(const char *full_name)
{
    size_t length = strlen(full_name);
    return length > 6 && strcmp(full_name + length - 6, "_bytes") == 0;
}

int results_factor(const struct results *results, const char *full_name)
{
    for (size_t i = 0; i < results->factor_count; i++)
        if (strcmp(results->factors[i], full_name) == 0)
            return (int)i;
    return -1;
}

const char *results_level(const struct results *results, size_t cell, int factor)
{
    return frame_text(&results->frames[RESULTS_CELLS], cell, factor);
}

const struct frame *results_frame(const struct results *results, const char *name)
{
    for (size_t i = 0; i < RESULTS_FILES; i++)
        if (strcmp(results_file_names[i], name) == 0)
            return &results->frames[i];
    return NULL;
}

static int read_frames(struct results *results, const char *path, struct error *error)
{
    int status = 0;
    for (size_t i = 0; i < RESULTS_FILES && status == 0; i++) {
        struct text file = {0};
        text_format(&file, "%s/%s.csv", path, results_file_names[i]);
        if (file.failed)
            status = error_memory(error);
        else if (i == RESULTS_CELLS && access(file.bytes, F_OK) < 0)
            status = error_at(error, path, 0, 0,
                              "is not a results directory: there is no cells.csv in it");
        else if (i >= RESULTS_TIERS && access(file.bytes, F_OK) < 0)
            frame_init(&results->frames[i], results_file_names[i], &results->arena);
        else
            status = frame_read_csv(&results->frames[i], results_file_names[i], file.bytes,
                                    &results->arena, error);
        text_free(&file);
    }
    return status;
}

static int need_columns(const struct results *results, const char *path, enum results_file file,
                        const char *const *names, struct error *error)
{
    for (; *names; names++)
        if (frame_column(&results->frames[file], *names) < 0)
            return error_at(error, path, 0, 0, "has no column %s in %s.csv", *names,
                            results_file_names[file]);
    return 0;
}

static int check_columns(struct results *results, const char *path, struct error *error)
{
    static const char *const cells[] = {"machine",    "side",       "workload",   "page_kind",
                                        "page_bytes", "line_bytes", "span_bytes", "stride_bytes",
                                        "phase",      "n",          "dropped",    "q1_ns",
                                        "median_ns",  "q3_ns",      NULL};
    static const char *const deltas[] = {"kind", "delta_ns", "percent", "ratio", NULL};
    static const char *const measurements[] = {"machine", "run",    "round",
                                               "outcome", "reason", NULL};
    static const char *const runs[] = {"machine", "run", "side", NULL};
    if (need_columns(results, path, RESULTS_CELLS, cells, error) < 0 ||
        need_columns(results, path, RESULTS_DELTAS, deltas, error) < 0 ||
        need_columns(results, path, RESULTS_MEASUREMENTS, measurements, error) < 0 ||
        need_columns(results, path, RESULTS_RUNS, runs, error) < 0)
        return -1;
    const struct frame *frame = &results->frames[RESULTS_CELLS];
    results->factor_count = (size_t)frame_column(frame, "n");
    results->factors = arena_alloc(&results->arena, results->factor_count * sizeof(char *));
    if (!results->factors)
        return error_memory(error);
    for (size_t i = 0; i < results->factor_count; i++) {
        results->factors[i] = frame->columns[i].name;
        if (frame_column(&results->frames[RESULTS_MEASUREMENTS], results->factors[i]) < 0)
            return error_at(error, path, 0, 0, "has no column %s in measurements.csv",
                            results->factors[i]);
    }
    return 0;
}

/* A row known by some of its fields. Fields are interned, so their addresses are the key. */
struct known_row {
    const char *const *key;
    size_t key_count, row;
};

static int compare_known(const void *left, const void *right)
{
    const struct known_row *a = left, *b = right;
    return memcmp(a->key, b->key, a->key_count * sizeof *a->key);
}

/* The rows of a frame by the fields in `columns`, ready for bsearch(); malloc'ed. */
static struct known_row *know_rows(struct arena *arena, const struct frame *frame,
                                   const int *columns, size_t column_count)
{
    struct known_row *known = malloc((frame->row_count + 1) * sizeof *known);
    const char **keys = arena_alloc(arena, (frame->row_count * column_count + 1) * sizeof *keys);
    if (!known || !keys) {
        free(known);
        return NULL;
    }
    for (size_t row = 0; row < frame->row_count; row++) {
        const char **key = keys + row * column_count;
        for (size_t i = 0; i < column_count; i++)
            key[i] = frame_text(frame, row, columns[i]);
        known[row] = (struct known_row){key, column_count, row};
    }
    qsort(known, frame->row_count, sizeof *known, compare_known);
    return known;
}

/* For every measurement, the row of `frame` that has the same fields in `names`. */
static int join_measurements(struct results *results, enum results_file file,
                             const char *const *names, size_t name_count, size_t **joined,
                             struct error *error)
{
    const struct frame *frame = &results->frames[file];
    const struct frame *measurements = &results->frames[RESULTS_MEASUREMENTS];
    int *columns = arena_alloc(&results->arena, 2 * name_count * sizeof *columns);
    const char **key = arena_alloc(&results->arena, name_count * sizeof *key);
    *joined = arena_alloc(&results->arena, (measurements->row_count + 1) * sizeof **joined);
    if (!columns || !key || !*joined)
        return error_memory(error);
    for (size_t i = 0; i < name_count; i++) {
        columns[i] = frame_column(frame, names[i]);
        columns[name_count + i] = frame_column(measurements, names[i]);
    }
    struct known_row *known = know_rows(&results->arena, frame, columns, name_count);
    if (!known)
        return error_memory(error);
    int status = 0;
    for (size_t i = 1; i < frame->row_count && status == 0; i++)
        if (compare_known(&known[i - 1], &known[i]) == 0)
            status = error_set(error, "%s.csv has two rows with the same %s", frame->name,
                               file == RESULTS_CELLS ? "factors" : "machine and run");
    for (size_t row = 0; row < measurements->row_count && status == 0; row++) {
        for (size_t i = 0; i < name_count; i++)
            key[i] = frame_text(measurements, row, columns[name_count + i]);
        const struct known_row wanted = {key, name_count, 0};
        const struct known_row *found =
            bsearch(&wanted, known, frame->row_count, sizeof *known, compare_known);
        (*joined)[row] = found ? found->row : RESULTS_NONE;
    }
    free(known);
    return status;
}

static int list_measurements(struct results *results, struct error *error)
{
    size_t cells = results->frames[RESULTS_CELLS].row_count;
    size_t rows = results->frames[RESULTS_MEASUREMENTS].row_count;
    results->cell_first = arena_alloc(&results->arena, (cells + 1) * sizeof(size_t));
    results->cell_measurements = arena_alloc(&results->arena, (rows + 1) * sizeof(size_t));
    size_t *next = arena_alloc(&results->arena, (cells + 1) * sizeof(size_t));
    if (!results->cell_first || !results->cell_measurements || !next)
        return error_memory(error);
    for (size_t row = 0; row < rows; row++)
        if (results->measurement_cell[row] != RESULTS_NONE)
            results->cell_first[results->measurement_cell[row] + 1]++;
    for (size_t cell = 0; cell < cells; cell++) {
        results->cell_first[cell + 1] += results->cell_first[cell];
        next[cell] = results->cell_first[cell];
    }
    for (size_t row = 0; row < rows; row++)
        if (results->measurement_cell[row] != RESULTS_NONE)
            results->cell_measurements[next[results->measurement_cell[row]]++] = row;
    return 0;
}

int results_open(struct results *results, const char *path, struct error *error)
{
    *results = (struct results){0};
    static const char *const run_names[] = {"machine", "run"};
    if (read_frames(results, path, error) < 0 || check_columns(results, path, error) < 0 ||
        join_measurements(results, RESULTS_CELLS, results->factors, results->factor_count,
                          &results->measurement_cell, error) < 0 ||
        join_measurements(results, RESULTS_RUNS, run_names, 2, &results->measurement_run, error) <
            0 ||
        list_measurements(results, error) < 0) {
        results_free(results);
        return -1;
    }
    return 0;
}

void results_free(struct results *results)
{
    for (size_t i = 0; i < RESULTS_FILES; i++)
        frame_free(&results->frames[i]);
    arena_free(&results->arena);
    *results = (struct results){0};
}

/*
 * A simulated campaign read back, for tests: generates the logs in memory and reads them row by row
 * with nothing of the analyzer. Clean chunks are told by a clock half way between the two cores;
 * medians and quartiles (type 7) are computed from their definitions. Any row that is not as the
 * log format says fails the test.
 */
#ifndef PAGEWALK_READING_H
#define PAGEWALK_READING_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../simulate/run_log.h"

#define FIELDS 20
#define MOST_CELLS 256
#define MOST_VALUES 32
#define FAST_FROM 3.65 /* adds per ns: half way between 2.9 and 4.4 */

enum { RUN, SIDE, PAIR, ROUND, SEQ, WORKLOAD, KIND, PAGE, LINE_BYTES, SPAN, STRIDE, PHASE, CHUNK };
enum { LOADS = CHUNK + 1, ELAPSED, ADDS, BEFORE, AFTER, FAULTS, SWITCHES };

struct cell {
    char side[16], workload[16];
    uint64_t page, span, stride, lines;
    double values[MOST_VALUES]; /* sorted once all are read */
    unsigned runs[MOST_VALUES]; /* in the order read, as are values until then */
    size_t n, dropped, unclean, clean;
};

struct reading {
    struct cell cells[MOST_CELLS];
    size_t count;
    size_t made[2], dropped[2], guest_runs[2], stopped, cut; /* [0] dense, [1] sparse set */
    unsigned rounds, least_chunks, most_chunks;
    double least_loads, most_loads;
    double slow_ratio, moved_ratio; /* sums of chunk over measurement */
    size_t slow, moved, disturbed;
    double run_share; /* mean over cells of the variance that lies between runs */
};

struct chunk {
    double ns;
    bool before_fast, after_fast, disturbed;
};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, size_t n, double p)
{
    assert_true(n > 0);
    double h = (double)(n - 1) * p;
    size_t i = (size_t)h;
    return i + 1 < n ? sorted[i] + (h - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[i];
}

static struct cell *find_cell(struct reading *reading, char **field)
{
    uint64_t page = strtoull(field[PAGE], NULL, 10), span = strtoull(field[SPAN], NULL, 10);
    uint64_t stride = strtoull(field[STRIDE], NULL, 10);
    for (size_t i = 0; i < reading->count; i++) {
        struct cell *cell = &reading->cells[i];
        if (cell->page == page && cell->span == span && cell->stride == stride &&
            strcmp(cell->side, field[SIDE]) == 0 && strcmp(cell->workload, field[WORKLOAD]) == 0)
            return cell;
    }
    assert_true(reading->count < MOST_CELLS);
    struct cell *cell = &reading->cells[reading->count++];
    snprintf(cell->side, sizeof cell->side, "%s", field[SIDE]);
    snprintf(cell->workload, sizeof cell->workload, "%s", field[WORKLOAD]);
    cell->page = page;
    cell->span = span;
    cell->stride = stride;
    return cell;
}

static void finish_measurement(struct reading *reading, struct cell *cell, unsigned set,
                               unsigned run, const struct chunk *chunks, unsigned count)
{
    double values[64];
    size_t clean = 0;
    for (unsigned i = 0; i < count; i++)
        if (chunks[i].before_fast && chunks[i].after_fast && !chunks[i].disturbed)
            values[clean++] = chunks[i].ns;
    reading->made[set]++;
    reading->least_chunks = count < reading->least_chunks ? count : reading->least_chunks;
    reading->most_chunks = count > reading->most_chunks ? count : reading->most_chunks;
    cell->clean += clean;
    cell->unclean += count - clean;
    if (2 * clean < count) {
        cell->dropped++;
        reading->dropped[set]++;
        return;
    }
    qsort(values, clean, sizeof *values, by_value);
    double median = quantile(values, clean, 0.5);
    for (unsigned i = 0; i < count; i++) {
        bool slow = !chunks[i].before_fast && !chunks[i].after_fast;
        bool moved = chunks[i].before_fast != chunks[i].after_fast;
        reading->slow += slow;
        reading->moved += moved;
        reading->disturbed += chunks[i].disturbed;
        reading->slow_ratio += slow ? chunks[i].ns / median : 0;
        reading->moved_ratio += moved ? chunks[i].ns / median : 0;
    }
    assert_true(cell->n < MOST_VALUES);
    cell->runs[cell->n] = run;
    cell->values[cell->n++] = median;
}

/* True when the clock is one of the fast cores; fails unless it is near one of the two. */
static bool is_fast(char **field, int column)
{
    double clock = strtod(field[ADDS], NULL) / strtod(field[column], NULL);
    assert_true(fabs(clock / 4.4 - 1) < 0.02 || fabs(clock / 2.9 - 1) < 0.02);
    return clock > FAST_FROM;
}

static void read_log(struct reading *reading, char *text, unsigned run)
{
    struct chunk chunks[64];
    unsigned count = 0, set = 0;
    struct cell *cell = NULL;
    bool ended = false, caution = false, header = false;
    size_t rows = 0;
    char last_seq[24] = "";
    for (char *save, *line = strtok_r(text, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        if (line[0] == '#') {
            caution = caution || strcmp(line, "# caution: simulated data") == 0;
            reading->stopped += strcmp(line, "# stopped: SIGTERM") == 0;
            if (strncmp(line, "# end: rows=", 12) == 0) {
                ended = true;
                assert_int_equal(strtoull(line + 12, NULL, 10), rows);
            }
            continue;
        }
        char *field[FIELDS], *at = line;
        for (int i = 0; i < FIELDS; i++) {
            field[i] = strsep(&at, ",");
            assert_non_null(field[i]);
        }
        assert_null(at);
        if (!header) {
            assert_string_equal(field[ELAPSED], "elapsed_ns");
            header = true;
            continue;
        }
        rows++;
        if (strcmp(field[SEQ], last_seq) != 0) {
            if (cell)
                finish_measurement(reading, cell, set, run, chunks, count);
            else
                reading->guest_runs[strstr(field[RUN], "sparse") != NULL] +=
                    strcmp(field[SIDE], "guest") == 0;
            snprintf(last_seq, sizeof last_seq, "%s", field[SEQ]);
            cell = find_cell(reading, field);
            set = strstr(field[RUN], "sparse") != NULL;
            count = 0;
        }
        unsigned round = (unsigned)strtoul(field[ROUND], NULL, 10);
        reading->rounds = round > reading->rounds ? round : reading->rounds;
        if (strcmp(field[PHASE], "link") == 0)
            cell->lines = strtoull(field[LOADS], NULL, 10);
        if (strcmp(field[PHASE], "loop") != 0)
            continue;
        double loads = strtod(field[LOADS], NULL);
        reading->least_loads = fmin(reading->least_loads, loads);
        reading->most_loads = fmax(reading->most_loads, loads);
        assert_int_equal(strtoul(field[CHUNK], NULL, 10), count);
        assert_true(count < 64);
        chunks[count++] = (struct chunk){
            .ns = strtod(field[ELAPSED], NULL) / loads,
            .before_fast = is_fast(field, BEFORE),
            .after_fast = is_fast(field, AFTER),
            .disturbed = strcmp(field[FAULTS], "0") != 0 || strcmp(field[SWITCHES], "0") != 0,
        };
    }
    assert_non_null(cell);
    finish_measurement(reading, cell, set, run, chunks, count);
    reading->cut += !ended;
    assert_true(caution);
}

/* The intraclass correlation of a cell: one-way analysis of variance over runs of unequal size. */
static double run_share(const struct cell *cell)
{
    double sums[64] = {0}, sizes[64] = {0}, mean = 0, between = 0, within = 0, squares = 0;
    double n = (double)cell->n, groups = 0;
    for (size_t i = 0; i < cell->n; i++) {
        sums[cell->runs[i]] += cell->values[i];
        sizes[cell->runs[i]]++;
        mean += cell->values[i] / n;
    }
    for (size_t i = 0; i < cell->n; i++)
        within += pow(cell->values[i] - sums[cell->runs[i]] / sizes[cell->runs[i]], 2);
    for (size_t i = 0; i < 64; i++) {
        if (sizes[i] == 0)
            continue;
        between += sizes[i] * pow(sums[i] / sizes[i] - mean, 2);
        squares += sizes[i] * sizes[i];
        groups++;
    }
    double size = (n - squares / n) / (groups - 1);
    between /= groups - 1;
    within /= n - groups;
    return (between - within) / (between + (size - 1) * within);
}

/* Reads the m6 campaign of this seed; free() it. */
static struct reading *read_campaign(uint64_t seed)
{
    struct error error = {0};
    struct plan plan;
    struct text text = {0};
    struct reading *reading = calloc(1, sizeof *reading);
    assert_non_null(reading);
    reading->least_chunks = ~0u;
    reading->least_loads = HUGE_VAL;
    assert_int_equal(plan_make(&plan, &preset_m6, seed, &error), 0);
    for (size_t i = 0; i < plan.run_count; i++) {
        text_clear(&text);
        assert_int_equal(run_log_write(&text, &plan, &plan.runs[i], &error), 0);
        read_log(reading, text.bytes, (unsigned)i);
    }
    text_free(&text);
    plan_free(&plan);
    for (size_t i = 0; i < reading->count; i++) {
        struct cell *cell = &reading->cells[i];
        reading->run_share += run_share(cell) / (double)reading->count;
        qsort(cell->values, cell->n, sizeof *cell->values, by_value);
    }
    return reading;
}

#endif

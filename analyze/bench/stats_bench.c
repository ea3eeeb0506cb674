/*
 * What the statistics cost beside the medians alone: logs of 2,000,000 chunks, both ways in turn.
 *
 * The medians alone: read the logs, one median a measurement, quartiles a cell. All of it: read the
 * same logs, then clock tiers, a verdict on every chunk, medians in ns and cycles, cells, deltas,
 * intervals, drops. Prints every pass and the median of the ratios; status 1 above the bar.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "../log/log.h"
#include "../stats/cells.h"
#include "../stats/deltas.h"
#include "../stats/drops.h"
#include "../stats/intervals.h"
#include "../stats/quantile.h"
#include "../stats/reduce.h"
#include "../stats/tiers.h"

#define RUNS 16
#define PAGES 5
#define SPANS 25
#define ROUNDS 25
#define CHUNKS 40 /* in all 16 x 5 x 25 x 25 x 40 = 2,000,000 */
#define PASSES 5
#define BAR 1.5

static void die(const char *what)
{
    fprintf(stderr, "stats_bench: %s\n", what);
    exit(2);
}

static double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void write_measurement(FILE *log, gsl_rng *rng, int run, int seq, int page, int span,
                              int round)
{
    double value = 60 + span + gsl_ran_gaussian(rng, 1);
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        double clock = gsl_rng_uniform(rng) < 0.15 ? 2.9 : 4.4;
        clock *= 1 + gsl_ran_gaussian(rng, 0.003);
        fprintf(log,
                "run-%02d,%s,%d,%d,%d,chase,%s,%d,%d,128,loop,%d,200000,%.0f,100000,%.0f,%.0f\n",
                run, run % 2 ? "host" : "guest", run / 2, round, seq, page ? "hugetlb" : "base",
                4096 << (4 * page), (span + 1) << 20, chunk,
                200000 * (value + gsl_ran_gaussian(rng, 0.5)), 100000 / clock, 100000 / clock);
    }
}

static void write_logs(const char *path)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    FILE *log = fopen(path, "w");
    if (!rng || !log)
        die("cannot write the logs");
    for (int run = 0; run < RUNS; run++) {
        int seq = 0;
        fputs(
            "run,side,pair,round,seq,workload,page_kind,page_bytes,span_bytes,stride_bytes,phase,"
            "chunk,loads,elapsed_ns,clock_adds,clock_before_ns,clock_after_ns\n",
            log);
        for (int round = 1; round <= ROUNDS; round++)
            for (int page = 0; page < PAGES; page++)
                for (int span = 0; span < SPANS; span++)
                    write_measurement(log, rng, run, ++seq, page, span, round);
    }
    if (fclose(log) != 0)
        die("cannot write the logs");
    gsl_rng_free(rng);
}

/* Cells are known by arithmetic here, so that nothing but medians is added to reading. */
static double medians_alone(const struct campaign *campaign)
{
    static double values[2][PAGES * SPANS][RUNS / 2 * ROUNDS];
    static size_t counts[2][PAGES * SPANS];
    double chunks[CHUNKS], sink = 0;
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i < campaign->measurement_count; i++) {
        const struct measurement *at = &campaign->measurements[i];
        for (size_t j = 0; j < at->chunk_count; j++)
            chunks[j] = at->chunks[j].elapsed_ns / at->chunks[j].loads;
        size_t side = i / ((size_t)PAGES * SPANS * ROUNDS) % 2, cell = i % (PAGES * SPANS);
        values[side][cell][counts[side][cell]++] = quantile_median(chunks, at->chunk_count);
    }
    for (int side = 0; side < 2; side++)
        for (int cell = 0; cell < PAGES * SPANS; cell++) {
            quantile_sort(values[side][cell], counts[side][cell]);
            for (int q = 0; q <= 4; q++)
                sink += quantile_sorted(values[side][cell], counts[side][cell], q / 4.0);
        }
    return sink;
}

static void all_of_it(struct campaign *campaign, struct error *error)
{
    const struct margins margins = {2, 2};
    struct drops drops = {0};
    if (tiers_find(campaign, 0, error) < 0 ||
        reduce_measurements(campaign, REDUCE_HALF, error) < 0 || cells_build(campaign, error) < 0 ||
        deltas_build(campaign, NULL, 0, error) < 0 ||
        intervals_set(campaign, &margins, error) < 0 || drops_build(&drops, campaign, error) < 0)
        die(error->message);
    drops_free(&drops);
}

/* Seconds from the logs to the medians, or to everything. */
static double pass(char *path, bool all, double *sink)
{
    struct campaign campaign;
    struct error error = {0};
    double start = now_s();
    if (campaign_init(&campaign, &error) < 0 || log_read(&campaign, &path, 1, NULL, 0, &error) < 0)
        die(error.message);
    if (all)
        all_of_it(&campaign, &error);
    else
        *sink += medians_alone(&campaign);
    double seconds = now_s() - start;
    campaign_free(&campaign);
    return seconds;
}

int main(void)
{
    char path[] = "/tmp/pagewalk-bench-XXXXXX.csv";
    double ratios[PASSES], sink = 0;
    int file = mkstemps(path, 4);
    if (file < 0)
        die("cannot write the logs");
    close(file);
    write_logs(path);
    for (int i = 0; i < PASSES; i++) {
        double medians = pass(path, false, &sink), all = pass(path, true, &sink);
        ratios[i] = all / medians;
        printf("medians alone %.2f s, all statistics %.2f s, ratio %.2f\n", medians, all,
               ratios[i]);
    }
    unlink(path);
    double ratio = quantile_median(ratios, PASSES);
    printf(
        "statistics: %.2f times the medians alone, from logs of 2,000,000 chunks "
        "(median of %d passes, bar %.1f)%s\n",
        ratio, PASSES, BAR, isnan(sink) ? "?" : "");
    return ratio <= BAR ? 0 : 1;
}

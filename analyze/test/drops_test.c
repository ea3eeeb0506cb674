/* Drops by factor: Fisher and Holm against R, planted dependence found, chance left alone, bounds.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gsl/gsl_rng.h>
#include <zlib.h>

#include "../stats/cells.h"
#include "../stats/drops.h"
#include "../stats/fisher.h"
#include "../stats/holm.h"
#include "../stats/reduce.h"
#include "../stats/tiers.h"
#include "campaign.h"

static struct error error;

static size_t read_numbers(const char *text, double *values)
{
    size_t n = 0;
    char *end;
    for (double value = strtod(text, &end); end != text; value = strtod(text, &end)) {
        values[n++] = value;
        text = end;
    }
    return n;
}

static void assert_close(double ours, double theirs)
{
    if (!(fabs(ours - theirs) <= 1e-12 * fmax(theirs, 1e-300)))
        fail_msg("%.17g is not R's %.17g", ours, theirs);
}

static void agrees_with_r(void **state)
{
    (void)state;
    gzFile file = gzopen("analyze/test/oracles/fisher.tsv.gz", "rb");
    assert_non_null(file);
    char line[4096];
    size_t tables = 0, families = 0;
    while (gzgets(file, line, sizeof line)) {
        char *kind = strtok(line, "\t"), *given = strtok(NULL, "\t"),
             *answer = strtok(NULL, "\t\n");
        double values[64], r[64];
        size_t n = read_numbers(given, values);
        read_numbers(answer, r);
        if (strcmp(kind, "fisher") == 0) {
            assert_close(fisher_p((uint64_t)values[0], (uint64_t)values[1], (uint64_t)values[2],
                                  (uint64_t)values[3]),
                         r[0]);
            tables++;
        } else {
            assert_int_equal(holm_adjust(values, n, values), 0);
            for (size_t i = 0; i < n; i++)
                assert_close(values[i], r[i]);
            families++;
        }
    }
    gzclose(file);
    assert_true(tables > 2060 && families == 200);
}

/* Group and rest are one test: the same bytes, not the same to ten digits. 3 of 3 against 0 of 4 is
 * the rarest of 35 tables. */
static void fisher_has_no_sides(void **state)
{
    (void)state;
    assert_true(fabs(fisher_p(3, 0, 0, 4) - 1. / 35) < 1e-16);
    assert_true(fisher_p(0, 0, 0, 0) == 1 && fisher_p(0, 5, 0, 7) == 1 &&
                fisher_p(4, 0, 9, 0) == 1);
    assert_true(fisher_p(5000, 0, 0, 5000) == 0);
    for (uint64_t a = 0; a < 12; a++)
        for (uint64_t b = 0; b < 12; b++) {
            assert_true(fisher_p(a, b, 5, 9) == fisher_p(5, 9, a, b));
            double mirrored = fisher_p(b, a, 9, 5), p = fisher_p(a, b, 5, 9);
            assert_true(fabs(mirrored - p) <= 1e-14 * p);
        }
}

static void unknown_p_values_are_no_family(void **state)
{
    (void)state;
    double p[] = {0.01, (double)NAN, 0.04};
    assert_int_equal(holm_adjust(p, 3, p), 0);
    assert_true(p[0] == 0.02 && isnan(p[1]) && p[2] == 0.04);
    assert_int_equal(holm_adjust(NULL, 0, NULL), 0);
}

/* Three runs, two pages, four spans, five rounds: 120 measurements, dropped as `drop` says. */
static void build(struct campaign *campaign,
                  bool (*drop)(int run, int page, int span, gsl_rng *rng), gsl_rng *rng)
{
    static const char *const runs[] = {"a", "b", "c"};
    build_start(campaign);
    for (int run = 0; run < 3; run++)
        for (int round = 0; round < 5; round++)
            for (int page = 0; page < 2; page++)
                for (int span = 0; span < 4; span++) {
                    build_measurement(campaign, "guest", page ? "hugetlb" : "base",
                                      page ? 2 << 20 : 4096, (uint64_t)1 << (26 + span), 128,
                                      runs[run]);
                    build_chunks(campaign, 1, 90, 4.4, 4.4);
                    if (drop(run, page, span, rng))
                        campaign->measurements[campaign->measurement_count - 1].chunks[0].faults =
                            1;
                }
    build_finish(campaign);
    assert_int_equal(tiers_find(campaign, 0, &error), 0);
    assert_int_equal(reduce_measurements(campaign, REDUCE_HALF, &error), 0);
}

static bool drop_by_span(int run, int page, int span, gsl_rng *rng)
{
    (void)run, (void)page;
    return span == 3 && gsl_rng_uniform(rng) < 0.5;
}

static bool drop_by_chance(int run, int page, int span, gsl_rng *rng)
{
    (void)run, (void)page, (void)span;
    return gsl_rng_uniform(rng) < 0.1;
}

static const struct drop_row *find(const struct drops *drops, const char *factor, const char *level,
                                   const char *reason)
{
    for (size_t i = 0; i < drops->count; i++)
        if (strcmp(drops->rows[i].factor, factor) == 0 &&
            strcmp(drops->rows[i].level, level) == 0 && strcmp(drops->rows[i].reason, reason) == 0)
            return &drops->rows[i];
    return NULL;
}

static void dependence_is_found(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct campaign campaign;
    struct drops drops;
    build(&campaign, drop_by_span, rng);
    assert_int_equal(drops_build(&drops, &campaign, &error), 0);
    const struct drop_row *large = find(&drops, "span", "512M", "");
    const struct drop_row *small = find(&drops, "span", "64M", "");
    const struct drop_row *reason = find(&drops, "span", "512M", "too few clean chunks");
    assert_non_null(large);
    assert_non_null(small);
    assert_non_null(reason);
    assert_int_equal(large->measurements, 30);
    assert_int_equal(large->rest_measurements, 90);
    assert_int_equal(large->rest_dropped, 0);
    assert_true(large->dropped > 8 && large->p_holm < 1e-4 && large->p_holm > large->p);
    assert_int_equal(small->dropped, 0);
    assert_int_equal(reason->dropped, large->dropped);
    assert_int_equal(reason->measurements, 30);
    assert_true(isnan(reason->p));
    /* Each factor's rows for all reasons together count every measurement and drop once. */
    uint64_t measurements = 0, dropped = 0;
    for (size_t i = 0; i < drops.count; i++)
        if (strcmp(drops.rows[i].factor, "run") == 0 && !*drops.rows[i].reason) {
            measurements += drops.rows[i].measurements;
            dropped += drops.rows[i].dropped;
        }
    assert_int_equal(measurements, 120);
    assert_int_equal(dropped, large->dropped);
    assert_non_null(find(&drops, "page", "2M hugetlb", ""));
    assert_null(find(&drops, "side", "guest", "")); /* a single level is no comparison */
    drops_free(&drops);
    campaign_free(&campaign);
    gsl_rng_free(rng);
}

static struct measurement *add(struct campaign *campaign, const char *machine, const char *run,
                               uint64_t span, const char *reason)
{
    struct measurement *measurement =
        build_measurement(campaign, "guest", "base", 4096, span, 128, run);
    build_level(campaign, FACTOR_MACHINE, machine);
    build_level(campaign, FACTOR_FIXED, span > 1 << 20 ? "b" : "");
    if (reason) {
        measurement->outcome = OUTCOME_DROPPED;
        measurement->reason = reason;
    }
    return measurement;
}

/* Three machines, worked out by hand; one drops nothing. Runs have names that could pass for
 * numbers and sizes. */
static void add_machines(struct campaign *campaign)
{
    build_start(campaign);
    build_factor(campaign, "mode");
    for (int i = 0; i < 3; i++)
        add(campaign, "a", "10", 16 << 20, i == 0 ? "slow" : "few");
    for (int i = 0; i < 4; i++)
        add(campaign, "a", "9", 512 << 10, NULL);
    add(campaign, "a", "1a", 16 << 20, "few");
    add(campaign, "a", "1a", 512 << 10, NULL)->outcome = OUTCOME_SKIPPED;
    add(campaign, "a", "1a", 512 << 10, NULL);
    build_level(campaign, FACTOR_PHASE, "unmap");
    add(campaign, "b", "9", 16 << 20, "few");
    add(campaign, "b", "10", 512 << 10, NULL);
    for (int i = 0; i < 9; i++)
        add(campaign, "c", i % 2 ? "1" : "2", 16 << 20, NULL);
    build_finish(campaign);
}

/* Machine a, 4 of 8 dropped. All 4 of 4 against 0 of 4, or the reverse: 2 of 70 tables. 3 of 3
 * against 1 of 5: groups of 3 and 5 give 5, 30, 30 and 5 of 70. Machine b has 1 of 2: always 1.
 * Seven rows of a and six of b are the family. */
static const struct {
    const char *counts;
    double p, p_holm; /* 0: none */
} by_hand[] = {
    {"a,mode,,,4,0,4,4,", 2. / 70, 13 * 2. / 70},
    {"a,mode,b,,4,4,4,0,", 2. / 70, 13 * 2. / 70},
    {"a,mode,b,few,4,3,4,0,", 0, 0},
    {"a,mode,b,slow,4,1,4,0,", 0, 0},
    {"a,run,10,,3,3,5,1,", 10. / 70, 1},
    {"a,run,10,few,3,2,5,1,", 0, 0},
    {"a,run,10,slow,3,1,5,0,", 0, 0},
    {"a,run,1a,,1,1,7,3,", 1, 1},
    {"a,run,1a,few,1,1,7,2,", 0, 0},
    {"a,run,9,,4,0,4,4,", 2. / 70, 13 * 2. / 70},
    {"a,span,512K,,4,0,4,4,", 2. / 70, 13 * 2. / 70},
    {"a,span,16M,,4,4,4,0,", 2. / 70, 13 * 2. / 70},
    {"a,span,16M,few,4,3,4,0,", 0, 0},
    {"a,span,16M,slow,4,1,4,0,", 0, 0},
    {"b,mode,,,1,0,1,1,", 1, 1},
    {"b,mode,b,,1,1,1,0,", 1, 1},
    {"b,mode,b,few,1,1,1,0,", 0, 0},
    {"b,run,10,,1,0,1,1,", 1, 1},
    {"b,run,9,,1,1,1,0,", 1, 1},
    {"b,run,9,few,1,1,1,0,", 0, 0},
    {"b,span,512K,,1,0,1,1,", 1, 1},
    {"b,span,16M,,1,1,1,0,", 1, 1},
    {"b,span,16M,few,1,1,1,0,", 0, 0},
};

static void the_table_is_as_by_hand(void **state)
{
    (void)state;
    struct campaign campaign;
    struct drops drops;
    struct frame frame;
    struct text csv = {0};
    add_machines(&campaign);
    assert_int_equal(drops_build(&drops, &campaign, &error), 0);
    frame_init(&frame, "drops", &campaign.arena);
    drops_frame(&frame, &drops);
    assert_false(frame.failed);
    frame_write_csv(&frame, &csv);
    size_t lines = 0;
    char *line = strtok(csv.bytes, "\n");
    assert_string_equal(line,
                        "machine,factor,level,reason,measurements,dropped,rest_measurements,"
                        "rest_dropped,p,p_holm");
    while ((line = strtok(NULL, "\n"))) {
        assert_true(lines < sizeof by_hand / sizeof *by_hand);
        size_t counts = strlen(by_hand[lines].counts);
        assert_memory_equal(line, by_hand[lines].counts, counts);
        double values[2] = {0, 0};
        if (line[counts] != ',')
            assert_int_equal(sscanf(line + counts, "%lf,%lf", &values[0], &values[1]), 2);
        assert_true(fabs(values[0] - by_hand[lines].p) < 1e-15);
        assert_true(fabs(values[1] - by_hand[lines].p_holm) < 1e-14);
        lines++;
    }
    assert_int_equal(lines, sizeof by_hand / sizeof *by_hand);
    text_free(&csv);
    frame_free(&frame);
    drops_free(&drops);
    campaign_free(&campaign);
}

/* Every factor of every campaign counts what the accounting counts, by reason and in all. */
static void assert_sums_are_the_accounting(const struct campaign *campaign,
                                           const struct drops *drops)
{
    uint64_t used = 0, dropped = 0;
    for (size_t i = 0; i < campaign->account_count; i++) {
        const struct account *account = &campaign->accounts[i];
        if (strcmp(account->level, "measurement") != 0)
            continue;
        used += account->outcome == OUTCOME_USED ? account->count : 0;
        dropped += account->outcome == OUTCOME_DROPPED ? account->count : 0;
    }
    for (size_t i = 0, end; i < drops->count; i = end) {
        uint64_t measurements = 0, sum = 0, by_reason = 0;
        for (end = i; end < drops->count && drops->rows[end].factor == drops->rows[i].factor;
             end++) {
            const struct drop_row *row = &drops->rows[end];
            measurements += *row->reason ? 0 : row->measurements;
            *(*row->reason ? &by_reason : &sum) += row->dropped;
            if (!*row->reason) {
                assert_int_equal(row->measurements + row->rest_measurements, used + dropped);
                assert_int_equal(row->dropped + row->rest_dropped, dropped);
            }
        }
        assert_int_equal(measurements, used + dropped);
        assert_int_equal(sum, dropped);
        assert_int_equal(by_reason, dropped);
    }
}

static void chance_is_left_alone(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int alarms = 0, unadjusted = 0;
    for (int trial = 0; trial < 200; trial++) {
        struct campaign campaign;
        struct drops drops;
        build(&campaign, drop_by_chance, rng);
        assert_int_equal(drops_build(&drops, &campaign, &error), 0);
        bool alarm = false, without = false;
        for (size_t i = 0; i < drops.count; i++) {
            alarm = alarm || drops.rows[i].p_holm < 0.05;
            without = without || drops.rows[i].p < 0.05;
        }
        alarms += alarm;
        unadjusted += without;
        assert_sums_are_the_accounting(&campaign, &drops);
        drops_free(&drops);
        campaign_free(&campaign);
    }
    gsl_rng_free(rng);
    assert_true(alarms <= 10);     /* 5% of 200, and Fisher is cautious */
    assert_true(unadjusted >= 20); /* so that the adjustment is what keeps them down */
}

static void medians_are_bounded(void **state)
{
    (void)state;
    static const double kept[] = {1, 2, 3, 4, 5};
    double low, high;
    drops_bounds(kept, 5, 0, &low, &high);
    assert_true(low == 3 && high == 3);
    drops_bounds(kept, 5, 1, &low, &high); /* -inf 1 [2 3] 4 5, and 1 2 [3 4] 5 inf */
    assert_true(low == 2.5 && high == 3.5);
    drops_bounds(kept, 5, 4, &low, &high); /* four below: rank 4 of nine is the smallest kept */
    assert_true(low == 1 && high == 5);
    drops_bounds(kept, 5, 5, &low, &high);
    assert_true(isnan(low) && isnan(high));
    drops_bounds(kept, 0, 3, &low, &high);
    assert_true(isnan(low) && isnan(high));
    drops_bounds(kept, 0, 0, &low, &high);
    assert_true(isnan(low) && isnan(high));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_r),       cmocka_unit_test(unknown_p_values_are_no_family),
        cmocka_unit_test(fisher_has_no_sides), cmocka_unit_test(the_table_is_as_by_hand),
        cmocka_unit_test(dependence_is_found), cmocka_unit_test(chance_is_left_alone),
        cmocka_unit_test(medians_are_bounded),
    };
    return cmocka_run_group_tests_name("drops", tests, NULL, NULL);
}

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
    if (!(fabs(ours - theirs) <= 1e-9 * fmax(theirs, 1e-300)))
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
    assert_true(tables > 2000 && families == 200);
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

static void chance_is_left_alone(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int alarms = 0;
    for (int trial = 0; trial < 200; trial++) {
        struct campaign campaign;
        struct drops drops;
        build(&campaign, drop_by_chance, rng);
        assert_int_equal(drops_build(&drops, &campaign, &error), 0);
        bool alarm = false;
        for (size_t i = 0; i < drops.count; i++)
            alarm = alarm || drops.rows[i].p_holm < 0.05;
        alarms += alarm;
        drops_free(&drops);
        campaign_free(&campaign);
    }
    gsl_rng_free(rng);
    assert_true(alarms <= 10); /* 5% of 200, and Fisher is cautious */
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
        cmocka_unit_test(dependence_is_found), cmocka_unit_test(chance_is_left_alone),
        cmocka_unit_test(medians_are_bounded),
    };
    return cmocka_run_group_tests_name("drops", tests, NULL, NULL);
}

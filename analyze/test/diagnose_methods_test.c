/* The methods the checks rest on: rank correlation against R (oracles/spearman.tsv), Tukey's line,
 * change points, and two groups against one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "../diagnose/changes.h"
#include "../diagnose/split.h"
#include "../diagnose/trend.h"
#include "../stats/quantile.h"

#define MOST 64

static size_t read_numbers(char **text, double *values)
{
    size_t n = 0;
    char *end;
    for (double value = strtod(*text, &end); end != *text; value = strtod(*text, &end)) {
        assert_true(n < MOST);
        values[n++] = value;
        *text = end;
    }
    *text += strspn(*text, " |");
    return n;
}

static void correlation_is_that_of_r(void **state)
{
    (void)state;
    FILE *file = fopen("analyze/test/oracles/spearman.tsv", "r");
    assert_non_null(file);
    char line[4096];
    int lines = 0;
    while (fgets(line, sizeof line, file)) {
        char *kind = strtok(line, "\t"), *values = strtok(NULL, "\t"),
             *answers = strtok(NULL, "\t");
        struct trend trend = {0};
        double x[MOST], y[MOST], scratch[2 * MOST], r[2];
        size_t n = 0;
        r[0] = strtod(answers, &answers);
        r[1] = strtod(answers, &answers);
        while (*values) {
            n = read_numbers(&values, x);
            assert_int_equal(read_numbers(&values, y), n);
            trend_add(&trend, x, y, n, scratch);
        }
        assert_true(fabs(trend_rho(&trend) - r[0]) < 1e-12);
        /* The normal limit against all orders: close enough from six values on. */
        double off = strcmp(kind, "exact") ? 1e-12 : n < 6 ? 1 : 0.1;
        if (fabs(trend_p(&trend) - r[1]) > off)
            fail_msg("%s of %zu: P %g is not R's %g", kind, n, trend_p(&trend), r[1]);
        lines++;
    }
    fclose(file);
    assert_int_equal(lines, 200);
}

static void trends_of_little(void **state)
{
    (void)state;
    struct trend trend = {0};
    double x[] = {1, 2, 3}, equal[] = {5, 5, 5}, scratch[6];
    assert_true(isnan(trend_rho(&trend)) && isnan(trend_p(&trend)) && isnan(trend_p_above(&trend)));
    trend_add(&trend, x, x, 0, scratch);
    trend_add(&trend, x, x, 1, scratch);
    trend_add(&trend, equal, x, 3, scratch);
    assert_int_equal(trend.blocks, 0);
    trend_add(&trend, x, equal, 3, scratch); /* no trend at all is an answer */
    assert_true(trend_rho(&trend) == 0 && trend_p(&trend) == 1);
    trend_add(&trend, x, x, 3, scratch);
    assert_true(fabs(trend_rho(&trend) - 1) < 1e-15);
    assert_true(trend_p_above(&trend) == trend_p(&trend) / 2);
}

static void change_is_that_of_the_line(void **state)
{
    (void)state;
    double x[9], y[9], scratch[9];
    for (int i = 0; i < 9; i++) {
        x[i] = i;
        y[i] = 3 + 0.5 * i;
    }
    for (size_t n = 2; n <= 9; n++)
        assert_true(fabs(trend_change(x, y, n, scratch) - 0.5 * (double)(n - 1)) < 1e-12);
    y[1] = y[4] = 1000; /* no outlier has a say */
    assert_true(fabs(trend_change(x, y, 9, scratch) - 4) < 1);
    assert_true(isnan(trend_change(x, y, 0, scratch)));
    assert_true(isnan(trend_change(x, y, 1, scratch)));
    double same[] = {2, 2, 2};
    assert_true(isnan(trend_change(same, y, 3, scratch)));
}

static void noise(gsl_rng *rng, double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = 100 + gsl_ran_gaussian(rng, 1);
}

static void steps_are_found_and_noise_is_not(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int found = 0, found_rest = 0, by_chance = 0, by_outliers = 0;
    for (int trial = 0; trial < 1000; trial++) {
        double values[40];
        struct changes changes;
        noise(rng, values, 40);
        changes_find(values, 40, &changes);
        by_chance += changes.count > 0;
        values[7] += 50;
        values[30] += 30;
        values[31] -= 30;
        changes_find(values, 40, &changes);
        by_outliers += changes.count > 0;
        noise(rng, values, 40);
        for (size_t i = 25; i < 40; i++)
            values[i] += 4;
        changes_find(values, 40, &changes);
        found += changes.count == 1 && fabs(changes.largest - 4) < 1.5;
        for (size_t i = 10; i < 20; i++)
            values[i] -= 100; /* far beyond where values are cut off */
        changes_find(values, 40, &changes);
        found_rest += changes.count == 3 && fabs(fabs(changes.largest) - 100) < 6;
    }
    gsl_rng_free(rng);
    if (by_chance > 80 || by_outliers > 100 || found < 900 || found_rest < 800)
        fail_msg("by chance %d, by outliers %d, found %d, and %d", by_chance, by_outliers, found,
                 found_rest);
}

static void steps_of_little(void **state)
{
    (void)state;
    static double values[3000];
    struct changes changes;
    for (size_t i = 0; i < 3000; i++)
        values[i] = 7;
    for (size_t n = 0; n < 20; n++) {
        changes_find(values, n, &changes);
        assert_true(changes.count == 0 && changes.largest == 0);
    }
    changes_find(values, 3000, &changes);
    assert_int_equal(changes.count, 0);
    for (size_t i = 1200; i < 3000; i++)
        values[i] = 8; /* no noise but the step */
    changes_find(values, 3000, &changes);
    assert_int_equal(changes.count, 1);
    assert_true(changes.largest == 1);
}

/* Against all cuts, by the definition. */
static double best_by_trying(const double *values, size_t n)
{
    double best = 1;
    for (size_t cut = 2; cut + 2 <= n; cut++) {
        double mean = 0, left = 0, right = 0, whole = 0, within = 0;
        for (size_t i = 0; i < n; i++) {
            mean += values[i] / (double)n;
            if (i < cut)
                left += values[i] / (double)cut;
            else
                right += values[i] / (double)(n - cut);
        }
        for (size_t i = 0; i < n; i++) {
            whole += pow(values[i] - mean, 2);
            within += pow(values[i] - (i < cut ? left : right), 2);
        }
        best = fmax(best, whole / within);
    }
    return best;
}

static void groups_are_told_from_one(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    static double drawn[SPLIT_DRAWS];
    static const size_t counts[] = {6, 8, 24};
    for (size_t c = 0; c < 3; c++) {
        size_t n = counts[c];
        int by_chance = 0, found = 0;
        split_draw(n, rng, drawn);
        for (int trial = 0; trial < 1000; trial++) {
            double values[24];
            noise(rng, values, n);
            quantile_sort(values, n);
            struct split split = split_find(values, n);
            assert_true(fabs(split.statistic / best_by_trying(values, n) - 1) < 1e-9);
            by_chance += split_p(drawn, split.statistic) < 0.05;
            noise(rng, values, n);
            for (size_t i = 0; i < n / 3; i++)
                values[i] += 10;
            quantile_sort(values, n);
            split = split_find(values, n);
            found += split_p(drawn, split.statistic) < 0.05 && split.first == n - n / 3 &&
                     fabs(split.high - split.low - 10) < 3;
        }
        /* Five in a hundred by chance, give or take three standard deviations of both draws. */
        if (by_chance < 25 || by_chance > 75 || found < (n == 6 ? 350 : 700))
            fail_msg("%zu values: %d by chance, %d found", n, by_chance, found);
    }
    double equal[8] = {3, 3, 3, 3, 3, 3, 3, 3}, two[8] = {3, 3, 3, 3, 4, 4, 4, 4};
    split_draw(8, rng, drawn);
    assert_true(split_p(drawn, split_find(equal, 8).statistic) == 1);
    assert_true(split_p(drawn, split_find(two, 8).statistic) == 1. / (SPLIT_DRAWS + 1));
    gsl_rng_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(correlation_is_that_of_r),
        cmocka_unit_test(trends_of_little),
        cmocka_unit_test(change_is_that_of_the_line),
        cmocka_unit_test(steps_are_found_and_noise_is_not),
        cmocka_unit_test(steps_of_little),
        cmocka_unit_test(groups_are_told_from_one),
    };
    return cmocka_run_group_tests_name("methods of diagnosis", tests, NULL, NULL);
}

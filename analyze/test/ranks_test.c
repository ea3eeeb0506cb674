/* Rank intervals against R's exact ones (oracles/ranks.tsv), and against the reference table of
 * ranks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../stats/ranks.h"
#include "../stats/variance.h"

#define MOST 64

static size_t read_numbers(const char *text, double *values, char **end)
{
    size_t n = 0;
    double value = strtod(text, end);
    while (*end != text) {
        assert_true(n < MOST);
        values[n++] = value;
        text = *end;
        value = strtod(text, end);
    }
    return n;
}

static void assert_close(double ours, double theirs)
{
    if (!(fabs(ours - theirs) <= 1e-12 * fmax(1, fabs(theirs))))
        fail_msg("%.17g is not R's %.17g", ours, theirs);
}

static void check_interval(const char *kind, char *values, const double *r)
{
    struct rank_interval interval;
    double x[MOST], y[MOST];
    char *end;
    size_t m = read_numbers(values, x, &end);
    if (strcmp(kind, "one") == 0)
        assert_int_equal(ranks_one_sample(x, m, 0.95, &interval), 0);
    else
        assert_int_equal(ranks_two_samples(x, m, y, read_numbers(strchr(end, '|') + 1, y, &end),
                                           0.95, &interval),
                         0);
    assert_close(interval.centre, r[0]);
    assert_close(interval.low, r[1]);
    assert_close(interval.high, r[2]);
    assert_close(interval.p, r[3]);
    assert_true(interval.coverage >= 0.95);
}

static void agrees_with_r(void **state)
{
    (void)state;
    FILE *file = fopen("analyze/test/oracles/ranks.tsv", "r");
    assert_non_null(file);
    char line[4096];
    size_t lines = 0;
    while (fgets(line, sizeof line, file)) {
        char *kind = strtok(line, "\t"), *values = strtok(NULL, "\t"),
             *answers = strtok(NULL, "\t\n");
        double r[8], given[8];
        char *end;
        assert_non_null(answers);
        read_numbers(answers, r, &end);
        if (strcmp(kind, "signed") == 0) {
            read_numbers(values, given, &end);
            assert_close(ranks_signed_rank_below((size_t)given[0], (size_t)given[1]), r[0]);
        } else if (strcmp(kind, "mann") == 0) {
            read_numbers(values, given, &end);
            assert_close(
                ranks_mann_whitney_below((size_t)given[0], (size_t)given[1], (size_t)given[2]),
                r[0]);
        } else {
            check_interval(kind, values, r);
        }
        lines++;
    }
    fclose(file);
    assert_true(lines > 600);
}

/* Walsh averages taken and true coverage, units by units; values are their own ranks here. */
static void few_units_say_what_they_cover(void **state)
{
    (void)state;
    static const struct {
        size_t n, first, last;
        double coverage;
    } known[] = {{2, 1, 3, 0.5},        {3, 1, 6, 0.75},          {4, 1, 10, 0.875},
                 {5, 1, 15, 0.9375},    {6, 1, 21, 0.96875},      {7, 3, 26, 0.953125},
                 {8, 4, 33, 0.9609375}, {10, 9, 47, 0.951171875}, {12, 14, 65, 0.95751953125}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double values[12], averages[78];
        size_t n = known[i].n, count = 0;
        for (size_t j = 0; j < n; j++)
            values[j] = exp2((double)j);
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k <= j; k++)
                averages[count++] = (values[j] + values[k]) / 2;
        for (size_t j = 1; j < count; j++)
            for (size_t k = j; k > 0 && averages[k] < averages[k - 1]; k--) {
                double swapped = averages[k];
                averages[k] = averages[k - 1];
                averages[k - 1] = swapped;
            }
        struct rank_interval interval;
        assert_int_equal(ranks_one_sample(values, n, 0.95, &interval), 0);
        assert_true(interval.coverage == known[i].coverage);
        assert_true(interval.low == averages[known[i].first - 1]);
        assert_true(interval.high == averages[known[i].last - 1]);
    }
    struct rank_interval one;
    double value = 7;
    assert_int_equal(ranks_one_sample(&value, 1, 0.95, &one), 0);
    assert_true(one.centre == 7 && one.coverage == 0 && isnan(one.low) && isnan(one.high));
    assert_true(one.p == 1);
}

static void equal_values_have_no_width(void **state)
{
    (void)state;
    double values[8] = {3, 3, 3, 3, 3, 3, 3, 3};
    struct rank_interval interval;
    assert_int_equal(ranks_one_sample(values, 8, 0.95, &interval), 0);
    assert_true(interval.centre == 3 && interval.low == 3 && interval.high == 3);
    assert_int_equal(ranks_two_samples(values, 8, values, 5, 0.95, &interval), 0);
    assert_true(interval.centre == 0 && interval.low == 0 && interval.high == 0 && interval.p == 1);
}

/* Past a hundred units the normal approximation takes over without a jump. */
static void many_units_are_approximated(void **state)
{
    (void)state;
    double values[101];
    struct rank_interval exact, normal;
    for (size_t i = 0; i < 101; i++)
        values[i] = sin((double)i * 12.9898) * 3 + 0.5;
    assert_int_equal(ranks_one_sample(values, 100, 0.95, &exact), 0);
    assert_int_equal(ranks_one_sample(values, 101, 0.95, &normal), 0);
    assert_true(fabs(exact.coverage - 0.95) < 0.001 && fabs(normal.coverage - 0.95) < 0.001);
    assert_true(fabs(exact.low - normal.low) < 0.05 && fabs(exact.high - normal.high) < 0.05);
    assert_true(fabs(exact.p - normal.p) < 0.05);
}

/* Two groups {1,3} and {5,9}: MSB = 25, MSW = 5, so icc = 20/30. */
static void variance_between_runs(void **state)
{
    (void)state;
    static const double a[] = {1, 3}, b[] = {5, 9};
    struct variance variance = {0};
    double icc, effect;
    variance_add(&variance, a, 2);
    variance_icc(&variance, &icc, &effect);
    assert_true(isnan(icc) && isnan(effect)); /* one run */
    variance_add(&variance, b, 2);
    variance_icc(&variance, &icc, &effect);
    assert_close(icc, 20. / 30);
    assert_close(effect, 1 + 20. / 30);
    struct variance equal = {0};
    static const double same[] = {4, 4};
    variance_add(&equal, same, 2);
    variance_add(&equal, same, 2);
    variance_icc(&equal, &icc, &effect);
    assert_true(icc == 0 && effect == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_r),
        cmocka_unit_test(few_units_say_what_they_cover),
        cmocka_unit_test(equal_values_have_no_width),
        cmocka_unit_test(many_units_are_approximated),
        cmocka_unit_test(variance_between_runs),
    };
    return cmocka_run_group_tests_name("ranks", tests, NULL, NULL);
}

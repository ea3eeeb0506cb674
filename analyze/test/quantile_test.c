/* Quantiles against what R and datamash say of 3,000 samples (oracles/ask wrote the fixture). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "../stats/quantile.h"

#define MOST_VALUES 64

static size_t read_numbers(const char *text, double *values)
{
    size_t n = 0;
    char *end;
    for (double value = strtod(text, &end); end != text; value = strtod(text, &end)) {
        assert_true(n < MOST_VALUES);
        values[n++] = value;
        text = end;
    }
    return n;
}

/* Both are weighted sums of the same two values, rounded in another order: the error is one of the
 * larger of them, not of the sum. */
static void assert_close(double ours, double theirs, double larger)
{
    if (!(fabs(ours - theirs) <= 4e-16 * larger))
        fail_msg("%.17g is not %.17g", ours, theirs);
}

static double larger_neighbour(const double *sorted, size_t n, double p)
{
    size_t below = (size_t)floor(p * (double)(n - 1));
    return fmax(fabs(sorted[below]), fabs(sorted[below + 1 < n ? below + 1 : below]));
}

static void agrees_with_r_and_datamash(void **state)
{
    (void)state;
    static const double p[] = {0, 0.25, 0.5, 0.75, 1};
    gzFile file = gzopen("analyze/test/oracles/quantiles.tsv.gz", "rb");
    assert_non_null(file);
    char line[4096];
    size_t samples = 0, sizes[MOST_VALUES + 1] = {0};
    while (gzgets(file, line, sizeof line)) {
        double values[MOST_VALUES], r[MOST_VALUES], datamash[MOST_VALUES];
        char *answers = strchr(line, '\t');
        assert_non_null(answers);
        char *others = strchr(answers + 1, '\t');
        assert_non_null(others);
        *answers = *others = '\0';
        size_t n = read_numbers(line, values);
        assert_int_equal(read_numbers(answers + 1, r), 5);
        assert_int_equal(read_numbers(others + 1, datamash), 5);
        quantile_sort(values, n);
        for (int i = 0; i < 5; i++) {
            double larger = larger_neighbour(values, n, p[i]);
            assert_close(quantile_sorted(values, n, p[i]), r[i], larger);
            assert_close(quantile_sorted(values, n, p[i]), datamash[i], larger);
        }
        double median = quantile_sorted(values, n, 0.5);
        assert_true(quantile_median(values, n) == median);
        samples++;
        sizes[n]++;
    }
    gzclose(file);
    assert_int_equal(samples, 3000);
    assert_true(sizes[1] > 100 && sizes[2] > 100 && sizes[7] > 10 && sizes[8] > 10);
}

static void nothing_has_no_quantile(void **state)
{
    (void)state;
    assert_true(isnan(quantile_sorted(NULL, 0, 0.5)));
    assert_true(isnan(quantile_median(NULL, 0)));
}

/* (1 - d) a + d a need not be a: 0.1 and most p would show it. */
static void equal_values_give_that_value(void **state)
{
    (void)state;
    double values[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    for (double p = 0; p <= 1; p += 0.001)
        assert_true(quantile_sorted(values, 7, p) == 0.1);
}

static void largest_doubles_do_not_overflow(void **state)
{
    (void)state;
    double values[] = {1.7e308, 1.7e308, 1.75e308, 1.79e308};
    assert_true(isfinite(quantile_median(values, 4)));
    assert_close(quantile_median(values, 4), 1.725e308, 1.75e308);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_r_and_datamash),
        cmocka_unit_test(nothing_has_no_quantile),
        cmocka_unit_test(equal_values_give_that_value),
        cmocka_unit_test(largest_doubles_do_not_overflow),
    };
    return cmocka_run_group_tests_name("quantiles", tests, NULL, NULL);
}

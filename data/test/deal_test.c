/* Dealt noise: whatever the number of values, the quartiles are the planted ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../simulate/deal.h"

#define MOST 200

/* Type 7, from its definition. */
static double quantile(const double *sorted, size_t n, double p)
{
    double h = (double)(n - 1) * p;
    size_t i = (size_t)h;
    return i + 1 < n ? sorted[i] + (h - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[i];
}

static void assert_near(double value, double wanted)
{
    assert_true(fabs(value - wanted) <= 1e-12 * (1 + fabs(wanted)));
}

static void assert_quartiles(const double *values, size_t n, struct quartiles planted)
{
    for (size_t i = 1; i < n; i++)
        assert_true(values[i] >= values[i - 1]);
    assert_near(quantile(values, n, 0.25), planted.q1);
    assert_near(quantile(values, n, 0.5), planted.median);
    assert_near(quantile(values, n, 0.75), planted.q3);
}

static void quartiles_are_exact_for_every_count(void **state)
{
    (void)state;
    static const struct quartiles planted[] = {
        {98, 100, 104}, {99, 100, 101}, {0.67, 0.69, 0.72}, {-5, -1, 0}, {7, 7, 7}};
    double values[MOST];
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++)
        for (size_t n = 3; n <= MOST; n++) {
            deal_quartiles(values, n, planted[i]);
            assert_quartiles(values, n, planted[i]);
        }
}

static void the_example_of_the_header_holds(void **state)
{
    (void)state;
    double values[3];
    deal_quartiles(values, 3, (struct quartiles){98, 100, 104});
    assert_near(values[0], 96);
    assert_near(values[1], 100);
    assert_near(values[2], 108);
}

static void one_and_two_values_keep_the_median(void **state)
{
    (void)state;
    double values[2] = {-1, -1};
    deal_quartiles(values, 0, (struct quartiles){1, 2, 3});
    assert_near(values[0], -1);
    deal_quartiles(values, 1, (struct quartiles){1, 2, 3});
    assert_near(values[0], 2);
    assert_near(values[1], -1);
    deal_quartiles(values, 2, (struct quartiles){1, 2, 3});
    assert_near(quantile(values, 2, 0.25), 1);
    assert_near(quantile(values, 2, 0.5), 2);
    assert_near(quantile(values, 2, 0.75), 3);
}

static void skewed_values_lean_to_the_right(void **state)
{
    (void)state;
    double values[41];
    deal_skewed(values, 41, 10, 1);
    assert_near(quantile(values, 41, 0.5), 10);
    double low = 10 - quantile(values, 41, 0.25), high = quantile(values, 41, 0.75) - 10;
    assert_near(high, 2 * low);
    /* On the whole as wide as a normal distribution of the sigma asked for. */
    assert_true(fabs((low + high) / (2 * 0.6745) - 1) < 0.01);
}

static void the_smallest_wish_gets_the_smallest_value(void **state)
{
    (void)state;
    const double values[] = {1, 2, 3, 4}, wishes[] = {0.5, -3, 9, 0};
    double dealt[4];
    size_t scratch[4];
    deal_by_wish(values, wishes, 4, dealt, scratch);
    assert_near(dealt[0], 3);
    assert_near(dealt[1], 1);
    assert_near(dealt[2], 4);
    assert_near(dealt[3], 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quartiles_are_exact_for_every_count),
        cmocka_unit_test(the_example_of_the_header_holds),
        cmocka_unit_test(one_and_two_values_keep_the_median),
        cmocka_unit_test(skewed_values_lean_to_the_right),
        cmocka_unit_test(the_smallest_wish_gets_the_smallest_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

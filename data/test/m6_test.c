/*
 * The m6 preset says what the article says, for the default seed and two others.
 *
 * What the logs must give stands in data/published.csv and is compared as printed, digit by digit.
 * How they are read stands in reading.h.
 */
#include "reading.h"

#define K UINT64_C(1024)
#define M (1024 * K)
#define G (1024 * M)
#define DENSE 128
#define SPARSE (16 * K)
#define HOST 0 /* stands for the page of the host in cell() */

static const struct cell *cell(const struct reading *reading, const char *workload, uint64_t page,
                               uint64_t span, uint64_t stride)
{
    for (size_t i = 0; i < reading->count; i++) {
        const struct cell *cell = &reading->cells[i];
        if (strcmp(cell->workload, workload) == 0 && cell->span == span && cell->stride == stride &&
            (page == HOST ? strcmp(cell->side, "host") == 0
                          : cell->page == page && strcmp(cell->side, "guest") == 0))
            return cell;
    }
    fail_msg("no cell %s page %llu span %llu stride %llu", workload, (unsigned long long)page,
             (unsigned long long)span, (unsigned long long)stride);
    return NULL;
}

static double median(const struct cell *cell)
{
    return quantile(cell->values, cell->n, 0.5);
}

static double chase(const struct reading *reading, uint64_t page, uint64_t span, uint64_t stride)
{
    return median(cell(reading, "chase", page, span, stride));
}

static double cut(double a, double b)
{
    return 100 * (1 - b / a);
}

static double excess(double a, double b)
{
    return 100 * (a / b - 1);
}

/* The low and high column of a figure of the first article. */
static void published(const char *id, char low[32], char high[32])
{
    FILE *file = fopen("data/published.csv", "r");
    assert_non_null(file);
    char line[1024], start[128];
    snprintf(start, sizeof start, "huge-pages-in-a-vm,%s,", id);
    bool found = false;
    while (!found && fgets(line, sizeof line, file)) {
        if (strncmp(line, start, strlen(start)) != 0)
            continue;
        found = true;
        char *at = line + strlen(start);
        /* The figure as printed may be quoted: "2,013". */
        at = *at == '"' ? strchr(at + 1, '"') + 2 : strchr(at, ',') + 1;
        snprintf(low, 32, "%s", strsep(&at, ","));
        snprintf(high, 32, "%s", strsep(&at, ","));
    }
    fclose(file);
    if (!found)
        fail_msg("data/published.csv has no %s", id);
}

static void expect_printed(const char *id, const char *wanted, double value)
{
    if (!*wanted)
        return; /* a range with one end */
    const char *point = strchr(wanted, '.');
    char printed[64];
    snprintf(printed, sizeof printed, "%.*f", point ? (int)strlen(point + 1) : 0, value);
    if (strcmp(printed, wanted) != 0)
        fail_msg("%s: %s (%.6f), published %s", id, printed, value, wanted);
}

static void expect_range(const char *id, double low, double high)
{
    char wanted_low[32], wanted_high[32];
    published(id, wanted_low, wanted_high);
    expect_printed(id, wanted_low, low);
    expect_printed(id, wanted_high, high);
}

static void expect(const char *id, double value)
{
    expect_range(id, value, value);
}

static const uint64_t guest_pages[] = {4 * K, 64 * K, 2 * M, 32 * M, G};
static const uint64_t all_pages[] = {4 * K, 64 * K, 2 * M, 32 * M, G, HOST};

static void check_dense(const struct reading *r)
{
    expect("chase-1g-4k", chase(r, 4 * K, G, DENSE));
    expect("chase-1g-2m", chase(r, 2 * M, G, DENSE));
    expect("chase-1g-host", chase(r, HOST, G, DENSE));
    expect("larger-than-2m", chase(r, 32 * M, G, DENSE) - chase(r, 2 * M, G, DENSE));
    expect("larger-than-2m", chase(r, G, G, DENSE) - chase(r, 2 * M, G, DENSE));
    expect("saving-ns", chase(r, 4 * K, G, DENSE) - chase(r, 2 * M, G, DENSE));
    expect("saving-percent", cut(chase(r, 4 * K, G, DENSE), chase(r, 2 * M, G, DENSE)));
    expect("saving-streams", cut(median(cell(r, "streams", 4 * K, G, DENSE)),
                                 median(cell(r, "streams", 2 * M, G, DENSE))));
    double saved_low = HUGE_VAL, saved_high = -HUGE_VAL;
    for (uint64_t span = 256 * M; span <= G; span *= 2) {
        double saved = cut(chase(r, 4 * K, span, DENSE), chase(r, 2 * M, span, DENSE));
        saved_low = fmin(saved_low, saved);
        saved_high = fmax(saved_high, saved);
    }
    expect_range("saving-range", saved_low, saved_high);

    expect("behind-128m", excess(chase(r, G, 128 * M, DENSE), chase(r, HOST, 128 * M, DENSE)));
    expect("behind-1g", excess(chase(r, G, G, DENSE), chase(r, HOST, G, DENSE)));
    double behind_low = HUGE_VAL, behind_high = -HUGE_VAL, from_median = 0, spread_64m = 0;
    size_t least_n = SIZE_MAX, most_n = 0;
    for (uint64_t span = 64 * M; span <= G; span *= 2) {
        double behind = excess(chase(r, G, span, DENSE), chase(r, HOST, span, DENSE));
        behind_low = span < 128 * M ? behind_low : fmin(behind_low, behind);
        behind_high = span < 128 * M ? behind_high : fmax(behind_high, behind);
        for (size_t i = 0; i < 6; i++) {
            const struct cell *c = cell(r, "chase", all_pages[i], span, DENSE);
            double q1 = quantile(c->values, c->n, 0.25), q3 = quantile(c->values, c->n, 0.75);
            if (span == 64 * M)
                spread_64m = fmax(spread_64m, q3 - q1);
            else
                from_median = fmax(from_median, fmax(q3 - median(c), median(c) - q1));
            least_n = c->n < least_n ? c->n : least_n;
            most_n = c->n > most_n ? c->n : most_n;
        }
        /* "Nothing measurable": far inside the quartiles. */
        const struct cell *small = cell(r, "chase", 4 * K, span, DENSE);
        double spread =
            quantile(small->values, small->n, 0.75) - quantile(small->values, small->n, 0.25);
        assert_true(fabs(median(small) - chase(r, 64 * K, span, DENSE)) < spread / 4);
    }
    expect_range("behind-range", behind_low, behind_high);
    expect("quartiles-128m", from_median);
    assert_true(from_median <= 2.5);
    expect("quartiles-64m", spread_64m);
    expect_range("dense-n", (double)least_n, (double)most_n);

    /* 32 MB was left out because the spread was larger than the differences. */
    double low = HUGE_VAL, high = 0, least_spread = HUGE_VAL;
    for (size_t i = 0; i < 6; i++) {
        const struct cell *c = cell(r, "chase", all_pages[i], 32 * M, DENSE);
        low = fmin(low, median(c));
        high = fmax(high, median(c));
        least_spread =
            fmin(least_spread, quantile(c->values, c->n, 0.75) - quantile(c->values, c->n, 0.25));
    }
    assert_true(least_spread > high - low);
}

static void check_sparse(const struct reading *r)
{
    expect("sparse-1g-1g", chase(r, G, G, SPARSE));
    expect("sparse-1g-host", chase(r, HOST, G, SPARSE));
    expect("twin-host", chase(r, HOST, 8 * M, DENSE));
    expect("twin-huge", chase(r, 2 * M, 8 * M, DENSE));
    expect("twin-huge", chase(r, 32 * M, 8 * M, DENSE));
    expect("twin-huge", chase(r, G, 8 * M, DENSE));
    expect("twin-4k", chase(r, 4 * K, 8 * M, DENSE));
    expect("sparse-pages", (double)cell(r, "chase", G, G, SPARSE)->lines);
    double low = HUGE_VAL, high = 0;
    for (size_t i = 0; i < 5; i++) {
        low = fmin(low, chase(r, guest_pages[i], 64 * M, SPARSE));
        high = fmax(high, chase(r, guest_pages[i], 64 * M, SPARSE));
    }
    expect_range("sparse-64m-guest", low, high);
    double host = chase(r, HOST, 64 * M, SPARSE);
    expect_range("sparse-64m-host", host / high, host / low);

    size_t least_n = SIZE_MAX, most_n = 0;
    for (uint64_t span = 4 * M; span <= G; span *= 2)
        for (size_t i = 0; i < 6; i++) {
            const struct cell *c = cell(r, "chase", all_pages[i], span, SPARSE);
            const struct cell *twin = cell(r, "chase", all_pages[i], span / SPARSE * DENSE, DENSE);
            assert_int_equal(c->lines, twin->lines);
            assert_in_range(twin->n, 17, 18);
            least_n = c->n < least_n ? c->n : least_n;
            most_n = c->n > most_n ? c->n : most_n;
        }
    expect_range("sparse-n", (double)least_n, (double)most_n);
}

static void check_counts(const struct reading *r)
{
    expect("dense-measurements", (double)r->made[0]);
    expect("sparse-measurements", (double)r->made[1]);
    expect("dropped", (double)(r->dropped[0] + r->dropped[1]));
    /* As data/m6-simulated/README.md says. */
    assert_int_equal(r->dropped[0], 6);
    assert_int_equal(r->dropped[1], 8);
    expect("dense-runs", (double)r->guest_runs[0]);
    expect("sparse-runs", (double)r->guest_runs[1]);
    expect("dense-rounds", r->rounds);
    expect_range("chunks", r->least_chunks, r->most_chunks);
    expect_range("loads", r->least_loads, r->most_loads);
    assert_int_equal(r->count, 96 + 108);
    assert_int_equal(r->stopped, 7);
    assert_int_equal(r->cut, 3);
    for (size_t i = 0; i < r->count; i++) {
        const struct cell *c = &r->cells[i];
        bool dense = c->stride == DENSE && c->span >= 16 * M;
        assert_in_range(c->n, dense ? 19 : 17, dense ? 22 : 18);
        /* Both kinds of core in every cell. */
        assert_true(c->clean > 0 && c->unclean > 0);
    }
}

static void check_noise(const struct reading *r)
{
    assert_true(r->slow > 5000 && r->moved > 1000 && r->disturbed > 20);
    double slow = r->slow_ratio / (double)r->slow, moved = r->moved_ratio / (double)r->moved;
    assert_true(fabs(slow - 1.32) < 0.01);
    assert_true(moved > 1.1 && moved < 1.22);
    assert_true(r->run_share > 0.2 && r->run_share < 0.4);
}

static void check_seed(uint64_t seed)
{
    struct reading *reading = read_campaign(seed);
    check_dense(reading);
    check_sparse(reading);
    check_counts(reading);
    check_noise(reading);
    free(reading);
}

static void default_seed_gives_the_published_figures(void **state)
{
    (void)state;
    check_seed(preset_m6.default_seed);
}

static void seed_2_gives_the_published_figures(void **state)
{
    (void)state;
    check_seed(2);
}

static void a_large_seed_gives_the_published_figures(void **state)
{
    (void)state;
    check_seed(UINT64_C(18446744073709551615));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_seed_gives_the_published_figures),
        cmocka_unit_test(seed_2_gives_the_published_figures),
        cmocka_unit_test(a_large_seed_gives_the_published_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

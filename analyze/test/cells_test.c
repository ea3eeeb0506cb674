/* Cells and deltas on campaigns with a known answer. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../stats/cells.h"
#include "../stats/deltas.h"
#include "../stats/reduce.h"
#include "../stats/tiers.h"
#include "campaign.h"

#define K ((uint64_t)1024)
#define M (1024 * K)
#define G (1024 * M)

static struct error error;

static void add_kept(struct campaign *campaign, const char *side, const char *kind, uint64_t page,
                     uint64_t span, uint64_t stride, const char *run, double ns)
{
    build_measurement(campaign, side, kind, page, span, stride, run);
    build_chunks(campaign, 3, ns, (double)NAN, (double)NAN);
}

static void build_and_analyze(struct campaign *campaign)
{
    build_finish(campaign);
    assert_int_equal(tiers_find(campaign, 0, &error), 0);
    assert_int_equal(reduce_measurements(campaign, REDUCE_HALF, &error), 0);
    assert_int_equal(cells_build(campaign, &error), 0);
    assert_int_equal(deltas_build(campaign, NULL, 0, &error), 0);
}

static void cells_hold_n_quartiles_and_runs(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    static const double values[] = {1, 2, 3, 4};
    for (int i = 0; i < 4; i++)
        add_kept(&campaign, "guest", "base", 4 * K, G, 128, i < 3 ? "a" : "b", values[i]);
    add_kept(&campaign, "guest", "base", 4 * K, M, 128, "a", 7);
    campaign.measurements[4].chunks[0].faults = campaign.measurements[4].chunks[1].faults = 1;
    build_and_analyze(&campaign);
    assert_int_equal(campaign.cell_count, 2);
    const struct cell *empty = &campaign.cells[0], *cell = &campaign.cells[1];
    assert_int_equal(empty->n, 0);
    assert_int_equal(empty->dropped, 1);
    assert_true(isnan(empty->median_ns) && isnan(empty->min_ns));
    assert_int_equal(cell->n, 4);
    assert_int_equal(cell->runs, 2);
    assert_true(cell->min_ns == 1 && cell->q1_ns == 1.75 && cell->median_ns == 2.5 &&
                cell->q3_ns == 3.25 && cell->max_ns == 4);
    campaign_free(&campaign);
}

static const struct delta *find_delta(const struct campaign *campaign, const char *kind,
                                      const char *side, const char *page_kind, uint64_t page,
                                      uint64_t span)
{
    const struct delta *found = NULL;
    for (size_t i = 0; i < campaign->delta_count; i++) {
        const struct delta *delta = &campaign->deltas[i];
        const struct level *levels = delta->from->levels;
        if (strcmp(delta->kind, kind) == 0 && strcmp(levels[FACTOR_SIDE].text, side) == 0 &&
            strcmp(levels[FACTOR_PAGE_KIND].text, page_kind) == 0 &&
            levels[FACTOR_PAGE_BYTES].bytes == page && levels[FACTOR_SPAN_BYTES].bytes == span) {
            assert_null(found);
            found = delta;
        }
    }
    assert_non_null(found);
    return found;
}

/* The first article's own arithmetic, with its published medians. */
static void deltas_of_the_first_article(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    add_kept(&campaign, "guest", "base", 4 * K, G, 128, "g", 109);
    add_kept(&campaign, "guest", "hugetlb", 2 * M, G, 128, "g", 94);
    add_kept(&campaign, "host", "base", 16 * K, G, 128, "h", 87);
    add_kept(&campaign, "guest", "hugetlb", G, G, 16 * K, "g", 19.6);
    add_kept(&campaign, "guest", "hugetlb", G, 8 * M, 128, "g", 6.8);
    add_kept(&campaign, "host", "base", 16 * K, G, 16 * K, "h", 11.3);
    add_kept(&campaign, "host", "base", 16 * K, 8 * M, 128, "h", 6.8);
    build_and_analyze(&campaign);

    const struct delta *saving = find_delta(&campaign, "page-size", "guest", "hugetlb", 2 * M, G);
    assert_true(saving->delta_ns == -15);
    assert_true(fabs(saving->ratio - 94. / 109) < 1e-15);
    assert_true(fabs(saving->percent - 100 * (94. / 109 - 1)) < 1e-12);
    const struct delta *behind = find_delta(&campaign, "guest-host", "guest", "hugetlb", 2 * M, G);
    assert_true(behind->delta_ns == 7);
    const struct delta *guest = find_delta(&campaign, "translation", "guest", "hugetlb", G, G);
    const struct delta *host = find_delta(&campaign, "translation", "host", "base", 16 * K, G);
    assert_true(fabs(guest->delta_ns - 12.8) < 1e-12 && fabs(host->delta_ns - 4.5) < 1e-12);
    const struct delta *ratio =
        find_delta(&campaign, "translation-ratio", "guest", "hugetlb", G, G);
    assert_true(fabs(ratio->ratio - 12.8 / 4.5) < 1e-12);
    assert_true(fabs(ratio->delta_ns - 8.3) < 1e-12);
    assert_string_equal(ratio->against->levels[FACTOR_SIDE].text, "host");
    /* page-size: 2M; guest-host: 4K, 2M and 1G sparse and its twin; translation: two; their ratio.
     */
    assert_int_equal(campaign.delta_count, 1 + 4 + 2 + 1);
    campaign_free(&campaign);
}

static void page_size_base_is_base_pages_or_else_the_smallest(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    add_kept(&campaign, "guest", "base", 64 * K, G, 128, "a", 100);
    add_kept(&campaign, "guest", "hugetlb", 16 * K, G, 128, "a",
             90); /* smaller, but no base page */
    add_kept(&campaign, "host", "thp", 2 * M, G, 128, "b", 80);
    add_kept(&campaign, "host", "hugetlb", G, G, 128, "b", 60);
    build_and_analyze(&campaign);
    assert_true(find_delta(&campaign, "page-size", "guest", "hugetlb", 16 * K, G)->delta_ns == -10);
    assert_true(find_delta(&campaign, "page-size", "host", "hugetlb", G, G)->delta_ns == -20);
    campaign_free(&campaign);
}

static void deltas_without_numbers_say_why(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    add_kept(&campaign, "guest", "base", 4 * K, G, 128, "a", 100);
    campaign.measurements[0].chunks[0].faults = campaign.measurements[0].chunks[1].faults = 1;
    add_kept(&campaign, "guest", "hugetlb", 2 * M, G, 128, "a", 90);
    add_kept(&campaign, "guest", "hugetlb", 2 * M, G, 16 * K, "a", 5);
    add_kept(&campaign, "guest", "hugetlb", 2 * M, 8 * M, 128, "a", 6); /* dense is slower: -1 */
    add_kept(&campaign, "host", "hugetlb", 2 * M, G, 16 * K, "h", 9);
    add_kept(&campaign, "host", "hugetlb", 2 * M, 8 * M, 128, "h", 6);
    build_and_analyze(&campaign);
    const struct delta *delta = find_delta(&campaign, "page-size", "guest", "hugetlb", 2 * M, G);
    assert_true(isnan(delta->delta_ns) && isnan(delta->percent));
    assert_string_equal(delta->note, "no measurement of the base cell was kept");
    delta = find_delta(&campaign, "translation-ratio", "guest", "hugetlb", 2 * M, G);
    assert_true(isnan(delta->ratio) && delta->delta_ns == -4);
    assert_string_equal(delta->note, "no ratio: extra time is not positive on both sides");
    campaign_free(&campaign);
}

static void declared_factors_keep_cells_apart(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    build_factor(&campaign, "backing");
    static const char *const levels[] = {"plain", "thp", "thp", "plain"};
    static const double values[] = {100, 80, 70, 95};
    for (int i = 0; i < 4; i++) {
        add_kept(&campaign, "guest", i < 2 ? "base" : "hugetlb", i < 2 ? 4 * K : 2 * M, G, 128, "a",
                 values[i]);
        build_level(&campaign, FACTOR_FIXED, levels[i]);
    }
    add_kept(&campaign, "host", "base", 4 * K, G, 128, "h", 60); /* no backing: matches any */
    build_and_analyze(&campaign);
    size_t factor = 0, page_size = 0, guest_host = 0;
    for (size_t i = 0; i < campaign.delta_count; i++) {
        const struct delta *delta = &campaign.deltas[i];
        if (strcmp(delta->kind, "factor") == 0) {
            factor++;
            assert_string_equal(delta->base_level, "backing=plain");
            assert_string_equal(delta->from->levels[FACTOR_FIXED].text, "thp");
        } else if (strcmp(delta->kind, "page-size") == 0) {
            page_size++;
            assert_string_equal(delta->base_level, "");
        } else {
            guest_host++;
            assert_string_equal(delta->base_level, "backing=");
        }
    }
    assert_int_equal(factor, 2);
    assert_int_equal(page_size, 2);
    assert_int_equal(guest_host, 4);

    struct contrast thp = {"backing", "thp"}, wrong = {"backing", "hugetlb"}, unknown = {"x", "y"};
    campaign.delta_count = 0;
    assert_int_equal(deltas_build(&campaign, &thp, 1, &error), 0);
    factor = 0;
    for (size_t i = 0; i < campaign.delta_count; i++) {
        if (strcmp(campaign.deltas[i].kind, "factor") != 0)
            continue;
        factor++;
        assert_string_equal(campaign.deltas[i].base_level, "backing=thp");
    }
    assert_int_equal(factor, 2);
    struct error failure = {0};
    assert_int_equal(deltas_build(&campaign, &wrong, 1, &failure), -1);
    assert_string_equal(failure.message,
                        "--contrast backing=hugetlb: no measurement has this level");
    failure = (struct error){0};
    assert_int_equal(deltas_build(&campaign, &unknown, 1, &failure), -1);
    assert_string_equal(failure.message, "--contrast x=y: x is not a declared factor");
    campaign_free(&campaign);
}

static void interaction_is_guest_saving_less_host_saving(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    add_kept(&campaign, "guest", "base", 4 * K, G, 128, "g", 100);
    add_kept(&campaign, "guest", "hugetlb", 2 * M, G, 128, "g", 80);
    add_kept(&campaign, "host", "base", 4 * K, G, 128, "h", 70);
    add_kept(&campaign, "host", "hugetlb", 2 * M, G, 128, "h", 63);
    build_and_analyze(&campaign);
    const struct delta *delta = find_delta(&campaign, "interaction", "guest", "hugetlb", 2 * M, G);
    assert_true(delta->delta_ns == -13);
    assert_true(fabs(delta->ratio - 0.8 / 0.9) < 1e-15);
    campaign_free(&campaign);
}

/* Guest and host on cores of different clocks are no pair: the row says so. */
static void unlike_clocks_are_noted(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    build_measurement(&campaign, "guest", "base", 4 * K, G, 128, "g");
    build_chunks(&campaign, 4, 100, 4.2, 4.2);
    build_measurement(&campaign, "host", "base", 4 * K, G, 128, "h");
    build_chunks(&campaign, 4, 90, 4.4, 4.4);
    build_finish(&campaign);
    assert_int_equal(tiers_find(&campaign, 4, &error), 0);
    assert_int_equal(reduce_measurements(&campaign, REDUCE_HALF, &error), 0);
    assert_int_equal(cells_build(&campaign, &error), 0);
    assert_int_equal(deltas_build(&campaign, NULL, 0, &error), 0);
    assert_int_equal(campaign.delta_count, 1);
    assert_string_equal(campaign.deltas[0].note,
                        "clean clocks differ by 4.5%: 4.200 against 4.400 adds per ns");
    campaign_free(&campaign);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_hold_n_quartiles_and_runs),
        cmocka_unit_test(deltas_of_the_first_article),
        cmocka_unit_test(page_size_base_is_base_pages_or_else_the_smallest),
        cmocka_unit_test(deltas_without_numbers_say_why),
        cmocka_unit_test(declared_factors_keep_cells_apart),
        cmocka_unit_test(interaction_is_guest_saving_less_host_saving),
        cmocka_unit_test(unlike_clocks_are_noted),
    };
    return cmocka_run_group_tests_name("cells", tests, NULL, NULL);
}

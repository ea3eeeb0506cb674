/* From clock checks to measurements used or dropped, on campaigns with a known answer. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "../stats/cells.h"
#include "../stats/reduce.h"
#include "../stats/tiers.h"
#include "campaign.h"

#define K ((uint64_t)1024)
#define G (1024 * 1024 * K)

static struct error error;

static uint64_t count_of(const struct campaign *campaign, const char *level, enum outcome outcome,
                         const char *reason)
{
    for (size_t i = 0; i < campaign->account_count; i++) {
        const struct account *account = &campaign->accounts[i];
        if (strcmp(account->level, level) == 0 && account->outcome == outcome &&
            strcmp(account->reason, reason) == 0)
            return account->count;
    }
    return 0;
}

/* `fast`, `slow`: medians; `share`: of slow checks; `noise`: relative standard deviation. */
static size_t tiers_of(double fast, double slow, double share, double noise, double tail)
{
    struct campaign campaign;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    build_start(&campaign);
    for (int run = 0; run < 4; run++) {
        char name[2] = {(char)('a' + run), 0};
        build_measurement(&campaign, run % 2 ? "guest" : "host", "base", 4 * K, G, 128, name);
        for (int i = 0; i < 1000; i++) {
            double clock = gsl_rng_uniform(rng) < share ? slow : fast;
            clock *= 1 + gsl_ran_gaussian(rng, noise);
            if (gsl_rng_uniform(rng) < tail)
                clock *= 1 - fabs(gsl_ran_gaussian(rng, 0.2));
            build_chunks(&campaign, 1, 90, fmax(clock, 0.1), fmax(clock, 0.1));
        }
    }
    build_finish(&campaign);
    assert_int_equal(tiers_find(&campaign, 0, &error), 0);
    size_t found = campaign.tier_count;
    uint64_t checks = 0;
    for (size_t i = 0; i < found; i++)
        checks += campaign.tiers[i].checks;
    assert_true(checks <= 8000 && checks >= 7900); /* but for strays that stand apart */
    assert_true(campaign.tiers[found - 1].fastest);
    if (found == 2) {
        assert_true(fabs(campaign.tiers[0].median / slow - 1) < 0.01);
        assert_true(fabs(campaign.tiers[1].median / fast - 1) < 0.01);
        assert_true(campaign.tiers[0].high < campaign.tiers[1].low);
    }
    gsl_rng_free(rng);
    campaign_free(&campaign);
    return found;
}

static void well_separated_tiers_are_two(void **state)
{
    (void)state;
    assert_int_equal(tiers_of(4.4, 2.9, 0.15, 0.003, 0), 2);
    assert_int_equal(tiers_of(4.4, 2.9, 0.9, 0.003, 0), 2); /* mostly slow */
    assert_int_equal(tiers_of(4.4, 2.9, 0.02, 0.003, 0), 2);
    assert_int_equal(tiers_of(4.4, 4.0, 0.3, 0.003, 0), 2);
}

static void one_tier_stays_whole(void **state)
{
    (void)state;
    assert_int_equal(tiers_of(4.4, 4.4, 0, 0.003, 0), 1);
    assert_int_equal(tiers_of(4.4, 4.4, 0, 0.03, 0), 1);
    assert_int_equal(tiers_of(4.4, 4.4, 0, 0, 0), 1);         /* all equal */
    assert_int_equal(tiers_of(4.4, 4.4, 0, 0.002, 0.02), 1);  /* 2% slow tail */
    assert_int_equal(tiers_of(4.4, 4.4, 0, 0.002, 0.2), 1);   /* long heavy tail */
    assert_int_equal(tiers_of(4.4, 4.35, 0.5, 0.003, 0), 1);  /* closer than 3% */
    assert_int_equal(tiers_of(4.4, 2.9, 0.004, 0.003, 0), 1); /* under 1% */
}

/* Two of 400 measurements on a slow core: 0.5% of the checks are no tier, but they are not clean.
 */
static void a_short_stay_on_a_slow_core_does_not_count(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    for (int i = 0; i < 400; i++) {
        bool slow = i == 17 || i == 230;
        build_measurement(&campaign, "guest", "base", 4 * K, G, 128, i % 2 ? "a" : "b");
        for (int chunk = 0; chunk < 40; chunk++) {
            double clock = (slow ? 2.9 : 4.4) + 0.001 * (chunk % 7);
            build_chunks(&campaign, 1, slow ? 132 : 100, clock, clock);
        }
    }
    build_finish(&campaign);
    assert_int_equal(tiers_find(&campaign, 0, &error), 0);
    assert_int_equal(campaign.tier_count, 1);
    assert_true(campaign.tiers[0].low > 4 && campaign.tiers[0].share == 0.995);
    assert_int_equal(reduce_measurements(&campaign, REDUCE_HALF, &error), 0);
    assert_int_equal(count_of(&campaign, "measurement", OUTCOME_USED, ""), 398);
    assert_int_equal(count_of(&campaign, "chunk", OUTCOME_DROPPED, "clock of no tier"), 80);
    assert_int_equal(cells_build(&campaign, &error), 0);
    assert_true(campaign.cells[0].max_ns == 100);
    campaign_free(&campaign);
}

/* A single guest on slow cores beside a single host on fast ones: no tier can be in two runs. */
static void two_runs_with_clocks_of_their_own(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    build_measurement(&campaign, "guest", "base", 4 * K, G, 128, "g");
    build_chunks(&campaign, 50, 130, 2.9, 2.9);
    build_measurement(&campaign, "host", "base", 4 * K, G, 128, "h");
    build_chunks(&campaign, 50, 90, 4.4, 4.4);
    assert_int_equal(tiers_find(&campaign, 0, &error), 0);
    assert_int_equal(campaign.tier_count, 2);
    assert_int_equal(reduce_measurements(&campaign, REDUCE_HALF, &error), 0);
    assert_int_equal(campaign.measurements[0].outcome, OUTCOME_DROPPED);
    assert_int_equal(campaign.measurements[1].outcome, OUTCOME_USED);
    campaign_free(&campaign);
}

/* A guest that ran on slow cores only has no fast tier of its own. */
static void tiers_are_of_the_machine_not_the_side(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    static const char *const runs[] = {"g1", "g2", "h1", "h2"};
    for (int i = 0; i < 4; i++) {
        bool guest = i < 2;
        build_measurement(&campaign, guest ? "guest" : "host", "base", 4 * K, G, 128, runs[i]);
        build_chunks(&campaign, 20, guest ? 130 : 90, guest ? 2.9 : 4.4, guest ? 2.9 : 4.4);
    }
    build_finish(&campaign);
    assert_int_equal(tiers_find(&campaign, 0, &error), 0);
    assert_int_equal(reduce_measurements(&campaign, REDUCE_HALF, &error), 0);
    assert_int_equal(count_of(&campaign, "measurement", OUTCOME_USED, ""), 2);
    assert_int_equal(count_of(&campaign, "measurement", OUTCOME_DROPPED, "too few clean chunks"),
                     2);
    assert_int_equal(count_of(&campaign, "chunk", OUTCOME_DROPPED, "slow clock"), 40);
    campaign_free(&campaign);
}

static void fast_clock_by_hand(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    build_measurement(&campaign, "guest", "base", 4 * K, G, 128, "r");
    build_chunks(&campaign, 10, 90, 4.4, 4.4);
    build_chunks(&campaign, 5, 91, 4.2, 4.2);
    assert_int_equal(tiers_find(&campaign, 4.3, &error), 0);
    assert_int_equal(campaign.tier_count, 2);
    assert_true(campaign.tiers[1].low == 4.4);
    campaign.tier_count = 0;
    /* No check that fast: nothing is clean, rather than everything. */
    assert_int_equal(tiers_find(&campaign, 9, &error), 0);
    assert_int_equal(campaign.tier_count, 1);
    assert_false(campaign.tiers[0].fastest);
    assert_int_equal(reduce_measurements(&campaign, REDUCE_HALF, &error), 0);
    assert_int_equal(campaign.measurements[0].outcome, OUTCOME_DROPPED);
    campaign_free(&campaign);
}

static void only_clean_chunks_count(void **state)
{
    (void)state;
    struct campaign campaign;
    double none = (double)NAN;
    build_start(&campaign);
    for (int run = 0; run < 2; run++) {
        build_measurement(&campaign, "guest", "base", 4 * K, G, 128, run ? "b" : "a");
        build_chunks(&campaign, 4, 90, 4.4, 4.4);
        build_chunks(&campaign, 1, 92, 4.4, none); /* one check is enough */
        build_chunks(&campaign, 1, 94, none, none);
        build_chunks(&campaign, 1, 500, 4.4, 2.9);
        build_chunks(&campaign, 2, 600, 2.9, 2.9);
        build_chunks(&campaign, 3, 700, 4.4, 4.4);
        struct measurement *measurement = &campaign.measurements[run];
        measurement->chunks[9].faults = 1;
        measurement->chunks[10].switches = 2;
        measurement->chunks[11].steal_ns = 10;
        measurement->chunks[0].faults = 0;
    }
    assert_int_equal(tiers_find(&campaign, 0, &error), 0);
    assert_int_equal(reduce_measurements(&campaign, REDUCE_HALF, &error), 0);
    assert_int_equal(campaign.measurements[0].clean_count, 6);
    assert_true(campaign.measurements[0].ns_per_load == 90);
    assert_true(campaign.measurements[0].clock == 4.4);
    assert_int_equal(count_of(&campaign, "chunk", OUTCOME_USED, ""), 10);
    assert_int_equal(count_of(&campaign, "chunk", OUTCOME_USED, "no clock check"), 2);
    assert_int_equal(count_of(&campaign, "chunk", OUTCOME_DROPPED, "moved between clock tiers"), 2);
    assert_int_equal(count_of(&campaign, "chunk", OUTCOME_DROPPED, "slow clock"), 4);
    assert_int_equal(
        count_of(&campaign, "chunk", OUTCOME_DROPPED, "disturbed: faults, switches or stolen time"),
        6);
    campaign_free(&campaign);
}

/* Half of the chunks read is enough, one fewer is not; --min-clean overrides. */
static void half_of_the_chunks(void **state)
{
    (void)state;
    for (size_t clean = 1; clean <= 9; clean++) {
        struct campaign campaign;
        build_start(&campaign);
        build_measurement(&campaign, "guest", "base", 4 * K, G, 128, "r");
        build_chunks(&campaign, clean, 90, 4.4, 4.4);
        build_chunks(&campaign, 9 - clean, 130, 2.9, 2.9);
        assert_int_equal(tiers_find(&campaign, 4, &error), 0);
        assert_int_equal(reduce_measurements(&campaign, REDUCE_HALF, &error), 0);
        assert_int_equal(campaign.measurements[0].outcome,
                         clean >= 5 ? OUTCOME_USED : OUTCOME_DROPPED);
        assert_int_equal(isnan(campaign.measurements[0].ns_per_load), clean < 5);
        campaign.account_count = 0;
        assert_int_equal(reduce_measurements(&campaign, 2, &error), 0);
        assert_int_equal(campaign.measurements[0].outcome,
                         clean >= 2 ? OUTCOME_USED : OUTCOME_DROPPED);
        campaign_free(&campaign);
    }
}

static void other_phases_are_sums_and_never_dropped(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    build_measurement(&campaign, "guest", "base", 4 * K, G, 128, "r");
    build_level(&campaign, FACTOR_PHASE, "populate");
    build_chunks(&campaign, 1, 100, 1, 1);
    build_chunks(&campaign, 3, 300, 4.4, 4.4);
    campaign.measurements[0].chunks[0].loads = 3000;
    campaign.measurements[0].chunks[0].elapsed_ns = 300000;
    assert_int_equal(tiers_find(&campaign, 4, &error), 0);
    assert_int_equal(reduce_measurements(&campaign, REDUCE_HALF, &error), 0);
    assert_int_equal(campaign.measurements[0].outcome, OUTCOME_USED);
    assert_true(campaign.measurements[0].ns_per_load == 200);
    campaign_free(&campaign);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(well_separated_tiers_are_two),
        cmocka_unit_test(one_tier_stays_whole),
        cmocka_unit_test(a_short_stay_on_a_slow_core_does_not_count),
        cmocka_unit_test(two_runs_with_clocks_of_their_own),
        cmocka_unit_test(tiers_are_of_the_machine_not_the_side),
        cmocka_unit_test(fast_clock_by_hand),
        cmocka_unit_test(only_clean_chunks_count),
        cmocka_unit_test(half_of_the_chunks),
        cmocka_unit_test(other_phases_are_sums_and_never_dropped),
    };
    return cmocka_run_group_tests_name("reduce", tests, NULL, NULL);
}

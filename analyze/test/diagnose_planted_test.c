/* What is planted in a campaign is found, and called by its name. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "planted.h"

#define G ((uint64_t)1 << 30)

static struct campaign campaign;
static struct diagnosis diagnosis;

static void build(const struct planted *planted)
{
    planted_diagnose(&campaign, &diagnosis, planted);
}

static void end(void)
{
    diagnosis_free(&diagnosis);
    campaign_free(&campaign);
}

static void expect(const char *side, const char *check, const char *subject,
                   enum finding_verdict verdict, double low, double high)
{
    const struct finding *finding = planted_find(&diagnosis, side, check, subject);
    if (finding->verdict != verdict || !(low <= finding->value && finding->value <= high))
        fail_msg("%s %s: %s, %g, P %g: %s", side, check, finding_verdict_name(finding->verdict),
                 finding->value, finding->p, finding->note);
}

static void expect_note(const char *side, const char *check, const char *part)
{
    const struct finding *finding = planted_find(&diagnosis, side, check, NULL);
    if (!strstr(finding->note, part))
        fail_msg("%s %s does not say \"%s\": %s", side, check, part, finding->note);
}

/* A notice or a warning. */
static void expect_found(const char *side, const char *check, const char *subject, double low,
                         double high)
{
    enum finding_verdict verdict = planted_find(&diagnosis, side, check, subject)->verdict;
    expect(side, check, subject, verdict == FINDING_WARNING ? verdict : FINDING_NOTICE, low, high);
}

static double drift(const struct place *place)
{
    return 1 + 0.08 * place->position;
}

/* In shuffled rounds drift is seen, but falls on all cells alike. */
static void drift_in_shuffled_rounds_is_a_notice(void **state)
{
    (void)state;
    struct planted planted = planted_clean(1);
    planted.factor = drift;
    build(&planted);
    expect("guest", "drift-position", NULL, FINDING_NOTICE, 6, 10);
    expect("host", "drift-position", NULL, FINDING_NOTICE, 6, 10);
    expect("guest", "drift-rounds", NULL, FINDING_NOTICE, 4, 7);
    expect_found("guest", "first-round", NULL, -6, -2);
    end();
}

static double strong_drift(const struct place *place)
{
    return 1 + 0.15 * place->position;
}

/* With all 4 KB cells before all 2 MB cells, half of what a round drifts is in their difference. */
static void drift_in_a_fixed_order_is_a_warning(void **state)
{
    (void)state;
    struct planted planted = planted_clean(2);
    planted.order = ORDER_SORTED;
    planted.factor = strong_drift;
    build(&planted);
    expect("guest", "shuffle", "page size", FINDING_NOTICE, 0.8, 1);
    expect("guest", "repeated-order", "between rounds", FINDING_NOTICE, 0.999, 1.001);
    expect("guest", "repeated-order", "between runs", FINDING_NOTICE, 0.999, 1.001);
    expect("guest", "drift-position", NULL, FINDING_WARNING, 12, 18);
    assert_non_null(strstr(planted_find(&diagnosis, "guest", "drift-position", NULL)->note,
                           "without it, page-size chase 2M hugetlb"));
    end();
    /* One round: what is the cell's and what is drift no data can tell. */
    planted.rounds = 1;
    build(&planted);
    expect("guest", "shuffle", "page size", FINDING_NOTICE, 0.8, 1);
    expect("guest", "drift-position", NULL, FINDING_OK, -1, 1);
    end();
}

static void an_order_dealt_once_is_found(void **state)
{
    (void)state;
    struct planted planted = planted_clean(3);
    planted.order = ORDER_REPEATED;
    build(&planted);
    expect("guest", "repeated-order", "between rounds", FINDING_NOTICE, 0.999, 1.001);
    expect("guest", "repeated-order", "between runs", FINDING_NOTICE, 0.999, 1.001);
    end();
    /* Turned round from round to round, which cancels drift. */
    planted.order = ORDER_TURNED;
    build(&planted);
    expect("guest", "repeated-order", "between rounds", FINDING_OK, -1.001, -0.999);
    expect("guest", "repeated-order", "between runs", FINDING_NOTICE, 0.999, 1.001);
    end();
    planted.order = ORDER_SHUFFLED;
    build(&planted);
    expect("guest", "repeated-order", "between rounds", FINDING_OK, -0.3, 0.3);
    expect("guest", "repeated-order", "between runs", FINDING_OK, -0.3, 0.3);
    end();
}

static double slow_start(const struct place *place)
{
    return place->round == 0 ? 1.05 : 1;
}

static double slow_start_of_huge_pages(const struct place *place)
{
    return place->round == 0 && place->huge ? 1.3 : 1;
}

/* In all cells alike it is nobody's difference; in 2 MB pages alone, one round of two, it is. */
static void a_first_round_apart_is_found(void **state)
{
    (void)state;
    struct planted planted = planted_clean(4);
    planted.factor = slow_start;
    build(&planted);
    expect_found("guest", "first-round", NULL, 4, 6);
    expect_found("host", "first-round", NULL, 4, 6);
    end();
    planted.rounds = 2;
    planted.factor = slow_start_of_huge_pages;
    build(&planted);
    expect("guest", "first-round", NULL, FINDING_WARNING, 3, 30);
    end();
}

static void order_in_pairs_is_read_from_starts(void **state)
{
    (void)state;
    struct planted planted = planted_clean(5);
    build(&planted);
    expect("", "pair-order", NULL, FINDING_OK, 0.5, 0.5);
    end();
    planted.starts = STARTS_GUEST_FIRST;
    build(&planted);
    expect("", "pair-order", NULL, FINDING_WARNING, 1, 1);
    expect_note("", "pair-order", "guest always first, in 8 of 8 pairs");
    /* What would change, and what it would take. */
    expect_note("", "pair-order", "; with a drift of one standard deviation of a run (0.");
    expect_note("", "pair-order", "%), guest-host chase ");
    expect_note("", "pair-order", " against host 16K base is ");
    end();
    /* Runs so still that as little drift as theirs changes no figure. */
    planted.run_noise = planted.noise = planted.chunk_noise = 0.01;
    build(&planted);
    expect("", "pair-order", NULL, FINDING_NOTICE, 1, 1);
    assert_null(strstr(planted_find(&diagnosis, "", "pair-order", NULL)->note, "in place of"));
    end();
    planted = planted_clean(5);
    planted.starts = STARTS_GUEST_FIRST;
    planted.runs = 1;
    build(&planted);
    expect("", "pair-order", NULL, FINDING_NOT_TESTABLE, 1, 1);
    end();
    planted = planted_clean(5);
    planted.starts = STARTS_UNKNOWN;
    build(&planted);
    assert_int_equal(planted_find(&diagnosis, "", "pair-order", NULL)->verdict,
                     FINDING_NOT_TESTABLE);
    end();
    /* Not a time in UTC: as good as none. */
    planted.starts = STARTS_GUEST_FIRST;
    planted_build(&campaign, &planted);
    static const struct pair_of_strings host = {"start", "2026-12-01T00:30:00Z"};
    static const struct pair_of_strings guest = {"start", "2026-12-01T00:00:00+01:00"};
    for (size_t i = 0; i < campaign.run_count; i++)
        campaign.runs[i].preamble = strcmp(campaign.runs[i].side, "guest") ? &host : &guest;
    const struct method method = {.margins = {2, 2}};
    struct error error = {0};
    assert_int_equal(diagnose(&diagnosis, &campaign, &method, &error), 0);
    assert_int_equal(planted_find(&diagnosis, "", "pair-order", NULL)->verdict,
                     FINDING_NOT_TESTABLE);
    end();
}

/* 1% is one standard deviation of a run here. */
static double drift_in_pair(const struct place *place)
{
    return place->guest ? 1 : 1.01;
}

static double drift_in_alternating_pair(const struct place *place)
{
    return place->guest == (place->run % 2 == 0) ? 1 : 1.01;
}

/* The fixed order whose 95% interval covers 64% is flagged whenever it covers and when it does not;
 * alternating orders cover, and are not. */
static void drift_that_ruins_coverage_is_flagged(void **state)
{
    (void)state;
    const int trials = 100;
    for (int fixed = 0; fixed < 2; fixed++) {
        int covered = 0, flagged = 0;
        for (int trial = 0; trial < trials; trial++) {
            struct planted planted = planted_clean(1000 + (unsigned long)trial);
            planted.rounds = 1;
            planted.chunks = 1;
            planted.run_noise = 1;
            planted.noise = planted.chunk_noise = 0.1;
            planted.starts = fixed ? STARTS_GUEST_FIRST : STARTS_ALTERNATE;
            planted.factor = fixed ? drift_in_pair : drift_in_alternating_pair;
            build(&planted);
            for (size_t i = 0; i < campaign.delta_count; i++) {
                const struct delta *delta = &campaign.deltas[i];
                double truth = 100 * (94. / 87 - 1);
                if (strcmp(delta->kind, "guest-host") == 0 &&
                    delta->from->levels[FACTOR_PAGE_BYTES].bytes == 2 << 20 &&
                    delta->from->levels[FACTOR_SPAN_BYTES].bytes == G &&
                    delta->from->levels[FACTOR_STRIDE_BYTES].bytes == 128)
                    covered += delta->percent_ci_low <= truth && truth <= delta->percent_ci_high;
            }
            flagged += planted_find(&diagnosis, "", "pair-order", NULL)->verdict == FINDING_WARNING;
            end();
        }
        if (flagged != (fixed ? trials : 0) ||
            (fixed ? covered > 0.8 * trials || covered < 0.5 * trials : covered < 0.93 * trials))
            fail_msg("fixed %d: covered %d, flagged %d of %d", fixed, covered, flagged, trials);
    }
}

static double step(const struct place *place)
{
    return place->number % 2 && place->chunk >= 10 ? 1.05 : 1;
}

static void steps_in_measurements_are_counted(void **state)
{
    (void)state;
    struct planted planted = planted_clean(6);
    planted.factor = step;
    build(&planted);
    expect_found("guest", "steps", NULL, 48, 56);
    expect_found("host", "steps", NULL, 45, 58);
    end();
}

static double slow_boots(const struct place *place)
{
    return place->run % 3 == 0 ? 1.1 : 1;
}

static double hardly_slow_boots(const struct place *place)
{
    return place->run % 3 == 0 ? 1.005 : 1;
}

static double slow_boots_in_a_cell(const struct place *place)
{
    return place->run % 3 == 0 && place->huge && place->span == 64 << 20 ? 1.1 : 1;
}

static void runs_in_two_groups_are_found(void **state)
{
    (void)state;
    struct planted planted = planted_clean(7);
    planted.factor = slow_boots;
    build(&planted);
    expect_found("guest", "bimodal-runs", "all cells", 8, 12);
    assert_non_null(strstr(planted_find(&diagnosis, "guest", "bimodal-runs", "all cells")->note,
                           "two groups of 5 and 3 runs"));
    end();
    /* Certain, and of no weight. */
    planted.factor = hardly_slow_boots;
    planted.run_noise = planted.noise = planted.chunk_noise = 0.01;
    build(&planted);
    expect("guest", "bimodal-runs", "all cells", FINDING_OK, 0.4, 0.6);
    end();
    planted = planted_clean(7);
    planted.factor = slow_boots_in_a_cell;
    build(&planted);
    expect("guest", "bimodal-runs", "all cells", FINDING_OK, 0, 3);
    expect("guest", "bimodal-runs", "chase 2M hugetlb span 64M", FINDING_NOTICE, 8, 12);
    end();
}

static double page_size_matters_in_the_control(const struct place *place)
{
    return place->huge && place->span == 64 << 10 ? 1.04 : 1;
}

/* As above, and 2 MB pages at 1 GB differ so much from run to run that no figure can move. */
static double page_size_matters_little(const struct place *place)
{
    if (place->huge && place->span == G)
        return place->run % 2 ? 1 : 1.4;
    return page_size_matters_in_the_control(place);
}

static void the_control_must_not_move(void **state)
{
    (void)state;
    struct planted planted = planted_clean(8);
    build(&planted);
    expect("guest", "negative-control", NULL, FINDING_OK, -1, 1);
    assert_int_equal(planted_find(&diagnosis, "host", "negative-control", NULL)->verdict,
                     FINDING_NOT_TESTABLE); /* one page size */
    end();
    planted.factor = page_size_matters_in_the_control;
    build(&planted);
    expect("guest", "negative-control", NULL, FINDING_WARNING, 3.5, 4.5);
    expect_note("guest", "negative-control", "page size changes what it cannot; without it, ");
    expect_note("guest", "negative-control",
                "page-size chase 2M hugetlb span 1G against 4K base is");
    end();
    planted.factor = page_size_matters_little;
    build(&planted);
    expect("guest", "negative-control", NULL, FINDING_NOTICE, 3.5, 4.5);
    end();
    /* With one run the measurements have to do. */
    planted = planted_clean(8);
    planted.runs = 1;
    planted.rounds = 6;
    planted.factor = page_size_matters_in_the_control;
    build(&planted);
    expect_found("guest", "negative-control", NULL, 3, 5);
    expect_note("guest", "negative-control", "6 and 6 values; by measurements, for want of runs");
    assert_true(planted_find(&diagnosis, "guest", "negative-control", NULL)->p < 0.01);
    end();
}

static double disturbed_chunk(const struct place *place)
{
    return place->huge && place->chunk == 5 ? 20 : 1;
}

static const char *const page_size_headline = "page-size chase 2M hugetlb span 1G against 4K base";

static void a_figure_of_medians_only_is_found(void **state)
{
    (void)state;
    struct planted planted = planted_clean(9);
    build(&planted);
    expect("guest", "sensitivity-mean", page_size_headline, FINDING_OK, -0.5, 0.5);
    end();
    planted.factor = disturbed_chunk;
    build(&planted);
    expect("guest", "sensitivity-mean", page_size_headline, FINDING_WARNING, 50, 80);
    end();
}

/* Two measurements of three have 10 clean chunks of 24, and are slow. */
static double slow_when_dirty(const struct place *place)
{
    return place->huge && place->round ? 1.2 : 1;
}

static bool mostly_dirty(const struct place *place)
{
    return place->huge && place->round && place->chunk >= 10;
}

static void a_figure_of_the_threshold_is_found(void **state)
{
    (void)state;
    struct planted planted = planted_clean(10);
    planted.factor = slow_when_dirty;
    planted.dirty = mostly_dirty;
    build(&planted);
    expect("guest", "sensitivity-clean-25", page_size_headline, FINDING_WARNING, 15, 20);
    expect("guest", "sensitivity-clean-75", page_size_headline, FINDING_OK, 0, 0);
    end();
}

/* Runs 0 to 2 are fast and 3 to 6 slow, in both cells; one of the slow has lost its 4 KB pages.
 * Pairs hardly notice. Medians of cells stand between the groups, and one run decides. */
static double two_states(const struct place *place)
{
    return place->run < 3 ? 1 : 1.2;
}

static bool lost(const struct place *place)
{
    return place->run == 6 && !place->huge;
}

static void a_figure_of_one_run_is_found(void **state)
{
    (void)state;
    struct planted planted = planted_clean(11);
    planted.runs = 7;
    planted.factor = two_states;
    planted.dirty = lost;
    build(&planted);
    const struct finding *finding =
        planted_find(&diagnosis, "guest", "sensitivity-run-out", page_size_headline);
    assert_int_equal(finding->verdict, FINDING_WARNING);
    assert_true(fabs(finding->value) > 5);
    assert_non_null(strstr(finding->note, "without run guest-0"));
    end();
    static const char *const few[] = {"rests on one run", "rests on two runs"};
    for (int runs = 1; runs <= 2; runs++) {
        planted = planted_clean(11);
        planted.runs = runs;
        build(&planted);
        finding = planted_find(&diagnosis, "guest", "sensitivity-run-out", page_size_headline);
        assert_int_equal(finding->verdict, FINDING_NOT_TESTABLE);
        assert_string_equal(finding->note, few[runs - 1]);
        end();
    }
}

/* Each says what was done, and nothing becomes what it was. */
static void sensitivity_says_what_it_did(void **state)
{
    (void)state;
    struct planted planted = planted_clean(12);
    planted.noise = planted.run_noise = planted.chunk_noise = 0;
    build(&planted);
    expect_note("guest", "sensitivity-mean", "% with means");
    expect_note("guest", "sensitivity-mean", "stays ");
    expect_note("guest", "sensitivity-clean-25", "% with a quarter of the chunks clean");
    expect_note("guest", "sensitivity-clean-75", "% with three quarters of the chunks clean");
    expect_note("guest", "sensitivity-run-out", "stays ");
    end();
    planted.dirty = mostly_dirty;
    planted.rounds = 2;
    build(&planted);
    for (size_t i = 0; i < diagnosis.count; i++)
        assert_null(strstr(diagnosis.findings[i].note, "-0.0%"));
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drift_in_shuffled_rounds_is_a_notice),
        cmocka_unit_test(drift_in_a_fixed_order_is_a_warning),
        cmocka_unit_test(an_order_dealt_once_is_found),
        cmocka_unit_test(a_first_round_apart_is_found),
        cmocka_unit_test(order_in_pairs_is_read_from_starts),
        cmocka_unit_test(drift_that_ruins_coverage_is_flagged),
        cmocka_unit_test(steps_in_measurements_are_counted),
        cmocka_unit_test(runs_in_two_groups_are_found),
        cmocka_unit_test(the_control_must_not_move),
        cmocka_unit_test(a_figure_of_medians_only_is_found),
        cmocka_unit_test(a_figure_of_the_threshold_is_found),
        cmocka_unit_test(a_figure_of_one_run_is_found),
        cmocka_unit_test(sensitivity_says_what_it_did),
    };
    return cmocka_run_group_tests_name("planted", tests, NULL, NULL);
}

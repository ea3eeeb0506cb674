/* Campaigns in which nothing moved, and campaigns with next to nothing in them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../stats/quantile.h"
#include "../stats/reduce.h"
#include "planted.h"

static struct campaign campaign;
static struct diagnosis diagnosis;

static void end(void)
{
    diagnosis_free(&diagnosis);
    campaign_free(&campaign);
}

static bool is_sensitivity(const struct finding *finding)
{
    return strncmp(finding->check, "sensitivity", 11) == 0;
}

/* Hardly a warning, and no more notices of tests than tests at 5% may give: eleven families. */
static void nothing_moved(void **state)
{
    (void)state;
    const int trials = 100;
    int warned = 0, notices = 0;
    for (int trial = 0; trial < trials; trial++) {
        struct planted planted = planted_clean(100 + (unsigned long)trial);
        planted.noise = 0.5 + trial % 4; /* percent; up to noise that hides most differences */
        planted.run_noise = trial % 3;
        planted_diagnose(&campaign, &diagnosis, &planted);
        warned += diagnosis_count(&diagnosis, FINDING_WARNING) > 0;
        for (size_t i = 0; i < diagnosis.count; i++)
            notices += diagnosis.findings[i].verdict == FINDING_NOTICE &&
                       !is_sensitivity(&diagnosis.findings[i]);
        end();
    }
    if (warned > 4 || notices > 60)
        fail_msg("%d of %d campaigns with a warning, %d notices", warned, trials, notices);
}

/* Of ten page sizes the one that strays furthest strays far by chance, more so with one run. Each is
 * a finding, and none is significant more often than a family of tests at 5% may be. */
static void ten_controls_are_ten_comparisons(void **state)
{
    (void)state;
    const int trials = 200;
    int notices[2] = {0, 0};
    for (int trial = 0; trial < 2 * trials; trial++) {
        struct planted planted = planted_clean(5000 + (unsigned long)trial);
        planted.control_pages = 9;
        planted.chunks = 1;
        planted.noise = 4;
        if (trial >= trials) {
            planted.runs = 1;
            planted.rounds = 4;
        }
        planted_diagnose(&campaign, &diagnosis, &planted);
        int found = 0, moved = 0;
        for (size_t i = 0; i < diagnosis.count; i++) {
            const struct finding *finding = &diagnosis.findings[i];
            if (strcmp(finding->check, "negative-control") || strcmp(finding->side, "guest"))
                continue;
            found++;
            moved += finding->verdict != FINDING_OK;
            assert_true(finding->p >= 0 && finding->p <= 1);
        }
        assert_int_equal(found, 10);
        notices[trial >= trials] += moved > 0;
        end();
    }
    /* 10 of 200 and three standard deviations. */
    if (notices[0] > 19 || notices[1] > 19)
        fail_msg("of %d campaigns with 8 runs %d, with one run %d", trials, notices[0], notices[1]);
}

/* Zero to three runs, one or two rounds, one to nine chunks, with noise and without. */
static void next_to_nothing(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < 96; shape++) {
        struct planted planted = planted_clean(shape);
        planted.runs = (int)(shape % 4);
        planted.rounds = 1 + (int)(shape / 4 % 2);
        static const int chunks[] = {1, 2, 9};
        planted.chunks = chunks[shape / 8 % 3];
        planted.no_hosts = shape / 24 % 2;

        if (shape / 48)
            planted.noise = planted.run_noise = planted.chunk_noise = 0;
        planted_diagnose(&campaign, &diagnosis, &planted);
        for (size_t i = 0; i < diagnosis.count; i++) {
            const struct finding *finding = &diagnosis.findings[i];
            assert_non_null(finding->note);
            assert_true(isnan(finding->p) || (finding->p >= 0 && finding->p <= 1));
            assert_true(isnan(finding->value) || fabs(finding->value) < 1e9);
            /* All values of a cell are equal: nothing moves but what is not random. */
            if (shape / 48)
                assert_true(finding->verdict != FINDING_WARNING);
        }
        end();
    }
}

static bool all(const struct place *place)
{
    return place->chunk >= 0;
}

static bool all_of_huge(const struct place *place)
{
    return place->huge;
}

static void everything_dropped(void **state)
{
    (void)state;
    struct planted planted = planted_clean(1);
    planted.dirty = all;
    planted_diagnose(&campaign, &diagnosis, &planted);
    assert_int_equal(diagnosis_count(&diagnosis, FINDING_WARNING), 0);
    assert_int_equal(planted_find(&diagnosis, "guest", "drift-rounds", NULL)->verdict,
                     FINDING_NOT_TESTABLE);
    assert_int_equal(planted_find(&diagnosis, "guest", "steps", NULL)->verdict,
                     FINDING_NOT_TESTABLE);
    /* The order they were measured in is known all the same. */
    assert_int_equal(planted_find(&diagnosis, "guest", "shuffle", NULL)->verdict, FINDING_OK);
    end();
    planted.dirty = all_of_huge;
    planted_diagnose(&campaign, &diagnosis, &planted);
    end();
}

/* A campaign without runs' preambles, rounds, pairs or loops, as another program may write it. */
static void a_bare_log(void **state)
{
    (void)state;
    const struct method method = {.margins = {2, 2}};
    struct error error = {0};
    struct planted planted = planted_clean(2);
    planted_build(&campaign, &planted);
    for (size_t i = 0; i < campaign.measurement_count; i++)
        campaign.measurements[i].round = campaign.measurements[i].pair = -1;
    for (size_t i = 0; i < campaign.run_count; i++)
        campaign.runs[i].pair = -1;
    assert_int_equal(diagnose(&diagnosis, &campaign, &method, &error), 0);
    assert_int_equal(planted_find(&diagnosis, "guest", "drift-rounds", NULL)->verdict,
                     FINDING_NOT_TESTABLE);
    assert_int_equal(planted_find(&diagnosis, "guest", "first-round", NULL)->verdict,
                     FINDING_NOT_TESTABLE);
    assert_int_equal(planted_find(&diagnosis, "guest", "drift-position", NULL)->verdict,
                     FINDING_OK);
    for (size_t i = 0; i < diagnosis.count; i++)
        assert_string_not_equal(diagnosis.findings[i].check, "pair-order");
    end();
}

/* What counts as clean here is what the analysis counted, and gives the values it gave. */
static bool one_in_five(const struct place *place)
{
    return (place->number + (uint64_t)place->chunk) % 5 == 0;
}

static void clean_chunks_are_those_of_the_analysis(void **state)
{
    (void)state;
    struct planted planted = planted_clean(3);
    planted.dirty = one_in_five;
    planted_build(&campaign, &planted);
    for (size_t i = 0; i < campaign.measurement_count; i++) {
        double values[24];
        size_t count = reduce_clean_values(&campaign, &campaign.measurements[i], values);
        assert_int_equal(count, campaign.measurements[i].clean_count);
        assert_true(count < 24);
        assert_true(quantile_median(values, count) == campaign.measurements[i].ns_per_load);
    }
    campaign_free(&campaign);
}

/* Same logs, same bytes; other digests, other shuffles. */
static void findings_depend_on_the_input_alone(void **state)
{
    (void)state;
    struct planted planted = planted_clean(4);
    struct text csv[2];
    for (int i = 0; i < 2; i++) {
        planted_diagnose(&campaign, &diagnosis, &planted);
        csv[i] = planted_csv(&campaign, &diagnosis);
        end();
    }
    assert_string_equal(csv[0].bytes, csv[1].bytes);
    assert_memory_equal(csv[0].bytes, "machine,side,check,subject,value,p,verdict,note\n", 48);
    text_free(&csv[1]);
    planted_build(&campaign, &planted);
    campaign.inputs[0].digest[15] ^= 1;
    const struct method method = {.margins = {2, 2}};
    struct error error = {0};
    assert_int_equal(diagnose(&diagnosis, &campaign, &method, &error), 0);
    csv[1] = planted_csv(&campaign, &diagnosis);
    assert_string_not_equal(csv[0].bytes, csv[1].bytes);
    text_free(&csv[0]);
    text_free(&csv[1]);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_moved),
        cmocka_unit_test(ten_controls_are_ten_comparisons),
        cmocka_unit_test(next_to_nothing),
        cmocka_unit_test(everything_dropped),
        cmocka_unit_test(a_bare_log),
        cmocka_unit_test(clean_chunks_are_those_of_the_analysis),
        cmocka_unit_test(findings_depend_on_the_input_alone),
    };
    return cmocka_run_group_tests_name("nothing moved", tests, NULL, NULL);
}

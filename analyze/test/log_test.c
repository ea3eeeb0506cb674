/* Sound logs, in every shape they come in, give the same measurements. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <xxhash.h>

#include "../log/log.h"
#include "logs.h"

#define FULL_HEADER                                                                                \
    "machine,run,side,pair,round,seq,workload,page_kind,page_bytes,line_bytes,span_bytes,"         \
    "stride_bytes,phase,chunk,loads,elapsed_ns,clock_adds,clock_before_ns,clock_after_ns,faults,"  \
    "switches,steal_ns,note\n"

static const char two_measurements[] =
    "# pagewalk log: 1\n# machine: m6\n" HEADER ROW("g1", "1", "0") ROW("g1", "1", "1")
        ROW("g1", "2", "0") END("3");

static void assert_two_measurements(const struct campaign *campaign, long first_row)
{
    assert_int_equal(campaign->measurement_count, 2);
    const struct measurement *first = &campaign->measurements[0], *second = first + 1;
    assert_int_equal(first->seq, 1);
    assert_int_equal(first->chunk_count, 2);
    assert_int_equal(first->first_line, first_row);
    assert_int_equal(first->last_line, first_row + 1);
    assert_int_equal(second->seq, 2);
    assert_int_equal(second->chunk_count, 1);
    assert_int_equal(second->first_line, first_row + 2);
    assert_int_equal(second->last_line, first_row + 2);
    assert_string_equal(first->levels[FACTOR_MACHINE].text, "m6");
    assert_int_equal(logs_count(campaign, "row", OUTCOME_USED, ""), 3);
}

static void every_field_arrives(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv", FULL_HEADER
               "m6,g1,guest,3,2,17,chase,hugetlb,2097152,64,1073741824,16384,loop,5,200000,"
               "1.5e7,100000,25000,20000,1,2,3.5,\n" END("1"));
    logs_read_one(&campaign, "a.csv");
    assert_only_file(&campaign, OUTCOME_USED, "");
    assert_int_equal(campaign.problem_count, 0);
    assert_int_equal(campaign.measurement_count, 1);
    const struct measurement *measurement = campaign.measurements;
    const struct level *levels = measurement->levels;
    assert_string_equal(measurement->run, "g1");
    assert_int_equal(measurement->pair, 3);
    assert_int_equal(measurement->round, 2);
    assert_int_equal(measurement->seq, 17);
    assert_int_equal(measurement->outcome, OUTCOME_USED);
    assert_string_equal(measurement->reason, "");
    assert_string_equal(measurement->file, "a.csv");
    assert_string_equal(levels[FACTOR_MACHINE].text, "m6");
    assert_string_equal(levels[FACTOR_SIDE].text, "guest");
    assert_string_equal(levels[FACTOR_WORKLOAD].text, "chase");
    assert_string_equal(levels[FACTOR_PAGE_KIND].text, "hugetlb");
    assert_string_equal(levels[FACTOR_PHASE].text, "loop");
    assert_int_equal(levels[FACTOR_PAGE_BYTES].bytes, 2097152);
    assert_int_equal(levels[FACTOR_LINE_BYTES].bytes, 64);
    assert_int_equal(levels[FACTOR_SPAN_BYTES].bytes, 1073741824);
    assert_int_equal(levels[FACTOR_STRIDE_BYTES].bytes, 16384);
    const struct chunk *chunk = measurement->chunks;
    assert_true(chunk->loads == 200000 && chunk->elapsed_ns == 1.5e7);
    assert_true(chunk->clock_before == 4 && chunk->clock_after == 5);
    assert_true(chunk->faults == 1 && chunk->switches == 2 && chunk->steal_ns == 3.5);
    campaign_free(&campaign);
}

static void what_is_absent_has_its_default(void **state)
{
    (void)state;
    struct campaign campaign;
    /* First with columns left out, then with fields left empty: no difference. */
    logs_write("a.csv", HEADER ROW("g1", "1", "0") END("1") FULL_HEADER
               ",g2,guest,,,1,chase,,4096,,1048576,128,,0,1000,5000,,,,,,,\n" END("1"));
    logs_read_one(&campaign, "a.csv");
    assert_int_equal(campaign.measurement_count, 2);
    assert_int_equal(levels_compare(campaign.measurements[0].levels,
                                    campaign.measurements[1].levels, campaign.factors.count),
                     0);
    for (int i = 0; i < 2; i++) {
        const struct measurement *measurement = &campaign.measurements[i];
        assert_string_equal(measurement->levels[FACTOR_MACHINE].text, "unknown");
        assert_string_equal(measurement->levels[FACTOR_PAGE_KIND].text, "unknown");
        assert_string_equal(measurement->levels[FACTOR_PHASE].text, "loop");
        assert_int_equal(measurement->levels[FACTOR_LINE_BYTES].bytes, 128);
        assert_int_equal(measurement->pair, -1);
        assert_int_equal(measurement->round, -1);
        assert_true(isnan(measurement->chunks[0].clock_before));
        assert_true(isnan(measurement->chunks[0].clock_after));
        assert_true(isnan(measurement->chunks[0].faults));
        assert_true(isnan(measurement->chunks[0].switches));
        assert_true(isnan(measurement->chunks[0].steal_ns));
    }
    campaign_free(&campaign);
}

static void a_clock_needs_its_adds(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv",
               "run,side,seq,workload,page_bytes,span_bytes,stride_bytes,chunk,loads,elapsed_ns,"
               "clock_adds,clock_before_ns,clock_after_ns\n"
               "g,guest,1,chase,4096,1048576,128,0,1000,5000,,20,25\n"
               "g,guest,1,chase,4096,1048576,128,1,1000,5000,100,,25\n"
               "g,guest,1,chase,4096,1048576,128,2,1000,5000,100,20,\n");
    logs_read_one(&campaign, "a.csv");
    const struct chunk *chunks = campaign.measurements[0].chunks;
    assert_int_equal(campaign.measurements[0].chunk_count, 3);
    assert_true(isnan(chunks[0].clock_before) && isnan(chunks[0].clock_after));
    assert_true(isnan(chunks[1].clock_before) && chunks[1].clock_after == 4);
    assert_true(chunks[2].clock_before == 5 && isnan(chunks[2].clock_after));
    campaign_free(&campaign);
}

static void skipped_cells_are_measurements_with_a_reason(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv", FULL_HEADER
               "m,g,guest,,,1,chase,hugetlb,2097152,,1048576,128,skipped,,,,,,,,,,no pool\n"
               "m,g,guest,,,2,chase,hugetlb,2097152,,1048576,128,skipped,,,,,,,,,,\n"
               "m,g,guest,,,3,chase,base,4096,,1048576,128,loop,0,10,50,,,,,,,\n" END("3"));
    logs_read_one(&campaign, "a.csv");
    assert_int_equal(campaign.measurement_count, 3);
    assert_int_equal(campaign.measurements[0].outcome, OUTCOME_SKIPPED);
    assert_string_equal(campaign.measurements[0].reason, "no pool");
    assert_string_equal(campaign.measurements[0].levels[FACTOR_PHASE].text, "skipped");
    assert_int_equal(campaign.measurements[0].chunk_count, 0);
    assert_null(campaign.measurements[0].chunks);
    assert_string_equal(campaign.measurements[1].reason, "no reason given");
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_SKIPPED, "no pool"), 1);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_SKIPPED, "no reason given"), 1);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_USED, ""), 1);
    assert_only_file(&campaign, OUTCOME_USED, "");
    assert_int_equal(campaign.problem_count, 0);
    campaign_free(&campaign);
}

/* CR LF, a byte order mark, blank lines, quotes that nothing needs. */
static void line_ends_marks_and_quotes_change_nothing(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv",
               "\xEF\xBB\xBF# machine: m6\r\n\r\n  \t\r\n"
               "\"run\",side,seq,workload,page_bytes,span_bytes,stride_bytes,chunk,loads,"
               "\"elapsed_ns\"\r\n"
               "\"g1\",guest,\"1\",chase,4096,1048576,128,0,1000,5000\r\n"
               "g1,guest,1,\"chase\",4096,1048576,128,1,1000,\"5000\"\r\n"
               "g1,guest,2,chase,4096,1048576,128,0,1000,5000\r\n"
               "\r\n# end: rows=3\r\n");
    logs_read_one(&campaign, "a.csv");
    assert_only_file(&campaign, OUTCOME_USED, "");
    assert_int_equal(campaign.problem_count, 0);
    assert_two_measurements(&campaign, 5);
    campaign_free(&campaign);
}

static void a_quoted_field_may_hold_commas_quotes_and_line_ends(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv", HEADER
               "\"g,\"\"1\"\"\nx\r\ny\",guest,1,chase,4096,1048576,128,0,1000,5000\n"
               "\"g,\"\"1\"\"\nx\r\ny\",guest,1,chase,4096,1048576,128,1,1000,6000\n" END("2"));
    logs_read_one(&campaign, "a.csv");
    assert_int_equal(campaign.measurement_count, 1);
    const struct measurement *measurement = campaign.measurements;
    assert_string_equal(measurement->run, "g,\"1\"\nx\r\ny");
    assert_int_equal(measurement->chunk_count, 2);
    assert_int_equal(measurement->first_line, 2);
    assert_int_equal(measurement->last_line, 7);
    assert_only_file(&campaign, OUTCOME_USED, "");
    campaign_free(&campaign);
}

static void columns_stand_in_any_order(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv",
               "# machine: m6\nelapsed_ns,loads,chunk,stride_bytes,span_bytes,page_bytes,"
               "workload,seq,side,run,cycles,cpu_before\n"
               "5000,1000,0,128,1048576,4096,chase,1,guest,g1,,0\n"
               "5000,1000,1,128,1048576,4096,chase,1,guest,g1,,0\n"
               "5000,1000,0,128,1048576,4096,chase,2,guest,g1,,0\n");
    logs_read_one(&campaign, "a.csv");
    assert_two_measurements(&campaign, 3);
    /* Known columns that carry nothing yet are not called ignored. */
    assert_problem(&campaign, "a.csv", 0, "cut: no end line", "");
    assert_int_equal(campaign.problem_count, 1);
    campaign_free(&campaign);
}

static void packed_logs_of_many_pieces_are_read(void **state)
{
    (void)state;
    struct campaign campaign;
    struct text gzip = {0}, zstd = {0};
    char one[2] = "";
    /* A member and a frame for every byte: whatever can go wrong at a border does. */
    text_add_bytes(&zstd, "\x51\x2A\x4D\x18\x03\0\0\0abc", 11); /* a skippable frame */
    for (const char *at = two_measurements; *at; at++) {
        one[0] = *at;
        logs_gzip(&gzip, one);
        logs_zstd(&zstd, one);
    }
    text_add_bytes(&gzip, "\0\0\0\0", 4);                       /* padding of a tape */
    text_add_bytes(&zstd, "\x50\x2A\x4D\x18\x03\0\0\0abc", 11); /* a skippable frame */
    logs_write_bytes("a.csv.gz", gzip.bytes, gzip.length);
    logs_write_bytes("a.csv.zst", zstd.bytes, zstd.length);
    const char *const names[] = {"a.csv.gz", "a.csv.zst"};
    const struct text *const files[] = {&gzip, &zstd};
    for (int i = 0; i < 2; i++) {
        logs_read_one(&campaign, names[i]);
        assert_only_file(&campaign, OUTCOME_USED, "");
        assert_two_measurements(&campaign, 4);
        /* The digest is that of the file, not of what is in it. */
        XXH128_canonical_t digest;
        XXH128_canonicalFromHash(&digest, XXH3_128bits(files[i]->bytes, files[i]->length));
        assert_memory_equal(campaign.inputs[0].digest, digest.digest, 16);
        assert_int_equal(campaign.inputs[0].bytes, files[i]->length);
        campaign_free(&campaign);
    }
    text_free(&gzip);
    text_free(&zstd);
}

/* More than one buffer of everything, with the numbers of all lines right. */
static void long_logs_are_read_whole(void **state)
{
    (void)state;
    enum { ROWS = 40000 };
    struct campaign campaign;
    struct text log = {0}, packed = {0};
    text_add(&log, HEADER);
    for (int i = 0; i < ROWS; i++)
        text_format(&log, "g1,guest,%d,chase,4096,1048576,128,%d,1000,%d\n", i / 8, i % 8, i + 1);
    text_format(&log, "# end: rows=%d\n", ROWS);
    logs_zstd(&packed, log.bytes);
    logs_write_bytes("a.csv", packed.bytes, packed.length);
    logs_read_one(&campaign, "a.csv");
    assert_only_file(&campaign, OUTCOME_USED, "");
    assert_int_equal(campaign.measurement_count, ROWS / 8);
    for (int i = 0; i < ROWS; i++) {
        const struct measurement *measurement = &campaign.measurements[i / 8];
        if (measurement->first_line != i / 8 * 8 + 2 || measurement->chunk_count != 8 ||
            measurement->chunks[i % 8].elapsed_ns != i + 1)
            fail_msg("row %d", i);
    }
    campaign_free(&campaign);
    text_free(&log);
    text_free(&packed);
}

static void concatenated_logs_are_sections(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv",
               "# machine: one\n# kernel: 6.1\n" HEADER ROW("g1", "1", "0")
                   END("1") "\xEF\xBB\xBF# machine: two\n" HEADER ROW(
                       "g1", "1", "0") "# a comment, as no header follows: x\n" ROW("g1", "1", "1")
                       END("2") HEADER ROW("g2", "1", "0") END("1"));
    logs_read_one(&campaign, "a.csv");
    assert_only_file(&campaign, OUTCOME_USED, "");
    assert_int_equal(campaign.problem_count, 0);
    assert_int_equal(campaign.run_count, 3);
    assert_string_equal(campaign.runs[0].machine, "one");
    assert_int_equal(campaign.runs[0].preamble_count, 2);
    assert_string_equal(campaign.runs[0].preamble[0].key, "kernel");
    assert_string_equal(campaign.runs[0].preamble[0].value, "6.1");
    assert_string_equal(campaign.runs[1].machine, "two");
    assert_int_equal(campaign.runs[1].preamble_count, 1);
    /* A header alone begins a section too, with an empty preamble. */
    assert_string_equal(campaign.runs[2].machine, "unknown");
    assert_int_equal(campaign.runs[2].preamble_count, 0);
    assert_int_equal(campaign.measurements[1].chunk_count, 2);
    campaign_free(&campaign);
}

static void files_and_arguments_in_any_order_give_the_same(void **state)
{
    (void)state;
    static const char *const orders[][5] = {{"x.csv", "y.csv", "z.csv", "d"},
                                            {"d", "z.csv", "y.csv", "x.csv"},
                                            {"y.csv", "d", "x.csv", "z.csv"}};
    struct text dumps[3] = {{0}};
    logs_folder("d");
    logs_write("x.csv", "# factors: v\n# v: 1\n" HEADER ROW("g2", "1", "0") ROW("g2", "0", "0"));
    logs_write("y.csv", "# machine: b\n" HEADER ROW("g1", "1", "0") "g1,guest,x\n" END("2"));
    logs_write("z.csv", "# machine: a\n" HEADER ROW("g1", "1", "0") END("1"));
    logs_write("d/x.csv", HEADER ROW("g3", "1", "0") "# stopped: SIGINT\n# end: rows=1\n");
    for (int i = 0; i < 3; i++) {
        struct campaign campaign;
        struct error error;
        assert_int_equal(logs_read(&campaign, &error, orders[i]), 0);
        logs_dump(&campaign, &dumps[i]);
        campaign_free(&campaign);
        assert_string_equal(dumps[0].bytes, dumps[i].bytes);
    }
    for (int i = 0; i < 3; i++)
        text_free(&dumps[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, logs_setup, logs_teardown)
        TEST(every_field_arrives),
        TEST(what_is_absent_has_its_default),
        TEST(a_clock_needs_its_adds),
        TEST(skipped_cells_are_measurements_with_a_reason),
        TEST(line_ends_marks_and_quotes_change_nothing),
        TEST(a_quoted_field_may_hold_commas_quotes_and_line_ends),
        TEST(columns_stand_in_any_order),
        TEST(packed_logs_of_many_pieces_are_read),
        TEST(long_logs_are_read_whole),
        TEST(concatenated_logs_are_sections),
        TEST(files_and_arguments_in_any_order_give_the_same),
    };
    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}

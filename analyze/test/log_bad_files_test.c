/* Damaged files: cut, stopped, torn by compression, or no logs at all. What is sound before the damage
 * counts, and the accounting says what became of each file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "logs.h"

static void files_that_are_no_logs_are_rejected(void **state)
{
    (void)state;
    static const struct {
        const char *content, *reason;
        long line; /* of the problem */
    } cases[] = {
        {"", "empty", 0},
        {"\n  \r\n\n", "empty", 0},
        {"# machine: m\n", "no header line", 0},
        {"time,value\n1,2\n" HEADER ROW("g", "1", "0"), "no header line", 1},
        {"\x7F"
         "ELF\x02\x01\x01\n\xFF\xFE\n",
         "no header line", 1},
        {"\"" HEADER ROW("g", "1", "0"), "no header line", 1},
        {HEADER, "header without rows", 0},
        {"# machine: m\n" HEADER END("0"), "header without rows", 0},
        {HEADER "g,guest\n", "no usable row", 0},
        {"run,seq,workload,page_bytes,span_bytes,stride_bytes,chunk,loads,elapsed_ns\n1,2\n3\n",
         "no column side", 1},
        {"# x: y\nrun,loads\n", "no column side", 2},
        {"run,run,side\n", "column name twice", 1},
        {"# pagewalk log: 2\n" HEADER ROW("g", "1", "0"),
         "log version 2 is newer than this program", 2},
        {"# pagewalk log: 3\nwhat,it,may,be\n", "log version 3 is newer than this program", 2},
    };
    logs_folder("d");
    logs_write("d/good.csv", HEADER ROW("good", "1", "0") END("1"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct campaign campaign;
        logs_write("d/bad.csv", cases[i].content);
        logs_read_one(&campaign, "d");
        assert_problem(&campaign, "bad.csv", cases[i].line, cases[i].reason, NULL);
        assert_int_equal(logs_count(&campaign, "file", OUTCOME_REJECTED, cases[i].reason), 1);
        assert_int_equal(logs_count(&campaign, "file", OUTCOME_USED, ""), 1);
        assert_int_equal(logs_total(&campaign, "file"), 2);
        assert_int_equal(logs_count(&campaign, "row", OUTCOME_USED, ""), 1);
        /* Also what is rejected was read, to its last byte. */
        assert_int_equal(campaign.input_count, 2);
        assert_int_equal(campaign.inputs[0].bytes, strlen(cases[i].content));
        campaign_free(&campaign);
    }
}

static void binary_junk_is_survived(void **state)
{
    (void)state;
    enum { SIZE = 300000 };
    struct campaign campaign;
    unsigned char *junk = malloc(SIZE);
    assert_non_null(junk);
    logs_folder("d");
    logs_write("d/good.csv", HEADER ROW("good", "1", "0") END("1"));
    for (uint32_t seed = 1; seed <= 20; seed++) {
        uint32_t x = seed;
        for (int i = 0; i < SIZE; i++) {
            x = x * 1664525 + 1013904223;
            junk[i] = (unsigned char)(x >> 24);
        }
        if (seed % 4 == 1)
            memcpy(junk, "\x1F\x8B\x08", 3);
        if (seed % 4 == 2)
            memcpy(junk, "\x28\xB5\x2F\xFD", 4);
        if (seed % 4 == 3) /* junk as rows */
            memcpy(junk, HEADER, sizeof HEADER - 1);
        logs_write_bytes("d/junk.csv", junk, SIZE);
        logs_read_one(&campaign, "d");
        assert_int_equal(logs_count(&campaign, "row", OUTCOME_USED, ""), 1);
        assert_int_equal(logs_count(&campaign, "file", OUTCOME_USED, ""), 1);
        assert_int_equal(logs_total(&campaign, "file"), 2);
        campaign_free(&campaign);
    }
    free(junk);
}

static void files_cut_or_stopped_count_as_far_as_they_go(void **state)
{
    (void)state;
    static const struct {
        const char *content, *reason;
        uint64_t used;
    } cases[] = {
        {HEADER ROW("g", "1", "0"), "cut: no end line", 1},
        {HEADER ROW("g", "1", "0") "# stopped: SIGTERM\n# end: rows=1\n", "stopped: SIGTERM", 1},
        {HEADER ROW("g", "1", "0") "# stopped: SIGINT\n", "stopped: SIGINT", 1},
        {HEADER ROW("g", "1", "0") "# stopped: SIGINT\n# stopped: SIGTERM\n", "stopped: SIGINT", 1},
        {HEADER ROW("g", "1", "0") "# stopped: a, \"b\"\n", "stopped: unknown", 1},
        {HEADER ROW("g", "1", "0") END("2"), "row count differs from the end line", 1},
        {HEADER ROW("g", "1", "0") "# end: rows=1", "last line without line end", 1},
        {HEADER "g,guest,1,chase,4096,1048576,128,0,1000,5000",
         "cut: no end line; last line without line end", 1},
        {HEADER ROW("g", "1", "0") "g,guest,1,chase,4096,1048576,128,1,10",
         "cut: no end line; last line without line end", 1},
        {HEADER ROW("g", "1", "0") "# stopped: SIGINT\n# end: rows=3",
         "stopped: SIGINT; row count differs from the end line; last line without line end", 1},
        /* One of two sections was cut. */
        {HEADER ROW("g", "1", "0") HEADER ROW("h", "1", "0") END("1"), "cut: no end line", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct campaign campaign;
        logs_write("a.csv", cases[i].content);
        logs_read_one(&campaign, "a.csv");
        assert_only_file(&campaign, OUTCOME_USED, cases[i].reason);
        assert_int_equal(logs_count(&campaign, "row", OUTCOME_USED, ""), cases[i].used);
        assert_true(campaign.problem_count > 0);
        campaign_free(&campaign);
    }
}

static void damaged_compression_keeps_the_rows_before(void **state)
{
    (void)state;
    enum { ROWS = 3000 };
    struct text log = {0}, packed[2] = {{0}, {0}};
    text_add(&log, HEADER);
    for (unsigned i = 0; i < ROWS; i++)
        text_format(&log, "g,guest,%u,chase,4096,1048576,128,0,1000,%u\n", i,
                    (i + 1) * 2654435761u);
    logs_gzip(&packed[0], log.bytes);
    logs_zstd(&packed[1], log.bytes);
    for (int i = 0; i < 4; i++) {
        struct campaign campaign;
        const struct text *bytes = &packed[i % 2];
        if (i < 2) /* cut */
            logs_write_bytes("a.csv", bytes->bytes, bytes->length * 9 / 10);
        else { /* whole, but something else follows */
            text_add(&packed[i % 2], "junk");
            logs_write_bytes("a.csv", bytes->bytes, bytes->length);
        }
        logs_read_one(&campaign, "a.csv");
        uint64_t used = logs_count(&campaign, "row", OUTCOME_USED, "");
        assert_true(i < 2 ? used > 100 && used < ROWS : used == ROWS);
        assert_problem(&campaign, "a.csv", 0, "compressed data damaged", "");
        /* The last line before the damage is half a line, whatever it looks like. */
        uint64_t halves = logs_count(&campaign, "row", OUTCOME_REJECTED, "cut by damaged data");
        assert_true(halves <= 1);
        assert_int_equal(logs_total(&campaign, "row"), used + halves);
        assert_only_file(&campaign, OUTCOME_USED,
                         halves ? "cut: no end line; last line without line end; "
                                  "compressed data damaged"
                                : "cut: no end line; compressed data damaged");
        for (size_t j = 0; j < campaign.measurement_count; j++)
            assert_true(campaign.measurements[j].chunks[0].elapsed_ns ==
                        (double)((unsigned)(campaign.measurements[j].seq + 1) * 2654435761u));
        campaign_free(&campaign);
    }
    text_free(&log);
    text_free(&packed[0]);
    text_free(&packed[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, logs_setup, logs_teardown)
        TEST(files_that_are_no_logs_are_rejected),
        TEST(binary_junk_is_survived),
        TEST(files_cut_or_stopped_count_as_far_as_they_go),
        TEST(damaged_compression_keeps_the_rows_before),
    };
    return cmocka_run_group_tests_name("log_bad_files", tests, NULL, NULL);
}

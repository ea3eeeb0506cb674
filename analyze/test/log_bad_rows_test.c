/* Damaged rows: each fault is named with file and line, costs only itself, and is accounted for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "logs.h"

#define COLUMNS                                                                                    \
    "run,side,pair,round,seq,workload,page_bytes,line_bytes,span_bytes,stride_bytes,phase,chunk,"  \
    "loads,elapsed_ns,clock_adds,clock_before_ns,clock_after_ns,faults,switches,steal_ns,note\n"
#define GOOD(seq)                                                                                  \
    "g,guest,1,1," seq ",chase,4096,128,1048576,128,loop,0,1000,5000,100,20,20,0,0,0,\n"

/* A bad row between two good ones, what is said of it, and the text shown (NULL: the line). */
static const struct {
    const char *row, *reason, *text;
} bad_rows[] = {
    {",guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,", "no value for run", NULL},
    {"g,,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,", "no value for side", NULL},
    {"g,guest,1,1,,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,", "no value for seq", NULL},
    {"g,guest,1,1,2,,4096,128,1048576,128,loop,0,1000,5000,,,,,,,", "no value for workload", NULL},
    {"g,guest,1,1,2,chase,,128,1048576,128,loop,0,1000,5000,,,,,,,", "no value for page_bytes",
     NULL},
    {"g,guest,1,1,2,chase,4096,128,,128,loop,0,1000,5000,,,,,,,", "no value for span_bytes", NULL},
    {"g,guest,1,1,2,chase,4096,128,1048576,,loop,0,1000,5000,,,,,,,", "no value for stride_bytes",
     NULL},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,,1000,5000,,,,,,,", "no value for chunk", NULL},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,,5000,,,,,,,", "no value for loads", NULL},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,,,,,,,,", "no value for elapsed_ns",
     NULL},
    {"g,guest,x,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,", "pair is not a number",
     "x"},
    {"g,guest,9223372036854775808,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,",
     "pair is out of range", "9223372036854775808"},
    {"g,guest,1,-1,2,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,", "round is negative",
     "-1"},
    {"g,guest,1,1,2.5,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,",
     "seq is not a whole number", "2.5"},
    {"g,guest,1,1,18446744073709551616,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,",
     "seq is out of range", "18446744073709551616"},
    {"g,guest,1,1,2,chase,4K,128,1048576,128,loop,0,1000,5000,,,,,,,", "page_bytes is not a number",
     "4K"},
    {"g,guest,1,1,2,chase,0,128,1048576,128,loop,0,1000,5000,,,,,,,", "page_bytes is not positive",
     "0"},
    {"g,guest,1,1,2,chase,4096,0,1048576,128,loop,0,1000,5000,,,,,,,", "line_bytes is not positive",
     "0"},
    {"g,guest,1,1,2,chase,4096,128,-1,128,loop,0,1000,5000,,,,,,,", "span_bytes is not positive",
     "-1"},
    {"g,guest,1,1,2,chase,4096,128,1048576,0x80,loop,0,1000,5000,,,,,,,",
     "stride_bytes is not a number", "0x80"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,-1,1000,5000,,,,,,,", "chunk is negative",
     "-1"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,0,5000,,,,,,,", "loads is not positive", "0"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,2e,5000,,,,,,,", "loads is not a number",
     "2e"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,-5,,,,,,,", "elapsed_ns is not positive",
     "-5"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,inf,,,,,,,",
     "elapsed_ns is not a number", "inf"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,nan,,,,,,,",
     "elapsed_ns is not a number", "nan"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,1e999,,,,,,,",
     "elapsed_ns is not a number", "1e999"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000, 5000,,,,,,,",
     "elapsed_ns is not a number", " 5000"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,\"5,000\",,,,,,,",
     "elapsed_ns is not a number", "5,000"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1e-300,1e300,,,,,,,",
     "elapsed_ns / loads is out of range", "1e300"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,0,20,20,,,,",
     "clock_adds is not positive", "0"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,100,x,20,,,,",
     "clock_before_ns is not a number", "x"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,100,20,0,,,,",
     "clock_after_ns is not positive", "0"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,1e300,1e-300,20,,,,",
     "clock_adds / clock_before_ns is out of range", "1e-300"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,,,,-1,,,", "faults is negative",
     "-1"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,x,,",
     "switches is not a number", "x"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,-2,", "steal_ns is negative",
     "-2"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,,",
     "more fields than columns", NULL},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000", "fewer fields than columns", NULL},
    {"g,gu\xFFst,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,", "not valid UTF-8",
     "gu\\xffst"},
    {"g,guest,1,1,2,ch\"ase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,\"", "quote inside a field",
     NULL},
    {"g,guest,1,1,2,\"chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,", "quote not closed",
     NULL},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,skipped,0,,,,,,,,,why",
     "skipped, but with a value for chunk", "0"},
    {"g,guest,1,1,2,chase,4096,128,1048576,128,skipped,,,5,,,,,,,why",
     "skipped, but with a value for elapsed_ns", "5"},
    /* Of the measurement before it. */
    {"g,guest,1,1,1,chase,4096,128,1048576,128,loop,0,1000,5000,,,,,,,", "chunk number repeated",
     NULL},
    {"g,guest,1,1,1,chase,4096,128,2097152,128,loop,1,1000,5000,,,,,,,",
     "differs from its measurement in span_bytes", NULL},
    {"g,host,1,1,1,chase,4096,128,1048576,128,loop,1,1000,5000,,,,,,,",
     "differs from its measurement in side", NULL},
    {"g,guest,2,1,1,chase,4096,128,1048576,128,loop,1,1000,5000,,,,,,,",
     "differs from its measurement in pair", NULL},
    {"g,guest,1,,1,chase,4096,128,1048576,128,loop,1,1000,5000,,,,,,,",
     "differs from its measurement in round", NULL},
};

static void each_bad_row_costs_itself(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_rows / sizeof *bad_rows; i++) {
        struct campaign campaign;
        struct text log = {0};
        text_format(&log, COLUMNS GOOD("1") "%s\n" GOOD("3") END("3"), bad_rows[i].row);
        logs_write("a.csv", log.bytes);
        text_free(&log);
        logs_read_one(&campaign, "a.csv");
        const char *text = bad_rows[i].text;
        if (!text && !strchr(bad_rows[i].row, '"'))
            text = bad_rows[i].row;
        assert_problem(&campaign, "a.csv", 3, bad_rows[i].reason, text);
        assert_int_equal(campaign.problem_count, 1);
        assert_int_equal(logs_count(&campaign, "row", OUTCOME_REJECTED, bad_rows[i].reason), 1);
        assert_int_equal(logs_count(&campaign, "row", OUTCOME_USED, ""), 2);
        assert_int_equal(logs_total(&campaign, "row"), 3);
        assert_only_file(&campaign, OUTCOME_USED, "");
        assert_int_equal(campaign.measurement_count, 2);
        campaign_free(&campaign);
    }
}

static void a_nul_byte_costs_its_row(void **state)
{
    (void)state;
    struct campaign campaign;
    static const char log[] = COLUMNS GOOD("1") "g,gu\0st,1,1,2,chase\n" GOOD("3");
    logs_write_bytes("a.csv", log, sizeof log - 1);
    logs_read_one(&campaign, "a.csv");
    assert_problem(&campaign, "a.csv", 3, "NUL byte", "g,gu\\x00st,1,1,2,chase");
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_USED, ""), 2);
    campaign_free(&campaign);
}

/* A quote opened in one row and one in a row far below must not take the rows between with them. */
static void stray_quotes_cost_their_own_lines(void **state)
{
    (void)state;
    enum { ROWS = 2000 };
    struct campaign campaign;
    struct text log = {0};
    text_add(&log, HEADER);
    for (int i = 0; i < ROWS; i++)
        text_format(&log, "%sg1,guest,%d,chase,4096,1048576,128,0,1000,5000\n",
                    i % 500 == 100 ? "\"" : "", i);
    text_format(&log, "# end: rows=%d\n", ROWS);
    logs_write("a.csv", log.bytes);
    logs_read_one(&campaign, "a.csv");
    for (int i = 100; i < ROWS; i += 500)
        assert_problem(&campaign, "a.csv", i + 2, "quote not closed", NULL);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_REJECTED, "quote not closed"), 4);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_USED, ""), ROWS - 4);
    assert_only_file(&campaign, OUTCOME_USED, "");
    campaign_free(&campaign);
    text_free(&log);
}

/* Two quotes that make one sound record of many rows, but not one that fits the header. */
static void a_record_that_does_not_fit_costs_its_first_line(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv",
               HEADER "g,guest,1,\"chase,4096,1048576,128,0,1000,5000\n" ROW("g", "2", "0")
                   ROW("g", "3", "0") "g,guest,4,chase,4096,1048576,128,0,1000,5000\"\n" ROW(
                       "g", "5", "0") END("5"));
    logs_read_one(&campaign, "a.csv");
    assert_problem(&campaign, "a.csv", 2, "quote not closed", NULL);
    assert_problem(&campaign, "a.csv", 5, "quote not closed", NULL);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_USED, ""), 3);
    assert_only_file(&campaign, OUTCOME_USED, "");
    campaign_free(&campaign);
}

static void add_long(struct text *log, size_t length, char c)
{
    for (size_t i = 0; i < length; i++)
        text_add_char(log, c);
}

static void long_lines_cost_themselves(void **state)
{
    (void)state;
    struct campaign campaign;
    struct text log = {0};
    const size_t mega = (size_t)1 << 20;
    text_add(&log, HEADER ROW("g", "1", "0"));
    add_long(&log, 3 * mega, ',');
    text_add(&log, "\n" ROW("g", "2", "0"));
    add_long(&log, mega + 1, '"');
    text_add(&log, "\r\n");
    /* A run's name that makes the line exactly as long as a line may be. */
    size_t name = mega - (sizeof ROW("", "3", "0") - 2);
    add_long(&log, name, 'n');
    text_add(&log, ROW("", "3", "0"));
    add_long(&log, name + 1, 'n');
    text_add(&log, ROW("", "4", "0") ROW("g", "5", "0") END("7"));
    logs_write("a.csv", log.bytes);
    logs_read_one(&campaign, "a.csv");
    assert_problem(&campaign, "a.csv", 3, "line longer than 1 MiB", NULL);
    assert_problem(&campaign, "a.csv", 5, "line longer than 1 MiB", NULL);
    assert_problem(&campaign, "a.csv", 7, "line longer than 1 MiB", NULL);
    assert_int_equal(campaign.problem_count, 3);
    assert_int_equal(strlen(campaign.problems[0].text), 200);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_USED, ""), 4);
    assert_int_equal(campaign.measurements[3].first_line, 6);
    assert_only_file(&campaign, OUTCOME_USED, "");
    campaign_free(&campaign);
    text_free(&log);
}

/* "12345" cut to "123" would be a fine number. */
static void a_last_row_cut_inside_optional_fields_is_not_used(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv", COLUMNS GOOD("1") "g,guest,1,1,2,chase,4096,128,1048576,128,loop,0,1000,5");
    logs_read_one(&campaign, "a.csv");
    assert_problem(&campaign, "a.csv", 3, "fewer fields than columns", NULL);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_USED, ""), 1);
    assert_int_equal(campaign.measurement_count, 1);
    campaign_free(&campaign);
}

static void rows_below_a_header_that_cannot_be_used_are_counted(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv",
               HEADER ROW("g", "1", "0") END("1") ROW("g", "2", "0") ROW(
                   "g", "3",
                   "0") "# machine: m\nrun,seq,loads,elapsed_ns\ng,1,2,3\ng,2,2,3\n" HEADER ROW("h",
                                                                                                "1",
                                                                                                "0")
                   END("1"));
    logs_read_one(&campaign, "a.csv");
    assert_problem(&campaign, "a.csv", 4, "no header line", NULL);
    assert_problem(&campaign, "a.csv", 7, "no column side", "run,seq,loads,elapsed_ns");
    assert_int_equal(campaign.problem_count, 2);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_REJECTED, "no header line"), 2);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_REJECTED, "no column side"), 2);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_USED, ""), 2);
    assert_only_file(&campaign, OUTCOME_USED, "");
    campaign_free(&campaign);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, logs_setup, logs_teardown)
        TEST(each_bad_row_costs_itself),
        TEST(a_nul_byte_costs_its_row),
        TEST(stray_quotes_cost_their_own_lines),
        TEST(a_record_that_does_not_fit_costs_its_first_line),
        TEST(long_lines_cost_themselves),
        TEST(a_last_row_cut_inside_optional_fields_is_not_used),
        TEST(rows_below_a_header_that_cannot_be_used_are_counted),
    };
    return cmocka_run_group_tests_name("log_bad_rows", tests, NULL, NULL);
}

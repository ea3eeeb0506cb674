/* What files say together: factors, preambles, runs, measurements that stand twice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../base/utf8.h"
#include "logs.h"

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define WITH(columns)                                                                              \
    "run,side,seq,workload,page_bytes,span_bytes,stride_bytes,chunk,loads,elapsed_ns," columns "\n"
#define VALUE(run, values) run ",guest,1,chase,4096,1048576,128,0,1000,5000," values "\n"

/* The level of a declared factor of the measurement of that run. */
static const char *level(const struct campaign *campaign, const char *run, const char *factor)
{
    for (size_t i = 0; i < campaign->measurement_count; i++)
        for (size_t j = FACTOR_FIXED; j < campaign->factors.count; j++)
            if (strcmp(campaign->measurements[i].run, run) == 0 &&
                strcmp(campaign->factors.names[j], factor) == 0)
                return campaign->measurements[i].levels[j].text;
    return "no such run or factor";
}

static void declared_factors_come_from_columns_or_preambles(void **state)
{
    (void)state;
    struct campaign campaign;
    struct error error;
    logs_write("a.csv", "# factors: zeta, backing\n# zeta: from a\n# backing: plain\n" WITH(
                            "backing") VALUE("a1", "thp") VALUE("a2", "") END("2"));
    logs_write("b.csv", "# backing: hugetlb\n" HEADER ROW("b1", "1", "0") END("1"));
    assert_int_equal(logs_read(&campaign, &error, NAMES("a.csv", "b.csv")), 0);
    assert_int_equal(campaign.factors.count, FACTOR_FIXED + 2);
    assert_string_equal(campaign.factors.names[FACTOR_FIXED], "backing");
    assert_string_equal(campaign.factors.names[FACTOR_FIXED + 1], "zeta");
    assert_string_equal(level(&campaign, "a1", "backing"), "thp");
    assert_string_equal(level(&campaign, "a2", "backing"), "plain");
    assert_string_equal(level(&campaign, "b1", "backing"), "hugetlb");
    assert_string_equal(level(&campaign, "a1", "zeta"), "from a");
    assert_string_equal(level(&campaign, "b1", "zeta"), "");
    assert_int_equal(campaign.problem_count, 0);
    campaign_free(&campaign);
}

/* The last file declares what the first has as a column, and the second as a preamble key. */
static void a_factor_declared_late_holds_for_all(void **state)
{
    (void)state;
    struct campaign campaign;
    struct error error;
    logs_write("a.csv", WITH("v,junk") VALUE("a1", "x,1") VALUE("a2", "y,2") END("2"));
    logs_write("b.csv", "# v: p\n" HEADER ROW("b1", "1", "0") "oops\n" END("2"));
    logs_write("c.csv", "# factors: v\n" WITH("v") VALUE("c1", "z") END("1"));
    assert_int_equal(logs_read(&campaign, &error, NAMES("a.csv", "b.csv", "c.csv")), 0);
    assert_string_equal(level(&campaign, "a1", "v"), "x");
    assert_string_equal(level(&campaign, "a2", "v"), "y");
    assert_string_equal(level(&campaign, "b1", "v"), "p");
    assert_string_equal(level(&campaign, "c1", "v"), "z");
    /* Reading twice counts once. */
    assert_int_equal(campaign.measurement_count, 4);
    assert_int_equal(campaign.input_count, 3);
    assert_int_equal(logs_total(&campaign, "row"), 5);
    assert_int_equal(logs_total(&campaign, "file"), 3);
    assert_problem(&campaign, "a.csv", 1, "column ignored", "junk");
    assert_problem(&campaign, "b.csv", 4, "fewer fields than columns", "oops");
    assert_int_equal(campaign.problem_count, 2);
    campaign_free(&campaign);
}

static void rows_of_a_measurement_agree_in_declared_factors(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv", "# factors: v\n" WITH("v") VALUE(
                            "a", "x") "a,guest,1,chase,4096,1048576,128,1,1000,5000,y\n" END("2"));
    logs_read_one(&campaign, "a.csv");
    assert_problem(&campaign, "a.csv", 4, "differs from its measurement in v", NULL);
    campaign_free(&campaign);
}

static void a_factor_option_names_a_column_or_a_key(void **state)
{
    (void)state;
    static const struct {
        const char *factor, *message;
    } refused[] = {
        {"colour", "--factor colour: no log has a column or a preamble key of that name"},
        {"elapsed_ns", "--factor elapsed_ns: a measured column, not a factor"},
        {"side", "--factor side: always a factor"},
        {"median_ns", "--factor median_ns: a name of the results, not of a factor"},
        {"", "--factor : not a name for a factor"},
        {"a=b", "--factor a=b: not a name for a factor"},
    };
    struct campaign campaign;
    struct error error;
    logs_write("a.csv", "# kernel: 6.1\n" WITH("temp") VALUE("a", "40") END("1"));
    assert_int_equal(logs_read_factor(&campaign, &error, NAMES("a.csv"), "kernel"), 0);
    assert_string_equal(level(&campaign, "a", "kernel"), "6.1");
    campaign_free(&campaign);
    assert_int_equal(logs_read_factor(&campaign, &error, NAMES("a.csv"), "temp"), 0);
    assert_string_equal(level(&campaign, "a", "temp"), "40");
    assert_int_equal(campaign.problem_count, 0);
    campaign_free(&campaign);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_int_equal(logs_read_factor(&campaign, &error, NAMES("a.csv"), refused[i].factor),
                         -1);
        assert_string_equal(error.message, refused[i].message);
        campaign_free(&campaign);
    }
}

static void names_that_cannot_be_factors_are_listed(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv", "# machine: m\n# factors: run, seq,side,,n,ok,\n" HEADER ROW("a", "1", "0")
                            END("1"));
    logs_read_one(&campaign, "a.csv");
    assert_problem(&campaign, "a.csv", 2, "a measured column, not a factor", "run");
    assert_problem(&campaign, "a.csv", 2, "a measured column, not a factor", "seq");
    assert_problem(&campaign, "a.csv", 2, "a name of the results, not of a factor", "n");
    assert_problem(&campaign, "a.csv", 2, "always a factor", "side");
    assert_int_equal(campaign.problem_count, 4);
    assert_int_equal(campaign.factors.count, FACTOR_FIXED + 1);
    assert_string_equal(campaign.factors.names[FACTOR_FIXED], "ok");
    campaign_free(&campaign);
}

/* The limit is on how many there are; a second log that declares the same ones adds none. */
static void more_factors_than_fit_are_listed(void **state)
{
    (void)state;
    struct campaign campaign;
    struct error error;
    struct text log = {0};
    for (int file = 0; file < 2; file++) {
        text_clear(&log);
        text_add(&log, "# factors: f1");
        for (int i = 2; i <= 65; i++)
            text_format(&log, ",f%d", i);
        text_format(&log, "\n" HEADER "%s" END("1"),
                    file ? ROW("b", "1", "0") : ROW("a", "1", "0"));
        logs_write(file ? "b.csv" : "a.csv", log.bytes);
    }
    text_free(&log);
    assert_int_equal(logs_read(&campaign, &error, NAMES("a.csv", "b.csv")), 0);
    assert_problem(&campaign, "a.csv", 1, "more than 64 declared factors", "f65");
    assert_problem(&campaign, "b.csv", 1, "more than 64 declared factors", "f65");
    assert_int_equal(campaign.problem_count, 2);
    assert_int_equal(campaign.factors.count, FACTOR_FIXED + 64);
    campaign_free(&campaign);
}

static void ignored_columns_are_listed_once_a_file(void **state)
{
    (void)state;
    struct campaign campaign;
    struct error error;
    logs_write("a.csv", WITH("temp,,") VALUE("a", "40,,") END("1") WITH("x,temp") VALUE("b", "1,2")
                            END("1"));
    logs_write("b.csv", WITH("temp") VALUE("c", "40") END("1"));
    assert_int_equal(logs_read(&campaign, &error, NAMES("a.csv", "b.csv")), 0);
    assert_problem(&campaign, "a.csv", 1, "column ignored", "temp");
    assert_problem(&campaign, "a.csv", 4, "column ignored", "x");
    assert_problem(&campaign, "b.csv", 1, "column ignored", "temp");
    assert_int_equal(campaign.problem_count, 3);
    assert_int_equal(logs_count(&campaign, "file", OUTCOME_USED, ""), 2);
    campaign_free(&campaign);
}

static void preambles_go_to_their_runs(void **state)
{
    (void)state;
    struct campaign campaign;
    struct text log = {0};
    text_add(&log,
             "#pagewalk log:1\n# kernel: one\n# a comment\n#\n#:none\n"
             "#\tcpu model :  M6: big \n# kernel: two\n# bad\xFF: x\xFE\n# long: ");
    for (int i = 0; i < 5000; i++)
        text_add_char(&log, 'x');
    text_add(&log, "\n# empty:\n" HEADER ROW("g", "1", "0") END("1"));
    logs_write("a.csv", log.bytes);
    text_free(&log);
    logs_read_one(&campaign, "a.csv");
    static const struct pair_of_strings expected[] = {{"bad\\xff", "x\\xfe"},
                                                      {"cpu model", "M6: big"},
                                                      {"empty", ""},
                                                      {"kernel", "two"},
                                                      {"pagewalk log", "1"}};
    assert_int_equal(campaign.run_count, 1);
    assert_int_equal(campaign.runs[0].preamble_count, 5);
    for (int i = 0; i < 5; i++) {
        assert_string_equal(campaign.runs[0].preamble[i].key, expected[i].key);
        assert_string_equal(campaign.runs[0].preamble[i].value, expected[i].value);
    }
    assert_problem(&campaign, "a.csv", 7, "preamble key stands twice", "kernel");
    assert_problem(&campaign, "a.csv", 8, "preamble line is not valid UTF-8", NULL);
    assert_problem(&campaign, "a.csv", 9, "preamble line longer than 4096 bytes", "");
    assert_int_equal(campaign.problem_count, 3);
    campaign_free(&campaign);
}

static void runs_are_listed_once_and_sorted(void **state)
{
    (void)state;
    struct campaign campaign;
    struct error error;
    logs_write("a.csv", "# machine: m2\n# x: first\n" WITH("pair") VALUE("r2", "7")
               "r1,guest,1,chase,4096,1048576,128,0,1000,5000,\n"
"r1,guest,2,chase,4096,1048576,128,0,1000,5000,5\n"
               "r2,guest,2,chase,4096,1048576,128,0,1000,5000,7\n" END("4"));
    logs_write("b.csv", "# machine: m2\n# x: second\n" WITH("pair")
               "r2,host,3,chase,4096,1048576,128,0,1000,5000,8\n"
               "r2,host,4,chase,4096,1048576,128,0,1000,5000,8\n" END("2"));
    logs_write("c.csv", "# machine: m1\n" HEADER ROW("r2", "1", "0") END("1"));
    assert_int_equal(logs_read(&campaign, &error, NAMES("a.csv", "b.csv", "c.csv")), 0);
    assert_int_equal(campaign.run_count, 3);
    static const char *const names[][3] = {
        {"m1", "r2", "c.csv"}, {"m2", "r1", "a.csv"}, {"m2", "r2", "a.csv"}};
    static const int pairs[] = {-1, 5, 7};
    for (int i = 0; i < 3; i++) {
        assert_string_equal(campaign.runs[i].machine, names[i][0]);
        assert_string_equal(campaign.runs[i].name, names[i][1]);
        assert_string_equal(campaign.runs[i].file, names[i][2]);
        assert_string_equal(campaign.runs[i].side, "guest");
        assert_int_equal(campaign.runs[i].pair, pairs[i]);
    }
    assert_string_equal(campaign.runs[2].preamble[1].value, "first");
    assert_problem(&campaign, "b.csv", 4, "run has two sides", "r2");
    assert_problem(&campaign, "b.csv", 4, "run has two pairs", "r2");
    assert_int_equal(campaign.problem_count, 2);
    campaign_free(&campaign);
}

static void measurements_are_sorted(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_write("a.csv", WITH("machine,phase") VALUE("r2", "m,loop") VALUE("r10", "m,loop")
               VALUE("r10", "m,link") "r10,guest,10,chase,4096,1048576,128,0,1000,5000,m,loop\n"
               "r10,guest,9,chase,4096,1048576,128,0,1000,5000,m,loop\n" VALUE("r2", "a,loop"));
    logs_read_one(&campaign, "a.csv");
    static const long lines[] = {7, 4, 3, 6, 5, 2};
    assert_int_equal(campaign.measurement_count, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(campaign.measurements[i].first_line, lines[i]);
    campaign_free(&campaign);
}

/* Each chunk number is new, in its measurement and among all. */
static void chunks_of_many_measurements_are_kept_apart(void **state)
{
    (void)state;
    enum { CHUNKS = 10, MEASUREMENTS = 50 };
    struct campaign campaign;
    struct text log = {0};
    text_add(&log, HEADER);
    for (int i = 0; i < CHUNKS * MEASUREMENTS; i++)
        text_format(&log, "g,guest,%d,chase,4096,1048576,128,%d,1000,5000\n", i / CHUNKS, i);
    logs_write("a.csv", log.bytes);
    text_free(&log);
    logs_read_one(&campaign, "a.csv");
    assert_int_equal(campaign.measurement_count, MEASUREMENTS);
    for (int i = 0; i < MEASUREMENTS; i++)
        assert_int_equal(campaign.measurements[i].chunk_count, CHUNKS);
    campaign_free(&campaign);
}

static void a_measurement_twice_is_an_error_with_both_places(void **state)
{
    (void)state;
    struct campaign campaign;
    struct error error;
    static const char message[] =
        "measurement twice: machine unknown, run g, seq 1, phase loop: "
        "first in a.csv:2 "
        "(the same log twice, or two runs of one name)";
    /* In one section, in two, in two files; the rows between make them two measurements. */
    logs_write("a.csv", HEADER ROW("g", "1", "0") ROW("g", "2", "0") ROW("g", "1", "1"));
    assert_int_equal(logs_read(&campaign, &error, NAMES("a.csv")), -1);
    assert_string_equal(error.file, "a.csv");
    assert_int_equal(error.line, 4);
    assert_string_equal(error.message, message);
    campaign_free(&campaign);

    logs_write("a.csv", HEADER ROW("g", "1", "0") ROW("g", "1", "2") HEADER ROW("g", "1", "1"));
    assert_int_equal(logs_read(&campaign, &error, NAMES("a.csv")), -1);
    assert_int_equal(error.line, 5);
    assert_string_equal(error.message, message);
    campaign_free(&campaign);

    logs_write("a.csv", HEADER ROW("g", "1", "0") ROW("g", "5", "0"));
    logs_write("b.csv", HEADER ROW("g", "5", "0") ROW("g", "1", "0"));
    assert_int_equal(logs_read(&campaign, &error, NAMES("b.csv", "a.csv")), -1);
    assert_string_equal(error.file, "b.csv");
    assert_int_equal(error.line, 2);
    assert_string_equal(error.message,
                        "measurement twice: machine unknown, run g, seq 5, phase "
                        "loop: first in a.csv:3 "
                        "(the same log twice, or two runs of one name)");
    campaign_free(&campaign);

    /* A rejected row between does not part a measurement. */
    logs_write("a.csv", HEADER ROW("g", "1", "0") "junk\n" ROW("g", "1", "1"));
    logs_read_one(&campaign, "a.csv");
    assert_int_equal(campaign.measurement_count, 1);
    assert_int_equal(campaign.measurements[0].chunk_count, 2);
    assert_int_equal(campaign.measurements[0].last_line, 4);
    campaign_free(&campaign);
}

static void without_a_usable_row_there_is_an_error(void **state)
{
    (void)state;
    struct campaign campaign;
    struct error error;
    logs_write("a.csv", WITH("temp") "g,guest,1,chase,4096,1048576,128,0,x,5000,\n");
    assert_int_equal(logs_read(&campaign, &error, NAMES("a.csv")), -1);
    assert_string_equal(error.file, "a.csv");
    assert_int_equal(error.line, 2);
    assert_string_equal(error.message, "no usable row: loads is not a number: x");
    campaign_free(&campaign);
    logs_write("a.csv", WITH("phase,note") "g,guest,1,chase,4096,1048576,128,,,,skipped,no pool\n");
    assert_int_equal(logs_read(&campaign, &error, NAMES("a.csv")), -1);
    assert_string_equal(error.message,
                        "no usable row: all that was to be measured was skipped: no pool");
    campaign_free(&campaign);
}

static void texts_are_shown_as_one_line_of_utf8(void **state)
{
    (void)state;
    struct campaign campaign;
    struct error error = {0};
    char bytes[201 * 2];
    assert_int_equal(campaign_init(&campaign, &error), 0);
    for (size_t i = 0; i < sizeof bytes; i += 2)
        memcpy(bytes + i, "\xC3\xA4", 2);
    bytes[0] = 'a'; /* then 0xA4 alone, and what follows never ends at 200 */
    assert_int_equal(campaign_problem(&campaign, "f", 1, "r", bytes, sizeof bytes, &error), 0);
    assert_int_equal(strlen(campaign.problems[0].text), 199);
    assert_memory_equal(campaign.problems[0].text, "a\\xa4\xC3\xA4", 7);
    assert_true(utf8_valid(campaign.problems[0].text, 199));
    static const char odd[] = "a\n\0\x7F\xC0\xAF\xED\xA0\x80\xF4\x90\x80\x80\xE2\x82";
    assert_int_equal(campaign_problem(&campaign, "f", 1, "r", odd, sizeof odd - 1, &error), 0);
    assert_string_equal(campaign.problems[1].text,
                        "a\\x0a\\x00\\x7f\\xc0\\xaf\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80\\xe2\\x82");
    /* U+009B begins an escape sequence; U+00A0 does not. */
    static const char escape[] = "\xC2\x9B[31m\xC2\xA0";
    assert_int_equal(campaign_problem(&campaign, "f", 1, "r", escape, sizeof escape - 1, &error),
                     0);
    assert_string_equal(campaign.problems[2].text, "\\xc2\\x9b[31m\xC2\xA0");
    campaign_free(&campaign);
}

static void accounts_add_up_under_many_reasons(void **state)
{
    (void)state;
    struct campaign campaign;
    struct error error = {0};
    char reason[16];
    assert_int_equal(campaign_init(&campaign, &error), 0);
    for (int i = 0; i < 3000; i++) {
        snprintf(reason, sizeof reason, "r%d", i % 1000);
        assert_int_equal(
            campaign_count(&campaign, i % 2 ? "row" : "file", OUTCOME_SKIPPED, reason, 2, &error),
            0);
    }
    assert_int_equal(campaign.account_count, 1000);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_SKIPPED, "r999"), 6);
    assert_int_equal(logs_count(&campaign, "row", OUTCOME_SKIPPED, "r998"), 0);
    assert_int_equal(logs_total(&campaign, "row") + logs_total(&campaign, "file"), 6000);
    campaign_free(&campaign);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, logs_setup, logs_teardown)
        TEST(declared_factors_come_from_columns_or_preambles),
        TEST(a_factor_declared_late_holds_for_all),
        TEST(rows_of_a_measurement_agree_in_declared_factors),
        TEST(a_factor_option_names_a_column_or_a_key),
        TEST(names_that_cannot_be_factors_are_listed),
        TEST(more_factors_than_fit_are_listed),
        TEST(ignored_columns_are_listed_once_a_file),
        TEST(preambles_go_to_their_runs),
        TEST(runs_are_listed_once_and_sorted),
        TEST(measurements_are_sorted),
        TEST(chunks_of_many_measurements_are_kept_apart),
        TEST(a_measurement_twice_is_an_error_with_both_places),
        TEST(without_a_usable_row_there_is_an_error),
        TEST(texts_are_shown_as_one_line_of_utf8),
        TEST(accounts_add_up_under_many_reasons),
    };
    return cmocka_run_group_tests_name("log_campaign", tests, NULL, NULL);
}

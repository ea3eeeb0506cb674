/*
 * Selections, expressions and formats over report/test/vm, with the exact texts of errors.
 */
#include <stdlib.h>
#include <string.h>

#include "filling.h"

static struct results results;

static int open_results(void **state)
{
    (void)state;
    struct error error = {0};
    int status = results_open(&results, "report/test/vm", &error);
    if (status < 0)
        error_print(&error, "expression_test");
    return status;
}

static int close_results(void **state)
{
    (void)state;
    results_free(&results);
    return 0;
}

static const char lets[] =
    "<!--@ let d = cells(stride=128, span>=64M)\n"
    "let g4 = d(side=guest, page=4K, span=1G).median\n"
    "let g2 = d(side=guest, kind=hugetlb, span=1G).median -->";

static void test_numbers(void **state)
{
    (void)state;
    assert_prints(&results, "", "1G/16K ,", "65,536");
    assert_prints(&results, "", "2e3 .0", "2000");
    assert_prints(&results, "", "2 + 3 * 4 - 10 / 4 .1", "11.5");
    assert_prints(&results, "", "(2 + 3) * -4 .0",
                  "\xe2\x88\x92"
                  "20");
    assert_prints(&results, "", "2 - 3 - 4 .0",
                  "\xe2\x88\x92"
                  "5");
    assert_prints(&results, "", "-2 .0",
                  "\xe2\x88\x92"
                  "2");
    assert_prints(&results, "", "1.5", "1.50");
    assert_prints(&results, "", "1234567 ,.1", "1,234,567.0");
    assert_prints(&results, "", "5 +", "+5.00");
    assert_prints(&results, "", "0 - 0.04 +.1", "0.0");
    assert_prints(&results, "", "9.996", "10.0");
}

static void test_cells(void **state)
{
    (void)state;
    assert_prints(&results, lets, "g4", "108.7");
    assert_prints(&results, lets, "g4 .4", "108.6758");
    assert_prints(&results, lets, "g4 - g2 .2", "14.48");
    assert_prints(&results, lets, "cut(g4, g2) .1", "13.3");
    assert_prints(&results, lets, "pct(g4, g2) .1", "15.4");
    assert_prints(&results, lets, "d(side=guest, page=4K, span=1G).n", "3");
    assert_prints(&results, lets, "d(side=guest, page=4K, span=1G).dropped", "1");
    assert_prints(&results, lets, "d(side=guest, page=4K, span=1G).runs", "2");
    assert_prints(&results, lets,
                  "cells(side=guest, page=4K, span=1G, stride=128, phase=populate).median", "310");
    assert_prints(&results, lets, "cells(side=host, span=1G, stride=128, kind=base|thp).q1 .2",
                  "86.47");
    assert_prints(&results, "",
                  "delta(page-size, cells(span=1G, kind=hugetlb, stride=128)).percent .1",
                  "\xe2\x88\x92"
                  "13.3");
    assert_prints(
        &results, "",
        "delta(guest-host, cells(span=1G, kind=hugetlb, stride=128), base_page=16K).ns .1", "7.1");
    assert_prints(&results, "", "delta(translation, cells(span=1G, side=host)).ratio .2", "1.66");
}

static void test_sets(void **state)
{
    (void)state;
    /* Guest and host vary in page and side; what they share and vary in both is the span. */
    assert_prints(&results, lets, "count(d(kind=hugetlb).median - d(side=host).median)", "3");
    assert_prints(&results, lets, "range(pct(d(kind=hugetlb).median, d(side=host).median)) .0",
                  "5 to 8");
    assert_prints(&results, lets,
                  "range(pct(d(kind=hugetlb, span=1G).median, d(side=host, span=1G).median)) .0",
                  "8");
    assert_prints(&results, lets, "max(d.q3 - d.q1) .1", "2.9");
    assert_prints(&results, lets, "min(d.median) .1", "52.2");
    assert_prints(&results, lets, "max(1, 3, 2) .0", "3");
    assert_prints(&results, lets, "sum(d(side=host).n)", "12");
    assert_prints(&results, lets, "count(d)", "11");
    assert_prints(&results, lets, "d(side=host, span=1G).median / min(d(side=host).median) .2",
                  "1.67");
    assert_prints(&results, lets, "runs(d)", "4");
    assert_prints(&results, lets, "runs(d(side=host))", "2");
    assert_prints(&results, lets, "rounds(d)", "2");
    assert_prints(&results, lets, "measurements(d(side=guest, page=4K))", "12");
    assert_prints(&results, lets, "dropped(cells())", "1");
    assert_prints(&results, lets, "chunks(d)", "40");
    assert_prints(&results, lets, "chunks(cells(phase=populate))", "1");
    assert_prints(&results, lets, "runs(cells(span=2G))", "0");
    assert_prints(&results, lets, "meta(kernel, d(side=guest))", "6.18.35");
    assert_prints(&results, lets, "meta(loads, d) ,", "200,000");
    assert_prints(&results, lets, "meta(loads, d) * 40 ,", "8,000,000");
    assert_prints(&results, lets, "meta(loads, d)", "200000");
}

static void test_conditions(void **state)
{
    (void)state;
    assert_prints(&results, "", "count(cells(stride=128, span=64M..1G))", "11");
    assert_prints(&results, "", "count(cells(stride=128, span>128M))", "3");
    assert_prints(&results, "", "count(cells(stride=128, span<=8M, side=\"host\"))", "2");
    assert_prints(&results, "", "count(cells(stride<16K, span<8M))", "4");
    assert_prints(&results, "", "count(cells(kind=thp\\|base, span=64M, stride=128))", "3");
    assert_prints(&results, "", "count(cells(span=67108864, stride=128))", "4");
    assert_prints(&results, "", "count(cells(page_bytes=2097152))", "13");
    assert_prints(&results, "", "count(cells(phase=link))", "3");
}

static void test_unknown_names(void **state)
{
    (void)state;
    assert_fails(&results, "\n x<!--= cells(pages=4K).median -->",
                 "2:15: unknown factor pages; did you mean page?");
    assert_fails(&results, "<!--= g4 -->", "1:7: unknown name g4");
    assert_fails(&results, "<!--@ let gust4 = 1 --><!--= gust -->",
                 "1:30: unknown name gust; did you mean gust4?");
    assert_fails(&results, "<!--= cutt(1, 2) -->",
                 "1:7: unknown function or name cutt; did you mean cut?");
    assert_fails(&results, "<!--= cells().medain -->",
                 "1:15: unknown statistic .medain; did you mean median?");
    assert_fails(&results, "<!--= delta(pagesize, cells()).ns -->",
                 "1:13: unknown kind of delta \"pagesize\"; did you mean page-size?");
    assert_fails(&results, "<!--= cells(page=4Q).median -->", "1:18: 4Q is not a size");
    assert_fails(&results, "<!--= cells(side>=x).median -->",
                 "1:19: \"x\" is neither a size nor a number");
}

static void test_broken_expressions(void **state)
{
    (void)state;
    assert_fails(&results, "<!--= 1 + .1 -->", "1:11: a value is missing");
    assert_fails(&results, "<!--= 1 2 -->",
                 "1:9: an operator is missing here, or this is no format");
    assert_fails(&results, "<!--= (1 -->", "1:9: a closing parenthesis is missing");
    assert_fails(&results, "<!--= -->", "1:6: a value is missing");
    assert_fails(&results, "<!--= 1x -->", "1:7: this is neither a number nor a size");
    assert_fails(&results, "<!--= cells(side=\"guest).n -->", "1:18: the quote is not closed");
    assert_fails(&results, "<!--= cells(side).n -->",
                 "1:17: side is not followed by =, >=, >, <= or <");
    assert_fails(&results, "<!--= cells() -->",
                 "1:7: cells are not numbers; add a statistic such as .median");
    assert_fails(&results, "<!--= cells().ns -->", "1:15: cells have no .ns");
    assert_fails(&results, "<!--= pct(1) -->", "1:7: pct needs two values");
    assert_fails(&results, "<!--= range(1) + 1 -->", "1:7: a range can only be printed");
    assert_fails(&results, "<!--= runs(1) -->",
                 "1:12: a selection such as cells(side=guest) is needed here");
    assert_fails(&results, "<!--@ let cut = 1 -->", "1:11: cut has a meaning of its own");
    assert_fails(&results, "<!--@ let a = 1\nlet a = 2 -->", "2:5: a stands already in line 1");
    assert_fails(&results, "<!--@ let a = 1 b -->",
                 "1:17: an operator or the next let is missing here");
    assert_fails(&results, "<!--@ a = 1 -->", "1:7: an operator or the next let is missing here");
    struct text deep = {0};
    text_add(&deep, "<!--= ");
    for (int i = 0; i < 5000; i++)
        text_add(&deep, i % 2 ? "(" : "-");
    text_add(&deep, "1 -->");
    assert_fails(&results,
                 "<!--= -((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1 -->",
                 "1:70: nested too deeply");
    struct text said = {0};
    assert_null(fill(&results, deep.bytes, &said));
    text_free(&said);
    text_free(&deep);
}

static void test_missing_data(void **state)
{
    (void)state;
    assert_fails(
        &results, "1 <!--= cells(side=guest, page=4K, stride=128, span=3G).median -->",
        "a.md:1:57: n/a: no cell has side=guest page=4K stride=128 span=3G; the nearest has "
        "span=1G\n");
    assert_fails(&results, "<!--= cells(side=guest, page=4K, stride=128).median -->",
                 "a.md:1:46: n/a: 5 cells have side=guest page=4K stride=128; they differ in span "
                 "(512K, 8M, 64M, 128M, ...)\n");
    assert_fails(
        &results, "<!--= cells(span=1G, stride=128).median -->",
        "a.md:1:34: n/a: 3 cells have span=1G stride=128; they differ in side (guest, host) "
        "and kind (base, hugetlb) and page (4K, 2M, 16K)\n");
    assert_fails(&results, "<!--@ let x = cells(span=2G).n -->\n<!--= x + 1 -->",
                 "a.md:2:7: n/a: no cell has span=2G; the nearest has span=1G (x, line 1)\n");
    assert_fails(&results, "<!--= delta(interaction, cells()).ratio -->",
                 "a.md:1:35: n/a: no interaction delta has phase=loop\n");
    assert_fails(
        &results,
        "<!--= cells(side=guest,span=64M,stride=128).median + cells(side=host,stride=16K).median "
        "-->",
        "a.md:1:52: n/a: no factor varies in both sets of 3 and 2 cells\n");
    assert_fails(&results,
                 "<!--= delta(page-size, cells(span=1G, kind=hugetlb, stride=128)).low -->",
                 "a.md:1:66: n/a: the value is not known: a statistic behind it is empty, or a "
                 "division is by zero\n");
    assert_fails(&results, "<!--= meta(cpu, cells()) -->",
                 "a.md:1:7: n/a: no run has \"cpu\" in its preamble\n");
    assert_fails(&results, "<!--= meta(kernel) -->",
                 "a.md:1:7: n/a: the runs differ in kernel: \"6.18.35\" and \"27.0.1\"\n");
    assert_fails(
        &results, "x<!--= meta(uname, cells(side=guest)) -->",
        "a.md:1:8: n/a: \"Linux 6.18.44-fc x86_64 #1 SMP, odd | <b>\" cannot be bound: only "
        "letters, digits and . _ + - are found again\n");
    assert_fails(&results, "<!--= meta(kernel, cells(side=guest)) .1 -->",
                 "a.md:1:7: n/a: \"6.18.35\" is not a number: it cannot have a format\n");
    assert_fails(&results, "<!--= 1 / 0 -->",
                 "a.md:1:9: n/a: the value is not known: a statistic behind it is empty, or a "
                 "division is by zero\n");
}

static void test_replacement(void **state)
{
    (void)state;
    static const struct {
        const char *before, *binding, *after;
    } cases[] = {
        {"took 1,234.5", "7 .0", "took 7"},
        {"took -1.5", "0 - 2 .1", "took -2.0"},
        {"took \xe2\x88\x92"
         "1.5",
         "0 - 2 .1",
         "took \xe2\x88\x92"
         "2.0"},
        {"took +3", "7 +.0", "took +7"},
        {"a-5", "7 .0", "a-7"},
        {"5-9", "7 .0", "5-7"},
        {"n/a", "7 .0", "7"},
        {"1, 2", "7 .0", "1, 7"},
        {"1,2", "7 .0", "1,7"},
        {"12,345", "7 .0", "7"},
        {"1.2", "7 .0", "7"},
        {"**5**", "7 .0", "**5**7"},
        {"5 ", "7 .0", "5 7"},
        {"", "7 .0", "7"},
        {"(5", "7 .0", "(7"},
        {"of 5 to 9", "range(max(1, 2)) .0", "of 2"},
        {"of 9", "range(count(cells())) .0", "of 27"},
        {"to 9", "range(2) .0", "to 2"},
        {"Linux 5.10.2-amd64", "meta(kernel, cells(side=guest))", "Linux 6.18.35"},
        /* With a format a preamble value is a number, and found again as one. */
        {"200,000", "meta(loads, cells()) ,", "200,000"},
        {"x86-200,000", "meta(loads, cells()) ,", "x86-200,000"},
        /* What the data lack takes away what it would have replaced, and no more. */
        {"6.18.35", "meta(nokey)", "n/a"},
        {"of 1.2-rc3", "meta(kernel)", "of n/a"},
        {"from 3 to 5", "cells(span=3G).median", "from 3 to n/a"},
        {"from 3 to 5", "range(cells(span=3G).median)", "from n/a"},
        {"a 5", "meta(kernel, cells(side=guest)) .1", "a n/a"},
        {"a 6.18.35-x", "meta(uname, cells(side=guest))", "a n/a"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text article = {0}, said = {0};
        text_format(&article, "%s<!--= %s -->!", cases[i].before, cases[i].binding);
        char *filled = fill(&results, article.bytes, &said);
        if (!filled)
            fail_msg("%s: %s", article.bytes, said.bytes);
        size_t length = strlen(cases[i].after);
        if (strncmp(filled, cases[i].after, length) != 0 ||
            strncmp(filled + length, "<!--=", 5) != 0)
            fail_msg("%s became %s", article.bytes, filled);
        /* Filling what was filled changes nothing. */
        char *again = fill(&results, filled, &said);
        assert_string_equal(again, filled);
        free(again);
        free(filled);
        text_free(&article);
        text_free(&said);
    }
}

/* The kind of figure is that of what a let stands for. */
static void test_replacement_by_let(void **state)
{
    (void)state;
    static const char article[] =
        "<!--@ let key = meta(nokey) let both = range(cells(span=3G).n) let one = "
        "cells(span=3G).n let same = key -->\n"
        "6.1-a<!--= key -->, 6.1-a<!--= same -->, 3 to 5<!--= both -->, 3 to 5<!--= one -->.";
    struct text said = {0};
    char *filled = fill(&results, article, &said);
    assert_non_null(filled);
    assert_string_equal(strchr(filled, '\n') + 1,
                        "n/a<!--= key -->, n/a<!--= same -->, n/a<!--= both -->, "
                        "3 to n/a<!--= one -->.");
    free(filled);
    text_free(&said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_unknown_names),
        cmocka_unit_test(test_broken_expressions),
        cmocka_unit_test(test_missing_data),
        cmocka_unit_test(test_replacement),
        cmocka_unit_test(test_replacement_by_let),
    };
    return cmocka_run_group_tests(tests, open_results, close_results);
}

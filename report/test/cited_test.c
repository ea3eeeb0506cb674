/*
 * P values adjusted over the deltas an article cites, over report/test/intervals: what belongs to
 * the family, and what from=cited lists. Its P: guest-host 4 KB 0.0022, 2 MB 0.03125; page-size
 * 64 MB 1, 1 GB 0.0625; translation none.
 */
#include <string.h>

#include "filling.h"

static struct results results;

static int open_results(void **state)
{
    (void)state;
    struct error error = {0};
    int status = results_open(&results, "report/test/intervals", &error);
    if (status < 0)
        error_print(&error, "cited_test");
    return status;
}

static int close_results(void **state)
{
    (void)state;
    results_free(&results);
    return 0;
}

#define BEHIND "delta(guest-host, cells(page=2M, span=1G))"
#define BEHIND_4K "delta(guest-host, cells(page=4K, span=1G))"
#define PAGE "delta(page-size, cells(page=2M, span=1G))"

static void test_p(void **state)
{
    (void)state;
    assert_prints(&results, "", BEHIND ".p .5", "0.03125");
    assert_prints(&results, "", BEHIND_4K ".p", "0.00216");
    assert_fails(&results, "<!--= cells(page=16K).p -->", "1:23: cells have no .p");
    assert_fails(&results, "<!--= cells(page=16K).holm -->", "1:23: cells have no .holm");
}

/* Holm 1979 by hand: 0.03125, 0.0625 give min(1, 2 x 0.03125) and max(that, 1 x 0.0625). */
static void test_family(void **state)
{
    (void)state;
    assert_prints(&results, "", BEHIND ".holm .5", "0.03125");
    assert_prints(&results, "", BEHIND ".holm + 0 * " PAGE ".p .5", "0.06250");
    /* A let counts, used or not; a delta named twice counts once. */
    assert_prints(&results, "<!--@ let a = " PAGE " let b = " PAGE ".ns -->", BEHIND ".holm .5",
                  "0.06250");
    assert_prints(&results, "<!--@ let a = " PAGE " let c = " BEHIND_4K " -->", BEHIND ".holm .5",
                  "0.06250");
    assert_prints(&results, "<!--@ let a = " PAGE " let c = " BEHIND_4K " -->", "a.holm .5",
                  "0.06250");
    assert_prints(&results, "<!--@ let a = " PAGE " let c = " BEHIND_4K " -->", "c.holm .6",
                  "0.004329");
    /* The page size over 64 MB, P = 1, belongs to a set of two and makes the family larger. */
    assert_prints(&results, "<!--@ let both = delta(page-size, cells(page=2M)) -->",
                  BEHIND ".holm .5", "0.09375");
    /* A binding counts as well, and so does a let that comes later. */
    assert_prints(&results, "1<!--= " PAGE ".ns -->", BEHIND ".holm .5", "0.06250");
    assert_prints(&results, "<!--@ let h = " BEHIND ".holm let a = " PAGE " -->", "h .5",
                  "0.06250");
    /* One without P does not. */
    assert_prints(&results, "<!--@ let t = delta(translation, cells()) -->", BEHIND ".holm .5",
                  "0.03125");
    assert_fails(&results, "<!--= delta(translation, cells()).holm -->",
                 "a.md:1:35: n/a: the value is not known: a statistic behind it is empty, or a "
                 "division is by zero\n");
}

static void assert_row(const struct frame *frame, size_t row, const char *expected)
{
    struct text line = {0};
    for (size_t i = 0; i < frame->column_count; i++)
        text_format(&line, "%s%s", i ? "," : "", frame_text(frame, row, (int)i));
    assert_string_equal(line.bytes, expected);
    text_free(&line);
}

static void test_frame(void **state)
{
    (void)state;
    static const char text[] = "<!--@ let a = " PAGE " let b = " BEHIND
                               " let c = delta(translation, cells()) let d = " PAGE
                               " let e = delta(page-size, cells(span=1G, phase=whole)) -->"
                               "<!--# table t rows=page delta=guest-host --><!--# end -->";
    struct article article;
    struct error error = {0};
    assert_int_equal(article_open_text(&article, "a.md", text, strlen(text), &error), 0);
    assert_int_equal(article_define(&article, &results, &error), 0);
    const struct frame *frame = &article.cited.frame;
    assert_int_equal(frame->row_count, 4);
    static const char *const names[] = {
        "kind",     "page_kind", "page_bytes", "span_bytes", "stride_bytes", "phase", "base",
        "delta_ns", "paired_ns", "ci_low_ns",  "ci_high_ns", "ci_coverage",  "p",     "p_holm"};
    assert_int_equal(frame->column_count, sizeof names / sizeof names[0]);
    for (size_t i = 0; i < frame->column_count; i++)
        assert_string_equal(frame->columns[i].name, names[i]);
    assert_row(frame, 0,
               "guest-host,hugetlb,2097152,1073741824,128,loop,side=host page=16K,8,8.25,5.5,9.75,"
               "0.96875,0.03125,0.09375");
    assert_row(frame, 1,
               "page-size,hugetlb,2097152,1073741824,128,loop,page=4K,-15,-14.25,-16.5,-12.75,"
               "0.9375,0.0625,0.125");
    assert_row(frame, 2,
               "page-size,hugetlb,2097152,1073741824,128,whole,page=4K,-35,-34.25,-36.5,-32.75,"
               "0.9375,0.0625,0.125");
    assert_row(frame, 3,
               "translation,hugetlb,2097152,1073741824,16384,loop,span=8M stride=128,13,,,,,,");
    article_close(&article);
}

/* .cycles is the column median_cycles, not the median times the clock (60 x 4). */
static void test_cycles(void **state)
{
    (void)state;
    assert_prints(&results, "", "cells(page=4K, span=64M).cycles .0", "250");
    assert_fails(&results, "<!--= cells(page=4K, span=1G).cycles -->",
                 "a.md:1:31: n/a: the value is not known: a statistic behind it is empty, or a "
                 "division is by zero\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_p),
        cmocka_unit_test(test_family),
        cmocka_unit_test(test_frame),
        cmocka_unit_test(test_cycles),
    };
    return cmocka_run_group_tests(tests, open_results, close_results);
}

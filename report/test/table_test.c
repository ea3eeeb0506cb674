/*
 * Results, tables and charts as models: joins, decimals, footnotes, spans, and CSV read back by
 * libcsv. The texts of all formats are golden files of render_test.sh.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <csv.h>

#include "../chart/from_cells.h"
#include "../table/from_cells.h"

static struct results results;
static struct article article;

static int open_results(void **state)
{
    (void)state;
    struct error error = {0};
    if (results_open(&results, "report/test/vm", &error) < 0) {
        error_print(&error, "table_test");
        return -1;
    }
    return 0;
}

static int close_results(void **state)
{
    (void)state;
    results_free(&results);
    return 0;
}

static int close_article(void **state)
{
    (void)state;
    article_close(&article);
    return 0;
}

/* Reads an article of one block, whose parts live until the article is closed. */
static void open_parts(const char *text, struct block *block, struct parts *parts)
{
    struct error error = {0};
    if (article_open_text(&article, "a.md", text, strlen(text), &error) < 0 ||
        article_define(&article, &results, &error) < 0 ||
        block_read(&article, &article.pieces.items[article.pieces.count - 1], block, &error) < 0 ||
        parts_of(&article, block, parts, &error) < 0)
        fail_msg("%ld:%ld: %s", error.line, error.column, error.message);
}

static void test_joins(void **state)
{
    (void)state;
    const struct frame *cells = &results.frames[RESULTS_CELLS];
    const struct frame *measurements = &results.frames[RESULTS_MEASUREMENTS];
    size_t joined = 0, skipped = 0;
    for (size_t i = 0; i < measurements->row_count; i++) {
        const char *outcome = frame_text(measurements, i, frame_column(measurements, "outcome"));
        bool skip = strcmp(outcome, "skipped") == 0;
        assert_int_equal(skip, results.measurement_cell[i] == RESULTS_NONE);
        assert_true(results.measurement_run[i] != RESULTS_NONE);
        joined += !skip;
        skipped += skip;
    }
    assert_int_equal(joined + skipped, measurements->row_count);
    assert_true(skipped > 0);
    for (size_t i = 0; i < cells->row_count; i++) {
        double n = frame_number(cells, i, frame_column(cells, "n"));
        double dropped = frame_number(cells, i, frame_column(cells, "dropped"));
        assert_int_equal(results.cell_first[i + 1] - results.cell_first[i], (size_t)(n + dropped));
    }
    assert_int_equal(results.cell_first[cells->row_count], joined);
}

static void test_model(void **state)
{
    (void)state;
    struct block block;
    struct parts parts;
    struct table table;
    struct error error = {0};
    open_parts(
        "<!--# table t rows=span columns=side,page stride=128 span=64M..1G -->"
        "<!--# end -->",
        &block, &parts);
    assert_int_equal(parts.count, 1);
    assert_string_equal(parts.items[0].name, "t");
    assert_int_equal(table_from_cells(&article, &block, &parts.items[0], &table, &error), 0);
    assert_int_equal(table.row_count, 3);
    assert_int_equal(table.column_count, 5);
    assert_int_equal(table.level_count, 2);
    struct table_span guest = table_span_at(&table, 0, 1), host = table_span_at(&table, 0, 4);
    assert_string_equal(guest.head, "guest");
    assert_int_equal(guest.last, 3);
    assert_string_equal(host.head, "host");
    assert_int_equal(host.last, 4);
    const struct table_cell *row = table.cells + 2 * 5;
    assert_string_equal(row[0].text, "1 GB");
    assert_string_equal(row[0].raws[0], "1073741824");
    assert_string_equal(row[1].text, "109");
    assert_string_equal(row[1].raws[0], "108.6758");
    assert_string_equal(row[1].mark, "a");
    assert_string_equal(row[3].text, "\xe2\x80\x94");
    assert_string_equal(row[3].raws[0], "");
    assert_string_equal(row[3].mark, "b");
    assert_string_equal(table.notes[0].text, "1 measurement dropped: fewer than 20 clean chunks.");
    assert_string_equal(table.notes[1].text,
                        "Not measured: no transparent huge pages: set to never.");
    assert_string_equal(table.notes[2].text, "2 guest runs from 1 boot.");
    assert_string_equal(table.summary,
                        "Medians in ns per load; n 3 or 4; 2 guest and 2 host runs. "
                        "Simulated data.");
}

static void test_split(void **state)
{
    (void)state;
    struct block block;
    struct parts parts;
    open_parts(
        "<!--# table t rows=span columns=page split=rest -->"
        "<!--# end -->",
        &block, &parts);
    static const char *const names[] = {"t-guest-128", "t-guest-16K", "t-host-128", "t-host-16K"};
    assert_int_equal(parts.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(parts.items[i].name, names[i]);
    assert_string_equal(parts.items[1].about, "chase, one 128 B line in every 16 KB, guest");
    /* The caution is of the guest's runs only. */
    assert_string_equal(parts.items[0].facts.caution, "Simulated data.");
    assert_string_equal(parts.items[2].facts.caution, "");
    assert_string_equal(parts.items[2].facts.boots, "");
}

static void test_units(void **state)
{
    (void)state;
    struct block block;
    struct parts parts;
    open_parts(
        "<!--# table t rows=span columns=side,page phase=populate -->"
        "<!--# end -->",
        &block, &parts);
    assert_string_equal(parts.items[0].facts.unit, "ns per page");
}

static void test_chart(void **state)
{
    (void)state;
    struct block block;
    struct parts parts;
    struct chart chart;
    struct error error = {0};
    open_parts(
        "<!--@ let plain = cells(side=host, span=8M).median let gone = cells(span=2G).median"
        " --><!--# chart c series=side,page stride=128 reference=plain label=\"plain 8 MB\""
        " reference=gone reference=gone label=twice -->"
        "<!--# end -->",
        &block, &parts);
    assert_int_equal(chart_from_cells(&article, &block, &parts.items[0], &chart, &error), 0);
    assert_int_equal(chart.width, 1600);
    assert_int_equal(chart.height, 1000);
    assert_true(chart.x_is_size);
    assert_string_equal(chart.y_title, "ns per load");
    assert_int_equal(chart.series_count, 4);
    assert_string_equal(chart.series[0].name, "guest 4 KB");
    assert_string_equal(chart.series[0].end_value, "108.7");
    assert_string_equal(chart.series[3].name, "host 16 KB");
    assert_true(chart.series[3].emphasis);
    assert_false(chart.series[0].emphasis);
    /* Five spans; the guest's transparent pages were not measured at the largest. */
    assert_int_equal(chart.series[2].point_count, 5);
    assert_true(isnan(chart.series[2].points[4].y));
    assert_true(chart.series[0].points[4].x == 1073741824.0);
    assert_true(chart.series[0].points[4].low < 108.6758 &&
                chart.series[0].points[4].high > 108.6758);
    assert_int_equal(chart.reference_count, 1);
    assert_string_equal(chart.references[0].label, "plain 8 MB");
    assert_true(chart.references[0].y == 6.8);
    assert_int_equal(block.reference_count, 3);
    assert_false(block.references[0].missing.set);
    assert_non_null(strstr(block.references[1].missing.message, "the nearest has"));
    assert_string_equal(block.references[2].missing.message, block.references[1].missing.message);
    assert_string_equal(chart.title, "Chase, dense");
    assert_string_equal(chart.subtitle,
                        "Median with quartile band, n 3 or 4, 2 guest and 2 host "
                        "runs. Simulated data.");
    assert_int_equal(chart.note_count, 3);
    assert_string_equal(chart.notes[0],
                        "1 of 76 measurements dropped: fewer than 20 clean chunks.");
    assert_string_equal(chart.notes[1],
                        "Not measured (no transparent huge pages: set to never): guest 2 MB THP: "
                        "1 GB.");
    assert_string_equal(chart.notes[2], "2 guest runs from 1 boot.");
    assert_string_equal(
        chart.description,
        "Line chart of ns per load against span, 512 KB to 1 GB, 4 series: chase, "
        "dense. At 1 GB: guest 4 KB 108.7, guest 2 MB 94.2, host 16 KB 87.1. Simulated "
        "data.");
}

/* A point may be missing because all its measurements were dropped, because the log skipped it, or
 * because nobody asked for it. */
static void test_gaps(void **state)
{
    (void)state;
    static struct results gaps;
    struct block block;
    struct parts parts;
    struct chart chart;
    struct error error = {0};
    static const char text[] = "<!--# chart c series=page --><!--# end -->";
    assert_int_equal(results_open(&gaps, "report/test/gaps", &error), 0);
    assert_int_equal(article_open_text(&article, "a.md", text, strlen(text), &error), 0);
    assert_int_equal(article_define(&article, &gaps, &error), 0);
    assert_int_equal(block_read(&article, &article.pieces.items[0], &block, &error), 0);
    assert_int_equal(parts_of(&article, &block, &parts, &error), 0);
    assert_int_equal(chart_from_cells(&article, &block, &parts.items[0], &chart, &error), 0);
    static const char *const notes[] = {
        "5 of 13 measurements dropped: slow core; moved.",
        "All dropped (slow core; moved): 4 KB: 128 MB; 2 MB: 256 MB.",
        "Not measured (the pool is empty): 2 MB: 128 MB.",
        "Not measured: 1 GB: 128 MB, 256 MB.",
    };
    assert_int_equal(chart.note_count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(chart.notes[i], notes[i]);
    article_close(&article);
    results_free(&gaps);
}

/* A host is the reference only where there are guests to be read against it. */
static void test_host_alone(void **state)
{
    (void)state;
    struct block block;
    struct parts parts;
    struct chart chart;
    struct error error = {0};
    open_parts("<!--# chart c series=side,page stride=128 side=host --><!--# end -->", &block,
               &parts);
    assert_int_equal(chart_from_cells(&article, &block, &parts.items[0], &chart, &error), 0);
    assert_int_equal(chart.series_count, 1);
    assert_false(chart.series[0].emphasis);
}

struct fields {
    struct text all; /* each field and a '|', each record and a '/' */
};

static void take_field(void *bytes, size_t length, void *context)
{
    struct fields *fields = context;
    text_add_bytes(&fields->all, bytes ? bytes : "", length);
    text_add_char(&fields->all, '|');
}

static void take_record(int end, void *context)
{
    (void)end;
    text_add_char(&((struct fields *)context)->all, '/');
}

static void test_csv(void **state)
{
    (void)state;
    struct table_column columns[] = {
        {.heads = {"a"}, .raw_names = {"=name"}, .raw_count = 1},
        {.heads = {"b"}, .raw_names = {"q1_ns", "median_ns"}, .raw_count = 2, .number = true}};
    struct table_cell cells[] = {
        {"x", {"say \"hi\",\nyou"}, ""}, {"1", {"-1.5", "+2"}, ""}, {"y", {"@SUM(A1)"}, ""},
        {"2", {"-x", ""}, ""},           {"z", {"\tq"}, ""},        {"3", {"1e-3", "0"}, ""}};
    struct table table = {.name = "t",
                          .caution = "",
                          .title = "T",
                          .summary = "",
                          .level_count = 1,
                          .columns = columns,
                          .column_count = 2,
                          .cells = cells,
                          .row_count = 3};
    struct text out = {0};
    table_write_csv(&table, &out);
    struct csv_parser parser;
    struct fields fields = {{0}};
    csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI);
    assert_int_equal(csv_parse(&parser, out.bytes, out.length, take_field, take_record, &fields),
                     out.length);
    assert_int_equal(csv_fini(&parser, take_field, take_record, &fields), 0);
    csv_free(&parser);
    assert_string_equal(fields.all.bytes,
                        "'=name|q1_ns|median_ns|/say \"hi\",\nyou|-1.5|+2|/"
                        "'@SUM(A1)|'-x||/'\tq|1e-3|0|/");
    text_free(&fields.all);
    text_free(&out);
}

static void test_marks(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct notes notes = {0};
    struct error error = {0};
    const char *mark = NULL;
    for (int i = 0; i < 60; i++) {
        struct text text = {0};
        text_format(&text, "note %d", i % 54);
        assert_int_equal(notes_mark(&notes, &text, &arena, &mark, &error), 0);
        if (i == 25)
            assert_string_equal(mark, "z");
        if (i == 26)
            assert_string_equal(mark, "aa");
        if (i == 53)
            assert_string_equal(mark, "bb");
        if (i == 54)
            assert_string_equal(mark, "a");
    }
    assert_int_equal(notes.count, 54);
    arena_free(&arena);
}

static void test_broken_results(void **state)
{
    (void)state;
    struct results none;
    struct error error = {0};
    assert_int_equal(results_open(&none, "report/test", &error), -1);
    assert_string_equal(error.file, "report/test");
    assert_string_equal(error.message, "is not a results directory: there is no cells.csv in it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joins),
        cmocka_unit_test_teardown(test_model, close_article),
        cmocka_unit_test_teardown(test_split, close_article),
        cmocka_unit_test_teardown(test_units, close_article),
        cmocka_unit_test_teardown(test_chart, close_article),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test_teardown(test_host_alone, close_article),
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_broken_results),
    };
    return cmocka_run_group_tests(tests, open_results, close_results);
}

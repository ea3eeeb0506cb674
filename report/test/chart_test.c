/* What must hold for every chart, on some hundred generated ones, and what the PNG file says of
 * itself. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>

#include "../chart/chart.h"
#include "../chart/palette.h"
#include "../chart/place.h"
#include "../chart/ticks.h"
#include "../drawing/drawing.h"
#include "../drawing/png.h"

#define MOST_SERIES 12
#define MOST_POINTS 20

struct generated {
    struct chart chart;
    struct chart_series series[MOST_SERIES];
    struct chart_point points[MOST_SERIES][MOST_POINTS];
    char names[MOST_SERIES][64], values[MOST_SERIES][16];
    struct chart_reference reference;
};

static const char *const notes[] = {"Median with quartile band, n 21 to 22 measurements.",
                                    "2 of 2,013 measurements dropped: fewer than half of their "
                                    "chunks were clean, and this note is long "
                                    "enough to need a second line in any chart there is."};

static double uniform(double low, double high)
{
    return low + (high - low) * (rand() / (RAND_MAX + 1.0));
}

/* Values over decades, negative ones, equal ones, gaps, one point, long and non-Latin names. */
static void generate(struct generated *g, unsigned seed)
{
    static const char *const kinds[] = {"4 KB", "host, 16 KB", "guest, 1 GB, variant=huge",
                                        "ゲスト 2 MB"};
    srand(seed);
    *g = (struct generated){0};
    int series_count = 1 + rand() % MOST_SERIES, point_count = 1 + rand() % MOST_POINTS;
    int first = rand() % 10 + 12, shape = rand() % 4;
    double base = pow(10, uniform(-1, 4));
    for (int i = 0; i < series_count; i++) {
        struct chart_series *series = &g->series[i];
        snprintf(g->names[i], sizeof g->names[i], "%s %d", kinds[rand() % 4], i);
        double level = shape == 0 ? base : uniform(0.5, 1.5) * base;
        for (int j = 0; j < point_count; j++) {
            if (point_count > 3 && rand() % 8 == 0)
                continue;
            double y = level * (shape == 1 ? 1 : 0.2 + 0.8 * j / point_count);
            if (shape == 2)
                y -= base;
            double spread = fabs(y) * uniform(0, 0.1);
            g->points[i][series->point_count++] =
                (struct chart_point){exp2(first + j), y, y - spread, y + spread};
        }
        if (series->point_count == 0)
            g->points[i][series->point_count++] =
                (struct chart_point){exp2(first), level, level, level};
        snprintf(g->values[i], sizeof g->values[i], "%.0f",
                 g->points[i][series->point_count - 1].y);
        series->name = g->names[i];
        series->end_value = g->values[i];
        series->points = g->points[i];
        series->emphasis = i > 0 && rand() % 6 == 0;
    }
    g->reference = (struct chart_reference){0.4 * base, "plain chase"};
    g->chart = (struct chart){
        .width = rand() % 3 ? 1600 : 1200,
        .height = rand() % 3 ? 1000 : 800,
        .title = "Random dependent loads over a buffer, by page size, in a guest and on its host",
        .subtitle = "chase, dense: median with quartile band",
        .x_title = "Span",
        .y_title = "ns per load",
        .x_is_size = true,
        .notes = notes,
        .note_count = (size_t)(rand() % 3),
        .description = "At 1 GB: 4 KB 109, 2 MB 94.",
        .series = g->series,
        .series_count = (size_t)series_count,
        .references = &g->reference,
        .reference_count = (size_t)(rand() % 2),
    };
}

static bool apart(const struct drawing_box *a, const struct drawing_box *b)
{
    return a->left + a->width <= b->left + 0.5 || b->left + b->width <= a->left + 0.5 ||
           a->top + a->height <= b->top + 0.5 || b->top + b->height <= a->top + 0.5;
}

static void check_texts(const struct drawing *drawing, unsigned seed)
{
    double scale = drawing->width / 1600.0;
    for (size_t i = 0; i < drawing->item_count; i++) {
        const struct drawing_item *a = &drawing->items[i];
        if (a->kind != DRAWING_TEXT)
            continue;
        const struct drawing_box *box = &a->box;
        if (box->left < 0 || box->top < 0 || box->left + box->width > drawing->width ||
            box->top + box->height > drawing->height)
            fail_msg("seed %u: \"%s\" leaves the canvas", seed, a->text);
        if (a->size < 22 * scale - 1e-9)
            fail_msg("seed %u: \"%s\" is only %.1f px", seed, a->text, a->size);
        for (size_t j = 0; j < i; j++) {
            const struct drawing_item *b = &drawing->items[j];
            /* A reference line's label lies in the plot, where it may meet nothing but lines. */
            if (b->kind == DRAWING_TEXT && !apart(box, &b->box))
                fail_msg("seed %u: \"%s\" lies on \"%s\"", seed, a->text, b->text);
        }
    }
}

static void check_ticks(const struct drawing *drawing, const struct chart *chart, unsigned seed)
{
    size_t x = 0, y = 0;
    double low = HUGE_VAL, high = 0;
    for (size_t i = 0; i < chart->series_count; i++)
        for (size_t j = 0; j < chart->series[i].point_count; j++) {
            low = fmin(low, chart->series[i].points[j].x);
            high = fmax(high, chart->series[i].points[j].x);
        }
    for (size_t i = 0; i < drawing->item_count; i++) {
        const struct drawing_item *item = &drawing->items[i];
        x += item->role == ROLE_TICK_LABEL_X && item->kind == DRAWING_TEXT;
        y += item->role == ROLE_TICK_LABEL_Y && item->kind == DRAWING_TEXT;
        if (item->kind == DRAWING_TEXT && item->role == ROLE_TICK_LABEL_Y)
            assert_null(strchr(item->text, 'e'));
    }
    if (y < 3 || y > 10)
        fail_msg("seed %u: %zu labels on the y axis", seed, y);
    if (x > 10 || (high >= 4 * low && x < 3) || (high > low && x < 2) || x < 1)
        fail_msg("seed %u: %zu labels on the size axis from %g to %g", seed, x, low, high);
}

/* Labels stand right of the plot, from top to bottom in the order of the line ends they belong to.
 */
static void check_labels(const struct drawing *drawing, const struct chart *chart, unsigned seed)
{
    size_t swatches = 0, with_points = 0;
    double last_top = -HUGE_VAL, last_end = HUGE_VAL, low = 0, high = 0;
    for (size_t i = 0; i < chart->series_count; i++)
        for (size_t j = 0; j < chart->series[i].point_count; j++) {
            low = fmin(low, chart->series[i].points[j].y);
            high = fmax(high, chart->series[i].points[j].y);
        }
    for (size_t i = 0; i < drawing->item_count; i++) {
        const struct drawing_item *item = &drawing->items[i];
        swatches += item->role == ROLE_SWATCH;
        if (item->role != ROLE_SERIES_LABEL)
            continue;
        if (item->box.left < drawing->plot.left + drawing->plot.width)
            fail_msg("seed %u: \"%s\" lies in the plot", seed, item->text);
        const struct chart_series *series = &chart->series[item->series];
        double end = series->points[series->point_count - 1].y;
        if (item->box.top <= last_top)
            fail_msg("seed %u: \"%s\" is out of order", seed, item->text);
        if (end > last_end + 0.02 * (high - low)) /* series nearer than that share a label */
            fail_msg("seed %u: \"%s\" stands below a smaller value", seed, item->text);
        last_top = item->box.top;
        last_end = end;
    }
    for (size_t i = 0; i < chart->series_count; i++)
        with_points += chart->series[i].point_count > 0;
    assert_int_equal(swatches, with_points); /* every series is named once */
}

static void nothing_collides(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 300; seed++) {
        struct generated g;
        struct drawing drawing;
        struct error error = {0};
        generate(&g, seed);
        if (chart_layout(&g.chart, &drawing, &error) < 0)
            fail_msg("seed %u: %s", seed, error.message);
        check_texts(&drawing, seed);
        check_ticks(&drawing, &g.chart, seed);
        check_labels(&drawing, &g.chart, seed);
        drawing_free(&drawing);
    }
}

/* Cautions end the subtitle; only the title may be cut. */
static void a_long_subtitle_is_drawn_whole(void **state)
{
    (void)state;
    struct generated g;
    struct drawing drawing;
    struct error error = {0};
    struct text words = {0}, drawn = {0};
    for (int i = 0; i < 60; i++)
        text_format(&words, "word%d ", i);
    text_add(&words, "Simulated data.");
    assert_false(words.failed);
    generate(&g, 1);
    g.chart.title = g.chart.subtitle = words.bytes;
    assert_int_equal(chart_layout(&g.chart, &drawing, &error), 0);
    check_texts(&drawing, 1);
    size_t title_lines = 0;
    for (size_t i = 0; i < drawing.item_count; i++) {
        title_lines += drawing.items[i].role == ROLE_TITLE;
        if (drawing.items[i].role == ROLE_SUBTITLE)
            text_format(&drawn, "%s%s", drawn.length ? " " : "", drawing.items[i].text);
    }
    assert_int_equal(title_lines, 2);
    assert_string_equal(drawn.bytes, words.bytes);
    drawing_free(&drawing);
    text_free(&words);
    text_free(&drawn);
}

/* Three page sizes that agree, one that does not. */
static void coincident_series_share_a_label(void **state)
{
    (void)state;
    static struct chart_point points[4][2];
    static const char *const names[] = {"4 KB", "2 MB", "32 MB", "1 GB"};
    struct chart_series series[4] = {0};
    for (int i = 0; i < 4; i++) {
        double end = i ? 94 + 0.1 * i : 109;
        points[i][0] = (struct chart_point){1 << 26, 60, 59, 61};
        points[i][1] = (struct chart_point){1 << 30, end, end - 1, end + 1};
        series[i] = (struct chart_series){names[i], i ? "94" : "109", false, points[i], 2};
    }
    struct chart chart = {
        .width = 1600, .height = 1000, .x_is_size = true, .series = series, .series_count = 4};
    struct drawing drawing;
    struct error error = {0};
    assert_int_equal(chart_layout(&chart, &drawing, &error), 0);
    const char *labels[4];
    size_t count = 0;
    for (size_t i = 0; i < drawing.item_count; i++)
        if (drawing.items[i].role == ROLE_SERIES_LABEL)
            labels[count++] = drawing.items[i].text;
    assert_int_equal(count, 2);
    assert_string_equal(labels[0], "4 KB  109");
    assert_string_equal(labels[1], "2 MB, 32 MB, 1 GB  94");
    drawing_free(&drawing);
}

/* A size one series lacks and another has breaks the first one's line. */
static void a_gap_is_a_gap(void **state)
{
    (void)state;
    struct chart_point whole[4] = {{16, 1, 1, 1}, {32, 2, 2, 2}, {64, 3, 3, 3}, {128, 4, 4, 4}};
    struct chart_point holed[3] = {{16, 2, 2, 2}, {64, 4, 4, 4}, {128, 5, 5, 5}};
    struct chart_series series[] = {{"whole", "4", false, whole, 4},
                                    {"holed", "5", false, holed, 3}};
    struct chart chart = {
        .width = 1600, .height = 1000, .x_is_size = true, .series = series, .series_count = 2};
    struct drawing drawing;
    struct error error = {0};
    assert_int_equal(chart_layout(&chart, &drawing, &error), 0);
    size_t points[2] = {0}, markers[2] = {0};
    for (size_t i = 0; i < drawing.item_count; i++) {
        const struct drawing_item *item = &drawing.items[i];
        if (item->role == ROLE_LINE)
            points[item->series] += item->point_count;
        if (item->role == ROLE_MARKER)
            markers[item->series]++;
    }
    assert_int_equal(points[0], 4);
    assert_int_equal(points[1], 2); /* 64 to 128 only */
    assert_int_equal(markers[1], 3);
    drawing_free(&drawing);
}

static void a_chart_without_points_is_an_error(void **state)
{
    (void)state;
    struct chart_point nothing = {16, (double)NAN, (double)NAN, (double)NAN};
    struct chart_series series = {"empty", NULL, false, &nothing, 1};
    struct chart chart = {.width = 1600, .height = 1000, .series = &series, .series_count = 1};
    struct drawing drawing;
    struct error error = {0};
    assert_int_equal(chart_layout(&chart, &drawing, &error), -1);
    assert_string_equal(error.message, "a chart needs at least one measured point");
    struct chart_point one = {16, 1, 1, 1};
    series.points = &one;
    chart.width = 1600;
    chart.height = 240;
    error = (struct error){0};
    assert_int_equal(chart_layout(&chart, &drawing, &error), -1);
    assert_string_equal(error.message, "a chart of 1600 x 240 px has no room left for the plot");
}

static void linear_ticks_are_round_and_few(void **state)
{
    (void)state;
    struct ticks ticks;
    srand(7);
    for (int i = 0; i < 20000; i++) {
        double low = rand() % 3 ? 0 : -pow(10, uniform(-3, 6));
        double high = pow(10, uniform(-3, 9));
        ticks_linear(low, high, 6, &ticks);
        if (ticks.count < 3 || ticks.count > TICKS_MOST)
            fail_msg("%zu labels from %g to %g", ticks.count, low, high);
        for (size_t j = 0; j < ticks.count; j++) {
            assert_null(strpbrk(ticks.items[j].label, "eE"));
            if (j)
                assert_true(ticks.items[j].value > ticks.items[j - 1].value);
        }
    }
    ticks_linear(0, 109.7, 6, &ticks); /* the first article's range */
    assert_int_equal(ticks.count, 6);
    assert_string_equal(ticks.items[5].label, "100");
    ticks_linear(0, 123456, 6, &ticks);
    assert_string_equal(ticks.items[ticks.count - 1].label, "125,000");
}

static bool always(double octaves, void *context)
{
    (void)octaves, (void)context;
    return true;
}

static void size_ticks_hold_both_ends(void **state)
{
    (void)state;
    struct ticks ticks;
    ticks_sizes(exp2(12), exp2(30), always, NULL, &ticks);
    static const char *const labels[] = {"4 KB", "16 KB", "64 KB", "256 KB", "1 MB",
                                         "4 MB", "16 MB", "64 MB", "256 MB", "1 GB"};
    assert_int_equal(ticks.count, 10);
    for (int i = 0; i < 10; i++)
        assert_string_equal(ticks.items[i].label, labels[i]);
    for (int low = 7; low < 40; low++)
        for (int high = low; high < 50; high++) {
            ticks_sizes(exp2(low), exp2(high), always, NULL, &ticks);
            assert_true(ticks.count <= TICKS_MOST);
            assert_true(ticks.count >= 3 || high == low);
            assert_true(ticks.items[0].value == exp2(low));
            assert_true(ticks.items[ticks.count - 1].value == exp2(high));
        }
}

/* Least squares with order and bounds: no random nudge of a feasible placement does better. */
static void placement_is_optimal(void **state)
{
    (void)state;
    srand(3);
    for (int trial = 0; trial < 300; trial++) {
        struct place_label labels[12];
        size_t count = 1 + (size_t)rand() % 12;
        double wanted = 0, cost = 0;
        for (size_t i = 0; i < count; i++) {
            wanted += uniform(0, 40);
            labels[i] = (struct place_label){wanted, uniform(20, 40), 0};
        }
        assert_int_equal(place_labels(labels, count, -20, 700, 4), 0);
        for (size_t i = 0; i < count; i++) {
            cost += (labels[i].centre - labels[i].wanted) * (labels[i].centre - labels[i].wanted);
            assert_true(labels[i].centre - labels[i].height / 2 >= -20 - 1e-9);
            assert_true(labels[i].centre + labels[i].height / 2 <= 700 + 1e-9);
            if (i)
                assert_true(labels[i].centre - labels[i - 1].centre >=
                            (labels[i].height + labels[i - 1].height) / 2 + 4 - 1e-9);
        }
        for (int nudge = 0; nudge < 200; nudge++) {
            double other = 0, below = -20;
            bool feasible = true;
            for (size_t i = 0; i < count; i++) {
                double centre = labels[i].centre + uniform(-3, 3);
                feasible = feasible && centre - labels[i].height / 2 >= below - 1e-12;
                below = centre + labels[i].height / 2 + 4;
                other += (centre - labels[i].wanted) * (centre - labels[i].wanted);
            }
            if (feasible && below - 4 <= 700)
                assert_true(other >= cost - 1e-9);
        }
    }
}

struct reader {
    const struct text *file;
    size_t at;
};

static void read_bytes(png_structp png, png_bytep bytes, size_t length)
{
    struct reader *reader = png_get_io_ptr(png);
    assert_true(reader->at + length <= reader->file->length);
    memcpy(bytes, reader->file->bytes + reader->at, length);
    reader->at += length;
}

static void png_says_what_it_is(void **state)
{
    (void)state;
    struct generated g;
    struct drawing drawing;
    struct error error = {0};
    struct text file = {0}, again = {0};
    generate(&g, 5);
    g.chart.width = 1600;
    g.chart.height = 1000;
    assert_int_equal(chart_layout(&g.chart, &drawing, &error), 0);
    assert_int_equal(png_write(&drawing, &file, &error), 0);
    assert_int_equal(png_write(&drawing, &again, &error), 0);
    assert_int_equal(file.length, again.length);
    assert_memory_equal(file.bytes, again.bytes, file.length);

    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    struct reader reader = {&file, 0};
    png_set_read_fn(png, &reader, read_bytes);
    png_read_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
    assert_int_equal(png_get_image_width(png, info), 1600);
    assert_int_equal(png_get_image_height(png, info), 1000);
    assert_int_equal(png_get_color_type(png, info), PNG_COLOR_TYPE_RGB);
    assert_int_equal(png_get_x_pixels_per_meter(png, info), 7559);
    assert_false(png_get_valid(png, info, PNG_INFO_tIME));
    png_textp texts;
    assert_int_equal(png_get_text(png, info, &texts, NULL), 2);
    assert_string_equal(texts[0].key, "Title");
    assert_string_equal(texts[1].key, "Description");
    assert_string_equal(texts[1].text, "At 1 GB: 4 KB 109, 2 MB 94.");

    png_bytepp rows = png_get_rows(png, info);
    assert_memory_equal(rows[0], "\xff\xff\xff", 3);
    for (size_t i = 0; i < drawing.item_count; i++) {
        const struct drawing_item *item = &drawing.items[i];
        if (item->role != ROLE_SWATCH)
            continue;
        png_bytep pixel =
            rows[(size_t)lround(item->points[0].y)] + 3 * (size_t)lround(item->points[0].x);
        uint32_t colour = (uint32_t)(pixel[0] << 16 | pixel[1] << 8 | pixel[2]);
        assert_int_equal(colour, item->colour);
    }
    png_destroy_read_struct(&png, &info, NULL);
    drawing_free(&drawing);
    text_free(&file);
    text_free(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_collides),
        cmocka_unit_test(a_long_subtitle_is_drawn_whole),
        cmocka_unit_test(coincident_series_share_a_label),
        cmocka_unit_test(a_gap_is_a_gap),
        cmocka_unit_test(a_chart_without_points_is_an_error),
        cmocka_unit_test(linear_ticks_are_round_and_few),
        cmocka_unit_test(size_ticks_hold_both_ends),
        cmocka_unit_test(placement_is_optimal),
        cmocka_unit_test(png_says_what_it_is),
    };
    return cmocka_run_group_tests_name("charts", tests, NULL, NULL);
}

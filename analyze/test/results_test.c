/* A results directory as other programs read it: JSON by jansson, CSV by libcsv, both saying the
 * same. */
#include <ftw.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "../base/number.h"
#include "../log/factors.h"
#include "../results/frames.h"
#include "../results/write.h"
#include "../stats/cells.h"
#include "../stats/deltas.h"
#include "../stats/reduce.h"
#include "../stats/tiers.h"
#include "campaign.h"

#define G ((uint64_t)1 << 30)

static struct error error;
static char folder[] = "/tmp/pagewalk-results-XXXXXX";

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status, (void)type, (void)walk;
    return remove(path);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static const char *below(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Names that break careless writers, a cell without values, every kind of row. */
static void build_hostile(struct campaign *campaign)
{
    build_start(campaign);
    build_factor(campaign, "variant");
    static const char *const levels[] = {"a,b", "say \"so\"", "two\nlines", "=1+1", "\\ü\t"};
    for (int i = 0; i < 5; i++) {
        build_measurement(campaign, "guest", "base", 4096, G, 128, i % 2 ? "r 1" : "r,2");
        build_chunks(campaign, 4, 90.1 + i / 3.0, 4.4, 4.4);
        build_level(campaign, FACTOR_FIXED, levels[i]);
    }
    build_measurement(campaign, "host", "base", 16384, G, 128, "h");
    build_chunks(campaign, 4, 80, 2.9, 2.9);
    build_finish(campaign);
    assert_int_equal(
        campaign_problem(campaign, "x.csv", 3, "loads is not a number", "a\x01\"b", 4, &error), 0);
    assert_int_equal(tiers_find(campaign, 4, &error), 0);
    assert_int_equal(reduce_measurements(campaign, REDUCE_HALF, &error), 0);
    assert_int_equal(cells_build(campaign, &error), 0);
    assert_int_equal(deltas_build(campaign, NULL, 0, &error), 0);
}

/* Every field of the CSV file stands in results.json, numbers as the same numbers. */
static void compare(const char *name, const json_t *results)
{
    struct arena arena = {0};
    struct frame frame;
    char file[64];
    snprintf(file, sizeof file, "%s.csv", name);
    assert_int_equal(frame_read_csv(&frame, name, below(file), &arena, &error), 0);
    const json_t *rows = json_object_get(results, name);
    assert_true(json_is_array(rows));
    assert_int_equal(json_array_size(rows), frame.row_count);
    assert_true(frame.row_count > 0);
    for (size_t row = 0; row < frame.row_count; row++) {
        const json_t *object = json_array_get(rows, row);
        assert_int_equal(json_object_size(object), frame.column_count);
        for (size_t column = 0; column < frame.column_count; column++) {
            const char *field = frame_text(&frame, row, (int)column);
            const json_t *value = json_object_get(object, frame.columns[column].name);
            assert_non_null(value);
            if (json_is_null(value))
                assert_string_equal(field, "");
            else if (json_is_number(value))
                assert_true(json_number_value(value) == frame_number(&frame, row, (int)column));
            else
                assert_string_equal(json_string_value(value), field);
        }
    }
    frame_free(&frame);
    arena_free(&arena);
}

static void json_and_csv_agree(void **state)
{
    (void)state;
    struct campaign campaign;
    build_hostile(&campaign);
    struct method method = {0};
    char target[256];
    snprintf(target, sizeof target, "%s", folder);
    assert_int_equal(results_write(&campaign, &method, NULL, target, &error), 0);
    json_error_t json_error;
    json_t *results = json_load_file(below("results.json"), JSON_REJECT_DUPLICATES, &json_error);
    if (!results)
        fail_msg("results.json:%d: %s", json_error.line, json_error.text);
    compare("cells", results);
    compare("deltas", results);
    compare("accounting", results);
    compare("problems", results);
    compare("tiers", results);
    assert_null(json_object_get(results, "measurements"));
    json_decref(results);
    campaign_free(&campaign);
}

/* Chunks and measurements counted are those of measurements.csv. */
static void accounts_add_up(void **state)
{
    (void)state;
    struct campaign campaign;
    build_hostile(&campaign);
    struct frame measurements, accounting;
    assert_int_equal(frames_build(&measurements, RESULTS_MEASUREMENTS, &campaign, &error), 0);
    assert_int_equal(frames_build(&accounting, RESULTS_ACCOUNTING, &campaign, &error), 0);
    double chunks = 0, counted_chunks = 0, counted_measurements = 0;
    for (size_t row = 0; row < measurements.row_count; row++)
        chunks += frame_number(&measurements, row, frame_column(&measurements, "chunks"));
    for (size_t row = 0; row < accounting.row_count; row++) {
        const char *level = frame_text(&accounting, row, 0);
        double count = frame_number(&accounting, row, frame_column(&accounting, "count"));
        if (strcmp(level, "chunk") == 0)
            counted_chunks += count;
        if (strcmp(level, "measurement") == 0)
            counted_measurements += count;
    }
    assert_true(chunks == 24 && counted_chunks == chunks);
    assert_true(counted_measurements == (double)measurements.row_count);
    frame_free(&measurements);
    frame_free(&accounting);
    campaign_free(&campaign);
}

/* A factor of the same name as a result column would make that column stand twice. */
static void result_columns_cannot_be_factors(void **state)
{
    (void)state;
    struct campaign campaign;
    build_start(&campaign);
    for (int file = RESULTS_MEASUREMENTS; file <= RESULTS_DELTAS; file++) {
        struct frame frame;
        assert_int_equal(frames_build(&frame, (enum results_file)file, &campaign, &error), 0);
        for (size_t i = 0; i < frame.column_count; i++) {
            const char *name = frame.columns[i].name;
            if (!factor_trouble((struct slice){name, strlen(name)}))
                fail_msg("a factor could be called %s", name);
        }
        frame_free(&frame);
    }
    assert_null(factor_trouble((struct slice){"variant", 7}));
    campaign_free(&campaign);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(json_and_csv_agree, make_folder, remove_folder),
        cmocka_unit_test(accounts_add_up),
        cmocka_unit_test(result_columns_cannot_be_factors),
    };
    return cmocka_run_group_tests_name("results", tests, NULL, NULL);
}

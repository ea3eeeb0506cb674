/* Numbers, sizes, text, arenas and frames: what every file of a results directory rests on. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../collect/size.h"
#include "../base/number.h"
#include "../results/frame.h"

static void numbers_are_the_grammar_and_nothing_else(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0},           {"-1.5", -1.5}, {"+2", 2},        {"1e3", 1000},
                {"1.25E-2", .0125}, {"007", 7},     {"1e308", 1e308}, {"5e-324", 5e-324}};
    static const char *const bad[] = {"",      "-",   "+",     ".5",  "5.", "1e",   "1e+",
                                      "0x10",  "inf", "nan",   "1,5", "1 ", " 1",   "1_000",
                                      "1e999", "--1", "1.2.3", "１",  "2e", "1e5.0"};
    double value;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(number_parse(good[i].text, strlen(good[i].text), &value));
        assert_true(value == good[i].value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (number_parse(bad[i], strlen(bad[i]), &value))
            fail_msg("\"%s\" was taken for a number", bad[i]);
    assert_false(number_parse("1\0", 2, &value));
}

static void whole_numbers_reach_to_64_bits(void **state)
{
    (void)state;
    uint64_t value;
    assert_true(number_parse_whole("18446744073709551615", 20, &value));
    assert_true(value == UINT64_MAX);
    assert_false(number_parse_whole("18446744073709551616", 20, &value));
    assert_true(number_parse_whole("4096.0", 6, &value) && value == 4096);
    assert_false(number_parse_whole("-1", 2, &value));
    assert_false(number_parse_whole("1.5", 3, &value));
    assert_false(number_parse_whole("1e300", 5, &value));
}

static void shortest_text_reads_back(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } known[] = {
        {94.15, "94.15"}, {100, "100"},      {1073741824, "1073741824"},      {0.1, "0.1"},
        {-0.0, "0"},      {1e300, "1e+300"}, {1.0 / 3, "0.3333333333333333"}, {(double)NAN, ""},
        {HUGE_VAL, ""}};
    char text[NUMBER_TEXT_SIZE];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_string_equal(number_shortest(known[i].value, text), known[i].text);
    srand(1);
    for (int i = 0; i < 100000; i++) {
        double value = ldexp((double)rand() / 7 - 1e8, rand() % 200 - 100), back;
        number_shortest(value, text);
        assert_true(number_parse(text, strlen(text), &back) && back == value);
    }
}

static void sizes_are_powers_of_1024(void **state)
{
    (void)state;
    uint64_t bytes;
    char text[SIZE_TEXT_SIZE];
    assert_true(size_parse("16K", 3, &bytes) && bytes == 16384);
    assert_true(size_parse("1g", 2, &bytes) && bytes == 1u << 30);
    assert_true(size_parse("128", 3, &bytes) && bytes == 128);
    static const char *const bad[] = {"", "K", "0", "1KB", "-1K", "1.5K", "16777216T", "1 K", "K1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (size_parse(bad[i], strlen(bad[i]), &bytes))
            fail_msg("\"%s\" was taken for a size", bad[i]);
    assert_string_equal(size_format(131072, text), "128K");
    assert_string_equal(size_format(131073, text), "131073");
    assert_string_equal(size_label(16384, text), "16 KB");
    assert_string_equal(size_label(3u << 29, text), "1.5 GB");
    assert_string_equal(size_label(128, text), "128 B");
}

static void equal_text_is_interned_once(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *first[2000];
    char name[32];
    for (int i = 0; i < 2000; i++) {
        int length = snprintf(name, sizeof name, "level-%d", i);
        first[i] = arena_intern(&arena, name, (size_t)length);
    }
    for (int i = 0; i < 2000; i++) {
        int length = snprintf(name, sizeof name, "level-%d", i);
        assert_ptr_equal(arena_intern(&arena, name, (size_t)length), first[i]);
        assert_string_equal(first[i], name);
    }
    assert_ptr_not_equal(arena_intern(&arena, "a", 1), arena_intern(&arena, "ab", 2));
    arena_free(&arena);
}

static const char *write_temporary(const char *content)
{
    static char path[] = "/tmp/pagewalk-frame-XXXXXX";
    strcpy(path + strlen(path) - 6, "XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, content, strlen(content)), strlen(content));
    close(file);
    return path;
}

static void frames_survive_csv(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct frame frame, back;
    struct text csv = {0}, again = {0};
    frame_init(&frame, "cells", &arena);
    frame_add_column(&frame, "name", FRAME_TEXT);
    frame_add_column(&frame, "median_ns", FRAME_NUMBER);
    static const char *const names[] = {"plain",    "a,b", "say \"so\"", "two\nlines",
                                        " spaced ", "",    "ü|_<&"};
    for (size_t i = 0; i < 7; i++) {
        frame_add_text(&frame, names[i]);
        frame_add_number(&frame, i == 2 ? (double)NAN : 94.15 + (double)i);
    }
    assert_false(frame.failed);
    frame_write_csv(&frame, &csv);
    const char *path = write_temporary(csv.bytes);
    assert_int_equal(frame_read_csv(&back, "cells", path, &arena, &error), 0);
    assert_int_equal(back.row_count, 7);
    for (size_t i = 0; i < 7; i++)
        assert_string_equal(frame_text(&back, i, frame_column(&back, "name")), names[i]);
    assert_true(isnan(frame_number(&back, 2, 1)));
    assert_true(frame_number(&back, 0, 1) == 94.15);
    assert_string_equal(frame_text(&back, 0, frame_column(&back, "no such")), "");
    frame_write_csv(&back, &again);
    assert_string_equal(again.bytes, csv.bytes);
    unlink(path);
    text_free(&csv);
    text_free(&again);
    frame_free(&frame);
    frame_free(&back);
    arena_free(&arena);
}

static void broken_frames_say_where(void **state)
{
    (void)state;
    static const struct {
        const char *content, *message;
        long line;
    } broken[] = {
        {"", "has no header line", 1},
        {"a,b,a\n", "column a stands twice", 1},
        {"a,b\n1,2\n3\n", "1 fields where the header has 2", 3},
        {"a,b\n1,2,3\n", "3 fields where the header has 2", 2},
        {"a,b\n1,\"2\n", "a quoted field is not closed", 3},
        {"a,b\n1,\"2\"x\n", "broken quotes", 2},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct arena arena = {0};
        struct error error = {0};
        struct frame frame;
        const char *path = write_temporary(broken[i].content);
        assert_int_equal(frame_read_csv(&frame, "x", path, &arena, &error), -1);
        assert_string_equal(error.message, broken[i].message);
        assert_string_equal(error.file, path);
        assert_int_equal(error.line, broken[i].line);
        unlink(path);
        arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_the_grammar_and_nothing_else),
        cmocka_unit_test(whole_numbers_reach_to_64_bits),
        cmocka_unit_test(shortest_text_reads_back),
        cmocka_unit_test(sizes_are_powers_of_1024),
        cmocka_unit_test(equal_text_is_interned_once),
        cmocka_unit_test(frames_survive_csv),
        cmocka_unit_test(broken_frames_say_where),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}

/*
 * The command line: defaults, lists and ranges, and a message for everything that is wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../list.h"
#include "../options.h"

#define MAX_ARGUMENTS 32

static struct options options;
static struct problem problem;

/* Parses "pagewalk-collect TEXT", split at blanks; the words live until the next call. */
static int parse(const char *text)
{
    static char words[1024];
    char *arguments[MAX_ARGUMENTS] = {"pagewalk-collect"};
    int count = 1;
    assert_true(strlen(text) < sizeof words);
    strcpy(words, text);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        arguments[count++] = word;
    problem = (struct problem){0};
    return options_parse(&options, count, arguments, &problem);
}

static void assert_list(const struct list *list, size_t count, const uint64_t *values)
{
    assert_int_equal(list->count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(list->values[i], values[i]);
}

#define ASSERT_LIST(list, ...)                                                                     \
    assert_list(list, sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t),                        \
                (uint64_t[]){__VA_ARGS__})

static void defaults(void **state)
{
    (void)state;
    const uint64_t M = 1 << 20;
    assert_int_equal(parse(""), 0);
    assert_null(options.machine);
    assert_null(options.side);
    assert_null(options.run);
    assert_null(options.output);
    assert_string_equal(options.pages, "all");
    assert_false(options.pair_given);
    assert_false(options.seed_given);
    assert_int_equal(options.rounds, 3);
    assert_int_equal(options.chunks, 40);
    assert_int_equal(options.loads, 200000);
    assert_int_equal(options.line_bytes, 128);
    assert_false(options.by_lines);
    ASSERT_LIST(&options.sizes, 64 * M, 128 * M, 256 * M, 512 * M, 1024 * M);
    ASSERT_LIST(&options.strides, 128, 16384);
    assert_int_equal(options.workload_count, 2);
    assert_string_equal(options.workloads[0].name, "chase");
    assert_int_equal(options.workloads[0].streams, 1);
    assert_string_equal(options.workloads[1].name, "streams");
    assert_int_equal(options.workloads[1].streams, 8);
}

static void every_option(void **state)
{
    (void)state;
    assert_int_equal(
        parse("--machine m --side=guest --run guest-03 --pair 7 --rounds 2 --pages 4K,2M "
              "--line 64 --spans 8M,64M..256M --strides line,4K --workloads "
              "streams4,chase,streams8 --chunks 5 --loads 1000 --seed 9 "
              "--set backing=plain --set=_Kind2=a=b -o out.csv"),
        0);
    const uint64_t M = 1 << 20;
    assert_string_equal(options.machine, "m");
    assert_string_equal(options.side, "guest");
    assert_string_equal(options.run, "guest-03");
    assert_true(options.pair_given);
    assert_int_equal(options.pair, 7);
    assert_int_equal(options.rounds, 2);
    assert_string_equal(options.pages, "4K,2M");
    assert_int_equal(options.line_bytes, 64);
    ASSERT_LIST(&options.sizes, 8 * M, 64 * M, 128 * M, 256 * M);
    ASSERT_LIST(&options.strides, 64, 4096);
    assert_int_equal(options.workload_count, 3);
    assert_string_equal(options.workloads[0].name, "streams4");
    assert_string_equal(options.workloads[2].name, "streams"); /* streams8 by its usual name */
    assert_int_equal(options.chunks, 5);
    assert_int_equal(options.loads, 1000);
    assert_true(options.seed_given);
    assert_int_equal(options.seed, 9);
    assert_int_equal(options.setting_count, 2);
    assert_string_equal(options.settings[0].name, "backing");
    assert_string_equal(options.settings[0].value, "plain");
    assert_string_equal(options.settings[1].name, "_Kind2");
    assert_string_equal(options.settings[1].value, "a=b");
    assert_string_equal(options.output, "out.csv");
}

static void ranges(void **state)
{
    (void)state;
    struct list list;
    problem = (struct problem){0};
    assert_int_equal(list_parse(&list, "--lines", "1..10", 1, 0, &problem), 0);
    ASSERT_LIST(&list, 1, 2, 4, 8);
    assert_int_equal(list_parse(&list, "--lines", "1024..4096/4,5,2048", 1, 0, &problem), 0);
    ASSERT_LIST(&list, 1024, 1218, 1448, 1722, 2048, 2435, 2896, 3444, 4096, 5);
    /* Rounded to whole lines of 128. */
    assert_int_equal(list_parse(&list, "--strides", "4K..8K/4", 128, 128, &problem), 0);
    ASSERT_LIST(&list, 4096, 4864, 5760, 6912, 8192);
    /* What rounds to the same value counts once. */
    assert_int_equal(list_parse(&list, "--strides", "line..256/4", 128, 128, &problem), 0);
    ASSERT_LIST(&list, 128, 256);
    assert_int_equal(list_parse(&list, "--spans", "1G..1G", 1, 0, &problem), 0);
    ASSERT_LIST(&list, 1 << 30);
    /* A range up to the end of 64 bits ends. */
    assert_int_equal(list_parse(&list, "--lines", "1..18446744073709551615", 1, 0, &problem), 0);
    assert_int_equal(list.count, 63);
}

/* Spans between the ends are rounded to what every stride divides. */
static void spans_of_a_range_fit_the_strides(void **state)
{
    (void)state;
    assert_int_equal(parse("--spans 1M..2M/4 --strides line,16K"), 0);
    ASSERT_LIST(&options.sizes, 1 << 20, 76 * 16384, 91 * 16384, 108 * 16384, 2 << 20);
    assert_int_equal(parse("--lines 1024..2048/4 --strides 4K..8K/4"), 0);
    assert_true(options.by_lines);
}

static void wrong_command_lines(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        const char *message; /* a part of it */
    } cases[] = {
        {"--bogus 3", "unknown option '--bogus'"},
        {"--bogus=3", "unknown option '--bogus'"},
        {"-x", "unknown option '-x'"},
        {"file.csv", "unexpected argument 'file.csv'"},
        {"--spans", "--spans needs a value"},
        {"--seed 1 --seed 2", "--seed is given twice: '1' and '2'"},
        {"--seed=1 --seed=1", "--seed is given twice: '1' and '1'"},
        {"--round 3", "unknown option '--round'"}, /* no abbreviations */
        {"--hel", "unknown option '--hel'"},
        {"-h3", "unknown option '-h3'"},
        {"--bogus --rounds 0", "unknown option '--bogus'"}, /* the first problem is told */
        {"--rounds 0", "--rounds '0': not a whole number from 1"},
        {"--rounds many", "--rounds 'many': "},
        {"--rounds -1", "--rounds '-1': "},
        {"--chunks 2.5", "--chunks '2.5': "},
        {"--loads 0", "--loads '0': "},
        {"--pair x", "--pair 'x': "},
        {"--seed 18446744073709551616", "--seed '18446744073709551616': "},
        {"--line 100", "--line '100': not a power of two"},
        {"--line 8", "--line '8': "},
        {"--spans 64M..x", "--spans '64M..x': 'x' is not a number or size"},
        {"--spans 64X", "--spans '64X': '64X' is not a number or size"},
        {"--spans 0", "'0' is not a number or size"},
        {"--spans 64M,,1G", "--spans '64M,,1G': a value is missing"},
        {"--spans 64M,", "a value is missing"},
        {"--spans ..1G", "a value is missing"},
        {"--spans 1G..64M", "--spans '1G..64M': the range runs backwards"},
        {"--spans 64M..1G/3", "quarter octaves (a..b/4)"},
        {"--spans 64M..1G/", "quarter octaves (a..b/4)"},
        {"--spans 64M --lines 4K", "--spans and --lines exclude each other"},
        {"--spans 24K --strides 16K", "--spans: 24K is a multiple of no stride; --lines in place"},
        {"--spans 8K --strides 16K", "--spans: 8K is a multiple of no stride"},
        {"--spans 64K,24K --strides 16K", "--spans: 24K is a multiple of no stride"},
        {"--spans 64K --strides line,128K", "--strides: no span is a multiple of 128K; --lines"},
        {"--spans 100T", "--spans: 100T is too large"},
        {"--lines 1T --strides 1M", "too many"},
        {"--strides 64", "--strides: 64 is less than a line (128)"},
        {"--strides 192", "--strides: 192 is not a multiple of the line (128)"},
        {"--strides wide", "'wide' is not a number or size"},
        {"--workloads walk", "--workloads 'walk': workloads are"},
        {"--workloads streams17", "--workloads 'streams17': "},
        {"--workloads streams0", "--workloads 'streams0': "},
        {"--workloads streams08", "--workloads 'streams08': "},
        {"--workloads streamsx", "--workloads 'streamsx': "},
        {"--workloads chase,", "--workloads '': "},
        {"--set backing", "--set 'backing': not NAME=VALUE"},
        {"--set =plain",
         "--set '=plain': '' cannot name a factor: a name is letters, digits and _"},
        {"--set a,b=c", "--set 'a,b=c': 'a,b' cannot name a factor: a name is letters"},
        {"--set a.b=c", "--set 'a.b=c': 'a.b' cannot name a factor: a name is letters"},
        {"--set a-b=c", "--set 'a-b=c': 'a-b' cannot name a factor: a name is letters"},
        {"--set 2nd=c",
         "'2nd' cannot name a factor: a name is letters, digits and _, and does not "
         "begin with a digit"},
        {"--set \xc3\xbc=c", "cannot name a factor: a name is letters"},
        {"--set span_bytes=3", "'span_bytes' cannot name a factor: it is a column of the log"},
        {"--set kernel=3", "'kernel' cannot name a factor: it is a key that the collector writes"},
        {"--set median_ns=3", "'median_ns' cannot name a factor: it has a meaning of its own"},
        {"--set backing=", "--set ''"},
        {"--set b=1 --set b=2", "--set 'b=2': 'b' is set twice"},
        {"--run=", "--run ''"},
        {"--output x", "unknown option '--output'"},
        {"-o=x", "unknown option '-o=x'"},
        {"--seed=1 -o=", "unknown option '-o='"},
        {"--machine a\tb", "--machine 'a\tb'"},
        {"--run \xff", "a name is 1 to 255 bytes of UTF-8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (parse(cases[i].arguments) == 0)
            fail_msg("'%s' was accepted", cases[i].arguments);
        if (!strstr(problem.text, cases[i].message))
            fail_msg("'%s' says: %s", cases[i].arguments, problem.text);
    }
}

static void a_dash_is_standard_output(void **state)
{
    (void)state;
    assert_int_equal(parse("-o -"), 0);
    assert_null(options.output);
    assert_int_equal(parse("-o ./-"), 0);
    assert_string_equal(options.output, "./-");
    char *arguments[] = {"", "-o", ""};
    problem = (struct problem){0};
    assert_int_equal(options_parse(&options, 3, arguments, &problem), -1);
    assert_string_equal(problem.text, "-o '': a file needs a name");
}

/* A pair that cannot be is left to the plan, as long as either of it can be measured otherwise. */
static void spans_and_strides_need_not_all_fit(void **state)
{
    (void)state;
    assert_int_equal(parse("--spans 8K..64K --strides 128,16K"), 0);
    ASSERT_LIST(&options.sizes, 8192, 16384, 32768, 65536);
    assert_int_equal(parse("--spans 24K,32K --strides line,16K"), 0);
    assert_int_equal(parse("--spans 12K,16K --strides 4K,8K,6K"), 0);
}

/* Every name with another meaning: columns, keys of the preamble, results, words of articles. */
static void taken_names_are_refused(void **state)
{
    (void)state;
    static const char names[] =
        "run side pair round seq workload page_kind page_bytes line_bytes span_bytes stride_bytes "
        "phase chunk loads elapsed_ns clock_adds clock_before_ns clock_after_ns start_ns "
        "cpu_before cpu_after faults switches steal_ns note cycles instructions page_faults "
        "dtlb_loads dtlb_load_misses "
        "machine factors collector hypervisor kernel boot_id cpus caches pools ksm clocksource "
        "clock libc memory steal seed start options stopped end base "
        "n dropped min_ns q1_ns median_ns q3_ns max_ns runs centre_ns ci_low_ns ci_high_ns "
        "ci_coverage icc design_effect median_low_ns median_high_ns median_cycles "
        "clock_adds_per_ns cycles_per_load chunks clean_chunks ns_per_load outcome reason file "
        "first_line last_line kind count base_side base_page_kind base_page_bytes "
        "base_span_bytes base_stride_bytes base_level base_anything delta_ns percent ratio "
        "paired_ns paired_percent percent_ci_low percent_ci_high pairs excluded_ns "
        "excluded_percent equivalent p runs_needed pairing_gain percent_cycles "
        "paired_percent_cycles "
        "page line span stride rows columns rest x series split value caption title subtitle "
        "width height reference label optional delta from";
    char copy[sizeof names], argument[64];
    memcpy(copy, names, sizeof names);
    for (char *name = strtok(copy, " "); name; name = strtok(NULL, " ")) {
        char *arguments[] = {"", "--set", argument};
        snprintf(argument, sizeof argument, "%s=1", name);
        problem = (struct problem){0};
        if (options_parse(&options, 3, arguments, &problem) == 0)
            fail_msg("--set %s was accepted", argument);
        assert_non_null(strstr(problem.text, "cannot name a factor: it "));
        /* What only contains such a name is free. */
        snprintf(argument, sizeof argument, "my_%s=1", name);
        problem = (struct problem){0};
        assert_int_equal(options_parse(&options, 3, arguments, &problem), 0);
    }
}

static void help_and_version_win(void **state)
{
    (void)state;
    assert_int_equal(parse("-h"), 0);
    assert_true(options.help);
    assert_false(options.version);
    assert_int_equal(parse("--version"), 0);
    assert_true(options.version);
    assert_false(options.help);
    static const char *const wrong[] = {
        "--rounds 0",  "--bogus 3",     "file.csv",    "--seed 1 --seed 2",
        "--spans 64X", "--set kernel=", "--machine= ", "--spans 24K --strides 16K",
    };
    char text[128];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(parse(wrong[i]), -1);
        snprintf(text, sizeof text, "%s --help", wrong[i]);
        assert_int_equal(parse(text), 0);
        assert_true(options.help);
        assert_false(problem.set);
        snprintf(text, sizeof text, "--version %s", wrong[i]);
        assert_int_equal(parse(text), 0);
        assert_true(options.version);
    }
    assert_int_equal(parse("-h --spans"), 0);
    assert_true(options.help);
    /* The word after an option is its value, whatever it looks like. */
    assert_int_equal(parse("--run --help"), 0);
    assert_false(options.help);
    assert_string_equal(options.run, "--help");
}

static void too_many_settings(void **state)
{
    (void)state;
    char text[16 * (OPTIONS_SETTINGS_MAX + 1)] = "";
    char *arguments[2 * (OPTIONS_SETTINGS_MAX + 1) + 1] = {""};
    for (int i = 0; i <= OPTIONS_SETTINGS_MAX; i++) {
        snprintf(text + 16 * i, 16, "s%d=v", i);
        arguments[2 * i + 1] = "--set";
        arguments[2 * i + 2] = text + 16 * i;
    }
    problem = (struct problem){0};
    assert_int_equal(options_parse(&options, 2 * OPTIONS_SETTINGS_MAX + 1, arguments, &problem), 0);
    assert_int_equal(options_parse(&options, 2 * OPTIONS_SETTINGS_MAX + 3, arguments, &problem),
                     -1);
    assert_non_null(strstr(problem.text, "more than 48 settings"));
}

static void too_many_values(void **state)
{
    (void)state;
    char text[LIST_MAX * 5 + 8] = "1";
    struct list list;
    problem = (struct problem){0};
    for (int i = 2; i <= LIST_MAX + 1; i++) {
        size_t length = strlen(text);
        text[length] = ',';
        text[length + 1] = (char)('0' + i / 100);
        text[length + 2] = (char)('0' + i / 10 % 10);
        text[length + 3] = (char)('0' + i % 10);
        text[length + 4] = '\0';
    }
    assert_int_equal(list_parse(&list, "--lines", text, 1, 0, &problem), -1);
    assert_non_null(strstr(problem.text, "more than 256 values"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        cmocka_unit_test(every_option),
        cmocka_unit_test(ranges),
        cmocka_unit_test(spans_of_a_range_fit_the_strides),
        cmocka_unit_test(wrong_command_lines),
        cmocka_unit_test(a_dash_is_standard_output),
        cmocka_unit_test(spans_and_strides_need_not_all_fit),
        cmocka_unit_test(taken_names_are_refused),
        cmocka_unit_test(help_and_version_win),
        cmocka_unit_test(too_many_settings),
        cmocka_unit_test(too_many_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * The log's file and its preamble: one run has a file, and a key is one line that readers keep.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../log.h"
#include "../text.h"

static char folder[] = "/tmp/log_test.XXXXXX";
static char path[64];
static struct problem problem;

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/log.csv", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static int no_file(void **state)
{
    (void)state;
    problem = (struct problem){0};
    return unlink(path) < 0 && access(path, F_OK) == 0 ? -1 : 0;
}

static void assert_problem(const char *text)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s: %s", path, text);
    assert_string_equal(problem.text, whole);
    problem = (struct problem){0};
}

/* The whole file, until the next call. */
static const char *content(void)
{
    static char text[16384];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(file >= 0);
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    assert_true(length >= 0);
    text[length] = '\0';
    return text;
}

/* Locks of two open files exclude each other within a process as between two. */
static void a_new_file_has_one_owner(void **state)
{
    (void)state;
    struct log first, second;
    assert_int_equal(log_open(&first, path, &problem), 0);
    assert_int_equal(log_open(&second, path, &problem), -1);
    assert_problem("another run is writing it: choose another name");
    assert_int_equal(log_header(&first, &problem), 0);
    assert_int_equal(log_open(&second, path, &problem), -1);
    assert_problem("another run is writing it: choose another name");
    assert_int_equal(log_close(&first, &problem), 0);
    assert_int_equal(log_open(&second, path, &problem), -1);
    assert_problem("there already, and a log is never overwritten: choose another name");
}

static void an_empty_file_has_one_owner(void **state)
{
    (void)state;
    struct log first, second;
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    assert_int_equal(log_open(&first, path, &problem), 0);
    assert_int_equal(log_open(&second, path, &problem), -1);
    assert_problem("another run is writing it: choose another name");
    assert_int_equal(log_close(&first, &problem), 0);
    /* Nothing was written, so it is still free. */
    assert_int_equal(log_open(&second, path, &problem), 0);
    assert_int_equal(log_end(&second, NULL, &problem), 0);
    assert_int_equal(log_close(&second, &problem), 0);
    assert_string_equal(content(), "# end: rows=0\n");
}

static void an_end_tells_the_signal(void **state)
{
    (void)state;
    struct log log;
    assert_int_equal(log_open(&log, path, &problem), 0);
    assert_int_equal(log_end(&log, "SIGTERM", &problem), 0);
    assert_int_equal(log_close(&log, &problem), 0);
    assert_string_equal(content(), "# stopped: SIGTERM\n# end: rows=0\n");
}

static void keys_are_one_line(void **state)
{
    (void)state;
    struct log log;
    assert_int_equal(log_open(&log, path, &problem), 0);
    log_key(&log, KEY_CPU_MODEL, "a\nb\x7f%s", "\xff\xc3\xbc");
    log_setting(&log, "backing", "plain");
    assert_int_equal(log_header(&log, &problem), 0);
    assert_int_equal(log_close(&log, &problem), 0);
    const char *expected = "# cpu model: a b  \xc3\xbc\n# backing: plain\nrun,side,pair,";
    assert_memory_equal(content(), expected, strlen(expected));
}

/* Readers drop a line whose key and value pass 4096 bytes. */
static void long_values_are_cut_and_say_so(void **state)
{
    (void)state;
    struct log log;
    char value[6000];
    memset(value, 'v', sizeof value);
    value[sizeof value - 1] = '\0';
    assert_int_equal(log_open(&log, path, &problem), 0);
    log_key(&log, KEY_OPTIONS, "%s", value);
    value[3000] = '\0';
    log_key(&log, KEY_OPTIONS, "%s", value);
    assert_int_equal(log_header(&log, &problem), 0);
    assert_int_equal(log_close(&log, &problem), 0);
    const char *text = content();
    size_t length = strcspn(text, "\n");
    assert_in_range(length, 3900, 4096);
    assert_memory_equal(text + length - 5, "vv...", 5);
    text += length + 1;
    length = strcspn(text, "\n");
    assert_int_equal(length, strlen("# options: ") + 3000);
    assert_int_equal(text[length - 1], 'v');
}

/* What every key and column is called is what --set refuses. */
static void names_are_whole_and_taken(void **state)
{
    (void)state;
    for (int key = 0; key <= KEY_END; key++) {
        const char *name = names_key((enum key)key);
        assert_true(name && *name);
        assert_non_null(names_trouble(name));
        for (int other = 0; other < key; other++)
            assert_string_not_equal(names_key((enum key)other), name);
    }
    size_t columns = 0;
    for (; names_column(columns); columns++)
        assert_string_equal(names_trouble(names_column(columns)), "it is a column of the log");
    assert_int_equal(columns, 25);
    assert_string_equal(names_trouble("ksm"), "it is a key that the collector writes itself");
}

static void names_of_runs_are_utf8(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
        const char *clean;
    } cases[] = {
        {"guest, \"one\"", true, "guest, \"one\""},
        {"\xc3\xbc", true, "\xc3\xbc"},                                 /* U+00FC */
        {"\xe2\x82\xac", true, "\xe2\x82\xac"},                         /* U+20AC */
        {"\xf0\x9f\x98\x80", true, "\xf0\x9f\x98\x80"},                 /* U+1F600 */
        {"\xed\x9f\xbf\xee\x80\x80", true, "\xed\x9f\xbf\xee\x80\x80"}, /* beside surrogates */
        {"\xf4\x8f\xbf\xbf", true, "\xf4\x8f\xbf\xbf"},                 /* U+10FFFF */
        {"", false, ""},
        {" a", false, " a"},
        {"a ", false, "a "},
        {"a\tb", false, "a b"},
        {"a\x7f", false, "a "},
        {"\xff", false, " "},
        {"a\x80", false, "a "}, /* continues nothing */
        {"\xc3", false, " "},   /* cut */
        {"\xe2\x82", false, "  "},
        {"\xc0\xaf", false, "  "}, /* overlong */
        {"\xe0\x9f\xbf", false, "   "},
        {"\xf0\x8f\xbf\xbf", false, "    "},
        {"\xed\xa0\x80", false, "   "},      /* a surrogate */
        {"\xf4\x90\x80\x80", false, "    "}, /* above U+10FFFF */
        {"\xf5\x80\x80\x80", false, "    "},
        {"\xc2\x85", false, "  "}, /* a control character, U+0085 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        strcpy(text, cases[i].text);
        if (text_is_name(text) != cases[i].good)
            fail_msg("case %zu is %s", i, cases[i].good ? "refused" : "taken");
        text_clean(text);
        assert_string_equal(text, cases[i].clean);
    }
    char longest[TEXT_NAME_MAX + 2];
    memset(longest, 'n', sizeof longest);
    longest[TEXT_NAME_MAX] = '\0';
    assert_true(text_is_name(longest));
    longest[TEXT_NAME_MAX] = 'n';
    longest[TEXT_NAME_MAX + 1] = '\0';
    assert_false(text_is_name(longest));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, no_file, no_file)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_file_has_one_owner),
        TEST(an_empty_file_has_one_owner),
        TEST(an_end_tells_the_signal),
        TEST(keys_are_one_line),
        TEST(long_values_are_cut_and_say_so),
        cmocka_unit_test(names_are_whole_and_taken),
        cmocka_unit_test(names_of_runs_are_utf8),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

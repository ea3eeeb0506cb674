/* Which files are logs, and what they are called. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "logs.h"

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* A log of one run with one row. */
static void write_log(const char *name, const char *run)
{
    char text[512];
    snprintf(text, sizeof text, HEADER "%s,guest,1,chase,4096,1048576,128,0,1000,5000\n" END("1"),
             run);
    logs_write(name, text);
}

static void assert_inputs(const struct campaign *campaign, const char *names)
{
    struct text text = {0};
    for (size_t i = 0; i < campaign->input_count; i++)
        text_format(&text, "%s ", campaign->inputs[i].name);
    assert_string_equal(text.bytes ? text.bytes : "", names);
    text_free(&text);
}

static void assert_read(const char *const *arguments, const char *names)
{
    struct campaign campaign;
    struct error error;
    if (logs_read(&campaign, &error, arguments) < 0)
        fail_msg("%s: %s", error.file, error.message);
    assert_inputs(&campaign, names);
    campaign_free(&campaign);
}

static void assert_refused(const char *const *arguments, const char *file, const char *message)
{
    struct campaign campaign;
    struct error error;
    assert_int_equal(logs_read(&campaign, &error, arguments), -1);
    assert_string_equal(error.file, file);
    assert_string_equal(error.message, message);
    campaign_free(&campaign);
}

static void walk_takes_logs_in_bytewise_order(void **state)
{
    (void)state;
    logs_folder("d");
    logs_folder("d/z");
    logs_folder("d/.hidden");
    write_log("d/b.csv", "b");
    write_log("d/B.csv.gz", "B");
    write_log("d/z/a.csv.zst", "a");
    logs_write("d/notes.txt", "not a log");
    logs_write("d/b.csv.bak", "not a log");
    write_log("d/.b.csv", "dot");
    write_log("d/.hidden/b.csv", "dot2");
    assert_read(NAMES("d"), "B.csv.gz b.csv z/a.csv.zst ");
}

static void own_output_is_left_alone(void **state)
{
    (void)state;
    logs_folder("d");
    logs_folder("d/results");
    logs_folder("d/report");
    write_log("d/a.csv", "a");
    logs_write("d/results/results.json", "{}");
    write_log("d/results/cells.csv", "r");
    logs_write("d/report/.pagewalk-report", "");
    write_log("d/report/table.csv", "t");
    assert_read(NAMES("d"), "a.csv ");
    assert_refused(NAMES("d/results"), logs_path("d/results"),
                   "a directory of results or reports, not of logs");
    assert_refused(NAMES("d", "d/report"), logs_path("d/report"),
                   "a directory of results or reports, not of logs");
}

static void links_are_not_followed_but_listed(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_folder("d");
    logs_folder("d/deep");
    write_log("d/deep/a.csv", "a");
    assert_int_equal(symlink("..", logs_path("d/deep/loop")), 0);
    assert_int_equal(symlink("deep/a.csv", logs_path("d/latest.csv")), 0);
    assert_int_equal(symlink("nowhere", logs_path("d/readme")), 0);
    assert_int_equal(symlink("d", logs_path("way-in")), 0);
    logs_read_one(&campaign, "way-in");
    assert_inputs(&campaign, "deep/a.csv ");
    assert_problem(&campaign, "latest.csv", 0, "symbolic link, not followed", "");
    assert_problem(&campaign, "deep/loop", 0, "symbolic link, not followed", "");
    assert_int_equal(campaign.problem_count, 2);
    assert_only_file(&campaign, OUTCOME_USED, "");
    campaign_free(&campaign);
}

static void fifos_and_devices_are_rejected_unopened(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_folder("d");
    write_log("d/a.csv", "a");
    assert_int_equal(mkfifo(logs_path("d/fifo.csv"), 0666), 0);
    assert_int_equal(mkfifo(logs_path("d/fifo"), 0666), 0);
    logs_read_one(&campaign, "d");
    assert_inputs(&campaign, "a.csv ");
    assert_problem(&campaign, "fifo.csv", 0, "not a regular file", "");
    assert_int_equal(logs_count(&campaign, "file", OUTCOME_REJECTED, "not a regular file"), 1);
    assert_int_equal(logs_total(&campaign, "file"), 2);
    campaign_free(&campaign);
    assert_refused(NAMES("d/fifo.csv"), logs_path("d/fifo.csv"),
                   "cannot open: not a file or directory");
}

static void unreadable_below_an_argument_is_rejected(void **state)
{
    (void)state;
    struct campaign campaign;
    logs_folder("d");
    logs_folder("d/closed");
    write_log("d/a.csv", "a");
    write_log("d/secret.csv", "b");
    chmod(logs_path("d/secret.csv"), 0);
    chmod(logs_path("d/closed"), 0);
    bool root = geteuid() == 0; /* reads everything */
    if (root) {
        chmod(logs_path(""), 0755);
        assert_int_equal(seteuid(65534), 0);
    }
    logs_read_one(&campaign, "d");
    if (root)
        assert_int_equal(seteuid(0), 0);
    assert_problem(&campaign, "secret.csv", 0, "cannot be opened", "");
    assert_problem(&campaign, "closed", 0, "cannot be opened", "");
    assert_int_equal(logs_total(&campaign, "file"), 3);
    campaign_free(&campaign);
    chmod(logs_path("d/closed"), 0777);
}

static void an_argument_must_exist(void **state)
{
    (void)state;
    write_log("a.csv", "a");
    assert_refused(NAMES("a.csv", "b.csv"), logs_path("b.csv"),
                   "cannot open: No such file or directory");
}

static void no_log_at_all_is_an_error(void **state)
{
    (void)state;
    logs_folder("d");
    logs_write("d/readme.txt", "x");
    assert_refused(NAMES("d"), "", "no log: no file ends in .csv, .csv.gz or .csv.zst");
}

static void files_have_their_base_name_whatever_it_is(void **state)
{
    (void)state;
    logs_folder("d");
    write_log("d/run.log", "a");
    write_log("d/.dot.csv", "b");
    assert_read(NAMES("d/run.log", "d/.dot.csv"), ".dot.csv run.log ");
}

static void equal_names_get_the_shortest_distinct_path(void **state)
{
    (void)state;
    static const char *const folders[] = {"x", "y", "x/a", "y/a", "x/b", "x/a/s", "x/b/s"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        logs_folder(folders[i]);
    write_log("x/a/g.csv", "1");
    write_log("y/a/g.csv", "2");
    write_log("x/b/g.csv", "3");
    write_log("x/b/h.csv", "4");
    assert_read(NAMES("x/a/g.csv", "y/a/g.csv", "x/b"), "b/g.csv h.csv x/a/g.csv y/a/g.csv ");
    assert_read(NAMES("x/b", "y/a/g.csv", "x/a/g.csv"), "b/g.csv h.csv x/a/g.csv y/a/g.csv ");
    /* Names that already have folders grow at the front. */
    write_log("x/a/s/g.csv", "5");
    write_log("x/b/s/g.csv", "6");
    unlink(logs_path("x/a/g.csv"));
    unlink(logs_path("x/b/g.csv"));
    unlink(logs_path("x/b/h.csv"));
    assert_read(NAMES("x/a", "x/b"), "a/s/g.csv b/s/g.csv ");
}

static void a_file_reached_twice_is_read_once(void **state)
{
    (void)state;
    logs_folder("d");
    write_log("d/a.csv", "a");
    assert_int_equal(symlink("d", logs_path("link")), 0);
    assert_read(NAMES("d", "d/a.csv", "link", "d/../d"), "a.csv ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, logs_setup, logs_teardown)
        TEST(walk_takes_logs_in_bytewise_order),
        TEST(own_output_is_left_alone),
        TEST(links_are_not_followed_but_listed),
        TEST(fifos_and_devices_are_rejected_unopened),
        TEST(unreadable_below_an_argument_is_rejected),
        TEST(an_argument_must_exist),
        TEST(no_log_at_all_is_an_error),
        TEST(files_have_their_base_name_whatever_it_is),
        TEST(equal_names_get_the_shortest_distinct_path),
        TEST(a_file_reached_twice_is_read_once),
    };
    return cmocka_run_group_tests_name("log_find", tests, NULL, NULL);
}

/*
 * What makes a measurement one: what is called in which order, what is inside the time of a chunk,
 * how many loads are really done, and what is verified before and after.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../log.h"
#include "measure_traced.h"

/* 64 KB of base pages, one line of 128 bytes in every 128: 512 lines, enough for every test. */
#define LINES 512

static struct measurement measurement;
static struct measure measure;
static struct cell cell;

static int begin(void **state)
{
    (void)state;
    traced_reset();
    measure = (struct measure){
        .chunks = CHUNKS, .loads = 2000, .start_ns = 1000000, .stop = &asked_to_stop};
    cell = (struct cell){.workload = {"chase", 1},
                         .page = {PAGE_BASE, (uint64_t)sysconf(_SC_PAGESIZE)},
                         .line_bytes = 128,
                         .span_bytes = LINES * 128,
                         .stride_bytes = 128};
    struct problem problem = {0};
    return measurement_init(&measurement, &measure, &problem);
}

static int end(void **state)
{
    (void)state;
    measurement_free(&measurement);
    return mapped ? -1 : 0;
}

static enum outcome run(void)
{
    return measurement_run(&measurement, &measure, &cell, 7);
}

#define POPULATED "map events now populate now events verify\n"
#define LINKED "events now link:0-512 now events "
#define CHUNK(walk) "events steal1 check events now " walk " now events check steal1 "

static void everything_happens_in_order(void **state)
{
    (void)state;
    assert_int_equal(run(), MEASURED);
    assert_string_equal(trace, POPULATED LINKED "walk:1x512 " /* the lap that warms up */
                        CHUNK("walk:1x2000") CHUNK("walk:1x2000") CHUNK("walk:1x2000") "verify\n"
                                                                                       "unmap\n");
    assert_int_equal(measurement.count, 2 + CHUNKS);
    assert_false(measurement.problem.set);
}

static void streams_share_the_lap_and_the_chunk(void **state)
{
    (void)state;
    cell.workload = (struct workload){"streams3", 3};
    assert_int_equal(run(), MEASURED);
    /* 171 steps of three reach all 512 lines; 2001 loads is nearest to 2000. */
    assert_string_equal(trace, POPULATED LINKED "walk:3x171 " CHUNK("walk:3x667")
                                   CHUNK("walk:3x667") CHUNK("walk:3x667") "verify\nunmap\n");
    for (size_t i = 2; i < measurement.count; i++)
        assert_int_equal(measurement.chunks[i].loads, 2001);
}

/* The time of a chunk is that of its loads and of one reading of the clock, to the nanosecond. */
static void only_the_loads_are_timed(void **state)
{
    (void)state;
    assert_int_equal(run(), MEASURED);
    const struct chunk *populated = &measurement.chunks[0], *linked = &measurement.chunks[1];
    assert_int_equal(populated->phase, PHASE_POPULATE);
    assert_int_equal(populated->loads, LINES * 128 / cell.page.bytes);
    assert_int_equal(populated->elapsed_ns, 700001);
    assert_int_equal(populated->faults, 16);
    assert_int_equal(populated->clock_before_ns, 0);
    assert_int_equal(linked->phase, PHASE_LINK);
    assert_int_equal(linked->loads, LINES);
    assert_int_equal(linked->elapsed_ns, 90001);
    uint64_t last = 0;
    for (unsigned i = 0; i < CHUNKS; i++) {
        const struct chunk *chunk = &measurement.chunks[2 + i];
        assert_int_equal(chunk->phase, PHASE_LOOP);
        assert_int_equal(chunk->number, i);
        assert_int_equal(chunk->loads, 2000);
        assert_int_equal(chunk->elapsed_ns, 2000 * STEP_NS + 1);
        /* Checks are numbered as they are made: each chunk has its own two. */
        assert_int_equal(chunk->clock_before_ns, 25001 + 2 * i);
        assert_int_equal(chunk->clock_after_ns, 25002 + 2 * i);
        assert_true(i == 0 || chunk->start_ns - last ==
                                  2000 * STEP_NS + 2 + 3 * EVENTS_NS + 2 * STEAL_NS + 2 * CHECK_NS);
        last = chunk->start_ns;
    }
    /* Since the run began: the two other phases, the lap, and what precedes the first time. */
    assert_int_equal(measurement.chunks[2].start_ns,
                     700000 + 90000 + LINES * STEP_NS + 6 * EVENTS_NS + STEAL_NS + CHECK_NS + 5);
}

static void chunks_follow_one_chain(void **state)
{
    (void)state;
    assert_int_equal(run(), MEASURED);
    assert_false(strayed);
    assert_int_equal(walks, 1 + CHUNKS);
}

static void a_disturbance_is_its_chunks(void **state)
{
    (void)state;
    fault.disturb_walk = 3; /* after the lap and chunk 0: chunk 1 */
    assert_int_equal(run(), MEASURED);
    for (unsigned i = 0; i < CHUNKS; i++) {
        const struct chunk *chunk = &measurement.chunks[2 + i];
        assert_int_equal(chunk->faults, i == 1 ? 2 : 0);
        assert_int_equal(chunk->switches, i == 1 ? 3 : 0);
        assert_int_equal(chunk->steal_ns, i == 1 ? 20000000 : 0);
        assert_int_equal(chunk->cpu_before, 1);
        assert_int_equal(chunk->cpu_after, 1);
    }
}

static void a_chunk_that_moved_has_no_steal(void **state)
{
    (void)state;
    fault.disturb_walk = 3;
    fault.move = true;
    assert_int_equal(run(), MEASURED);
    const struct chunk *chunk = &measurement.chunks[3];
    assert_int_equal(chunk->cpu_before, 1);
    assert_int_equal(chunk->cpu_after, 2);
    assert_int_equal(chunk->steal_ns, EVENTS_UNKNOWN);
    assert_int_equal(measurement.chunks[4].steal_ns, 0);
}

static void wrong_pages_are_not_measured(void **state)
{
    (void)state;
    fault.lose_page_when_populated = true;
    assert_int_equal(run(), SKIPPED);
    assert_string_equal(trace, POPULATED "unmap\n");
    assert_non_null(strstr(measurement.problem.text, " of 65536 bytes are resident"));
    assert_null(strstr(measurement.problem.text, "after the loop"));
}

/* A page that is lost on the way makes the measurement a skipped row that says when. */
static void pages_that_change_make_a_skipped_row(void **state)
{
    (void)state;
    char path[] = "/tmp/measure_test.XXXXXX", text[4096];
    fault.lose_page_after_loop = true;
    assert_int_equal(run(), SKIPPED);
    assert_int_equal(walks, 1 + CHUNKS);

    struct log log;
    struct problem problem = {0};
    const struct log_run names = {"r", "guest", false, 0};
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(log_open(&log, path, &problem), 0);
    assert_int_equal(log_measurement(&log, &names, 1, &cell, &measurement, true, &problem), 0);
    assert_int_equal(log_close(&log, &problem), 0);
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    unlink(path);
    assert_true(length > 0);
    text[length] = '\0';
    char *newline = strchr(text, '\n');
    assert_true(newline == text + length - 1);
    assert_non_null(strstr(text, ",128,skipped,,,,,,,,,,,,,\"after the loop: "));
    assert_non_null(strstr(text, " of 65536 bytes are resident, 0 swapped out\"\n"));
}

static void a_clock_that_stands_still_measures_nothing(void **state)
{
    (void)state;
    fault.frozen_clock = true;
    assert_int_equal(run(), SKIPPED);
    assert_string_equal(measurement.problem.text,
                        "the clock stood still while it was used: its "
                        "step is 4000000 ns, which is too coarse");
}

/* Between two pieces of a long chunk, and nowhere within an ordinary one. */
static void a_long_chunk_can_be_stopped(void **state)
{
    (void)state;
    measure.loads = 3 * PIECE + 5;
    fault.stop_in_walk = 3; /* the second piece of the first chunk */
    assert_int_equal(run(), STOPPED);
    assert_string_equal(trace, POPULATED LINKED
                        "walk:1x512 " CHUNK("walk:1x1048576 walk:1x1048576") "unmap\n");
}

static void a_long_chunk_is_walked_whole(void **state)
{
    (void)state;
    measure.chunks = 1;
    measure.loads = 2 * PIECE + 5;
    assert_int_equal(run(), MEASURED);
    assert_string_equal(trace, POPULATED LINKED "walk:1x512 " CHUNK(
                                   "walk:1x1048576 walk:1x1048576 walk:1x5") "verify\nunmap\n");
    assert_int_equal(measurement.chunks[2].loads, 2 * PIECE + 5);
    assert_int_equal(measurement.chunks[2].elapsed_ns, (2 * PIECE + 5) * STEP_NS + 1);
    assert_false(strayed);
}

static void a_chunk_of_a_piece_is_one_walk(void **state)
{
    (void)state;
    measure.chunks = 1;
    measure.loads = PIECE;
    assert_int_equal(run(), MEASURED);
    assert_string_equal(trace, POPULATED LINKED "walk:1x512 " CHUNK("walk:1x1048576") "verify\n"
                                                                                      "unmap\n");
}

/* A chain that is not linked to its end must not be followed. */
static void a_stop_before_the_loop_ends_at_once(void **state)
{
    (void)state;
    fault.stop_in_populate = true;
    assert_int_equal(run(), STOPPED);
    assert_string_equal(trace, "map events now populate now events unmap\n");
    asked_to_stop = 0;
    trace[0] = '\0';
    fault.stop_in_populate = false;
    fault.stop_in_link = true;
    assert_int_equal(run(), STOPPED);
    assert_string_equal(trace, POPULATED LINKED "unmap\n");
    assert_int_equal(walks, 0);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(everything_happens_in_order),
        TEST(streams_share_the_lap_and_the_chunk),
        TEST(only_the_loads_are_timed),
        TEST(chunks_follow_one_chain),
        TEST(a_disturbance_is_its_chunks),
        TEST(a_chunk_that_moved_has_no_steal),
        TEST(wrong_pages_are_not_measured),
        TEST(pages_that_change_make_a_skipped_row),
        TEST(a_clock_that_stands_still_measures_nothing),
        TEST(a_long_chunk_can_be_stopped),
        TEST(a_long_chunk_is_walked_whole),
        TEST(a_chunk_of_a_piece_is_one_walk),
        TEST(a_stop_before_the_loop_ends_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * The timed loops: a walk of k loads ends at exactly the k-th successor, for every number of
 * streams.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../chain.h"
#include "../loads.h"
#include "../measure.h"

#define LINES 1021 /* prime, so that no count of loads lands on the start by accident */
#define LINE 64

static unsigned char *memory;
static struct chain chain;

static int make_chain(void **state)
{
    (void)state;
    memory = aligned_alloc(4096, LINES * LINE / 4096 * 4096 + 4096);
    if (!memory)
        return -1;
    chain_init(&chain, LINES * LINE, LINE, LINE, 11);
    chain_link(&chain, memory, 0, LINES);
    return 0;
}

static int free_chain(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

/* The address k loads after position `from` of the cycle, from the closed form. */
static void *successor(uint64_t from, uint64_t k)
{
    return memory + chain_offset(&chain, cycle_line(&chain.cycle, (from + k) % LINES));
}

static void walk_ends_at_the_successor(unsigned streams, uint64_t k)
{
    void *at[LOADS_STREAMS_MAX + 1];
    for (unsigned i = 0; i <= LOADS_STREAMS_MAX; i++)
        at[i] = successor(61 * i, 0);
    loads_walk(streams, at, k);
    /* Streams beyond the last are left alone. */
    for (unsigned i = 0; i <= LOADS_STREAMS_MAX; i++)
        if (at[i] != successor(61 * i, i < streams ? k : 0))
            fail_msg("%u streams, %d loads: stream %u is astray", streams, (int)k, i);
}

static void every_count_of_streams_and_loads(void **state)
{
    (void)state;
    for (unsigned streams = 1; streams <= LOADS_STREAMS_MAX; streams++) {
        for (uint64_t k = 0; k <= 200; k++)
            walk_ends_at_the_successor(streams, k);
        walk_ends_at_the_successor(streams, 32 * 1000);
        walk_ends_at_the_successor(streams, 100003);
    }
}

static void walks_continue(void **state)
{
    (void)state;
    void *at[LOADS_STREAMS_MAX];
    for (unsigned i = 0; i < 8; i++)
        at[i] = successor(100 * i, 0);
    for (int i = 0; i < 10; i++)
        loads_walk(8, at, 77);
    for (unsigned i = 0; i < 8; i++)
        assert_ptr_equal(at[i], successor(100 * i, 770));
}

static void streams_share_the_loads_equally(void **state)
{
    (void)state;
    assert_int_equal(measure_loads(200000, 1), 200000);
    assert_int_equal(measure_loads(200000, 8), 200000);
    assert_int_equal(measure_loads(200000, 3), 200001);
    assert_int_equal(measure_loads(200000, 7), 199997);
    assert_int_equal(measure_loads(1, 16), 16);
    for (unsigned streams = 1; streams <= LOADS_STREAMS_MAX; streams++)
        assert_int_equal(measure_loads(12345, streams) % streams, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_count_of_streams_and_loads),
        cmocka_unit_test(walks_continue),
        cmocka_unit_test(streams_share_the_loads_equally),
    };
    return cmocka_run_group_tests(tests, make_chain, free_chain);
}

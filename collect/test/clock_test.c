/*
 * The clock: it goes forward, a check is the fastest of its parts and as long as its adds.
 *
 * clock.c is compiled here once more over a clock of ours, which tells the times it is given.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "../clock.h"

static uint64_t (*told)(unsigned reading); /* the time of reading 0, 1, ..., ns */
static unsigned asked;

static int told_gettime(clockid_t clock, struct timespec *time)
{
    assert_int_equal(clock, CLOCK_MONOTONIC_RAW);
    uint64_t ns = told(asked++);
    *time = (struct timespec){(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    return 0;
}

#define clock_gettime told_gettime
#define clock_now told_now
#define clock_check told_check
#define clock_step told_step

uint64_t clock_now(void);
uint64_t clock_check(void);
uint64_t clock_step(void);

#include "../clock.c"

#undef clock_now
#undef clock_check
#undef clock_step

static uint64_t parts[CLOCK_PARTS];

/* Part i takes parts[i]; between two parts lies more than any of them. */
static uint64_t part_times(unsigned reading)
{
    uint64_t time = 5000000000;
    for (unsigned i = 0; i < reading; i++)
        time += i % 2 == 0 ? parts[i / 2 % CLOCK_PARTS] : 1000000;
    return time;
}

static void a_check_is_its_fastest_part(void **state)
{
    (void)state;
    told = part_times;
    for (unsigned fastest = 0; fastest < CLOCK_PARTS; fastest++) {
        for (unsigned i = 0; i < CLOCK_PARTS; i++)
            parts[i] = 9000 + i;
        parts[fastest] = 7001;
        asked = 0;
        assert_int_equal(told_check(), 7001 * CLOCK_PARTS);
        assert_int_equal(asked, 2 * CLOCK_PARTS);
    }
}

static uint64_t every_third_reading(unsigned reading)
{
    return reading / 3 * 40;
}

/* The jump from 40 to 41 ms is a step of the clock, longer ones are time that passed. */
static uint64_t ticks(unsigned reading)
{
    return (reading < 3000 ? 40 : reading < 3001 ? 41 : 50) * UINT64_C(1000000);
}

static void the_step_is_the_smallest_seen(void **state)
{
    (void)state;
    asked = 0;
    told = every_third_reading;
    assert_int_equal(told_step(), 40);
    asked = 0;
    told = ticks;
    assert_int_equal(told_step(), 1000000);
}

static uint64_t seconds(unsigned reading)
{
    return UINT64_C(3000000007) * (reading + 1);
}

static void time_is_nanoseconds(void **state)
{
    (void)state;
    asked = 0;
    told = seconds;
    assert_true(told_now() == UINT64_C(3000000007));
    assert_true(told_now() == UINT64_C(6000000014));
}

static void time_goes_forward(void **state)
{
    (void)state;
    uint64_t last = clock_now();
    for (int i = 0; i < 10000; i++) {
        uint64_t time = clock_now();
        assert_true(time >= last);
        last = time;
    }
    assert_in_range(clock_step(), 1, 10000000);
}

/* A chain of CLOCK_ADDS adds of the test's own, to tell half or twice as many apart from all. */
static uint64_t own_chain_ns(void)
{
    uint64_t begin = clock_now();
    uint64_t sum = 0, addend = begin;
    for (int i = 0; i < CLOCK_ADDS / 10; i++)
#if defined __x86_64__
        __asm__ volatile(".rept 10\n\tadd %1, %0\n\t.endr" : "+r"(sum) : "r"(addend) : "cc");
#else
        __asm__ volatile(".rept 10\n\tadd %0, %0, %1\n\t.endr" : "+r"(sum) : "r"(addend));
#endif
    return clock_now() - begin;
}

/* The fastest of many checks and of many chains are undisturbed. */
static void a_check_takes_as_long_as_its_adds(void **state)
{
    (void)state;
    uint64_t check = UINT64_MAX, own = UINT64_MAX;
    for (int i = 0; i < 200; i++) {
        uint64_t ns = clock_check();
        check = ns < check ? ns : check;
        ns = own_chain_ns();
        own = ns < own ? ns : own;
    }
    assert_in_range(check, own * 3 / 4, own * 4 / 3);
    /* A core of today adds between once and a few times a nanosecond. */
    assert_in_range(check, CLOCK_ADDS / 10, CLOCK_ADDS * 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_check_is_its_fastest_part),
        cmocka_unit_test(the_step_is_the_smallest_seen),
        cmocka_unit_test(time_is_nanoseconds),
        cmocka_unit_test(time_goes_forward),
        cmocka_unit_test(a_check_takes_as_long_as_its_adds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * What the machine tells: stolen time, faults, and whether it is a guest.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "../events.h"
#include "../machine.h"
#include "../pages.h"

static void steal_is_of_one_cpu(void **state)
{
    (void)state;
    static const char text[] =
        "cpu  1 2 3 4 5 6 7 100 9 10\ncpu0 1 2 3 4 5 6 7 40 9 10\n"
        "cpu1 1 2 3 4 5 6 7 60 9 10\ncpu10 1 2 3 4 5 6 7 0 9 10\nintr 1 2\n";
    assert_int_equal(steal_parse(text, 0, 10000000), 400000000);
    assert_int_equal(steal_parse(text, 1, 10000000), 600000000);
    assert_int_equal(steal_parse(text, 10, 10000000), 0);
    assert_int_equal(steal_parse(text, 2, 10000000), EVENTS_UNKNOWN);
    assert_int_equal(steal_parse("cpu0 1 2 3 4\n", 0, 10000000),
                     EVENTS_UNKNOWN); /* before 2.6.11 */
    assert_int_equal(events_difference(5, 7), 2);
    assert_int_equal(events_difference(EVENTS_UNKNOWN, 7), EVENTS_UNKNOWN);
    assert_int_equal(events_difference(5, EVENTS_UNKNOWN), EVENTS_UNKNOWN);
}

static void a_host_reads_no_steal(void **state)
{
    (void)state;
    static struct steal steal;
    steal_open(&steal, false);
    assert_string_equal(steal.why, "not read: no hypervisor");
    assert_int_equal(steal_read(&steal, 0), EVENTS_UNKNOWN);
    steal_close(&steal);
}

/* Touches eight pages and returns the faults counted meanwhile. The sanitizer's own memory would
 * fault as well. */
__attribute__((no_sanitize("address"))) static int64_t faults_of_eight_pages(unsigned char *start)
{
    struct events before, after;
    uint64_t bytes = (uint64_t)sysconf(_SC_PAGESIZE);
    events_read(&before);
    for (uint64_t i = 0; i < 8; i++)
        *(volatile unsigned char *)(start + i * bytes) = 1;
    events_read(&after);
    return events_difference(before.faults, after.faults);
}

static void faults_are_counted(void **state)
{
    (void)state;
    const struct page page = {PAGE_BASE, (uint64_t)sysconf(_SC_PAGESIZE)};
    struct mapping mapping;
    struct problem problem = {0};
    assert_int_equal(pages_map(&mapping, page, 16 * page.bytes, &problem), 0);
    faults_of_eight_pages(mapping.start); /* code comes in on the first time */
    assert_int_equal(faults_of_eight_pages(mapping.start + 8 * page.bytes), 8);
    assert_int_equal(faults_of_eight_pages(mapping.start), 0);
    pages_unmap(&mapping);
}

static void guests_are_known_by_their_product(void **state)
{
    (void)state;
    assert_true(hypervisor_product("QEMU Virtual Machine"));
    assert_true(hypervisor_product("Apple Virtualization Generic Platform"));
    assert_true(hypervisor_product("VMware20,1"));
    assert_false(hypervisor_product("ThinkSystem HR330A"));
    assert_false(hypervisor_product("c7g.metal"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steal_is_of_one_cpu),
        cmocka_unit_test(a_host_reads_no_steal),
        cmocka_unit_test(faults_are_counted),
        cmocka_unit_test(guests_are_known_by_their_product),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

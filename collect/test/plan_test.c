/*
 * The plan: which cells there are, their twins, and the order of each round.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "../plan.h"

#define M (UINT64_C(1) << 20)

static const struct pools pools = {
    .pool = {{.page_bytes = 65536},
             {.page_bytes = 2 * M, .total = 64, .free = 64},
             {.page_bytes = 32 * M, .overcommit = 4},
             {.page_bytes = 1024 * M, .total = 1}},
    .count = 4,
    .base_bytes = 4096,
    .thp_bytes = 2 * M,
};

static struct options options;
static struct problem problem;
static struct plan plan;

static int build(const char *pages, const char *sizes, const char *strides, const char *workloads)
{
    char *arguments[] = {
        "",          "--pages",       (char *)pages, "--spans",        (char *)sizes,
        "--strides", (char *)strides, "--workloads", (char *)workloads};
    problem = (struct problem){0};
    assert_int_equal(options_parse(&options, 9, arguments, &problem), 0);
    return plan_build(&plan, &options, &pools, &problem);
}

static size_t count_cells(uint64_t page, uint64_t span, uint64_t stride)
{
    size_t count = 0;
    for (size_t i = 0; i < plan.count; i++)
        count += plan.cells[i].page.bytes == page && plan.cells[i].span_bytes == span &&
                 plan.cells[i].stride_bytes == stride;
    return count;
}

static void sparse_cells_bring_their_twins(void **state)
{
    (void)state;
    assert_int_equal(build("base", "1G", "line,16K", "chase"), 0);
    assert_int_equal(plan.count, 3);
    assert_int_equal(count_cells(4096, 1024 * M, 128), 1);
    assert_int_equal(count_cells(4096, 1024 * M, 16384), 1);
    assert_int_equal(count_cells(4096, 8 * M, 128), 1);
    plan_free(&plan);
}

/* What cannot be measured is planned, so that its row says why; it has no twin. */
static void impossible_cells_are_planned_without_twins(void **state)
{
    (void)state;
    assert_int_equal(build("base", "8K,24K,32K", "line,16K", "chase"), 0);
    assert_int_equal(count_cells(4096, 8192, 16384), 1);
    assert_int_equal(count_cells(4096, 24576, 16384), 1);
    assert_int_equal(plan.count, 7); /* three dense, three sparse, the twin of 32K */
    assert_int_equal(count_cells(4096, 256, 128), 1);
    for (size_t i = 0; i < plan.count; i++)
        assert_true(plan.cells[i].span_bytes >= plan.cells[i].line_bytes);
    plan_free(&plan);
}

static void cells_planned_twice_are_one(void **state)
{
    (void)state;
    /* 8M dense is a span of its own and the twin of 1G sparse; 2M is both sizes of one pool. */
    assert_int_equal(build("2M,2048K", "8M,1G", "line,16K", "chase"), 0);
    assert_int_equal(count_cells(2 * M, 8 * M, 128), 1);
    /* 8M and 1G, dense and sparse, and the twin of 8M sparse: 64K. */
    assert_int_equal(plan.count, 5);
    plan_free(&plan);
}

static void lines_hold_the_count(void **state)
{
    (void)state;
    char *arguments[] = {"",          "--pages",     "base",        "--lines", "4096,16384",
                         "--strides", "line,4K,16K", "--workloads", "chase"};
    problem = (struct problem){0};
    assert_int_equal(options_parse(&options, 9, arguments, &problem), 0);
    assert_int_equal(plan_build(&plan, &options, &pools, &problem), 0);
    assert_int_equal(plan.count, 6); /* every twin is the dense cell of the same number of lines */
    for (size_t i = 0; i < plan.count; i++) {
        uint64_t lines = plan.cells[i].span_bytes / plan.cells[i].stride_bytes;
        assert_true(lines == 4096 || lines == 16384);
    }
    plan_free(&plan);
}

/* "1,2,...,count" times a factor. */
static void count_up(char *text, size_t size, unsigned count, unsigned factor)
{
    size_t length = 0;
    for (unsigned i = 1; i <= count; i++)
        length +=
            (size_t)snprintf(text + length, size - length, "%s%u", i > 1 ? "," : "", i * factor);
    assert_true(length < size);
}

/* Lists at their limits: 256 lines x 256 strides, and every twin is planned already. What is bought
 * with processor time here a user would wait for. */
static void the_longest_lists_are_planned_at_once(void **state)
{
    (void)state;
    char lines[2048], strides[2048];
    count_up(lines, sizeof lines, LIST_MAX, 1);
    count_up(strides, sizeof strides, LIST_MAX, 128);
    char *arguments[] = {"",          "--pages", "base",        "--lines", lines,
                         "--strides", strides,   "--workloads", "chase"};
    problem = (struct problem){0};
    assert_int_equal(options_parse(&options, 9, arguments, &problem), 0);
    clock_t begin = clock();
    assert_int_equal(plan_build(&plan, &options, &pools, &problem), 0);
    clock_t used = clock() - begin;
    assert_int_equal(plan.count, LIST_MAX * LIST_MAX);
    unsigned char *seen = calloc(LIST_MAX * LIST_MAX, 1);
    assert_non_null(seen);
    for (size_t i = 0; i < plan.count; i++) {
        const struct cell *cell = &plan.cells[i];
        size_t line_count = cell->span_bytes / cell->stride_bytes, slots = cell->stride_bytes / 128;
        assert_in_range(line_count, 1, LIST_MAX);
        assert_in_range(slots, 1, LIST_MAX);
        assert_int_equal(seen[(line_count - 1) * LIST_MAX + slots - 1]++, 0);
    }
    free(seen);
    plan_free(&plan);
    assert_true(used < CLOCKS_PER_SEC);
}

static void more_cells_than_anybody_measures(void **state)
{
    (void)state;
    char lines[2048], strides[2048];
    count_up(lines, sizeof lines, LIST_MAX, 1);
    count_up(strides, sizeof strides, LIST_MAX, 128);
    char *arguments[] = {
        "",        "--pages",     "base,2M,1G",
        "--lines", lines,         "--strides",
        strides,   "--workloads", "chase,streams2,streams3,streams4,streams5,streams6"};
    problem = (struct problem){0};
    assert_int_equal(options_parse(&options, 9, arguments, &problem), 0);
    assert_int_equal(plan_build(&plan, &options, &pools, &problem), -1);
    assert_string_equal(problem.text,
                        "6 workloads x 3 pages x 256 strides x 256 lines are 1179648 "
                        "cells, more than 1048576");
    assert_int_equal(plan.count, 0);
}

static void pages_are_what_the_kernel_has(void **state)
{
    (void)state;
    /* All: the base page and every pool with pages or leave to make some; an empty one is not. */
    assert_int_equal(build("all", "64M", "line", "chase,streams"), 0);
    assert_int_equal(plan.count, 2 * 4);
    assert_int_equal(count_cells(65536, 64 * M, 128), 0);
    assert_int_equal(count_cells(32 * M, 64 * M, 128), 2);
    plan_free(&plan);
    /* By name the empty pool is planned, and will be skipped with its reason. */
    assert_int_equal(build("64K,4K,base,thp", "64M", "line", "chase"), 0);
    assert_int_equal(plan.count, 3);
    assert_int_equal(plan.cells[0].page.kind, PAGE_HUGETLB);
    assert_int_equal(plan.cells[1].page.kind, PAGE_BASE);
    assert_int_equal(plan.cells[2].page.kind, PAGE_THP);
    plan_free(&plan);

    assert_int_equal(build("3K", "64M", "line", "chase"), -1);
    assert_string_equal(problem.text,
                        "--pages '3K': no kernel has such a page; this one has 4K (base), "
                        "64K, 2M, 32M, 1G, thp");
    assert_int_equal(build("huge", "64M", "line", "chase"), -1);
    assert_non_null(strstr(problem.text, "--pages 'huge': not all, base, thp"));
    assert_int_equal(build("2M,", "64M", "line", "chase"), -1);
    assert_string_equal(problem.text, "--pages '2M,': a value is missing");
}

static void every_round_has_every_cell_once(void **state)
{
    (void)state;
    assert_int_equal(build("all", "64M..1G", "line,16K", "chase,streams"), 0);
    size_t *order = calloc(plan.count, sizeof *order);
    size_t *again = calloc(plan.count, sizeof *again);
    size_t *other = calloc(plan.count, sizeof *other);
    size_t fixed = 0, kept = 0, first = 0;
    assert_true(order && again && other);
    for (uint64_t round = 1; round <= 3; round++) {
        unsigned char seen[256] = {0};
        assert_true(plan.count <= sizeof seen);
        plan_order(&plan, 5, round, order);
        plan_order(&plan, 5, round, again);
        assert_memory_equal(order, again, plan.count * sizeof *order);
        for (size_t i = 0; i < plan.count; i++) {
            assert_int_equal(seen[order[i]]++, 0);
            fixed += order[i] == i;
        }
        plan_order(&plan, 6, round, other);
        for (size_t i = 0; i < plan.count; i++)
            kept += other[i] == order[i];
        plan_order(&plan, 5, round + 1, other);
        for (size_t i = 0; i < plan.count; i++)
            first += other[i] == order[i];
    }
    /* A shuffle leaves one item in its place on average; three of them, three. */
    assert_true(fixed < 15);
    assert_true(kept < 15);
    assert_true(first < 15);
    free(order);
    free(again);
    free(other);
    plan_free(&plan);
}

static void seeds_tell_measurements_apart(void **state)
{
    (void)state;
    assert_int_equal(build("all,thp", "64M..1G", "line,16K", "chase,streams"), 0);
    size_t count = 2 * plan.count;
    uint64_t *seeds = calloc(count, sizeof *seeds);
    assert_non_null(seeds);
    for (size_t i = 0; i < count; i++)
        seeds[i] = plan_seed(&plan.cells[i % plan.count], 5, 1 + i / plan.count);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++)
            assert_true(seeds[i] != seeds[j]);
        assert_true(seeds[i] == plan_seed(&plan.cells[i % plan.count], 5, 1 + i / plan.count));
        assert_true(seeds[i] != plan_seed(&plan.cells[i % plan.count], 6, 1 + i / plan.count));
    }
    free(seeds);
    plan_free(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparse_cells_bring_their_twins),
        cmocka_unit_test(impossible_cells_are_planned_without_twins),
        cmocka_unit_test(cells_planned_twice_are_one),
        cmocka_unit_test(lines_hold_the_count),
        cmocka_unit_test(the_longest_lists_are_planned_at_once),
        cmocka_unit_test(more_cells_than_anybody_measures),
        cmocka_unit_test(pages_are_what_the_kernel_has),
        cmocka_unit_test(every_round_has_every_cell_once),
        cmocka_unit_test(seeds_tell_measurements_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

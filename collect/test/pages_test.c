/*
 * Pages: what is mapped is what the kernel reports, and what cannot be had has a reason.
 *
 * Base pages are tested everywhere. Transparent huge pages and hugetlb pages are tested where this
 * machine gives some; the tests skip where it does not, and collect_test.sh sets up a pool where it
 * may. What other kernels report is read from texts.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../pages.h"
#include "../pools.h"
#include "../smaps.h"

#define M (UINT64_C(1) << 20)

static const volatile sig_atomic_t go = 0;
static struct problem problem;

static struct page base_page(void)
{
    return (struct page){PAGE_BASE, (uint64_t)sysconf(_SC_PAGESIZE)};
}

/* This machine cannot run the test: neither passed nor failed. */
static void skipped(const char *why)
{
    print_message("# %s\n", why);
    skip();
}

static void map(struct mapping *mapping, struct page page, uint64_t span)
{
    problem = (struct problem){0};
    if (pages_map(mapping, page, span, &problem) < 0)
        fail_msg("%s", problem.text);
}

static void populate_and_verify(struct mapping *mapping, enum populate how)
{
    if (pages_populate(mapping, how, &go, &problem) < 0 || pages_verify(mapping, &problem) < 0)
        fail_msg("%s", problem.text);
}

static void base_pages_verify(void **state)
{
    (void)state;
    static const enum populate ways[] = {POPULATE_MADVISE, POPULATE_TOUCH};
    for (int i = 0; i < 2; i++) {
        struct mapping mapping;
        map(&mapping, base_page(), 4 * M);
        assert_int_equal(mapping.length, 4 * M);
        /* Not yet populated is not verified: not one page is there. */
        assert_int_equal(pages_verify(&mapping, &problem), -1);
        assert_non_null(strstr(problem.text, "0 of 4194304 bytes are resident"));
        problem = (struct problem){0};
        populate_and_verify(&mapping, ways[i]);
        /* Base pages are neither of the huge kinds. */
        struct mapping wrong = mapping;
        wrong.page = (struct page){PAGE_HUGETLB, 2 * M};
        assert_int_equal(pages_verify(&wrong, &problem), -1);
        assert_non_null(strstr(problem.text, "not 2097152"));
        wrong.page.kind = PAGE_THP;
        problem = (struct problem){0};
        assert_int_equal(pages_verify(&wrong, &problem), -1);
        assert_non_null(strstr(problem.text, "0 of 4194304 bytes are in transparent huge pages"));
        pages_unmap(&mapping);
        assert_null(mapping.area);
    }
}

static void a_lost_page_is_noticed(void **state)
{
    (void)state;
    struct mapping mapping;
    map(&mapping, base_page(), 4 * M);
    populate_and_verify(&mapping, POPULATE_MADVISE);
    assert_int_equal(madvise(mapping.start + M, base_page().bytes, MADV_DONTNEED), 0);
    assert_int_equal(pages_verify(&mapping, &problem), -1);
    assert_non_null(strstr(problem.text, "are resident"));
    pages_unmap(&mapping);
}

/* Two spans mapped one after the other must not become one area, or each would count for both. */
static void neighbours_stay_apart(void **state)
{
    (void)state;
    struct mapping one, two;
    map(&one, base_page(), 4 * M);
    map(&two, base_page(), 4 * M);
    populate_and_verify(&one, POPULATE_MADVISE);
    populate_and_verify(&two, POPULATE_MADVISE);
    pages_unmap(&one);
    pages_unmap(&two);
}

static void odd_spans_are_rounded_up(void **state)
{
    (void)state;
    struct mapping mapping;
    uint64_t bytes = base_page().bytes;
    map(&mapping, base_page(), 3 * bytes + 128);
    assert_int_equal(mapping.length, 4 * bytes);
    populate_and_verify(&mapping, POPULATE_MADVISE);
    pages_unmap(&mapping);
}

static void more_than_there_is_has_a_reason(void **state)
{
    (void)state;
    struct mapping mapping;
    problem = (struct problem){0};
    assert_int_equal(pages_map(&mapping, base_page(), UINT64_C(1) << 45, &problem), -1);
    assert_non_null(strstr(problem.text, "needs "));
    assert_null(mapping.area);
}

/* A stop asked for before populating ends it at once, without a problem. */
static void populating_can_be_stopped(void **state)
{
    (void)state;
    static const volatile sig_atomic_t stopped = 15;
    struct mapping mapping;
    map(&mapping, base_page(), 4 * M);
    assert_int_equal(pages_populate(&mapping, POPULATE_MADVISE, &stopped, &problem), 0);
    assert_int_equal(pages_verify(&mapping, &problem), -1);
    pages_unmap(&mapping);
}

static void transparent_huge_pages_verify(void **state)
{
    (void)state;
    struct mapping mapping;
    struct pools pools;
    pools_read(&pools, POOLS_FOLDER);
    problem = (struct problem){0};
    if (pages_map(&mapping, (struct page){PAGE_THP, pools.thp_bytes}, 4 * M, &problem) < 0)
        skipped(problem.text);
    assert_int_equal((uintptr_t)mapping.start % pools.thp_bytes, 0);
    if (pages_populate(&mapping, POPULATE_MADVISE, &go, &problem) < 0 ||
        pages_verify(&mapping, &problem) < 0) {
        /* Switched off, or memory is fragmented: then it must say so. */
        assert_non_null(strstr(problem.text, "are in transparent huge pages"));
        pages_unmap(&mapping);
        skipped(problem.text);
    }
    /* Under the other name they are not what was asked for. */
    struct mapping wrong = mapping;
    wrong.page = base_page();
    assert_int_equal(pages_verify(&wrong, &problem), -1);
    assert_non_null(strstr(problem.text, "are in transparent huge pages"));
    /* One base page in place of part of a huge one is not missed either. */
    problem = (struct problem){0};
    assert_int_equal(madvise(mapping.start, base_page().bytes, MADV_DONTNEED), 0);
    *(volatile unsigned char *)mapping.start = 1;
    assert_int_equal(pages_verify(&mapping, &problem), -1);
    assert_non_null(strstr(problem.text, "of 4194304 bytes are in transparent huge pages"));
    pages_unmap(&mapping);
}

/* collect_test.sh changes a pool while it holds this lock. */
static int lock_pools(void **state)
{
    static int file;
    *state = &file;
    file = open("/tmp/pagewalk-pool.lock", O_RDONLY | O_CREAT | O_CLOEXEC, 0666);
    return file < 0 || flock(file, LOCK_EX) == 0 ? 0 : -1;
}

static int unlock_pools(void **state)
{
    const int *file = *state;
    return *file < 0 ? 0 : close(*file);
}

static void hugetlb_pages_verify(void **state)
{
    (void)state;
    struct pools pools;
    pools_read(&pools, POOLS_FOLDER);
    unsigned tested = 0;
    for (size_t i = 0; i < pools.count; i++) {
        struct mapping mapping;
        if (pools.pool[i].free <= pools.pool[i].reserved || pools.pool[i].page_bytes > 64 * M)
            continue;
        map(&mapping, (struct page){PAGE_HUGETLB, pools.pool[i].page_bytes}, M);
        populate_and_verify(&mapping, tested % 2 ? POPULATE_TOUCH : POPULATE_MADVISE);
        struct mapping wrong = mapping;
        wrong.page = base_page();
        assert_int_equal(pages_verify(&wrong, &problem), -1);
        assert_non_null(strstr(problem.text, "bytes, not"));
        pages_unmap(&mapping);
        tested++;
    }
    if (!tested)
        skipped("no pool has free pages");
}

static void an_empty_pool_has_a_reason(void **state)
{
    (void)state;
    struct pools pools;
    struct mapping mapping;
    pools_read(&pools, POOLS_FOLDER);
    if (pools.count == 0)
        skipped("no pools");
    /* More pages than any machine has: the pool falls short whatever is in it. */
    struct page page = {PAGE_HUGETLB, pools.pool[0].page_bytes};
    problem = (struct problem){0};
    assert_int_equal(pages_map(&mapping, page, page.bytes << 24, &problem), -1);
    assert_non_null(strstr(problem.text, "needs 16777216: as root, echo "));
    assert_non_null(strstr(problem.text, "/nr_hugepages"));
    /* A size this kernel has no pool of. */
    problem = (struct problem){0};
    assert_int_equal(pages_map(&mapping, (struct page){PAGE_HUGETLB, 8192}, 8192, &problem), -1);
    assert_non_null(strstr(problem.text, "this kernel has no 8 KB hugetlb pages"));
}

/* Writes files under a temporary folder and removes them. */
static char folder[] = "/tmp/pages_test.XXXXXX";

static void write_text(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) != EOF);
    assert_int_equal(fclose(file), 0);
}

static const char smaps_text[] =
    "7f0000000000-7f0000200000 rw-p 00000000 00:00 0 \n"
    "Size:               2048 kB\nKernelPageSize:        4 kB\nMMUPageSize:           4 kB\n"
    "Rss:                2048 kB\nAnonHugePages:      2048 kB\nSwap:                  0 kB\n"
    "VmFlags: rd wr mr mw me ac\n"
    "7f0000200000-7f0000600000 rw-p 00000000 00:0f 77 /anon_hugepage (deleted)\n"
    "Size:               4096 kB\nKernelPageSize:     2048 kB\nMMUPageSize:        2048 kB\n"
    "Rss:                   0 kB\nAnonHugePages:         0 kB\nPrivate_Hugetlb:    3072 "
    "kB\nShared_Hugetlb:     1024 kB\n"
    "Swap:                 16 kB\n";

static int read_smaps(struct smaps *smaps, uint64_t start, uint64_t length)
{
    char path[256];
    write_text("smaps", smaps_text);
    snprintf(path, sizeof path, "%s/smaps", folder);
    problem = (struct problem){0};
    int status = smaps_read(smaps, path, start, length, &problem);
    remove(path);
    return status;
}

static void smaps_are_summed_over_the_range(void **state)
{
    (void)state;
    struct smaps smaps;
    assert_int_equal(read_smaps(&smaps, 0x7f0000000000, 2 * M), 0);
    assert_int_equal(smaps.covered, 2 * M);
    assert_int_equal(smaps.anonymous_huge, 2 * M);
    assert_int_equal(smaps.largest_page, 4096);
    assert_false(smaps.hugetlb_known);
    assert_int_equal(read_smaps(&smaps, 0x7f0000200000, 4 * M), 0);
    assert_int_equal(smaps.hugetlb, 4 * M);
    assert_int_equal(smaps.smallest_page, 2 * M);
    assert_int_equal(smaps.swapped, 16384);
    assert_int_equal(read_smaps(&smaps, 0x7f0000000000, 6 * M), 0);
    assert_int_equal(smaps.covered, 6 * M);
    assert_int_equal(smaps.smallest_page, 4096);
    assert_int_equal(smaps.largest_page, 2 * M);
    /* A gap, an area that reaches out of the range, no file. */
    assert_int_equal(read_smaps(&smaps, 0x7f0000000000, 8 * M), 0);
    assert_int_equal(smaps.covered, 6 * M);
    assert_int_equal(read_smaps(&smaps, 0x7f0000200000, 2 * M), -1);
    assert_non_null(strstr(problem.text, "neighbours"));
    problem = (struct problem){0};
    assert_int_equal(smaps_read(&smaps, "/nonexistent/smaps", 0, M, &problem), -1);
    assert_non_null(strstr(problem.text, "/nonexistent/smaps"));
}

static void make_pool(const char *name, const char *total, const char *free, const char *overcommit)
{
    static const char *const keys[] = {"nr_hugepages", "free_hugepages", "nr_overcommit_hugepages"};
    const char *values[] = {total, free, overcommit};
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0700), 0);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", name, keys[i]);
        write_text(path, values[i]);
    }
}

static void remove_pool(const char *name)
{
    static const char *const keys[] = {"/nr_hugepages", "/free_hugepages",
                                       "/nr_overcommit_hugepages", ""};
    char path[256];
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s%s", folder, name, keys[i]);
        remove(path);
    }
}

static void pools_are_read_by_size(void **state)
{
    (void)state;
    struct pools pools;
    make_pool("hugepages-1048576kB", "2\n", "1\n", "0\n");
    make_pool("hugepages-64kB", "0\n", "0\n", "8\n");
    make_pool("hugepages-2048kB", "0\n", "0\n", "0\n");
    pools_read(&pools, folder);
    remove_pool("hugepages-1048576kB");
    remove_pool("hugepages-64kB");
    remove_pool("hugepages-2048kB");
    assert_int_equal(pools.count, 3);
    assert_int_equal(pools.pool[0].page_bytes, 65536);
    assert_int_equal(pools.pool[1].page_bytes, 2 * M);
    assert_int_equal(pools.pool[2].page_bytes, 1024 * M);
    assert_true(pool_offers(&pools.pool[0]));
    assert_int_equal(pool_available(&pools.pool[0]), 8);
    assert_false(pool_offers(&pools.pool[1]));
    assert_true(pool_offers(&pools.pool[2]));
    assert_int_equal(pool_available(&pools.pool[2]), 1);
    assert_null(pools_find(&pools, 3072));
    assert_false(pools.unreadable);
    pools_read(&pools, "/nonexistent");
    assert_true(pools.unreadable);
    assert_int_equal(pools.count, 0);
    assert_int_equal(pools.base_bytes, sysconf(_SC_PAGESIZE));
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base_pages_verify),
        cmocka_unit_test(a_lost_page_is_noticed),
        cmocka_unit_test(neighbours_stay_apart),
        cmocka_unit_test(odd_spans_are_rounded_up),
        cmocka_unit_test(more_than_there_is_has_a_reason),
        cmocka_unit_test(populating_can_be_stopped),
        cmocka_unit_test(transparent_huge_pages_verify),
        cmocka_unit_test_setup_teardown(hugetlb_pages_verify, lock_pools, unlock_pools),
        cmocka_unit_test(an_empty_pool_has_a_reason),
        cmocka_unit_test(smaps_are_summed_over_the_range),
        cmocka_unit_test(pools_are_read_by_size),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

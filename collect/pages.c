#include "pages.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "memory.h"
#include "size.h"
#include "smaps.h"

#ifndef MAP_HUGE_SHIFT
#define MAP_HUGE_SHIFT 26
#endif
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

/* Populating goes in pieces, so that a signal does not wait for gigabytes. */
#define PIECE (UINT64_C(64) << 20)

const char *page_kind_name(enum page_kind kind)
{
    static const char *const names[] = {"base", "hugetlb", "thp"};
    return names[kind];
}

static uint64_t round_up(uint64_t bytes, uint64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/* Why a pool gave no pages, and what an administrator could do. */
static int pool_problem(struct page page, uint64_t need, int cause, struct problem *problem)
{
    char label[SIZE_TEXT_SIZE], option[SIZE_TEXT_SIZE];
    struct pools pools;
    pools_read(&pools, POOLS_FOLDER);
    const struct pool *pool = pools_find(&pools, page.bytes);
    size_label(page.bytes, label);
    if (!pool || cause == EINVAL)
        return problem_set(problem, "this kernel has no %s hugetlb pages", label);
    uint64_t available = pool_available(pool);
    if (cause != ENOMEM || available >= need)
        return problem_set(problem,
                           "%s pool has %" PRIu64 " free pages of %" PRIu64 ", needs %" PRIu64
                           ", but mapping them failed: %s",
                           label, pool->free, pool->total, need, strerror(cause));
    return problem_set(
        problem,
        "%s pool has %" PRIu64 " free pages of %" PRIu64 "%s, needs %" PRIu64
        ": as root, echo %" PRIu64 " > " POOLS_FOLDER "/hugepages-%" PRIu64 "kB/nr_hugepages%s%s%s",
        label, pool->free, pool->total, pool->reserved ? ", some reserved by others" : "", need,
        pool->total + need - available, page.bytes / 1024,
        page.bytes >= UINT64_C(1) << 30
            ? "; pages this large are often to be had only at boot: hugepagesz="
            : "",
        page.bytes >= UINT64_C(1) << 30 ? size_format(page.bytes, option) : "",
        page.bytes >= UINT64_C(1) << 30 ? " hugepages=N on the kernel command line" : "");
}

static int map_hugetlb(struct mapping *mapping, struct problem *problem)
{
    int shift = 63 - __builtin_clzll(mapping->page.bytes);
    void *area =
        mmap(NULL, mapping->length, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | (int)((unsigned)shift << MAP_HUGE_SHIFT),
             -1, 0);
    if (area == MAP_FAILED)
        return pool_problem(mapping->page, mapping->length / mapping->page.bytes, errno, problem);
    mapping->area = area;
    mapping->area_length = mapping->length;
    mapping->start = area;
    return 0;
}

/* Inaccessible guards stand on both sides: they leave room to align, and keep the kernel from
 * merging the span with a neighbour, which would blur what smaps says of it. */
static int map_anonymous(struct mapping *mapping, struct problem *problem)
{
    char label[SIZE_TEXT_SIZE];
    uint64_t unit = mapping->page.bytes;
    if (memory_check(mapping->length, problem) < 0)
        return -1;
    mapping->area_length = mapping->length + 2 * unit;
    mapping->area = mmap(NULL, mapping->area_length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping->area == MAP_FAILED) {
        mapping->area = NULL;
        return problem_set(problem, "mapping %s: %s", size_label(mapping->length, label),
                           strerror(errno));
    }
    mapping->start = (unsigned char *)round_up((uint64_t)(uintptr_t)mapping->area + 1, unit);
    if (mprotect(mapping->start, mapping->length, PROT_READ | PROT_WRITE) < 0)
        return problem_set(problem, "mapping %s: %s", size_label(mapping->length, label),
                           strerror(errno));
    int advice = mapping->page.kind == PAGE_THP ? MADV_HUGEPAGE : MADV_NOHUGEPAGE;
    if (madvise(mapping->start, mapping->length, advice) < 0) {
        /* A kernel without transparent huge pages refuses both; base pages are then certain. */
        if (mapping->page.kind == PAGE_THP || errno != EINVAL)
            return problem_set(problem, "madvise(%s): %s%s",
                               mapping->page.kind == PAGE_THP ? "MADV_HUGEPAGE" : "MADV_NOHUGEPAGE",
                               strerror(errno),
                               errno == EINVAL ? ": this kernel has no transparent huge pages"
                                               : "");
    }
    return 0;
}

int pages_map(struct mapping *mapping, struct page page, uint64_t span, struct problem *problem)
{
    *mapping = (struct mapping){.page = page, .length = round_up(span, page.bytes)};
    int status =
        page.kind == PAGE_HUGETLB ? map_hugetlb(mapping, problem) : map_anonymous(mapping, problem);
    if (status < 0)
        pages_unmap(mapping);
    return status;
}

/*
 * Touches the first word of each page through a system call that stores there. Where a plain store
 * would raise SIGBUS (a hugetlb page that cannot be had) the call fails with EFAULT, so no signal
 * handler is needed. getcpu() is the cheapest such call.
 */
static int touch(unsigned char *start, uint64_t length, uint64_t page_bytes)
{
    for (uint64_t at = 0; at < length; at += page_bytes)
        if (syscall(SYS_getcpu, start + at, NULL, NULL) < 0)
            return -1;
    return 0;
}

int pages_populate(struct mapping *mapping, enum populate how, const volatile sig_atomic_t *stop,
                   struct problem *problem)
{
    uint64_t piece = round_up(PIECE, mapping->page.bytes);
    for (uint64_t at = 0; at < mapping->length && !*stop; at += piece) {
        unsigned char *start = mapping->start + at;
        uint64_t length = mapping->length - at < piece ? mapping->length - at : piece;
        int status = -1;
        if (how == POPULATE_MADVISE) {
            do
                status = madvise(start, length, MADV_POPULATE_WRITE);
            while (status < 0 && (errno == EINTR || errno == EAGAIN) && !*stop);
            if (status < 0 && errno == EINVAL)
                how = POPULATE_TOUCH;
        }
        if (how == POPULATE_TOUCH)
            status = touch(start, length, mapping->page.bytes);
        if (status < 0 && !*stop)
            return problem_set(problem, "populating the span: %s%s", strerror(errno),
                               mapping->page.kind == PAGE_HUGETLB
                                   ? " (the pool's pages went elsewhere, or a limit of the "
                                     "hugetlb control group)"
                                   : "");
    }
    return 0;
}

static int verify_base(const struct mapping *mapping, const struct smaps *smaps,
                       struct problem *problem)
{
    if (smaps->largest_page != mapping->page.bytes || smaps->smallest_page != mapping->page.bytes)
        return problem_set(problem, "pages are of %" PRIu64 " bytes, not %" PRIu64,
                           smaps->largest_page, mapping->page.bytes);
    if (smaps->anonymous_huge)
        return problem_set(problem,
                           "%" PRIu64 " of %" PRIu64 " bytes are in transparent huge pages",
                           smaps->anonymous_huge, mapping->length);
    if (smaps->resident != mapping->length)
        return problem_set(problem,
                           "%" PRIu64 " of %" PRIu64 " bytes are resident, %" PRIu64 " swapped out",
                           smaps->resident, mapping->length, smaps->swapped);
    return 0;
}

static int verify_hugetlb(const struct mapping *mapping, const struct smaps *smaps,
                          struct problem *problem)
{
    if (smaps->largest_page != mapping->page.bytes || smaps->smallest_page != mapping->page.bytes)
        return problem_set(problem, "pages are of %" PRIu64 " bytes, not %" PRIu64,
                           smaps->largest_page, mapping->page.bytes);
    if (smaps->hugetlb_known && smaps->hugetlb != mapping->length)
        return problem_set(problem, "%" PRIu64 " of %" PRIu64 " bytes are in hugetlb pages",
                           smaps->hugetlb, mapping->length);
    return 0;
}

static int verify_thp(const struct mapping *mapping, const struct smaps *smaps,
                      struct problem *problem)
{
    if (smaps->anonymous_huge != mapping->length)
        return problem_set(
            problem,
            "%" PRIu64 " of %" PRIu64
            " bytes are in transparent huge pages (is "
            "/sys/kernel/mm/transparent_hugepage/enabled never, or memory fragmented?)",
            smaps->anonymous_huge, mapping->length);
    return 0;
}

int pages_verify(const struct mapping *mapping, struct problem *problem)
{
    struct smaps smaps;
    if (smaps_read(&smaps, SMAPS_FILE, (uint64_t)(uintptr_t)mapping->start, mapping->length,
                   problem) < 0)
        return -1;
    if (smaps.covered != mapping->length)
        return problem_set(problem,
                           "page size cannot be verified: the kernel lists %" PRIu64 " of %" PRIu64
                           " bytes",
                           smaps.covered, mapping->length);
    switch (mapping->page.kind) {
    case PAGE_BASE:
        return verify_base(mapping, &smaps, problem);
    case PAGE_HUGETLB:
        return verify_hugetlb(mapping, &smaps, problem);
    case PAGE_THP:
        return verify_thp(mapping, &smaps, problem);
    }
    return problem_set(problem, "unknown kind of page");
}

void pages_unmap(struct mapping *mapping)
{
    if (mapping->area)
        munmap(mapping->area, mapping->area_length);
    mapping->area = NULL;
    mapping->start = NULL;
}

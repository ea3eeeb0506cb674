/*
 * One mapping of one kind of page: mapped, populated, and verified to be what was asked for.
 *
 * Nothing falls back in silence: where the kernel does not give the page asked for, the caller gets
 * a problem whose text is fit to stand as the reason in a skipped row. Nothing is mapped without
 * reserve, no system setting is changed, and no privilege is needed.
 */
#ifndef PAGEWALK_COLLECT_PAGES_H
#define PAGEWALK_COLLECT_PAGES_H

#include <signal.h>
#include <stdint.h>

#include "pools.h"
#include "problem.h"

enum page_kind {
    PAGE_BASE,    /* the kernel's base page, transparent huge pages held off */
    PAGE_HUGETLB, /* from a pool of this size */
    PAGE_THP,     /* transparent huge pages */
};

struct page {
    enum page_kind kind;
    uint64_t bytes;
};

enum populate {
    POPULATE_MADVISE, /* by the kernel in one call; by touch where the kernel cannot */
    POPULATE_TOUCH,   /* page by page */
};

struct mapping {
    struct page page;
    unsigned char *start; /* aligned to the page */
    uint64_t length;      /* the span rounded up to whole pages */
    void *area;           /* what to unmap: the mapping and its guards; NULL when not mapped */
    uint64_t area_length;
};

/* "base", "hugetlb", "thp" */
const char *page_kind_name(enum page_kind kind);

/* Maps at least `span` bytes. On failure nothing stays mapped. */
int pages_map(struct mapping *mapping, struct page page, uint64_t span, struct problem *problem);

/* Writes to every page once. Returns early, without a problem, once *stop is not 0. */
int pages_populate(struct mapping *mapping, enum populate how, const volatile sig_atomic_t *stop,
                   struct problem *problem);

/* Asks the kernel whether the whole mapping, populated, is made of pages of the right size. */
int pages_verify(const struct mapping *mapping, struct problem *problem);

void pages_unmap(struct mapping *mapping);

#endif

/*
 * The page sizes that this kernel offers.
 *
 * Base pages come from the kernel's own page size, hugetlb pages from pools of one size each in
 * /sys/kernel/mm/hugepages/hugepages-<N>kB, transparent huge pages are as large as one entry of the
 * page middle directory. A pool that exists may be empty: then its size is known, and a measurement
 * with it is skipped with a reason.
 */
#ifndef PAGEWALK_COLLECT_POOLS_H
#define PAGEWALK_COLLECT_POOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define POOLS_MAX 16
#define POOLS_FOLDER "/sys/kernel/mm/hugepages"

struct pool {
    uint64_t page_bytes;
    uint64_t total;      /* pages, surplus ones included */
    uint64_t free;       /* pages nobody has touched */
    uint64_t reserved;   /* free pages promised to a mapping */
    uint64_t surplus;    /* pages beyond the configured size of the pool */
    uint64_t overcommit; /* surplus pages the kernel may make on demand */
};

struct pools {
    struct pool pool[POOLS_MAX]; /* by page size */
    size_t count;
    bool unreadable; /* the folder could not be opened: a container without /sys, or no hugetlb */
    uint64_t base_bytes;
    uint64_t thp_bytes;
};

/* Reads what there is in `folder` (POOLS_FOLDER, or a copy of it in a test); no folder, no pools.
 */
void pools_read(struct pools *pools, const char *folder);

/* The pool of a size, or NULL where the kernel has none. */
const struct pool *pools_find(const struct pools *pools, uint64_t page_bytes);

/* Whether `--pages all` takes the pool: it has pages, or the kernel may make some on demand. */
bool pool_offers(const struct pool *pool);

/* Pages a new mapping could get now; of surplus pages the kernel promises none. */
uint64_t pool_available(const struct pool *pool);

/* Whether Linux has pages of this size on some machine, this one or another. */
bool pools_size_is_known(uint64_t bytes);

#endif

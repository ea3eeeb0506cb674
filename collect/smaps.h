/*
 * What the kernel says of a range of addresses in /proc/self/smaps, which needs no privilege.
 *
 * What each kind of page shows there was measured on Linux 6.18: hugetlb pages give their size as
 * KernelPageSize and their bytes as Private_Hugetlb or Shared_Hugetlb, with Rss 0; transparent huge
 * pages leave KernelPageSize at the base page and count as AnonHugePages; base pages count as Rss.
 * A private 1 GB page of a single process is sometimes listed as shared (1 of 40 processes that
 * mapped one, on Linux 6.18), so only the sum of both says how much is there.
 */
#ifndef PAGEWALK_COLLECT_SMAPS_H
#define PAGEWALK_COLLECT_SMAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "problem.h"

#define SMAPS_FILE "/proc/self/smaps"

struct smaps {
    uint64_t covered;        /* bytes of the range inside areas that lie wholly in it */
    uint64_t smallest_page;  /* KernelPageSize over all areas, bytes; 0: not told */
    uint64_t largest_page;   /* of an area */
    uint64_t resident;       /* Rss, bytes, as all that follow */
    uint64_t anonymous_huge; /* AnonHugePages */
    uint64_t hugetlb;        /* Private_Hugetlb and Shared_Hugetlb */
    uint64_t swapped;        /* Swap */
    bool hugetlb_known;      /* absent before Linux 4.4 */
};

/* Sums the areas of the range start .. start + length. An area that reaches out of it would bring
 * pages of something else into the sums and is a problem, as is a file that cannot be read. */
int smaps_read(struct smaps *smaps, const char *path, uint64_t start, uint64_t length,
               struct problem *problem);

#endif

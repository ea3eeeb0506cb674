#include "pools.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sysfile.h"

static int by_page_bytes(const void *a, const void *b)
{
    const struct pool *left = a, *right = b;
    return (left->page_bytes > right->page_bytes) - (left->page_bytes < right->page_bytes);
}

static uint64_t pool_number(const char *folder, const char *name, const char *key)
{
    char path[512];
    uint64_t number = 0;
    snprintf(path, sizeof path, "%s/%s/%s", folder, name, key);
    sysfile_number(path, &number);
    return number;
}

void pools_read(struct pools *pools, const char *folder)
{
    pools->count = 0;
    pools->base_bytes = (uint64_t)sysconf(_SC_PAGESIZE);
    /* One table of 8-byte entries fills a base page, so a middle-directory entry covers
     * base / 8 base pages wherever the kernel does not tell. */
    pools->thp_bytes = pools->base_bytes * (pools->base_bytes / 8);
    sysfile_number("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size", &pools->thp_bytes);

    DIR *directory = opendir(folder);
    pools->unreadable = !directory;
    if (!directory)
        return;
    const struct dirent *entry;
    while ((entry = readdir(directory)) && pools->count < POOLS_MAX) {
        uint64_t kilobytes;
        if (sscanf(entry->d_name, "hugepages-%" SCNu64 "kB", &kilobytes) != 1 || kilobytes == 0)
            continue;
        pools->pool[pools->count++] = (struct pool){
            .page_bytes = kilobytes * 1024,
            .total = pool_number(folder, entry->d_name, "nr_hugepages"),
            .free = pool_number(folder, entry->d_name, "free_hugepages"),
            .reserved = pool_number(folder, entry->d_name, "resv_hugepages"),
            .surplus = pool_number(folder, entry->d_name, "surplus_hugepages"),
            .overcommit = pool_number(folder, entry->d_name, "nr_overcommit_hugepages"),
        };
    }
    closedir(directory);
    qsort(pools->pool, pools->count, sizeof *pools->pool, by_page_bytes);
}

const struct pool *pools_find(const struct pools *pools, uint64_t page_bytes)
{
    for (size_t i = 0; i < pools->count; i++)
        if (pools->pool[i].page_bytes == page_bytes)
            return &pools->pool[i];
    return NULL;
}

bool pool_offers(const struct pool *pool)
{
    return pool->total > 0 || pool->overcommit > 0;
}

uint64_t pool_available(const struct pool *pool)
{
    uint64_t own = pool->free > pool->reserved ? pool->free - pool->reserved : 0;
    uint64_t more = pool->overcommit > pool->surplus ? pool->overcommit - pool->surplus : 0;
    return own + more;
}

bool pools_size_is_known(uint64_t bytes)
{
    /* Base pages of 4 to 64 KB, and the hugetlb sizes of arm64, loongarch64, mips64, powerpc, riscv64,
     * s390x, sparc64 and x86-64. */
    static const uint64_t kilobytes[] = {4,     8,      16,     64,      256,     512,
                                         1024,  2048,   4096,   8192,    16384,   32768,
                                         65536, 262144, 524288, 1048576, 2097152, 16777216};
    for (size_t i = 0; i < sizeof kilobytes / sizeof *kilobytes; i++)
        if (bytes == kilobytes[i] * 1024)
            return true;
    return false;
}

#include "smaps.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_field(struct smaps *smaps, const char *line)
{
    char key[32];
    uint64_t bytes;
    if (sscanf(line, "%31[^:]: %" SCNu64 " kB", key, &bytes) != 2)
        return;
    bytes *= 1024;
    if (strcmp(key, "KernelPageSize") == 0) {
        if (smaps->smallest_page == 0 || bytes < smaps->smallest_page)
            smaps->smallest_page = bytes;
        if (bytes > smaps->largest_page)
            smaps->largest_page = bytes;
    } else if (strcmp(key, "Rss") == 0) {
        smaps->resident += bytes;
    } else if (strcmp(key, "AnonHugePages") == 0) {
        smaps->anonymous_huge += bytes;
    } else if (strcmp(key, "Private_Hugetlb") == 0 || strcmp(key, "Shared_Hugetlb") == 0) {
        smaps->hugetlb += bytes;
        smaps->hugetlb_known = true;
    } else if (strcmp(key, "Swap") == 0) {
        smaps->swapped += bytes;
    }
}

/* The first line of an area begins "from-to rwxp"; no field has a dash before its colon. */
static bool area_line(const char *line, uint64_t *from, uint64_t *to)
{
    char permissions[5];
    return sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s", from, to, permissions) == 3;
}

int smaps_read(struct smaps *smaps, const char *path, uint64_t start, uint64_t length,
               struct problem *problem)
{
    char *line = NULL;
    size_t capacity = 0;
    bool inside = false;
    int status = -1;
    uint64_t from, to;
    const uint64_t end = start + length;

    memset(smaps, 0, sizeof *smaps);
    FILE *file = fopen(path, "re");
    if (!file)
        return problem_set(problem, "page size cannot be verified: %s: %s", path, strerror(errno));
    while (getline(&line, &capacity, file) > 0) {
        if (!area_line(line, &from, &to)) {
            if (inside)
                add_field(smaps, line);
            continue;
        }
        inside = from < end && to > start;
        if (!inside)
            continue;
        if (from < start || to > end) {
            problem_set(problem,
                        "page size cannot be verified: the kernel keeps the span and its "
                        "neighbours as one area");
            goto out;
        }
        smaps->covered += to - from;
    }
    if (ferror(file)) {
        problem_set(problem, "page size cannot be verified: %s: %s", path, strerror(errno));
        goto out;
    }
    status = 0;
out:
    free(line);
    fclose(file);
    return status;
}

#include "memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "size.h"
#include "sysfile.h"

#define CGROUP_FOLDER "/sys/fs/cgroup"

/* What is left of one group's limit. Page cache counts as used there but gives way. */
static bool group_left(const char *group, uint64_t *left)
{
    char path[1100];
    char line[64];
    uint64_t limit, used, cache = 0;
    snprintf(path, sizeof path, CGROUP_FOLDER "%s/memory.max", group);
    if (!sysfile_number(path, &limit)) /* "max" is no number: no limit */
        return false;
    snprintf(path, sizeof path, CGROUP_FOLDER "%s/memory.current", group);
    if (!sysfile_number(path, &used))
        return false;
    snprintf(path, sizeof path, CGROUP_FOLDER "%s/memory.stat", group);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) {
        unsigned long long bytes;
        if (sscanf(line, "inactive_file %llu", &bytes) == 1)
            cache = bytes;
    }
    if (file)
        fclose(file);
    used = used > cache ? used - cache : 0;
    *left = limit > used ? limit - used : 0;
    return true;
}

/* The tightest limit of this process's group and all above it. */
static bool groups_left(uint64_t *left)
{
    char line[1024];
    bool found = false;
    if (!sysfile_value("/proc/self/cgroup", "0:", line, sizeof line))
        return false;
    for (;;) {
        uint64_t own;
        if (strcmp(line, "/") == 0)
            line[0] = '\0';
        if (group_left(line, &own) && (!found || own < *left)) {
            *left = own;
            found = true;
        }
        char *slash = strrchr(line, '/');
        if (!slash)
            return found;
        *slash = '\0';
    }
}

int memory_check(uint64_t bytes, struct problem *problem)
{
    char want[SIZE_TEXT_SIZE], have[SIZE_TEXT_SIZE];
    /* Page tables take 8 bytes for each 4 KB; the rest is for everybody else. */
    uint64_t need = bytes + bytes / 256 + (UINT64_C(32) << 20);
    uint64_t left;
    if (sysfile_bytes("/proc/meminfo", "MemAvailable", &left) && left < need)
        return problem_set(problem, "needs %s of memory, %s are available", size_label(need, want),
                           size_label(left, have));
    if (groups_left(&left) && left < need)
        return problem_set(problem, "needs %s of memory, the control group's limit leaves %s",
                           size_label(need, want), size_label(left, have));
    return 0;
}

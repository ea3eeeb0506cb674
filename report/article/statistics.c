#include "statistics.h"

#include <string.h>

static const struct statistic all[] = {
    {"median", false, false, "median_ns"},
    {"q1", false, false, "q1_ns"},
    {"q3", false, false, "q3_ns"},
    {"min", false, false, "min_ns"},
    {"max", false, false, "max_ns"},
    {"n", false, true, "n"},
    {"dropped", false, true, "dropped"},
    {"low", false, false, "ci_low_ns"},
    {"high", false, false, "ci_high_ns"},
    {"runs", false, true, "runs"},
    {"cycles", false, false, "median_cycles"},
    {"ns", true, false, "delta_ns"},
    {"percent", true, false, "percent"},
    {"ratio", true, false, "ratio"},
    {"paired", true, false, "paired_ns"},
    {"low", true, false, "ci_low_ns"},
    {"high", true, false, "ci_high_ns"},
    {"runs", true, true, "pairs"},
    {"p", true, false, "p"},
    {"holm", true, false, NULL}, /* depends on which deltas the article cites */
};
#define COUNT (sizeof all / sizeof *all)

const struct statistic *statistic_find(const char *word, bool of_deltas)
{
    for (size_t i = 0; i < COUNT; i++)
        if (all[i].of_deltas == of_deltas && strcmp(all[i].word, word) == 0)
            return &all[i];
    return NULL;
}

size_t statistic_names(const char **names, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; i < COUNT && count < room; i++)
        if (!all[i].of_deltas || !statistic_find(all[i].word, false))
            names[count++] = all[i].word;
    return count;
}

#include "shown.h"

#include <string.h>

/* name, of deltas, unit, columns, title, interval */
static const struct shown all[] = {
    {"median", false, SHOWN_TIME, {"median_ns"}, "Medians", false},
    {"quartiles",
     false,
     SHOWN_TIME,
     {"q1_ns", "median_ns", "q3_ns"},
     "Medians with quartiles",
     false},
    {"interval",
     false,
     SHOWN_TIME,
     {"ci_low_ns", "centre_ns", "ci_high_ns"},
     "Hodges-Lehmann estimates over runs with intervals",
     true},
    {"q1", false, SHOWN_TIME, {"q1_ns"}, "First quartiles", false},
    {"q3", false, SHOWN_TIME, {"q3_ns"}, "Third quartiles", false},
    {"min", false, SHOWN_TIME, {"min_ns"}, "Smallest values", false},
    {"max", false, SHOWN_TIME, {"max_ns"}, "Largest values", false},
    {"n", false, SHOWN_COUNT, {"n"}, "Measurements kept", false},
    {"dropped", false, SHOWN_COUNT, {"dropped"}, "Measurements dropped", false},
    {"ns", true, SHOWN_TIME, {"delta_ns"}, "Differences of medians", false},
    {"percent", true, SHOWN_PERCENT, {"percent"}, "Differences of medians in percent", false},
    {"ratio", true, SHOWN_RATIO, {"ratio"}, "Ratios of medians", false},
    {"paired",
     true,
     SHOWN_TIME,
     {"ci_low_ns", "paired_ns", "ci_high_ns"},
     "Paired differences with intervals",
     true},
    {"paired-percent",
     true,
     SHOWN_PERCENT,
     {"percent_ci_low", "paired_percent", "percent_ci_high"},
     "Paired differences in percent with intervals",
     true},
};
#define COUNT (sizeof all / sizeof *all)

const struct shown *shown_find(const char *name, bool of_deltas)
{
    for (size_t i = 0; i < COUNT; i++)
        if (all[i].of_deltas == of_deltas && strcmp(all[i].name, name) == 0)
            return &all[i];
    return NULL;
}

size_t shown_names(bool of_deltas, const char **names, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; i < COUNT && count < room; i++)
        if (all[i].of_deltas == of_deltas)
            names[count++] = all[i].name;
    return count;
}

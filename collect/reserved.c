#include "reserved.h"

#include <string.h>

static const char *const words[] = {
    "base",
    "caption",
    "centre_ns",
    "chunks",
    "ci_coverage",
    "ci_high_ns",
    "ci_low_ns",
    "clean_chunks",
    "clock_adds_per_ns",
    "columns",
    "count",
    "cycles",
    "cycles_per_load",
    "delta",
    "delta_ns",
    "design_effect",
    "dropped",
    "dtlb_load_misses",
    "dtlb_loads",
    "equivalent",
    "excluded_ns",
    "excluded_percent",
    "file",
    "first_line",
    "from",
    "height",
    "icc",
    "instructions",
    "kind",
    "label",
    "last_line",
    "line",
    "max_ns",
    "median_cycles",
    "median_high_ns",
    "median_low_ns",
    "median_ns",
    "min_ns",
    "n",
    "ns_per_load",
    "optional",
    "outcome",
    "p",
    "page",
    "page_faults",
    "paired_ns",
    "paired_percent",
    "paired_percent_cycles",
    "pairing_gain",
    "pairs",
    "percent",
    "percent_ci_high",
    "percent_ci_low",
    "percent_cycles",
    "q1_ns",
    "q3_ns",
    "ratio",
    "reason",
    "reference",
    "rest",
    "rows",
    "runs",
    "runs_needed",
    "series",
    "span",
    "split",
    "stride",
    "subtitle",
    "title",
    "value",
    "width",
    "x",
};

static bool equal(const char *name, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(name, word, length) == 0;
}

bool reserved_is(const char *name, size_t length)
{
    static const char base[] = "base_";
    if (length >= sizeof base - 1 && memcmp(name, base, sizeof base - 1) == 0)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (equal(name, length, words[i]))
            return true;
    return false;
}

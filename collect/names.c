#include "names.h"

#include <stdbool.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const keys[] = {
#define NAMES_TEXT(name, text) [KEY_##name] = (text),
    NAMES_KEYS(NAMES_TEXT)
#undef NAMES_TEXT
};

static const char *const columns[] = {
    "run",
    "side",
    "pair",
    "round",
    "seq",
    "workload",
    "page_kind",
    "page_bytes",
    "line_bytes",
    "span_bytes",
    "stride_bytes",
    "phase",
    "chunk",
    "loads",
    "elapsed_ns",
    "clock_adds",
    "clock_before_ns",
    "clock_after_ns",
    "start_ns",
    "cpu_before",
    "cpu_after",
    "faults",
    "switches",
    "steal_ns",
    "note",
};

/* Columns that other collectors write, columns of results, and words of selections, tables and
 * charts in articles. Every word that begins with "base_" is another: what a delta is against. */
static const char *const words[] = {
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

const char *names_key(enum key key)
{
    return keys[key];
}

const char *names_column(size_t number)
{
    return number < COUNT(columns) ? columns[number] : NULL;
}

static bool contains(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool well_formed(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    const char *const digits = letters + sizeof letters - 1 - 10;
    return *name && !strchr(digits, *name) && name[strspn(name, letters)] == '\0';
}

const char *names_trouble(const char *name)
{
    if (!well_formed(name))
        return "a name is letters, digits and _, and does not begin with a digit";
    if (contains(columns, COUNT(columns), name))
        return "it is a column of the log";
    if (contains(keys, COUNT(keys), name))
        return "it is a key that the collector writes itself";
    if (contains(words, COUNT(words), name) || strncmp(name, "base_", 5) == 0)
        return "it has a meaning of its own in results or articles";
    return NULL;
}

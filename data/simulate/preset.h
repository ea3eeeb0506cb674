/*
 * A preset: everything that is true of a simulated campaign, as data.
 *
 * To write another one, fill a struct preset in a file of its own (preset_m6.c shows how), name it
 * in presets[] in preset.c, and nothing else changes: plan.c decides from it and a seed what was
 * measured where, chunks.c what each chunk took, run_log.c how that stands in a log.
 *
 * Times are ns (per load where they belong to loads), sizes bytes.
 */
#ifndef PAGEWALK_PRESET_H
#define PAGEWALK_PRESET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "deal.h"

#define PRESET_MOST_PAGES 8 /* pages of both sides of a set together */

struct preset_key {
    const char *key, *value;
};

/* What one side is: the preamble of its logs. */
struct preset_side {
    const char *name;       /* "guest", "host" */
    const char *run_prefix; /* a run is PREFIX-1, PREFIX-2, ... in the order of its pairs */
    const struct preset_key *keys;
    size_t key_count;
    bool fresh_boot; /* every run has a boot_id of its own; else all runs of the set share one */
};

struct preset_page {
    unsigned side;    /* index into the set's sides */
    const char *kind; /* "base", "hugetlb" */
    uint64_t bytes;
    double fault_ns; /* of one page's first touch, clearing aside */
};

/* One row of the truth: a workload and a layout, with a cell for every page of the set. */
struct preset_row {
    const char *workload;
    uint64_t span_bytes, stride_bytes;
    unsigned may_lose; /* measurements a cell may lose beyond whole rounds, drops included */
    struct quartiles pages[PRESET_MOST_PAGES];
};

enum preset_ending {
    PRESET_ENDED,   /* all rounds made; the log ends with "# end" */
    PRESET_STOPPED, /* by a signal: "# stopped: SIGTERM", then "# end" */
    PRESET_CUT      /* killed: the log just ends */
};

/* A run that did not finish: its last `missing` measurements were never made. */
struct preset_loss {
    unsigned side; /* index into the set's sides */
    unsigned run;  /* from 1 inside the set */
    size_t missing;
    enum preset_ending ending;
};

struct preset_set {
    const char *options; /* those of the collector that differ between sets, for the preamble */
    const struct preset_side *sides;
    size_t side_count;
    unsigned first_pair, pairs; /* every side has a run in every pair */
    unsigned rounds;
    const struct preset_page *pages;
    size_t page_count;
    const struct preset_row *rows;
    size_t row_count;
    const struct preset_loss *losses;
    size_t loss_count;
    const unsigned *drops; /* for each side: measurements with too few clean chunks */
};

struct preset {
    const char *name, *about;
    uint64_t default_seed;
    const char *machine;
    uint64_t line_bytes;
    unsigned chunks, loads;

    /* The clock: adds per ns of the two kinds of core, noise as a fraction, the timer's step. */
    double fast_clock, slow_clock, clock_noise;
    unsigned clock_adds;
    uint64_t tick_numerator, tick_denominator; /* one tick is numerator/denominator ns */
    double slow_factor;                        /* time on a slow core over time on a fast one */

    double chunk_noise;    /* sigma of clean chunks around their measurement, a fraction */
    double between_runs;   /* share of a cell's variance that lies between runs, 0 to 1 */
    unsigned most_unclean; /* chunks of a kept measurement, at most */
    unsigned dropped_from, dropped_to; /* unclean chunks of a dropped measurement, both included */
    double disturbed; /* share of measurements with one chunk with faults or switches */

    double clear_ns_per_byte;          /* populate, beside each page's fault */
    double link_ns_per_line;           /* link */
    double populate_noise, link_noise; /* sigma, a fraction */

    const struct preset_set *sets;
    size_t set_count;
};

/* The preset of that name, or NULL. */
const struct preset *preset_find(const char *name);

/* All presets, ended by NULL. */
extern const struct preset *const presets[];

extern const struct preset preset_m6;

#endif

/*
 * What a campaign is, from its rows to its deltas.
 *
 * Data flows one way: log/ reads files into measurements with their chunks; stats/ finds the clock
 * tiers, reduces each measurement to one value, groups measurements into cells and cells into
 * deltas; results/ turns all of it into frames and writes them. Everything here lives in `arena` or
 * in arrays the campaign owns, and is freed by campaign_free().
 */
#ifndef PAGEWALK_MODEL_H
#define PAGEWALK_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

/* The factors every measurement has, in the order of the results; declared factors follow, sorted
 * bytewise by name. */
enum factor {
    FACTOR_MACHINE,
    FACTOR_SIDE,
    FACTOR_WORKLOAD,
    FACTOR_PAGE_KIND,
    FACTOR_PAGE_BYTES,
    FACTOR_LINE_BYTES,
    FACTOR_SPAN_BYTES,
    FACTOR_STRIDE_BYTES,
    FACTOR_PHASE,
    FACTOR_FIXED /* how many there are; the first declared factor has this number */
};

/* A level of a factor: text, or a size in bytes (then text is NULL). Texts are interned: equal
 * pointers if and only if equal text. A level that a run does not have is "". */
struct level {
    const char *text;
    uint64_t bytes;
};

struct factors {
    const char **names;
    size_t count, capacity; /* count >= FACTOR_FIXED */
};

enum outcome { OUTCOME_USED, OUTCOME_DROPPED, OUTCOME_SKIPPED, OUTCOME_REJECTED, OUTCOME_COUNT };

/* "used", "dropped", "skipped", "rejected". */
const char *outcome_name(enum outcome outcome);

struct chunk {
    double loads;
    double elapsed_ns;
    double clock_before, clock_after;  /* adds per ns; NaN when the log gives no clock */
    double faults, switches, steal_ns; /* NaN when the log does not say */
};

struct measurement {
    const struct level *levels; /* factors.count of them */
    const char *run;
    int64_t pair, round; /* -1 when the log does not say */
    uint64_t seq;
    struct chunk *chunks; /* owned; NULL for a skipped cell */
    size_t chunk_count, chunk_capacity, clean_count;
    double ns_per_load;     /* NaN unless outcome is used */
    double cycles_per_load; /* the same in clock adds instead of ns; NaN when there is no clock */
    double clock;           /* mean over clean chunks, adds per ns; NaN when not known */
    enum outcome outcome;
    const char *reason; /* why it was dropped or skipped; "" when used */
    const char *file;   /* as named in the results */
    long first_line, last_line;
};

struct pair_of_strings {
    const char *key, *value;
};

/* One boot of a guest or one run on the host, with the preamble its log carried. */
struct run {
    const char *machine, *name, *side;
    int64_t pair;                           /* -1 when the log does not say */
    const struct pair_of_strings *preamble; /* sorted bytewise by key, keys unique */
    size_t preamble_count;
    const char *file;
};

struct problem {
    const char *file; /* "" where the problem is of no file */
    long line;        /* 0 where it is of the whole file */
    const char *reason, *text;
};

/* accounting.csv, line by line. */
struct account {
    const char *level; /* "file", "row", "chunk", "measurement" */
    enum outcome outcome;
    const char *reason; /* "" for what was simply used */
    uint64_t count;
};

/* One range of core clocks of a machine, in adds per ns, both ends included. */
struct tier {
    const char *machine;
    double low, median, high;
    uint64_t checks; /* clock checks inside it */
    double share;    /* of all checks of the machine, 0 to 1 */
    bool fastest;
};

/* The median of a run's kept measurements in one cell: the unit that is independent of the others.
 */
struct run_value {
    const char *run;
    int64_t pair;      /* -1 when the log does not say */
    double ns, cycles; /* per load; cycles NaN when there is no clock */
};

struct cell {
    const struct level *levels;
    size_t n, dropped;
    double min_ns, q1_ns, median_ns, q3_ns, max_ns; /* NaN when n is 0 */
    double median_cycles;                           /* NaN when n is 0 or there is no clock */
    double clock; /* median over kept measurements of their mean clean clock, adds per ns; or NaN */
    size_t runs;  /* runs that gave a kept measurement */
    const struct run_value *run_values;                   /* `runs` of them, sorted by run */
    double centre_ns, ci_low_ns, ci_high_ns, ci_coverage; /* over run_values; NaN when n is 0 */
    double icc;           /* share of variance that lies between runs, 0 to 1; NaN when not known */
    double design_effect; /* how many times as much variance as n independent values: 1 and more */
    double median_low_ns, median_high_ns; /* had every dropped measurement been lowest, highest;
                                             NaN: unbounded */
};

struct delta {
    const char *kind;
    const struct cell *from, *against;
    /* Where the delta compares two differences, the base cells of both; else NULL. */
    const struct cell *from_base, *against_base;
    double delta_ns, percent, ratio; /* of cell medians; NaN where they are not defined */
    double percent_cycles;           /* percent of medians in cycles per load */
    double paired_ns, ci_low_ns, ci_high_ns, paired_percent, percent_ci_low, percent_ci_high;
    double ci_coverage;
    double paired_percent_cycles; /* paired_percent in cycles per load; NaN when not known */
    size_t pairs;                 /* units the interval is over; 0: unpaired */
    double
        pairing_gain; /* width of the unpaired interval over that of the paired; NaN: not paired */
    double p;         /* of no difference, by the rank test the interval inverts */
    double excluded_ns, excluded_percent; /* no effect larger than this, at ci_coverage */
    const char *equivalent;               /* "yes", "no", "" where the units cannot tell */
    double runs_needed;                   /* to find the effect asked for; NaN when not known */
    const char *base_level;               /* "NAME=LEVEL;..." of declared factors that differ */
    const char *note;
};

/* A file that was read, by the name the results give it. */
struct input {
    const char *name;         /* as results call it */
    unsigned char digest[16]; /* XXH3-128 of its bytes, canonical (big-endian) */
    uint64_t bytes;
};

struct campaign {
    struct arena arena;
    struct factors factors;
    struct input *inputs;
    size_t input_count, input_capacity;
    struct run *runs;
    size_t run_count, run_capacity;
    struct measurement *measurements;
    size_t measurement_count, measurement_capacity;
    struct problem *problems;
    size_t problem_count, problem_capacity;
    struct account *accounts;
    size_t account_count, account_capacity;
    size_t *account_table; /* where accounts are, by hash: number in accounts + 1, 0 is free */
    size_t account_table_size;
    struct tier *tiers;
    size_t tier_count, tier_capacity;
    struct cell *cells;
    size_t cell_count, cell_capacity;
    struct delta *deltas;
    size_t delta_count, delta_capacity;
};

/* An empty campaign that knows the fixed factors. */
int campaign_init(struct campaign *campaign, struct error *error);
void campaign_free(struct campaign *campaign);

/* Counts `count` more under level, outcome and reason. */
int campaign_count(struct campaign *campaign, const char *level, enum outcome outcome,
                   const char *reason, uint64_t count, struct error *error);

/* Lists a problem; `text` (of `length` bytes, may be NULL) is cut to 200 bytes of valid UTF-8,
 * other bytes as \xNN. */
int campaign_problem(struct campaign *campaign, const char *file, long line, const char *reason,
                     const char *text, size_t length, struct error *error);

/* The value of `key` (interned or not) in pairs that are sorted by key, or NULL. */
const char *pairs_find(const struct pair_of_strings *pairs, size_t count, const char *key);

/* Order of the results: sizes as numbers, text bytewise, factor by factor. <0, 0, >0. */
int levels_compare(const struct level *a, const struct level *b, size_t count);

#endif

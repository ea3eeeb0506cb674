#include "frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../stats/drops.h"

static void add_columns(struct frame *frame, enum frame_kind kind, const char *const *names)
{
    for (; *names; names++)
        frame_add_column(frame, *names, kind);
}

static bool is_size(size_t factor)
{
    return factor >= FACTOR_PAGE_BYTES && factor <= FACTOR_STRIDE_BYTES;
}

static void add_factor_columns(struct frame *frame, const struct factors *factors, size_t first)
{
    for (size_t i = first; i < factors->count; i++)
        frame_add_column(frame, factors->names[i], is_size(i) ? FRAME_NUMBER : FRAME_TEXT);
}

static void add_level(struct frame *frame, const struct level *level)
{
    if (level->text)
        frame_add_text(frame, level->text);
    else
        frame_add_whole(frame, level->bytes);
}

static void add_levels(struct frame *frame, const struct factors *factors,
                       const struct level *levels, size_t first)
{
    for (size_t i = first; i < factors->count; i++)
        add_level(frame, &levels[i]);
}

/* -1 stands for "not known" and becomes an empty field. */
static void add_optional(struct frame *frame, int64_t value)
{
    if (value < 0)
        frame_add_empty(frame);
    else
        frame_add_whole(frame, (uint64_t)value);
}

static void build_measurements(struct frame *frame, struct campaign *campaign)
{
    frame_add_column(frame, "machine", FRAME_TEXT);
    frame_add_column(frame, "run", FRAME_TEXT);
    add_columns(frame, FRAME_NUMBER, (const char *[]){"pair", "round", "seq", NULL});
    add_factor_columns(frame, &campaign->factors, FACTOR_SIDE);
    add_columns(frame, FRAME_NUMBER,
                (const char *[]){"chunks", "clean_chunks", "ns_per_load", NULL});
    add_columns(frame, FRAME_TEXT, (const char *[]){"outcome", "reason", "file", NULL});
    add_columns(
        frame, FRAME_NUMBER,
        (const char *[]){"first_line", "last_line", "cycles_per_load", "clock_adds_per_ns", NULL});
    for (size_t i = 0; i < campaign->measurement_count; i++) {
        const struct measurement *measurement = &campaign->measurements[i];
        add_level(frame, &measurement->levels[FACTOR_MACHINE]);
        frame_add_text(frame, measurement->run);
        add_optional(frame, measurement->pair);
        add_optional(frame, measurement->round);
        frame_add_whole(frame, measurement->seq);
        add_levels(frame, &campaign->factors, measurement->levels, FACTOR_SIDE);
        frame_add_whole(frame, measurement->chunk_count);
        frame_add_whole(frame, measurement->clean_count);
        frame_add_number(frame, measurement->ns_per_load);
        frame_add_text(frame, outcome_name(measurement->outcome));
        frame_add_text(frame, measurement->reason);
        frame_add_text(frame, measurement->file);
        frame_add_whole(frame, (uint64_t)measurement->first_line);
        frame_add_whole(frame, (uint64_t)measurement->last_line);
        frame_add_number(frame, measurement->cycles_per_load);
        frame_add_number(frame, measurement->clock);
    }
}

static void build_cells(struct frame *frame, struct campaign *campaign)
{
    add_factor_columns(frame, &campaign->factors, 0);
    add_columns(frame, FRAME_NUMBER,
                (const char *[]){"n", "dropped", "min_ns", "q1_ns", "median_ns", "q3_ns", "max_ns",
                                 "runs", "centre_ns", "ci_low_ns", "ci_high_ns", "ci_coverage",
                                 "icc", "design_effect", "median_low_ns", "median_high_ns",
                                 "median_cycles", "clock_adds_per_ns", NULL});
    for (size_t i = 0; i < campaign->cell_count; i++) {
        const struct cell *cell = &campaign->cells[i];
        add_levels(frame, &campaign->factors, cell->levels, 0);
        frame_add_whole(frame, cell->n);
        frame_add_whole(frame, cell->dropped);
        frame_add_number(frame, cell->min_ns);
        frame_add_number(frame, cell->q1_ns);
        frame_add_number(frame, cell->median_ns);
        frame_add_number(frame, cell->q3_ns);
        frame_add_number(frame, cell->max_ns);
        frame_add_whole(frame, cell->runs);
        frame_add_number(frame, cell->centre_ns);
        frame_add_number(frame, cell->ci_low_ns);
        frame_add_number(frame, cell->ci_high_ns);
        frame_add_number(frame, cell->ci_coverage);
        frame_add_number(frame, cell->icc);
        frame_add_number(frame, cell->design_effect);
        frame_add_number(frame, cell->median_low_ns);
        frame_add_number(frame, cell->median_high_ns);
        frame_add_number(frame, cell->median_cycles);
        frame_add_number(frame, cell->clock);
    }
}

static void build_deltas(struct frame *frame, struct campaign *campaign)
{
    frame_add_column(frame, "kind", FRAME_TEXT);
    add_factor_columns(frame, &campaign->factors, 0);
    add_columns(frame, FRAME_TEXT, (const char *[]){"base_side", "base_page_kind", NULL});
    add_columns(frame, FRAME_NUMBER,
                (const char *[]){"base_page_bytes", "base_span_bytes", "base_stride_bytes", NULL});
    frame_add_column(frame, "base_level", FRAME_TEXT);
    add_columns(frame, FRAME_NUMBER,
                (const char *[]){"delta_ns", "percent", "ratio", "paired_ns", "ci_low_ns",
                                 "ci_high_ns", "paired_percent", "percent_ci_low",
                                 "percent_ci_high", "pairs", "ci_coverage", NULL});
    frame_add_column(frame, "note", FRAME_TEXT);
    add_columns(frame, FRAME_NUMBER, (const char *[]){"excluded_ns", "excluded_percent", NULL});
    frame_add_column(frame, "equivalent", FRAME_TEXT);
    add_columns(frame, FRAME_NUMBER,
                (const char *[]){"p", "runs_needed", "pairing_gain", "percent_cycles",
                                 "paired_percent_cycles", NULL});
    for (size_t i = 0; i < campaign->delta_count; i++) {
        const struct delta *delta = &campaign->deltas[i];
        const struct level *base = delta->against->levels;
        frame_add_text(frame, delta->kind);
        add_levels(frame, &campaign->factors, delta->from->levels, 0);
        add_level(frame, &base[FACTOR_SIDE]);
        add_level(frame, &base[FACTOR_PAGE_KIND]);
        add_level(frame, &base[FACTOR_PAGE_BYTES]);
        add_level(frame, &base[FACTOR_SPAN_BYTES]);
        add_level(frame, &base[FACTOR_STRIDE_BYTES]);
        frame_add_text(frame, delta->base_level);
        frame_add_number(frame, delta->delta_ns);
        frame_add_number(frame, delta->percent);
        frame_add_number(frame, delta->ratio);
        frame_add_number(frame, delta->paired_ns);
        frame_add_number(frame, delta->ci_low_ns);
        frame_add_number(frame, delta->ci_high_ns);
        frame_add_number(frame, delta->paired_percent);
        frame_add_number(frame, delta->percent_ci_low);
        frame_add_number(frame, delta->percent_ci_high);
        if (delta->pairs)
            frame_add_whole(frame, delta->pairs);
        else
            frame_add_empty(frame);
        frame_add_number(frame, delta->ci_coverage);
        frame_add_text(frame, delta->note);
        frame_add_number(frame, delta->excluded_ns);
        frame_add_number(frame, delta->excluded_percent);
        frame_add_text(frame, delta->equivalent);
        frame_add_number(frame, delta->p);
        frame_add_number(frame, delta->runs_needed);
        frame_add_number(frame, delta->pairing_gain);
        frame_add_number(frame, delta->percent_cycles);
        frame_add_number(frame, delta->paired_percent_cycles);
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts the texts and leaves each once. */
static void keep_distinct(const char **texts, size_t *count)
{
    size_t kept = 0;
    if (*count)
        qsort(texts, *count, sizeof *texts, by_text);
    for (size_t i = 0; i < *count; i++)
        if (i == 0 || strcmp(texts[i], texts[kept - 1]) != 0)
            texts[kept++] = texts[i];
    *count = kept;
}

/* What the runs caution against, for the files that name neither run nor machine: nobody shall take
 * counts of simulated data for others. Each text once; "" for none. */
static const char *cautions(struct frame *frame, const struct campaign *campaign)
{
    const char **texts = calloc(campaign->run_count + 1, sizeof *texts);
    struct text all = {.failed = !texts};
    size_t count = 0;
    for (size_t i = 0; texts && i < campaign->run_count; i++) {
        const struct run *run = &campaign->runs[i];
        texts[count] = pairs_find(run->preamble, run->preamble_count, "caution");
        count += texts[count] && *texts[count];
    }
    if (texts)
        keep_distinct(texts, &count);
    for (size_t i = 0; i < count; i++)
        text_format(&all, "%s%s", i ? "; " : "", texts[i]);
    free(texts);
    const char *kept = text_keep(&all, frame->arena);
    frame->failed = frame->failed || !kept;
    return kept;
}

static int by_level_outcome_reason(const void *a, const void *b)
{
    static const char *const levels[] = {"file", "row", "chunk", "measurement"};
    const struct account *x = a, *y = b;
    if (strcmp(x->level, y->level) != 0) {
        for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
            if (strcmp(x->level, levels[i]) == 0)
                return -1;
            if (strcmp(y->level, levels[i]) == 0)
                return 1;
        }
    }
    if (x->outcome != y->outcome)
        return x->outcome < y->outcome ? -1 : 1;
    return strcmp(x->reason, y->reason);
}

static void build_accounting(struct frame *frame, struct campaign *campaign)
{
    add_columns(frame, FRAME_TEXT, (const char *[]){"level", "outcome", "reason", NULL});
    frame_add_column(frame, "count", FRAME_NUMBER);
    frame_add_column(frame, "caution", FRAME_TEXT);
    const char *caution = cautions(frame, campaign);
    if (campaign->account_count)
        qsort(campaign->accounts, campaign->account_count, sizeof *campaign->accounts,
              by_level_outcome_reason);
    for (size_t i = 0; i < campaign->account_count; i++) {
        const struct account *account = &campaign->accounts[i];
        frame_add_text(frame, account->level);
        frame_add_text(frame, outcome_name(account->outcome));
        frame_add_text(frame, account->reason);
        frame_add_whole(frame, account->count);
        frame_add_text(frame, caution);
    }
}

static void build_problems(struct frame *frame, struct campaign *campaign)
{
    frame_add_column(frame, "file", FRAME_TEXT);
    frame_add_column(frame, "line", FRAME_NUMBER);
    add_columns(frame, FRAME_TEXT, (const char *[]){"reason", "text", "caution", NULL});
    const char *caution = cautions(frame, campaign);
    for (size_t i = 0; i < campaign->problem_count; i++) {
        const struct problem *problem = &campaign->problems[i];
        frame_add_text(frame, problem->file);
        add_optional(frame, problem->line ? problem->line : -1);
        frame_add_text(frame, problem->reason);
        frame_add_text(frame, problem->text);
        frame_add_text(frame, caution);
    }
}

/* The preamble's own copy of what has a column already would make that column stand twice. */
static bool is_run_column(const char *key)
{
    static const char *const names[] = {"machine", "run", "side", "pair", "file"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(key, names[i]) == 0)
            return true;
    return false;
}

/* All preamble keys of all runs, sorted, each once; malloc'ed. Returns -1 when memory ran out. */
static int preamble_keys(const struct campaign *campaign, const char ***keys, size_t *count)
{
    size_t capacity = 0;
    *keys = NULL;
    *count = 0;
    for (size_t i = 0; i < campaign->run_count; i++) {
        for (size_t j = 0; j < campaign->runs[i].preamble_count; j++) {
            const char *key = campaign->runs[i].preamble[j].key;
            if (is_run_column(key))
                continue;
            if (array_room(keys, &capacity, *count, sizeof **keys) < 0)
                return -1;
            (*keys)[(*count)++] = key;
        }
    }
    keep_distinct(*keys, count);
    return 0;
}

static void build_runs(struct frame *frame, struct campaign *campaign)
{
    const char **keys;
    size_t key_count;
    if (preamble_keys(campaign, &keys, &key_count) < 0) {
        frame->failed = true;
        goto out;
    }
    add_columns(frame, FRAME_TEXT, (const char *[]){"machine", "run", "side", NULL});
    frame_add_column(frame, "pair", FRAME_NUMBER);
    frame_add_column(frame, "file", FRAME_TEXT);
    for (size_t i = 0; i < key_count; i++)
        frame_add_column(frame, keys[i], FRAME_TEXT);
    for (size_t i = 0; i < campaign->run_count; i++) {
        const struct run *run = &campaign->runs[i];
        frame_add_text(frame, run->machine);
        frame_add_text(frame, run->name);
        frame_add_text(frame, run->side);
        add_optional(frame, run->pair);
        frame_add_text(frame, run->file);
        for (size_t j = 0; j < key_count; j++)
            frame_add_text(frame, pairs_find(run->preamble, run->preamble_count, keys[j]));
    }
out:
    free(keys);
}

static void build_tiers(struct frame *frame, struct campaign *campaign)
{
    frame_add_column(frame, "machine", FRAME_TEXT);
    add_columns(frame, FRAME_NUMBER,
                (const char *[]){"tier", "low", "median", "high", "checks", "share", NULL});
    frame_add_column(frame, "fastest", FRAME_TEXT);
    frame_add_column(frame, "gap_percent", FRAME_NUMBER);
    uint64_t number = 0;
    for (size_t i = 0; i < campaign->tier_count; i++) {
        const struct tier *tier = &campaign->tiers[i];
        number = i && tier->machine == campaign->tiers[i - 1].machine ? number + 1 : 1;
        frame_add_text(frame, tier->machine);
        frame_add_whole(frame, number);
        frame_add_number(frame, tier->low);
        frame_add_number(frame, tier->median);
        frame_add_number(frame, tier->high);
        frame_add_whole(frame, tier->checks);
        frame_add_number(frame, tier->share);
        frame_add_text(frame, tier->fastest ? "yes" : "no");
        /* Of the medians, to the next slower tier. */
        frame_add_number(frame,
                         number > 1 ? 100 * (tier->median / tier[-1].median - 1) : (double)NAN);
    }
}

static void build_drops(struct frame *frame, struct campaign *campaign)
{
    struct drops drops;
    struct error error = {0}; /* out of memory, and nothing else */
    if (drops_build(&drops, campaign, &error) < 0) {
        frame->failed = true;
        return;
    }
    drops_frame(frame, &drops);
    drops_free(&drops);
}

int frames_build(struct frame *frame, enum results_file file, struct campaign *campaign,
                 struct error *error)
{
    static const struct {
        const char *name;
        void (*build)(struct frame *, struct campaign *);
    } files[RESULTS_FILES] = {
        [RESULTS_MEASUREMENTS] = {"measurements", build_measurements},
        [RESULTS_CELLS] = {"cells", build_cells},
        [RESULTS_DELTAS] = {"deltas", build_deltas},
        [RESULTS_ACCOUNTING] = {"accounting", build_accounting},
        [RESULTS_PROBLEMS] = {"problems", build_problems},
        [RESULTS_RUNS] = {"runs", build_runs},
        [RESULTS_TIERS] = {"tiers", build_tiers},
        [RESULTS_DROPS] = {"drops", build_drops},
    };
    frame_init(frame, files[file].name, &campaign->arena);
    files[file].build(frame, campaign);
    if (frame->failed) {
        frame_free(frame);
        return error_memory(error);
    }
    return 0;
}

#include "deltas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "cells.h"
#include "match.h"

/* Clean clocks of guest and host further apart than this make their difference one of cores too. */
#define CLOCK_TOLERANCE 0.01

struct builder {
    struct campaign *campaign;
    struct level *wanted; /* scratch: the levels of a cell that is looked for */
    struct error *error;
};

/* "variant=plain;kernel=6.1": the base's levels of declared factors that differ. NULL: no memory.
 */
static const char *base_level(const struct builder *builder, const struct cell *from,
                              const struct cell *against)
{
    const struct factors *factors = &builder->campaign->factors;
    struct text text = {0};
    for (size_t i = FACTOR_FIXED; i < factors->count; i++)
        if (!match_level(from, against, i))
            text_format(&text, "%s%s=%s", text.length ? ";" : "", factors->names[i],
                        against->levels[i].text);
    const char *copy = text.failed ? NULL
                                   : arena_intern(&builder->campaign->arena,
                                                  text.length ? text.bytes : "", text.length);
    text_free(&text);
    return copy;
}

static struct delta *add_delta(struct builder *builder, const char *kind, const struct cell *from,
                               const struct cell *against)
{
    struct campaign *campaign = builder->campaign;
    const char *base = base_level(builder, from, against);
    if (!base || array_room(&campaign->deltas, &campaign->delta_capacity, campaign->delta_count,
                            sizeof *campaign->deltas) < 0) {
        error_memory(builder->error);
        return NULL;
    }
    double unknown = (double)NAN;
    struct delta *delta = &campaign->deltas[campaign->delta_count++];
    *delta = (struct delta){
        .kind = kind,
        .from = from,
        .against = against,
        .delta_ns = unknown,
        .percent = unknown,
        .ratio = unknown,
        .percent_cycles = unknown,
        .paired_ns = unknown,
        .ci_low_ns = unknown,
        .ci_high_ns = unknown,
        .paired_percent = unknown,
        .percent_ci_low = unknown,
        .percent_ci_high = unknown,
        .ci_coverage = unknown,
        .paired_percent_cycles = unknown,
        .pairing_gain = unknown,
        .p = unknown,
        .excluded_ns = unknown,
        .excluded_percent = unknown,
        .equivalent = "",
        .runs_needed = unknown,
        .base_level = base,
        .note = "",
    };
    return delta;
}

static void set_ratio(struct delta *delta, double ratio)
{
    delta->ratio = ratio;
    delta->percent = 100 * (ratio - 1);
}

static int add_cell_delta(struct builder *builder, const char *kind, const struct cell *from,
                          const struct cell *against)
{
    struct delta *delta = add_delta(builder, kind, from, against);
    if (!delta)
        return -1;
    if (from->n == 0) {
        delta->note = "no measurement of this cell was kept";
    } else if (against->n == 0) {
        delta->note = "no measurement of the base cell was kept";
    } else {
        delta->delta_ns = from->median_ns - against->median_ns;
        set_ratio(delta, from->median_ns / against->median_ns);
        delta->percent_cycles = 100 * (from->median_cycles / against->median_cycles - 1);
    }
    return 0;
}

/* Looks up the cell like `cell` with the levels in builder->wanted; call after editing those. */
static struct level *start_lookup(struct builder *builder, const struct cell *cell)
{
    memcpy(builder->wanted, cell->levels,
           builder->campaign->factors.count * sizeof *builder->wanted);
    return builder->wanted;
}

static bool better_base(const struct cell *a, const struct cell *b)
{
    bool a_base = strcmp(a->levels[FACTOR_PAGE_KIND].text, "base") == 0;
    bool b_base = strcmp(b->levels[FACTOR_PAGE_KIND].text, "base") == 0;
    if (a_base != b_base)
        return a_base;
    return a->levels[FACTOR_PAGE_BYTES].bytes < b->levels[FACTOR_PAGE_BYTES].bytes;
}

static int add_page_size(struct builder *builder)
{
    const struct campaign *campaign = builder->campaign;
    const struct cell *end = campaign->cells + campaign->cell_count;
    for (const struct cell *first = campaign->cells, *last; first < end; first = last) {
        /* Cells are sorted by machine and side: one base for each such stretch. */
        const struct cell *base = first;
        for (last = first; last < end && match_level(first, last, FACTOR_MACHINE) &&
                           match_level(first, last, FACTOR_SIDE);
             last++)
            if (better_base(last, base))
                base = last;
        for (const struct cell *cell = first; cell < last; cell++) {
            if (match_page(cell, base) ||
                !(match_phase(cell, "loop") || match_phase(cell, "whole")))
                continue;
            struct level *wanted = start_lookup(builder, cell);
            wanted[FACTOR_PAGE_KIND] = base->levels[FACTOR_PAGE_KIND];
            wanted[FACTOR_PAGE_BYTES] = base->levels[FACTOR_PAGE_BYTES];
            const struct cell *against = cells_find(campaign, wanted);
            if (against && add_cell_delta(builder, "page-size", cell, against) < 0)
                return -1;
        }
    }
    return 0;
}

static int note_clocks(struct builder *builder, struct delta *delta)
{
    double guest = delta->from->clock, host = delta->against->clock;
    double apart = fabs(guest / host - 1);
    if (isnan(apart) || apart <= CLOCK_TOLERANCE || *delta->note)
        return 0;
    char note[128];
    int length =
        snprintf(note, sizeof note, "clean clocks differ by %.1f%%: %.3f against %.3f adds per ns",
                 100 * apart, guest, host);
    delta->note = arena_intern(&builder->campaign->arena, note, (size_t)length);
    return delta->note ? 0 : error_memory(builder->error);
}

static int add_guest_host(struct builder *builder)
{
    struct campaign *campaign = builder->campaign;
    const struct cell *end = campaign->cells + campaign->cell_count;
    for (const struct cell *guest = campaign->cells; guest < end; guest++) {
        if (!match_side(guest, "guest") || !match_phase(guest, "loop"))
            continue;
        for (const struct cell *host = campaign->cells; host < end; host++) {
            if (!match_side(host, "host") || !match_access(guest, host) ||
                !match_declared(&builder->campaign->factors, guest, host))
                continue;
            if (add_cell_delta(builder, "guest-host", guest, host) < 0 ||
                note_clocks(builder, &campaign->deltas[campaign->delta_count - 1]) < 0)
                return -1;
        }
    }
    return 0;
}

static int add_translation(struct builder *builder)
{
    const struct campaign *campaign = builder->campaign;
    for (size_t i = 0; i < campaign->cell_count; i++) {
        const struct cell *sparse = &campaign->cells[i];
        uint64_t line = sparse->levels[FACTOR_LINE_BYTES].bytes;
        uint64_t stride = sparse->levels[FACTOR_STRIDE_BYTES].bytes;
        uint64_t lines = sparse->levels[FACTOR_SPAN_BYTES].bytes / stride;
        if (!match_phase(sparse, "loop") || stride <= line)
            continue;
        struct level *wanted = start_lookup(builder, sparse);
        wanted[FACTOR_STRIDE_BYTES].bytes = line;
        wanted[FACTOR_SPAN_BYTES].bytes = lines * line;
        const struct cell *dense = cells_find(campaign, wanted);
        if (dense && add_cell_delta(builder, "translation", sparse, dense) < 0)
            return -1;
    }
    return 0;
}

/* How a guest's difference is held against the host's of the same kind. */
struct comparison {
    const char *kind, *of; /* the new delta's kind, and that of the two it compares */
    const char *missing;   /* note where one of the two has no number */
    bool (*comparable)(const struct delta *guest, const struct delta *host);
    void (*compare)(struct delta *delta, const struct delta *guest, const struct delta *host);
};

static bool any_pages(const struct delta *guest, const struct delta *host)
{
    (void)guest, (void)host;
    return true;
}

static bool same_pages(const struct delta *guest, const struct delta *host)
{
    return match_phase(guest->from, "loop") && match_page(guest->from, host->from) &&
           match_page(guest->against, host->against);
}

static void compare_extra_time(struct delta *delta, const struct delta *guest,
                               const struct delta *host)
{
    if (guest->delta_ns > 0 && host->delta_ns > 0)
        set_ratio(delta, guest->delta_ns / host->delta_ns);
    else
        delta->note = "no ratio: extra time is not positive on both sides";
}

static void compare_ratios(struct delta *delta, const struct delta *guest, const struct delta *host)
{
    set_ratio(delta, guest->ratio / host->ratio);
}

static const struct comparison comparisons[] = {
    {"translation-ratio", "translation", "no translation to compare on one side", any_pages,
     compare_extra_time},
    {"interaction", "page-size", "no page-size delta to compare on one side", same_pages,
     compare_ratios},
};

/* `simple_end`: how many deltas of single cells there are; only those are compared. */
static int add_comparison(struct builder *builder, const struct comparison *comparison,
                          size_t simple_end)
{
    struct campaign *campaign = builder->campaign;
    for (size_t i = 0; i < simple_end; i++) {
        for (size_t j = 0; j < simple_end; j++) {
            /* Adding moves the array, so nothing points into it. */
            struct delta guest = campaign->deltas[i], host = campaign->deltas[j];
            if (strcmp(guest.kind, comparison->of) || strcmp(host.kind, comparison->of) ||
                !match_side(guest.from, "guest") || !match_side(host.from, "host") ||
                !match_access(guest.from, host.from) || !comparison->comparable(&guest, &host) ||
                !match_declared(&builder->campaign->factors, guest.from, host.from))
                continue;
            struct delta *delta = add_delta(builder, comparison->kind, guest.from, host.from);
            if (!delta)
                return -1;
            delta->from_base = guest.against;
            delta->against_base = host.against;
            if (isnan(guest.delta_ns) || isnan(host.delta_ns)) {
                delta->note = comparison->missing;
                continue;
            }
            delta->delta_ns = guest.delta_ns - host.delta_ns;
            comparison->compare(delta, &guest, &host);
        }
    }
    return 0;
}

/* The level a factor's others are held against: the contrast's, else the first in sort order. */
static const char *find_base(struct builder *builder, size_t factor,
                             const struct contrast *contrasts, size_t contrast_count)
{
    const struct campaign *campaign = builder->campaign;
    const char *base = NULL;
    for (size_t i = 0; i < contrast_count; i++)
        if (strcmp(contrasts[i].factor, campaign->factors.names[factor]) == 0)
            base = contrasts[i].level;
    if (base)
        return base;
    for (size_t i = 0; i < campaign->cell_count; i++) {
        const char *level = campaign->cells[i].levels[factor].text;
        if (*level && (!base || strcmp(level, base) < 0))
            base = level;
    }
    return base;
}

static int add_factor(struct builder *builder, size_t factor, const char *base_text)
{
    struct campaign *campaign = builder->campaign;
    const char *base = arena_intern(&campaign->arena, base_text, strlen(base_text));
    if (!base)
        return error_memory(builder->error);
    for (size_t i = 0; i < campaign->cell_count; i++) {
        const struct cell *cell = &campaign->cells[i];
        const char *level = cell->levels[factor].text;
        if (!match_phase(cell, "loop") || !*level || level == base)
            continue;
        start_lookup(builder, cell)[factor].text = base;
        const struct cell *against = cells_find(campaign, builder->wanted);
        if (against && add_cell_delta(builder, "factor", cell, against) < 0)
            return -1;
    }
    return 0;
}

static int check_contrasts(struct builder *builder, const struct contrast *contrasts,
                           size_t contrast_count)
{
    const struct campaign *campaign = builder->campaign;
    for (size_t i = 0; i < contrast_count; i++) {
        size_t factor = FACTOR_FIXED;
        while (factor < campaign->factors.count &&
               strcmp(campaign->factors.names[factor], contrasts[i].factor) != 0)
            factor++;
        if (factor == campaign->factors.count)
            return error_set(builder->error, "--contrast %s=%s: %s is not a declared factor",
                             contrasts[i].factor, contrasts[i].level, contrasts[i].factor);
        size_t cell = 0;
        while (cell < campaign->cell_count &&
               strcmp(campaign->cells[cell].levels[factor].text, contrasts[i].level) != 0)
            cell++;
        if (cell == campaign->cell_count)
            return error_set(builder->error, "--contrast %s=%s: no measurement has this level",
                             contrasts[i].factor, contrasts[i].level);
    }
    return 0;
}

static int by_kind_and_cells(const void *a, const void *b)
{
    const struct delta *x = a, *y = b;
    int order = strcmp(x->kind, y->kind);
    if (order)
        return order;
    /* Cells stand in the order of their levels, so their addresses do too. */
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->against != y->against)
        return x->against < y->against ? -1 : 1;
    return 0;
}

int deltas_build(struct campaign *campaign, const struct contrast *contrasts, size_t contrast_count,
                 struct error *error)
{
    struct builder builder = {.campaign = campaign, .error = error};
    if (check_contrasts(&builder, contrasts, contrast_count) < 0)
        return -1;
    builder.wanted = calloc(campaign->factors.count, sizeof *builder.wanted);
    if (!builder.wanted)
        return error_memory(error);
    int status = -1;
    if (add_page_size(&builder) < 0 || add_guest_host(&builder) < 0 ||
        add_translation(&builder) < 0)
        goto out;
    for (size_t factor = FACTOR_FIXED; factor < campaign->factors.count; factor++) {
        const char *base = find_base(&builder, factor, contrasts, contrast_count);
        if (base && add_factor(&builder, factor, base) < 0)
            goto out;
    }
    size_t simple_end = campaign->delta_count;
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (add_comparison(&builder, &comparisons[i], simple_end) < 0)
            goto out;
    if (campaign->delta_count)
        qsort(campaign->deltas, campaign->delta_count, sizeof *campaign->deltas, by_kind_and_cells);
    status = 0;
out:
    free(builder.wanted);
    return status;
}

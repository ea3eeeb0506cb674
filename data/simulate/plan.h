/*
 * What was measured when: from a preset and a seed to the runs of a campaign.
 *
 * Every run measures all cells of its side once a round, in a new random order each round. Then
 * three things are dealt:
 *   - losses: the measurements at the end of an unfinished run were never made;
 *   - drops: some measurements spend most of their chunks on slow cores;
 *   - values: the kept measurements of a cell share out values whose quartiles are the planted ones
 *     (deal.h). A measurement's wish for a high or low value is the sum of an effect of its pair
 *     (shared by guest and host: memory layout, temperature), one of its cell in this run, and one
 *     of its own; the first two have half each of preset->between_runs of the variance.
 * Losses and drops come from an urn that holds may_lose tokens of every cell, so that no cell
 * loses more, while rows with a larger may_lose lose more often.
 */
#ifndef PAGEWALK_PLAN_H
#define PAGEWALK_PLAN_H

#include <stdbool.h>

#include "preset.h"

struct plan_measurement {
    const struct preset_row *row;
    const struct preset_page *page;
    unsigned round;   /* from 1 */
    uint64_t seq;     /* from 1, inside the run */
    double ns;        /* median over its clean chunks, ns per load */
    unsigned unclean; /* chunks that touch a slow core */
    bool disturbed;   /* one more chunk has faults or switches */
    bool dropped;     /* too few clean chunks to be kept */
};

struct plan_run {
    const struct preset_set *set;
    const struct preset_side *side;
    unsigned pair, number; /* number: from 1 inside the set */
    char name[64];
    enum preset_ending ending;
    struct plan_measurement *measurements; /* owned, in the order they were made */
    size_t count;
};

struct plan {
    const struct preset *preset;
    uint64_t seed;
    struct plan_run *runs; /* owned; sets in order, pairs in order, sides in order */
    size_t run_count;
};

/* Errors: out of memory; a preset whose losses or drops do not fit its rounds or its may_lose. */
int plan_make(struct plan *plan, const struct preset *preset, uint64_t seed, struct error *error);
void plan_free(struct plan *plan);

#endif

#include "reduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "quantile.h"
#include "tiers.h"

/* What became of a chunk; the order is that of the reasons below. */
enum verdict { CLEAN, CLEAN_WITHOUT_CLOCK, SLOW, NO_TIER, MOVED, DISTURBED, VERDICTS };

static const char *const reasons[VERDICTS] = {
    [CLEAN] = "",
    [CLEAN_WITHOUT_CLOCK] = "no clock check",
    [SLOW] = "slow clock",
    [NO_TIER] = "clock of no tier",
    [MOVED] = "moved between clock tiers",
    [DISTURBED] = "disturbed: faults, switches or stolen time",
};

/* The tiers of a measurement's machine. */
struct machine_tiers {
    const struct tier *tiers;
    size_t count;
};

static enum verdict judge(const struct chunk *chunk, const struct machine_tiers *machine)
{
    bool before_known = !isnan(chunk->clock_before), after_known = !isnan(chunk->clock_after);
    if (before_known || after_known) {
        double first = before_known ? chunk->clock_before : chunk->clock_after;
        double second = after_known ? chunk->clock_after : first;
        size_t tier = tiers_index(machine->tiers, machine->count, first);
        if (tiers_index(machine->tiers, machine->count, second) != tier)
            return MOVED;
        if (tier == TIERS_NONE)
            return NO_TIER;
        if (!machine->tiers[tier].fastest)
            return SLOW;
    }
    /* An unknown count is NaN, and NaN > 0 is false. */
    if (chunk->faults > 0 || chunk->switches > 0 || chunk->steal_ns > 0)
        return DISTURBED;
    return before_known || after_known ? CLEAN : CLEAN_WITHOUT_CLOCK;
}

static double mean_clock(const struct chunk *chunk)
{
    if (isnan(chunk->clock_before))
        return chunk->clock_after;
    if (isnan(chunk->clock_after))
        return chunk->clock_before;
    return (chunk->clock_before + chunk->clock_after) / 2;
}

static int count_chunks(struct campaign *campaign, const size_t verdicts[VERDICTS], bool kept,
                        struct error *error)
{
    for (int i = 0; i < VERDICTS; i++) {
        bool clean = i == CLEAN || i == CLEAN_WITHOUT_CLOCK;
        enum outcome outcome = clean && kept ? OUTCOME_USED : OUTCOME_DROPPED;
        const char *reason = clean && !kept ? "clean, but its measurement is dropped" : reasons[i];
        if (verdicts[i] &&
            campaign_count(campaign, "chunk", outcome, reason, verdicts[i], error) < 0)
            return -1;
    }
    return 0;
}

static int reduce_loop(struct campaign *campaign, struct measurement *measurement,
                       const struct machine_tiers *machine, size_t min_clean, double *scratch,
                       struct error *error)
{
    size_t verdicts[VERDICTS] = {0}, clean = 0, clocks = 0;
    double *values = scratch, *cycles = scratch + measurement->chunk_count, clock_sum = 0;
    for (size_t i = 0; i < measurement->chunk_count; i++) {
        const struct chunk *chunk = &measurement->chunks[i];
        enum verdict verdict = judge(chunk, machine);
        verdicts[verdict]++;
        if (verdict != CLEAN && verdict != CLEAN_WITHOUT_CLOCK)
            continue;
        double value = chunk->elapsed_ns / chunk->loads;
        values[clean++] = value;
        if (verdict == CLEAN) {
            cycles[clocks++] = value * mean_clock(chunk);
            clock_sum += mean_clock(chunk);
        }
    }
    if (min_clean == REDUCE_HALF)
        min_clean = (measurement->chunk_count + 1) / 2;
    bool kept = clean > 0 && clean >= min_clean;
    measurement->clean_count = clean;
    if (kept) {
        measurement->ns_per_load = quantile_median(values, clean);
        measurement->clock = clocks ? clock_sum / (double)clocks : (double)NAN;
        measurement->cycles_per_load = quantile_median(cycles, clocks);
    } else {
        measurement->outcome = OUTCOME_DROPPED;
        measurement->reason = "too few clean chunks";
    }
    return count_chunks(campaign, verdicts, kept, error);
}

size_t reduce_clean_values(const struct campaign *campaign, const struct measurement *measurement,
                           double *values)
{
    struct machine_tiers machine;
    size_t count = 0;
    machine.tiers =
        tiers_of_machine(campaign, measurement->levels[FACTOR_MACHINE].text, &machine.count);
    for (size_t i = 0; i < measurement->chunk_count; i++) {
        const struct chunk *chunk = &measurement->chunks[i];
        enum verdict verdict = judge(chunk, &machine);
        if (verdict == CLEAN || verdict == CLEAN_WITHOUT_CLOCK)
            values[count++] = chunk->elapsed_ns / chunk->loads;
    }
    return count;
}

static int reduce_sum(struct campaign *campaign, struct measurement *measurement,
                      struct error *error)
{
    double elapsed_ns = 0, loads = 0;
    for (size_t i = 0; i < measurement->chunk_count; i++) {
        elapsed_ns += measurement->chunks[i].elapsed_ns;
        loads += measurement->chunks[i].loads;
    }
    measurement->clean_count = measurement->chunk_count;
    measurement->ns_per_load = elapsed_ns / loads;
    return campaign_count(campaign, "chunk", OUTCOME_USED, "", measurement->chunk_count, error);
}

int reduce_measurements(struct campaign *campaign, size_t min_clean, struct error *error)
{
    size_t most = 0;
    for (size_t i = 0; i < campaign->measurement_count; i++)
        if (campaign->measurements[i].chunk_count > most)
            most = campaign->measurements[i].chunk_count;
    double *scratch = calloc(most ? most : 1, 2 * sizeof *scratch);
    if (!scratch)
        return error_memory(error);
    int status = 0;
    for (size_t i = 0; i < campaign->measurement_count && status == 0; i++) {
        struct measurement *measurement = &campaign->measurements[i];
        measurement->ns_per_load = (double)NAN;
        measurement->cycles_per_load = (double)NAN;
        measurement->clock = (double)NAN;
        if (measurement->outcome != OUTCOME_SKIPPED) {
            measurement->outcome = OUTCOME_USED;
            measurement->reason = "";
            if (strcmp(measurement->levels[FACTOR_PHASE].text, "loop") == 0) {
                struct machine_tiers machine;
                machine.tiers = tiers_of_machine(campaign, measurement->levels[FACTOR_MACHINE].text,
                                                 &machine.count);
                status = reduce_loop(campaign, measurement, &machine, min_clean, scratch, error);
            } else {
                status = reduce_sum(campaign, measurement, error);
            }
        }
        if (status == 0)
            status = campaign_count(campaign, "measurement", measurement->outcome,
                                    measurement->reason, 1, error);
    }
    free(scratch);
    return status;
}

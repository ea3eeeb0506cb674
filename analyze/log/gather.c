#include "gather.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct measurement *last(const struct gather *gather)
{
    return &gather->campaign->measurements[gather->campaign->measurement_count - 1];
}

static bool continues(const struct gather *gather, const struct row *row)
{
    if (!gather->open)
        return false;
    const struct measurement *measurement = last(gather);
    return measurement->levels[FACTOR_MACHINE].text == row->levels[FACTOR_MACHINE].text &&
           measurement->run == row->run && measurement->seq == row->seq &&
           measurement->levels[FACTOR_PHASE].text == row->levels[FACTOR_PHASE].text;
}

/* NULL when the row agrees with its measurement in everything but the chunk. */
static const char *differing_column(const struct gather *gather, const struct section *section,
                                    const struct row *row, const struct declared_factors *factors)
{
    const struct measurement *measurement = last(gather);
    for (size_t i = 0; i < FACTOR_FIXED + section->factor_count; i++)
        if (measurement->levels[i].text != row->levels[i].text ||
            measurement->levels[i].bytes != row->levels[i].bytes)
            return i < FACTOR_FIXED ? gather->campaign->factors.names[i]
                                    : factors->items[i - FACTOR_FIXED].name;
    return measurement->pair != row->pair     ? "pair"
           : measurement->round != row->round ? "round"
                                              : NULL;
}

/* Neighbours mostly show the same run: only a change is worth keeping. */
static int add_sighting(struct gather *gather, const struct section *section, const struct row *row,
                        long line, struct error *error)
{
    struct sighting sighting = {.machine = row->levels[FACTOR_MACHINE].text,
                                .run = row->run,
                                .side = row->levels[FACTOR_SIDE].text,
                                .pair = row->pair,
                                .section = section,
                                .line = line,
                                .order = gather->sighting_count};
    if (gather->sighting_count) {
        const struct sighting *before = &gather->sightings[gather->sighting_count - 1];
        if (before->machine == sighting.machine && before->run == sighting.run &&
            before->side == sighting.side && before->pair == sighting.pair)
            return 0;
    }
    if (array_room(&gather->sightings, &gather->sighting_capacity, gather->sighting_count,
                   sizeof *gather->sightings) < 0)
        return error_memory(error);
    gather->sightings[gather->sighting_count++] = sighting;
    return 0;
}

static int begin_measurement(struct gather *gather, const struct section *section,
                             const struct row *row, long first_line, struct error *error)
{
    struct campaign *campaign = gather->campaign;
    size_t count = campaign->measurement_count;
    struct level *levels = arena_alloc(&campaign->arena, row->level_count * sizeof *levels);
    if (!levels ||
        array_room(&campaign->measurements, &campaign->measurement_capacity, count,
                   sizeof *campaign->measurements) < 0 ||
        array_room(&gather->sections, &gather->section_capacity, count, sizeof *gather->sections) <
            0)
        return error_memory(error);
    memcpy(levels, row->levels, row->level_count * sizeof *levels);
    gather->sections[count] = section;
    campaign->measurements[count] =
        (struct measurement){.levels = levels,
                             .run = row->run,
                             .pair = row->pair,
                             .round = row->round,
                             .seq = row->seq,
                             .ns_per_load = (double)NAN,
                             .clock = (double)NAN,
                             .outcome = row->skipped ? OUTCOME_SKIPPED : OUTCOME_USED,
                             .reason = row->skipped ? row->note : "",
                             .file = section->file,
                             .first_line = first_line};
    campaign->measurement_count++;
    gather->open = true;
    return add_sighting(gather, section, row, first_line, error);
}

static int add_chunk(struct gather *gather, const struct row *row, struct error *error)
{
    struct measurement *measurement = last(gather);
    if (array_room(&measurement->chunks, &measurement->chunk_capacity, measurement->chunk_count,
                   sizeof *measurement->chunks) < 0)
        return error_memory(error);
    measurement->chunks[measurement->chunk_count++] = row->chunk;
    return 0;
}

int gather_row(struct gather *gather, const struct section *section, struct row *row,
               const struct declared_factors *factors, long first_line, long last_line,
               struct error *error)
{
    const char *column = NULL;
    int added = 1;
    row->offending = (struct slice){"", 0};
    if (!continues(gather, row)) {
        gather_close(gather);
        if (begin_measurement(gather, section, row, first_line, error) < 0)
            return -1;
    } else if ((column = differing_column(gather, section, row, factors))) {
        snprintf(row->reason, sizeof row->reason, "differs from its measurement in %s", column);
        return 0;
    } else if (row->skipped) {
        snprintf(row->reason, sizeof row->reason, "skipped row repeated");
        return 0;
    }
    if (!row->skipped) {
        added = numbers_add(&gather->chunks, row->chunk_number);
        if (added < 0)
            return error_memory(error);
        if (added == 0)
            snprintf(row->reason, sizeof row->reason, "chunk number repeated");
        else if (add_chunk(gather, row, error) < 0)
            return -1;
    }
    if (added)
        last(gather)->last_line = last_line;
    return added;
}

void gather_close(struct gather *gather)
{
    if (!gather->open)
        return;
    /* Arrays grow by doubling: give back what this one did not need. */
    struct measurement *measurement = last(gather);
    if (measurement->chunk_count < measurement->chunk_capacity) {
        struct chunk *chunks =
            realloc(measurement->chunks, measurement->chunk_count * sizeof *chunks);
        if (chunks) {
            measurement->chunks = chunks;
            measurement->chunk_capacity = measurement->chunk_count;
        }
    }
    numbers_clear(&gather->chunks);
    gather->open = false;
}

void gather_clear(struct gather *gather)
{
    struct campaign *campaign = gather->campaign;
    for (size_t i = 0; i < campaign->measurement_count; i++)
        free(campaign->measurements[i].chunks);
    campaign->measurement_count = 0;
    gather->sighting_count = 0;
    gather->open = false;
    numbers_clear(&gather->chunks);
}

void gather_free(struct gather *gather)
{
    free(gather->sections);
    free(gather->sightings);
    numbers_free(&gather->chunks);
    *gather = (struct gather){0};
}

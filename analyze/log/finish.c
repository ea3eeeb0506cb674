/* The last part of gather.h: from measurements in the order of the files to sorted lists. */
#include "gather.h"

#include <stdlib.h>
#include <string.h>

static int by_place(const struct measurement *x, const struct measurement *y)
{
    int order = interned_compare(x->file, y->file);
    return order ? order : (x->first_line > y->first_line) - (x->first_line < y->first_line);
}

static int by_identity(const struct measurement *x, const struct measurement *y)
{
    int order = interned_compare(x->levels[FACTOR_MACHINE].text, y->levels[FACTOR_MACHINE].text);
    if (order == 0)
        order = interned_compare(x->run, y->run);
    if (order == 0)
        order = (x->seq > y->seq) - (x->seq < y->seq);
    return order ? order
                 : interned_compare(x->levels[FACTOR_PHASE].text, y->levels[FACTOR_PHASE].text);
}

static int by_identity_and_place(const void *a, const void *b)
{
    const struct measurement *x = a, *y = b;
    int order = by_identity(x, y);
    return order ? order : by_place(x, y);
}

static int by_machine_and_run(const void *a, const void *b)
{
    const struct sighting *x = a, *y = b;
    int order = interned_compare(x->machine, y->machine);
    if (order == 0)
        order = interned_compare(x->run, y->run);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

/* A declared factor and the number it had while files were read. */
struct numbered_factor {
    const char *name;
    size_t number;
};

static int by_factor_name(const void *a, const void *b)
{
    const struct numbered_factor *x = a, *y = b;
    return strcmp(x->name, y->name);
}

/* The measurement's level of a factor: as its row had it, or, when the factor was declared after
 * its section was opened, as the preamble has it. */
static struct level level_of(const struct measurement *measurement, const struct section *section,
                             const struct numbered_factor *factor)
{
    if (factor->number < section->factor_count)
        return measurement->levels[FACTOR_FIXED + factor->number];
    const char *value = pairs_find(section->pairs, section->pair_count, factor->name);
    return (struct level){.text = value};
}

static int complete_levels(struct gather *gather, const struct declared_factors *declared,
                           struct error *error)
{
    struct campaign *campaign = gather->campaign;
    struct factors *factors = &campaign->factors;
    size_t count = declared->count;
    const char *none = arena_intern(&campaign->arena, "", 0);
    struct numbered_factor *sorted = calloc(count ? count : 1, sizeof *sorted);
    int status = -1;
    if (!sorted || !none)
        goto out;
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct numbered_factor){declared->items[i].name, i};
    qsort(sorted, count, sizeof *sorted, by_factor_name);
    for (size_t i = 0; i < count; i++) {
        if (array_room(&factors->names, &factors->capacity, factors->count,
                       sizeof *factors->names) < 0)
            goto out;
        factors->names[factors->count++] = sorted[i].name;
    }
    for (size_t i = 0; i < campaign->measurement_count && count; i++) {
        struct measurement *measurement = &campaign->measurements[i];
        struct level *levels =
            arena_alloc(&campaign->arena, (FACTOR_FIXED + count) * sizeof *levels);
        if (!levels)
            goto out;
        memcpy(levels, measurement->levels, FACTOR_FIXED * sizeof *levels);
        for (size_t j = 0; j < count; j++) {
            struct level level = level_of(measurement, gather->sections[i], &sorted[j]);
            levels[FACTOR_FIXED + j].text = level.text ? level.text : none;
        }
        measurement->levels = levels;
    }
    status = 0;
out:
    free(sorted);
    return status < 0 ? error_memory(error) : 0;
}

/* Of several measurements that stand twice, the one is named whose second place comes first. */
static int find_repeated(const struct campaign *campaign, struct error *error)
{
    const struct measurement *first = NULL, *second = NULL;
    for (size_t i = 1; i < campaign->measurement_count; i++) {
        const struct measurement *before = &campaign->measurements[i - 1], *after = before + 1;
        if (by_identity(before, after) == 0 && (!second || by_place(after, second) < 0)) {
            first = before;
            second = after;
        }
    }
    if (!second)
        return 0;
    return error_at(error, second->file, second->first_line, 0,
                    "measurement twice: machine %s, run %s, seq %llu, phase %s: first in %s:%ld "
                    "(the same log twice, or two runs of one name)",
                    second->levels[FACTOR_MACHINE].text, second->run,
                    (unsigned long long)second->seq, second->levels[FACTOR_PHASE].text, first->file,
                    first->first_line);
}

static int add_run(struct campaign *campaign, const struct sighting *sighting, struct error *error)
{
    const struct section *section = sighting->section;
    struct run run = {.machine = sighting->machine,
                      .name = sighting->run,
                      .side = sighting->side,
                      .pair = sighting->pair,
                      .preamble = section->pairs,
                      .preamble_count = section->pair_count,
                      .file = section->file};
    if (array_room(&campaign->runs, &campaign->run_capacity, campaign->run_count,
                   sizeof *campaign->runs) < 0)
        return error_memory(error);
    campaign->runs[campaign->run_count++] = run;
    return 0;
}

static int list_runs(struct gather *gather, struct error *error)
{
    struct campaign *campaign = gather->campaign;
    bool two_sides = false, two_pairs = false;
    qsort(gather->sightings, gather->sighting_count, sizeof *gather->sightings, by_machine_and_run);
    for (size_t i = 0; i < gather->sighting_count; i++) {
        const struct sighting *sighting = &gather->sightings[i];
        struct run *run = campaign->run_count ? &campaign->runs[campaign->run_count - 1] : NULL;
        if (!run || run->machine != sighting->machine || run->name != sighting->run) {
            if (add_run(campaign, sighting, error) < 0)
                return -1;
            two_sides = two_pairs = false;
            continue;
        }
        if (run->pair < 0)
            run->pair = sighting->pair;
        bool other_side = run->side != sighting->side;
        bool other_pair = sighting->pair >= 0 && run->pair != sighting->pair;
        if ((other_side && !two_sides &&
             campaign_problem(campaign, sighting->section->file, sighting->line,
                              "run has two sides", run->name, strlen(run->name), error) < 0) ||
            (other_pair && !two_pairs &&
             campaign_problem(campaign, sighting->section->file, sighting->line,
                              "run has two pairs", run->name, strlen(run->name), error) < 0))
            return -1;
        two_sides |= other_side;
        two_pairs |= other_pair;
    }
    return 0;
}

int gather_finish(struct gather *gather, const struct declared_factors *factors,
                  struct error *error)
{
    struct campaign *campaign = gather->campaign;
    if (complete_levels(gather, factors, error) < 0)
        return -1;
    /* From here on gather->sections no longer stands beside the measurements. */
    qsort(campaign->measurements, campaign->measurement_count, sizeof *campaign->measurements,
          by_identity_and_place);
    if (find_repeated(campaign, error) < 0)
        return -1;
    return list_runs(gather, error);
}

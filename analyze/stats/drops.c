#include "drops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "../../collect/size.h"
#include "../base/text.h"
#include "fisher.h"
#include "holm.h"

/* What measurements are grouped by: a fixed or declared factor, or run, or page. */
#define BY_RUN ((size_t)-1)
#define BY_PAGE ((size_t)-2)

struct grouping {
    const char *name;
    size_t factor;
};

/* A level and what was counted at it. */
struct tally {
    struct level level; /* of a page: text is the kind */
    size_t number;      /* its counts by reason start at number * reason_count */
    uint64_t measurements, dropped;
};

/* The loop measurements of one machine, and room to count them by one factor after the other. */
struct machine {
    const struct measurement *const *loops;
    size_t count;
    const char *name;
    const char **reasons; /* sorted bytewise */
    size_t reason_count, reason_capacity;
    uint64_t dropped;
    struct tally *tallies;
    size_t tally_count, tally_capacity;
    uint64_t *by_reason;
    size_t by_reason_capacity; /* in tallies */
    size_t *slots;             /* tallies by hash of level: number + 1, 0 is free */
    size_t slot_count;         /* a power of two, at least twice `count` */
};

static struct level level_of(const struct measurement *measurement, size_t factor)
{
    const struct level *levels = measurement->levels;
    if (factor == BY_RUN)
        return (struct level){.text = measurement->run};
    if (factor == BY_PAGE)
        return (struct level){levels[FACTOR_PAGE_KIND].text, levels[FACTOR_PAGE_BYTES].bytes};
    return levels[factor];
}

/* "64M", "2M hugetlb", or the text itself; NULL: no memory. */
static const char *level_text(const struct level *level, struct arena *arena)
{
    char size[SIZE_TEXT_SIZE];
    struct text text = {0};
    if (!level->bytes && level->text)
        return level->text;
    text_add(&text, size_format(level->bytes, size));
    if (level->text)
        text_format(&text, " %s", level->text);
    const char *copy = text.failed ? NULL : arena_copy(arena, text.bytes, text.length);
    text_free(&text);
    return copy;
}

/* The tally of the level, new when there is none; NULL: no memory. */
static struct tally *find_tally(struct machine *machine, const struct level *level)
{
    size_t slot = XXH3_64bits(level, sizeof *level) & (machine->slot_count - 1);
    for (; machine->slots[slot]; slot = (slot + 1) & (machine->slot_count - 1)) {
        struct tally *tally = &machine->tallies[machine->slots[slot] - 1];
        if (tally->level.text == level->text && tally->level.bytes == level->bytes)
            return tally;
    }
    size_t number = machine->tally_count;
    if (array_room(&machine->tallies, &machine->tally_capacity, number, sizeof *machine->tallies) <
            0 ||
        array_room(&machine->by_reason, &machine->by_reason_capacity, number,
                   machine->reason_count * sizeof *machine->by_reason) < 0)
        return NULL;
    memset(machine->by_reason + number * machine->reason_count, 0,
           machine->reason_count * sizeof *machine->by_reason);
    machine->tallies[number] = (struct tally){.level = *level, .number = number};
    machine->slots[slot] = ++machine->tally_count;
    return &machine->tallies[number];
}

/* Reasons are few, and constants: most comparisons end at the pointer. */
static size_t find_reason(const struct machine *machine, const char *reason)
{
    size_t i = 0;
    while (i < machine->reason_count && machine->reasons[i] != reason &&
           strcmp(machine->reasons[i], reason) != 0)
        i++;
    return i;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_level(const void *a, const void *b)
{
    const struct level *x = &((const struct tally *)a)->level;
    const struct level *y = &((const struct tally *)b)->level;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? -1 : 1;
    return x->text && y->text ? strcmp(x->text, y->text) : 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct grouping *)a)->name, ((const struct grouping *)b)->name);
}

static int count_levels(struct machine *machine, size_t factor)
{
    machine->tally_count = 0;
    memset(machine->slots, 0, machine->slot_count * sizeof *machine->slots);
    for (size_t i = 0; i < machine->count; i++) {
        const struct level level = level_of(machine->loops[i], factor);
        struct tally *tally = find_tally(machine, &level);
        if (!tally)
            return -1;
        tally->measurements++;
        if (machine->loops[i]->outcome != OUTCOME_DROPPED)
            continue;
        size_t reason = find_reason(machine, machine->loops[i]->reason);
        machine->by_reason[tally->number * machine->reason_count + reason]++;
        tally->dropped++;
    }
    qsort(machine->tallies, machine->tally_count, sizeof *machine->tallies, by_level);
    return 0;
}

/* `dropped` of the level, `all` of the machine. */
static struct drop_row *add_row(struct drops *drops, const struct drop_row *common,
                                const char *reason, uint64_t dropped, uint64_t all)
{
    if (array_room(&drops->rows, &drops->capacity, drops->count, sizeof *drops->rows) < 0)
        return NULL;
    struct drop_row *row = &drops->rows[drops->count++];
    *row = *common;
    row->reason = reason;
    row->dropped = dropped;
    row->rest_dropped = all - dropped;
    return row;
}

static int add_level(struct drops *drops, const struct machine *machine, const char *factor,
                     const struct tally *tally, const uint64_t *all_by_reason)
{
    const struct drop_row common = {
        .machine = machine->name,
        .factor = factor,
        .level = level_text(&tally->level, &drops->arena),
        .measurements = tally->measurements,
        .rest_measurements = machine->count - tally->measurements,
        .p = (double)NAN,
        .p_holm = (double)NAN,
    };
    struct drop_row *row =
        common.level ? add_row(drops, &common, "", tally->dropped, machine->dropped) : NULL;
    if (!row)
        return -1;
    row->p = fisher_p(row->dropped, row->measurements - row->dropped, row->rest_dropped,
                      row->rest_measurements - row->rest_dropped);
    for (size_t i = 0; i < machine->reason_count; i++) {
        uint64_t dropped = machine->by_reason[tally->number * machine->reason_count + i];
        if (dropped && !add_row(drops, &common, machine->reasons[i], dropped, all_by_reason[i]))
            return -1;
    }
    return 0;
}

static int add_machine(struct drops *drops, struct machine *machine,
                       const struct grouping *groupings, size_t grouping_count)
{
    uint64_t *all_by_reason = NULL;
    int status = -1;
    machine->name = machine->loops[0]->levels[FACTOR_MACHINE].text;
    for (size_t i = 0; i < machine->count; i++) {
        const struct measurement *loop = machine->loops[i];
        if (loop->outcome != OUTCOME_DROPPED)
            continue;
        machine->dropped++;
        if (find_reason(machine, loop->reason) < machine->reason_count)
            continue;
        if (array_room(&machine->reasons, &machine->reason_capacity, machine->reason_count,
                       sizeof *machine->reasons) < 0)
            goto out;
        machine->reasons[machine->reason_count++] = loop->reason;
    }
    if (machine->dropped == 0)
        return 0;
    qsort(machine->reasons, machine->reason_count, sizeof *machine->reasons, by_text);
    for (machine->slot_count = 2; machine->slot_count < 2 * machine->count;)
        machine->slot_count *= 2;
    machine->slots = calloc(machine->slot_count, sizeof *machine->slots);
    all_by_reason = calloc(machine->reason_count, sizeof *all_by_reason);
    if (!machine->slots || !all_by_reason)
        goto out;
    for (size_t i = 0; i < machine->count; i++)
        if (machine->loops[i]->outcome == OUTCOME_DROPPED)
            all_by_reason[find_reason(machine, machine->loops[i]->reason)]++;
    for (size_t i = 0; i < grouping_count; i++) {
        if (count_levels(machine, groupings[i].factor) < 0)
            goto out;
        for (size_t j = 0; machine->tally_count > 1 && j < machine->tally_count; j++)
            if (add_level(drops, machine, groupings[i].name, &machine->tallies[j], all_by_reason) <
                0)
                goto out;
    }
    status = 0;
out:
    free(all_by_reason);
    free(machine->reasons);
    free(machine->tallies);
    free(machine->by_reason);
    free(machine->slots);
    return status;
}

static int adjust(struct drops *drops, struct error *error)
{
    double *p = calloc(drops->count ? drops->count : 1, sizeof *p);
    if (!p)
        return error_memory(error);
    for (size_t i = 0; i < drops->count; i++)
        p[i] = drops->rows[i].p;
    int status = holm_adjust(p, drops->count, p) < 0 ? error_memory(error) : 0;
    for (size_t i = 0; i < drops->count && status == 0; i++)
        drops->rows[i].p_holm = p[i];
    free(p);
    return status;
}

static bool is_loop(const struct measurement *measurement)
{
    return strcmp(measurement->levels[FACTOR_PHASE].text, "loop") == 0 &&
           (measurement->outcome == OUTCOME_USED || measurement->outcome == OUTCOME_DROPPED);
}

int drops_build(struct drops *drops, const struct campaign *campaign, struct error *error)
{
    static const struct grouping fixed[] = {
        {"run", BY_RUN},
        {"page", BY_PAGE},
        {"side", FACTOR_SIDE},
        {"workload", FACTOR_WORKLOAD},
        {"line", FACTOR_LINE_BYTES},
        {"span", FACTOR_SPAN_BYTES},
        {"stride", FACTOR_STRIDE_BYTES},
    };
    size_t fixed_count = sizeof fixed / sizeof *fixed, loop_count = 0;
    size_t count = fixed_count + campaign->factors.count - FACTOR_FIXED;
    *drops = (struct drops){0};
    struct grouping *groupings = calloc(count, sizeof *groupings);
    const struct measurement **loops =
        calloc(campaign->measurement_count ? campaign->measurement_count : 1, sizeof *loops);
    int status = groupings && loops ? 0 : error_memory(error);
    if (status < 0)
        goto out;
    memcpy(groupings, fixed, sizeof fixed);
    for (size_t i = FACTOR_FIXED; i < campaign->factors.count; i++)
        groupings[fixed_count + i - FACTOR_FIXED] =
            (struct grouping){campaign->factors.names[i], i};
    qsort(groupings, count, sizeof *groupings, by_name);
    for (size_t i = 0; i < campaign->measurement_count; i++)
        if (is_loop(&campaign->measurements[i]))
            loops[loop_count++] = &campaign->measurements[i];
    for (size_t first = 0, end; first < loop_count && status == 0; first = end) {
        const char *name = loops[first]->levels[FACTOR_MACHINE].text;
        for (end = first + 1; end < loop_count; end++)
            if (loops[end]->levels[FACTOR_MACHINE].text != name)
                break;
        struct machine machine = {.loops = loops + first, .count = end - first};
        if (add_machine(drops, &machine, groupings, count) < 0)
            status = error_memory(error);
    }
    if (status == 0)
        status = adjust(drops, error);
out:
    free(groupings);
    free(loops);
    if (status < 0)
        drops_free(drops);
    return status;
}

void drops_free(struct drops *drops)
{
    free(drops->rows);
    arena_free(&drops->arena);
    *drops = (struct drops){0};
}

void drops_frame(struct frame *frame, const struct drops *drops)
{
    static const char *const texts[] = {"machine", "factor", "level", "reason"};
    static const char *const numbers[] = {"measurements", "dropped", "rest_measurements",
                                          "rest_dropped", "p",       "p_holm"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        frame_add_column(frame, texts[i], FRAME_TEXT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        frame_add_column(frame, numbers[i], FRAME_NUMBER);
    for (size_t i = 0; i < drops->count; i++) {
        const struct drop_row *row = &drops->rows[i];
        frame_add_text(frame, row->machine);
        frame_add_text(frame, row->factor);
        frame_add_text(frame, row->level);
        frame_add_text(frame, row->reason);
        frame_add_whole(frame, row->measurements);
        frame_add_whole(frame, row->dropped);
        frame_add_whole(frame, row->rest_measurements);
        frame_add_whole(frame, row->rest_dropped);
        frame_add_number(frame, row->p);
        frame_add_number(frame, row->p_holm);
    }
}

/* The median is between ranks (n - 1) / 2 rounded down and up of all values, from 0; `below` of
 * them are lower than any kept one. */
static double bounded_median(const double *sorted, size_t n, size_t dropped, size_t below)
{
    size_t all = n + dropped, first = all ? (all - 1) / 2 : 0, second = all / 2;
    if (n == 0 || first < below || second >= below + n)
        return (double)NAN;
    return sorted[first - below] / 2 + sorted[second - below] / 2;
}

void drops_bounds(const double *sorted, size_t n, size_t dropped, double *low, double *high)
{
    *low = bounded_median(sorted, n, dropped, dropped);
    *high = bounded_median(sorted, n, dropped, 0);
}

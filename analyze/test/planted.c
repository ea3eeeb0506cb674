#include "planted.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gsl/gsl_randist.h>

#include "../stats/cells.h"
#include "../stats/deltas.h"
#include "../stats/intervals.h"
#include "../stats/reduce.h"
#include "../stats/tiers.h"
#include "campaign.h"

#define K ((uint64_t)1024)
#define M (1024 * K)
#define G (1024 * M)
#define ACCESSES 5
#define MOST_CELLS (2 * ACCESSES + 16)

static struct error error;

static const struct {
    uint64_t span, stride;
    double small, huge, host; /* ns per load with 4 KB and 2 MB pages, on the host */
} accesses[ACCESSES] = {
    {64 * K, 128, 1.1, 1.1, 1.1}, {8 * M, 128, 7.1, 6.8, 6.8},   {64 * M, 128, 40, 36, 34},
    {G, 128, 109, 94, 87},        {G, 16 * K, 24.2, 20.1, 11.3},
};

struct planted planted_clean(unsigned long seed)
{
    return (struct planted){.seed = seed,
                            .runs = 8,
                            .rounds = 3,
                            .chunks = 24,
                            .run_noise = 0.5,
                            .noise = 0.5,
                            .chunk_noise = 0.5};
}

static double percent(gsl_rng *rng, double deviation)
{
    return 1 + gsl_ran_gaussian_ziggurat(rng, deviation) / 100;
}

static void add_run(struct campaign *campaign, const struct planted *planted, const char *name,
                    bool guest, int number)
{
    assert_int_equal(array_room(&campaign->runs, &campaign->run_capacity, campaign->run_count,
                                sizeof *campaign->runs),
                     0);
    struct run *run = &campaign->runs[campaign->run_count++];
    *run = (struct run){.machine = arena_intern(&campaign->arena, "m", 1),
                        .name = arena_intern(&campaign->arena, name, strlen(name)),
                        .side =
                            arena_intern(&campaign->arena, guest ? "guest" : "host", guest ? 5 : 4),
                        .pair = number,
                        .file = ""};
    if (planted->starts == STARTS_UNKNOWN)
        return;
    bool first = planted->starts == STARTS_GUEST_FIRST || number % 2 == 0 ? guest : !guest;
    char start[64];
    snprintf(start, sizeof start, "2026-12-01T%02u:%02u:00Z", (unsigned)number % 24,
             first ? 5u : 35u);
    struct pair_of_strings *pair = arena_alloc(&campaign->arena, sizeof *pair);
    assert_non_null(pair);
    *pair = (struct pair_of_strings){"start", arena_copy(&campaign->arena, start, strlen(start))};
    run->preamble = pair;
    run->preamble_count = 1;
}

static void add_measurement(struct campaign *campaign, const struct planted *planted,
                            const char *run, struct place *place, double level, gsl_rng *rng)
{
    uint64_t page = place->huge ? 2 * M << place->extra : place->guest ? 4 * K : 16 * K;
    struct measurement *measurement =
        build_measurement(campaign, place->guest ? "guest" : "host",
                          place->huge ? "hugetlb" : "base", page, place->span, place->stride, run);
    measurement->pair = place->run;
    measurement->round = place->round + 1;
    measurement->seq = place->number + 1;
    level *= percent(rng, planted->noise);
    for (place->chunk = 0; place->chunk < planted->chunks; place->chunk++) {
        double value = level * percent(rng, planted->chunk_noise);
        if (planted->factor)
            value *= planted->factor(place);
        build_chunks(campaign, 1, value, (double)NAN, (double)NAN);
        measurement->chunks[place->chunk].faults = planted->dirty && planted->dirty(place);
    }
}

/* Cells by number: access, and page for guests. */
static void order_cells(size_t *order, size_t count, const struct planted *planted, int round,
                        gsl_rng *rng)
{
    bool turned = planted->order == ORDER_TURNED && round % 2;
    for (size_t i = 0; i < count; i++)
        order[i] = turned ? count - 1 - i : i;
    if (planted->order == ORDER_SHUFFLED)
        gsl_ran_shuffle(rng, order, count, sizeof *order);
    if (planted->order == ORDER_REPEATED) {
        gsl_rng *same = gsl_rng_alloc(gsl_rng_mt19937);
        gsl_rng_set(same, planted->seed);
        gsl_ran_shuffle(same, order, count, sizeof *order);
        gsl_rng_free(same);
    }
}

static void measure_run(struct campaign *campaign, const struct planted *planted, bool guest,
                        int number, gsl_rng *rng)
{
    char name[32];
    size_t cells = guest ? 2 * ACCESSES + (size_t)planted->control_pages : ACCESSES;
    size_t order[MOST_CELLS];
    assert_true(cells <= MOST_CELLS);
    double together = percent(rng, planted->run_noise);
    snprintf(name, sizeof name, "%s-%02d", guest ? "guest" : "host", number);
    add_run(campaign, planted, name, guest, number);
    struct place place = {.guest = guest, .run = number};
    for (place.round = 0; place.round < planted->rounds; place.round++) {
        order_cells(order, cells, planted, place.round, rng);
        for (size_t i = 0; i < cells; i++, place.number++) {
            place.extra = order[i] < 2 * ACCESSES ? 0 : (int)order[i] + 1 - 2 * ACCESSES;
            size_t access = place.extra ? 0 : order[i] % ACCESSES;
            place.huge = order[i] >= ACCESSES;
            place.span = accesses[access].span;
            place.stride = accesses[access].stride;
            place.position =
                (double)place.number / fmax(1, (double)(cells * (size_t)planted->rounds - 1));
            double level = !guest       ? accesses[access].host
                           : place.huge ? accesses[access].huge
                                        : accesses[access].small;
            add_measurement(campaign, planted, name, &place, level * together, rng);
        }
    }
}

void planted_build(struct campaign *campaign, const struct planted *planted)
{
    const struct margins margins = {2, 2};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, planted->seed);
    build_start(campaign);
    assert_int_equal(
        array_room(&campaign->inputs, &campaign->input_capacity, 0, sizeof *campaign->inputs), 0);
    campaign->inputs[campaign->input_count++] =
        (struct input){.name = "", .digest = {planted->seed & 0xff, (planted->seed >> 8) & 0xff}};
    for (int side = 0; side < (planted->no_hosts ? 1 : 2); side++)
        for (int run = 0; run < planted->runs; run++)
            measure_run(campaign, planted, side == 0, run, rng);
    if (campaign->measurement_count)
        build_finish(campaign);
    assert_int_equal(tiers_find(campaign, 0, &error), 0);
    assert_int_equal(reduce_measurements(campaign, REDUCE_HALF, &error), 0);
    assert_int_equal(cells_build(campaign, &error), 0);
    assert_int_equal(deltas_build(campaign, NULL, 0, &error), 0);
    assert_int_equal(intervals_set(campaign, &margins, &error), 0);
    gsl_rng_free(rng);
}

struct text planted_csv(struct campaign *campaign, const struct diagnosis *diagnosis)
{
    struct frame frame;
    struct text csv = {0};
    frame_init(&frame, "diagnostics", &campaign->arena);
    diagnose_frame(&frame, diagnosis);
    assert_false(frame.failed);
    assert_int_equal(frame.row_count, diagnosis->count);
    frame_write_csv(&frame, &csv);
    assert_false(csv.failed);
    frame_free(&frame);
    return csv;
}

void planted_diagnose(struct campaign *campaign, struct diagnosis *diagnosis,
                      const struct planted *planted)
{
    const struct method method = {.margins = {2, 2}};
    planted_build(campaign, planted);
    assert_int_equal(diagnose(diagnosis, campaign, &method, &error), 0);
    struct text csv = planted_csv(campaign, diagnosis);
    if (strstr(csv.bytes, "nan") || strstr(csv.bytes, "inf,") || strstr(csv.bytes, "inf%"))
        fail_msg("%s", csv.bytes);
    text_free(&csv);
}

const struct finding *planted_find(const struct diagnosis *diagnosis, const char *side,
                                   const char *check, const char *subject)
{
    for (size_t i = 0; i < diagnosis->count; i++) {
        const struct finding *finding = &diagnosis->findings[i];
        if (strcmp(finding->side, side) == 0 && strcmp(finding->check, check) == 0 &&
            (!subject || strcmp(finding->subject, subject) == 0))
            return finding;
    }
    fail_msg("no finding %s %s %s", side, check, subject ? subject : "");
    return NULL;
}

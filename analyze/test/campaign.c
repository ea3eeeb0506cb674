#include "campaign.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct error error;

static const char *intern(struct campaign *campaign, const char *text)
{
    const char *copy = arena_intern(&campaign->arena, text, strlen(text));
    assert_non_null(copy);
    return copy;
}

void build_start(struct campaign *campaign)
{
    assert_int_equal(campaign_init(campaign, &error), 0);
}

void build_factor(struct campaign *campaign, const char *name)
{
    struct factors *factors = &campaign->factors;
    assert_int_equal(
        array_room(&factors->names, &factors->capacity, factors->count, sizeof *factors->names), 0);
    factors->names[factors->count++] = intern(campaign, name);
}

static struct measurement *last(struct campaign *campaign)
{
    return &campaign->measurements[campaign->measurement_count - 1];
}

struct measurement *build_measurement(struct campaign *campaign, const char *side,
                                      const char *page_kind, uint64_t page_bytes,
                                      uint64_t span_bytes, uint64_t stride_bytes, const char *run)
{
    assert_int_equal(array_room(&campaign->measurements, &campaign->measurement_capacity,
                                campaign->measurement_count, sizeof *campaign->measurements),
                     0);
    struct level *levels = arena_alloc(&campaign->arena, campaign->factors.count * sizeof *levels);
    assert_non_null(levels);
    for (size_t i = FACTOR_FIXED; i < campaign->factors.count; i++)
        levels[i].text = intern(campaign, "");
    levels[FACTOR_MACHINE].text = intern(campaign, "m");
    levels[FACTOR_SIDE].text = intern(campaign, side);
    levels[FACTOR_WORKLOAD].text = intern(campaign, "chase");
    levels[FACTOR_PAGE_KIND].text = intern(campaign, page_kind);
    levels[FACTOR_PAGE_BYTES].bytes = page_bytes;
    levels[FACTOR_LINE_BYTES].bytes = 128;
    levels[FACTOR_SPAN_BYTES].bytes = span_bytes;
    levels[FACTOR_STRIDE_BYTES].bytes = stride_bytes;
    levels[FACTOR_PHASE].text = intern(campaign, "loop");
    campaign->measurements[campaign->measurement_count++] = (struct measurement){
        .levels = levels,
        .run = intern(campaign, run),
        .pair = -1,
        .round = 1,
        .seq = campaign->measurement_count,
        .outcome = OUTCOME_USED,
        .reason = "",
        .file = "test.csv",
    };
    return last(campaign);
}

void build_chunks(struct campaign *campaign, size_t count, double ns_per_load, double clock_before,
                  double clock_after)
{
    struct measurement *measurement = last(campaign);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(array_room(&measurement->chunks, &measurement->chunk_capacity,
                                    measurement->chunk_count, sizeof *measurement->chunks),
                         0);
        measurement->chunks[measurement->chunk_count++] = (struct chunk){
            .loads = 1000,
            .elapsed_ns = 1000 * ns_per_load,
            .clock_before = clock_before,
            .clock_after = clock_after,
            .faults = (double)NAN,
            .switches = (double)NAN,
            .steal_ns = (double)NAN,
        };
    }
}

void build_level(struct campaign *campaign, size_t factor, const char *text)
{
    /* Levels belong to the measurement alone here, so writing through is safe. */
    ((struct level *)(uintptr_t)last(campaign)->levels)[factor].text = intern(campaign, text);
}

static int by_machine_run_seq(const void *a, const void *b)
{
    const struct measurement *x = a, *y = b;
    int order = strcmp(x->levels[FACTOR_MACHINE].text, y->levels[FACTOR_MACHINE].text);
    if (!order)
        order = strcmp(x->run, y->run);
    return order ? order : (x->seq > y->seq) - (x->seq < y->seq);
}

void build_finish(struct campaign *campaign)
{
    if (campaign->measurement_count == 0)
        return;
    qsort(campaign->measurements, campaign->measurement_count, sizeof *campaign->measurements,
          by_machine_run_seq);
}

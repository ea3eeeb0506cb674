#include "run_log.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "chunks.h"

#define HEADER                                                                                     \
    "run,side,pair,round,seq,workload,page_kind,page_bytes,line_bytes,span_bytes,stride_bytes,"    \
    "phase,chunk,loads,elapsed_ns,clock_adds,clock_before_ns,clock_after_ns,faults,switches\n"

/* A boot_id in the form the kernel gives it, from the seed and what was booted. */
static void add_boot_id(struct text *out, const struct plan *plan, const struct plan_run *run)
{
    char name[160];
    int length =
        snprintf(name, sizeof name, "%" PRIu64 "/boot/%s/%u/%s", plan->seed, run->side->name,
                 run->set->first_pair, run->side->fresh_boot ? run->name : "");
    size_t used = length < (int)sizeof name ? (size_t)length : sizeof name - 1;
    XXH128_hash_t hash = XXH3_128bits(name, used);
    text_format(out, "# boot_id: %08" PRIx32 "-%04x-4%03x-8%03x-%012" PRIx64 "\n",
                (uint32_t)(hash.high64 >> 32), (unsigned)(hash.high64 >> 16 & 0xffff),
                (unsigned)(hash.high64 & 0xfff), (unsigned)(hash.low64 >> 48 & 0xfff),
                hash.low64 & UINT64_C(0xffffffffffff));
}

static void add_preamble(struct text *out, const struct plan *plan, const struct plan_run *run)
{
    const struct preset *preset = plan->preset;
    text_add(out, "# pagewalk log: 1\n");
    text_add(out, "# caution: simulated data\n");
    text_format(out, "# machine: %s\n", preset->machine);
    text_format(out, "# run: %s\n", run->name);
    text_format(out, "# side: %s\n", run->side->name);
    text_format(out, "# pair: %u\n", run->pair);
    for (size_t i = 0; i < run->side->key_count; i++)
        text_format(out, "# %s: %s\n", run->side->keys[i].key, run->side->keys[i].value);
    add_boot_id(out, plan, run);
    text_format(out, "# seed: %" PRIu64 "\n", plan->seed);
    text_format(out,
                "# options: --machine %s --side %s --run %s --pair %u --rounds %u --line %" PRIu64
                " %s --chunks %u --loads %u --seed %" PRIu64 "\n",
                preset->machine, run->side->name, run->name, run->pair, run->set->rounds,
                preset->line_bytes, run->set->options, preset->chunks, preset->loads, plan->seed);
    text_format(out, "# simulator: pagewalk-simulate --preset %s --seed %" PRIu64 "\n",
                preset->name, plan->seed);
}

/* What all rows of a measurement begin with, up to the stride. */
static void add_factors(struct text *out, const struct preset *preset, const struct plan_run *run,
                        const struct plan_measurement *measurement)
{
    text_format(out,
                "%s,%s,%u,%u,%" PRIu64 ",%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",",
                run->name, run->side->name, run->pair, measurement->round, measurement->seq,
                measurement->row->workload, measurement->page->kind, measurement->page->bytes,
                preset->line_bytes, measurement->row->span_bytes, measurement->row->stride_bytes);
}

/* populate and link: one row each, without clock checks. */
static void add_phase(struct text *out, const struct preset *preset, const char *factors,
                      const char *phase, uint64_t loads, double ns)
{
    text_add(out, factors);
    text_format(out, "%s,0,%" PRIu64 ",%" PRIu64 ",,,,,\n", phase, loads,
                chunks_timer_ns(preset, ns));
}

static uint64_t add_measurement(struct text *out, const struct plan *plan,
                                const struct plan_run *run,
                                const struct plan_measurement *measurement, struct text *factors,
                                struct chunks *chunks, struct draw *draw)
{
    const struct preset *preset = plan->preset;
    const struct preset_row *row = measurement->row;
    uint64_t page = measurement->page->bytes;
    uint64_t page_count = (row->span_bytes + page - 1) / page;
    uint64_t lines = row->span_bytes / row->stride_bytes;
    double clear_ns = preset->clear_ns_per_byte * (double)page;
    double populate_ns = (double)page_count * (measurement->page->fault_ns + clear_ns);
    double link_ns = (double)lines * preset->link_ns_per_line;

    text_clear(factors);
    add_factors(factors, preset, run, measurement);
    if (factors->failed) {
        out->failed = true;
        return 0;
    }
    add_phase(out, preset, factors->bytes, "populate", page_count,
              populate_ns * (1 + preset->populate_noise * draw_normal(draw)));
    add_phase(out, preset, factors->bytes, "link", lines,
              link_ns * (1 + preset->link_noise * draw_normal(draw)));
    chunks_make(chunks, preset, measurement, draw);
    for (size_t i = 0; i < chunks->count; i++) {
        const struct chunk_row *chunk = &chunks->rows[i];
        text_add(out, factors->bytes);
        text_format(out, "loop,%zu,%u,%" PRIu64 ",%u,%" PRIu64 ",%" PRIu64 ",%u,%u\n", i,
                    preset->loads, chunk->elapsed_ns, preset->clock_adds, chunk->clock_before_ns,
                    chunk->clock_after_ns, chunk->faults, chunk->switches);
    }
    return 2 + chunks->count;
}

int run_log_write(struct text *out, const struct plan *plan, const struct plan_run *run,
                  struct error *error)
{
    struct draw draw = {0};
    struct chunks chunks = {0};
    struct text factors = {0};
    uint64_t rows = 0, run_index = (uint64_t)(run - plan->runs);
    int status = draw_init(&draw, error);
    if (status == 0)
        status = chunks_init(&chunks, plan->preset, error);
    if (status < 0)
        goto out;

    add_preamble(out, plan, run);
    text_add(out, HEADER);
    for (size_t i = 0; i < run->count; i++) {
        const struct plan_measurement *measurement = &run->measurements[i];
        draw_seed(&draw, plan->seed, "measurement", (run_index << 32) + measurement->seq);
        rows += add_measurement(out, plan, run, measurement, &factors, &chunks, &draw);
    }
    if (run->ending == PRESET_STOPPED)
        text_add(out, "# stopped: SIGTERM\n");
    if (run->ending != PRESET_CUT)
        text_format(out, "# end: rows=%" PRIu64 "\n", rows);
    if (out->failed)
        status = error_memory(error);
out:
    text_free(&factors);
    chunks_free(&chunks);
    draw_free(&draw);
    return status;
}

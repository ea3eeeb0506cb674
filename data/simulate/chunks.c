#include "chunks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VISITS 3
#define CHUNKS_A_VISIT 6 /* one more visit is possible for every so many unclean chunks */
#define CHECK_QUARTERS 4

int chunks_init(struct chunks *chunks, const struct preset *preset, struct error *error)
{
    size_t count = preset->chunks;
    chunks->count = count;
    chunks->rows = calloc(count + 1, sizeof *chunks->rows);
    chunks->values = calloc(count + 1, sizeof *chunks->values);
    chunks->visits = calloc(count + 1, sizeof *chunks->visits);
    return chunks->rows && chunks->values && chunks->visits ? 0 : error_memory(error);
}

void chunks_free(struct chunks *chunks)
{
    free(chunks->rows);
    free(chunks->values);
    free(chunks->visits);
    *chunks = (struct chunks){0};
}

static uint64_t ticks_to_ns(const struct preset *preset, double ticks)
{
    return (uint64_t)ticks * preset->tick_numerator / preset->tick_denominator;
}

static double ns_to_ticks(const struct preset *preset, double ns)
{
    return ns * (double)preset->tick_denominator / (double)preset->tick_numerator;
}

uint64_t chunks_timer_ns(const struct preset *preset, double ns)
{
    return ticks_to_ns(preset, floor(ns_to_ticks(preset, ns) + 0.5));
}

static uint64_t clock_check_ns(const struct preset *preset, bool slow, struct draw *draw)
{
    double clock = slow ? preset->slow_clock : preset->fast_clock;
    double quarter = ns_to_ticks(preset, preset->clock_adds / (double)CHECK_QUARTERS / clock);
    double fastest = HUGE_VAL;
    for (int i = 0; i < CHECK_QUARTERS; i++) {
        /* A quarter begins anywhere inside a tick. */
        double ticks =
            floor(quarter * (1 + preset->clock_noise * draw_normal(draw)) + draw_uniform(draw));
        fastest = fmin(fastest, ticks);
    }
    return ticks_to_ns(preset, CHECK_QUARTERS * fastest);
}

/* Spreads `unclean` chunks over a few visits, before some of the clean chunks 0..clean (`clean`
 * standing for the end). */
static void place_visits(struct chunks *chunks, unsigned unclean, unsigned clean, struct draw *draw)
{
    memset(chunks->visits, 0, (chunks->count + 1) * sizeof *chunks->visits);
    if (unclean == 0)
        return;
    size_t most = 1 + unclean / CHUNKS_A_VISIT;
    if (most > MOST_VISITS)
        most = MOST_VISITS;
    size_t visits = 1 + draw_below(draw, most);
    unsigned left = unclean;
    for (size_t i = visits; i > 0 && left > 0; i--) {
        unsigned length = i == 1 ? left : 1 + (unsigned)draw_below(draw, left);
        /* Two visits that meet are one. */
        chunks->visits[draw_below(draw, clean + 1)] += length;
        left -= length;
    }
}

/* Time of a chunk that ran `fast` (a fraction) of its loads on a fast core. */
static double mixed_ns(const struct preset *preset, double ns, double fast, struct draw *draw)
{
    double factor = fast + (1 - fast) * preset->slow_factor;
    return ns * factor * (1 + preset->chunk_noise * draw_normal(draw));
}

static void make_slow(struct chunk_row *row, const struct preset *preset, double ns,
                      bool fast_before, bool fast_after, struct draw *draw)
{
    double fast = fast_before || fast_after ? 0.1 + 0.8 * draw_uniform(draw) : 0;
    row->unclean = true;
    row->elapsed_ns = chunks_timer_ns(preset, preset->loads * mixed_ns(preset, ns, fast, draw));
    row->clock_before_ns = clock_check_ns(preset, !fast_before, draw);
    row->clock_after_ns = clock_check_ns(preset, !fast_after, draw);
}

static void make_fast(struct chunk_row *row, const struct preset *preset, double ns,
                      struct draw *draw)
{
    row->elapsed_ns = chunks_timer_ns(preset, preset->loads * ns);
    row->clock_before_ns = clock_check_ns(preset, false, draw);
    row->clock_after_ns = clock_check_ns(preset, false, draw);
}

static void disturb(struct chunk_row *row, const struct preset *preset, struct draw *draw)
{
    row->unclean = true;
    row->switches = (unsigned)draw_below(draw, 2);
    row->faults = row->switches ? 0 : 1 + (unsigned)draw_below(draw, 3);
    row->elapsed_ns += chunks_timer_ns(preset, 3000 + 40000 * draw_uniform(draw));
}

void chunks_make(struct chunks *chunks, const struct preset *preset,
                 const struct plan_measurement *measurement, struct draw *draw)
{
    /* The disturbed chunk is placed among those on a fast core but takes no part in the dealing. */
    unsigned on_fast = preset->chunks - measurement->unclean;
    unsigned clean = on_fast - (measurement->disturbed ? 1 : 0);
    size_t disturbed = measurement->disturbed ? draw_below(draw, on_fast) : SIZE_MAX;
    deal_skewed(chunks->values, clean, measurement->ns, preset->chunk_noise * measurement->ns);
    draw_shuffle(draw, chunks->values, clean, sizeof *chunks->values);
    place_visits(chunks, measurement->unclean, on_fast, draw);
    memset(chunks->rows, 0, chunks->count * sizeof *chunks->rows);

    size_t at = 0;
    const double *value = chunks->values;
    for (size_t i = 0; i <= on_fast; i++) {
        size_t end = at + chunks->visits[i];
        /* A visit begins or ends inside a chunk half of the time, unless the measurement begins or
         * ends with it; of a single chunk only one end can show. */
        bool arrives = end > at && at > 0 && draw_below(draw, 2) == 0;
        bool leaves = end > at && end < chunks->count && draw_below(draw, 2) == 0 &&
                      !(arrives && end - at == 1);
        for (size_t j = at; j < end; j++)
            make_slow(&chunks->rows[j], preset, measurement->ns, arrives && j == at,
                      leaves && j == end - 1, draw);
        at = end;
        if (i == on_fast)
            break;
        bool plain = i != disturbed;
        make_fast(&chunks->rows[at], preset, plain ? *value++ : measurement->ns, draw);
        if (!plain)
            disturb(&chunks->rows[at], preset, draw);
        at++;
    }
}

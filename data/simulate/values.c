#include "values.h"

#include <math.h>
#include <stdlib.h>

/* The measurements of one cell, and room to deal in: arrays of the same capacity. */
struct hand {
    struct plan_measurement **kept;
    double *wishes, *values, *dealt;
    unsigned *unclean;
    size_t *scratch;
    size_t count, capacity;
};

static int hand_init(struct hand *hand, const struct plan_run *runs, size_t count,
                     struct error *error)
{
    /* A cell has at most one measurement a round of every run. */
    for (size_t i = 0; i < count; i++)
        hand->capacity += runs[i].set->rounds;
    size_t room = hand->capacity ? hand->capacity : 1;
    hand->kept = calloc(room, sizeof *hand->kept);
    hand->wishes = calloc(room, sizeof *hand->wishes);
    hand->values = calloc(room, sizeof *hand->values);
    hand->dealt = calloc(room, sizeof *hand->dealt);
    hand->unclean = calloc(room, sizeof *hand->unclean);
    hand->scratch = calloc(room, sizeof *hand->scratch);
    return hand->kept && hand->wishes && hand->values && hand->dealt && hand->unclean &&
                   hand->scratch
               ? 0
               : error_memory(error);
}

static void hand_free(struct hand *hand)
{
    free(hand->kept);
    free(hand->wishes);
    free(hand->values);
    free(hand->dealt);
    free(hand->unclean);
    free(hand->scratch);
}

/* Collects the kept measurements of a cell with their wishes. Dropped ones get their values at
 * once: nobody will use them. */
static void hand_fill(struct hand *hand, const struct preset *preset, const struct preset_row *row,
                      size_t page, struct plan_run *runs, size_t count, const double *pair_effects,
                      struct draw *draw)
{
    const struct preset_set *set = runs[0].set;
    double shared = sqrt(preset->between_runs / 2), own = sqrt(1 - preset->between_runs);
    const struct quartiles *planted = &row->pages[page];
    hand->count = 0;
    for (size_t i = 0; i < count; i++) {
        double cell_effect = draw_normal(draw);
        for (size_t j = 0; j < runs[i].count; j++) {
            struct plan_measurement *measurement = &runs[i].measurements[j];
            if (measurement->row != row || measurement->page != &set->pages[page])
                continue;
            double wish =
                shared * (pair_effects[runs[i].number - 1] + cell_effect) + own * draw_normal(draw);
            if (measurement->dropped) {
                measurement->ns = planted->median + wish * (planted->q3 - planted->q1) / 2;
                measurement->unclean =
                    preset->dropped_from +
                    (unsigned)draw_below(draw, preset->dropped_to - preset->dropped_from + 1);
                continue;
            }
            hand->kept[hand->count] = measurement;
            hand->wishes[hand->count++] = wish;
        }
    }
}

static void hand_deal(struct hand *hand, const struct preset *preset,
                      const struct quartiles *planted, struct draw *draw)
{
    size_t n = hand->count;
    deal_quartiles(hand->values, n, *planted);
    deal_by_wish(hand->values, hand->wishes, n, hand->dealt, hand->scratch);
    for (size_t i = 0; i < n; i++) {
        double fraction = ((double)i + 0.5) / (double)n;
        hand->unclean[i] = (unsigned)((preset->most_unclean + 1) * fraction * fraction);
    }
    draw_shuffle(draw, hand->unclean, n, sizeof *hand->unclean);
    for (size_t i = 0; i < n; i++) {
        hand->kept[i]->ns = hand->dealt[i];
        hand->kept[i]->unclean = hand->unclean[i];
        /* The disturbed chunk is one more that is not clean. */
        hand->kept[i]->disturbed =
            hand->unclean[i] < preset->most_unclean && draw_uniform(draw) < preset->disturbed;
    }
}

int values_deal(const struct plan *plan, const struct preset_set *set, struct plan_run *runs,
                size_t count, struct draw *draw, struct error *error)
{
    const struct preset *preset = plan->preset;
    size_t set_index = (size_t)(set - preset->sets);
    struct hand hand = {0};
    double *pair_effects = calloc(set->pairs ? set->pairs : 1, sizeof *pair_effects);
    int status = pair_effects ? hand_init(&hand, runs, count, error) : error_memory(error);
    if (status < 0)
        goto out;

    /* Few pairs: their effects are dealt, so that a seed cannot make all of them alike. */
    deal_quartiles(pair_effects, set->pairs, (struct quartiles){-0.6745, 0, 0.6745});
    draw_seed(draw, plan->seed, "pairs", set_index);
    draw_shuffle(draw, pair_effects, set->pairs, sizeof *pair_effects);

    for (size_t row = 0; row < set->row_count; row++)
        for (size_t page = 0; page < set->page_count; page++) {
            draw_seed(draw, plan->seed, "cell", (set_index << 32) + row * PRESET_MOST_PAGES + page);
            hand_fill(&hand, preset, &set->rows[row], page, runs, count, pair_effects, draw);
            hand_deal(&hand, preset, &set->rows[row].pages[page], draw);
        }
out:
    hand_free(&hand);
    free(pair_effects);
    return status;
}

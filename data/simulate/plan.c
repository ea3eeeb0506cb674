#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

/* A cell of one side of a set. */
struct place {
    const struct preset_row *row;
    const struct preset_page *page;
    unsigned losses; /* taken from the urn so far */
};

struct side_plan {
    struct place *cells;
    size_t cell_count;
    size_t *urn; /* indexes into cells, one for each token left */
    size_t tokens;
    bool *last; /* scratch, one a cell: made at the end of the round, or already hit */
};

static void side_free(struct side_plan *side)
{
    free(side->cells);
    free(side->urn);
    free(side->last);
}

static int side_prepare(struct side_plan *side, const struct preset_set *set, unsigned number,
                        struct draw *draw, struct error *error)
{
    for (size_t i = 0; i < set->page_count; i++)
        side->cell_count += set->pages[i].side == number ? set->row_count : 0;
    side->cells = calloc(side->cell_count ? side->cell_count : 1, sizeof *side->cells);
    side->last = calloc(side->cell_count ? side->cell_count : 1, sizeof *side->last);
    if (!side->cells || !side->last)
        return error_memory(error);
    size_t cells = 0;
    for (size_t i = 0; i < set->row_count; i++)
        for (size_t j = 0; j < set->page_count; j++)
            if (set->pages[j].side == number) {
                side->cells[cells++] = (struct place){&set->rows[i], &set->pages[j], 0};
                side->tokens += set->rows[i].may_lose;
            }
    side->urn = calloc(side->tokens ? side->tokens : 1, sizeof *side->urn);
    if (!side->urn)
        return error_memory(error);
    size_t tokens = 0;
    for (size_t i = 0; i < cells; i++)
        for (unsigned j = 0; j < side->cells[i].row->may_lose; j++)
            side->urn[tokens++] = i;
    draw_shuffle(draw, side->urn, side->tokens, sizeof *side->urn);
    return 0;
}

/* Takes `count` tokens of different cells out of the urn and marks their cells in side->last. */
static int take_tokens(struct side_plan *side, size_t count, const char *what, struct error *error)
{
    memset(side->last, 0, side->cell_count * sizeof *side->last);
    size_t kept = 0, taken = 0;
    for (size_t i = 0; i < side->tokens; i++) {
        size_t cell = side->urn[i];
        if (taken < count && !side->last[cell]) {
            side->last[cell] = true;
            side->cells[cell].losses++;
            taken++;
        } else {
            side->urn[kept++] = cell;
        }
    }
    side->tokens = kept;
    if (taken < count)
        return error_set(error, "the preset has more %s than its rows may lose", what);
    return 0;
}

static const struct preset_loss *find_loss(const struct preset_set *set, unsigned side,
                                           unsigned number)
{
    for (size_t i = 0; i < set->loss_count; i++)
        if (set->losses[i].side == side && set->losses[i].run == number)
            return &set->losses[i];
    return NULL;
}

static int plan_one_run(struct plan_run *run, const struct preset_loss *loss,
                        struct side_plan *side, struct draw *draw, struct error *error)
{
    size_t cells = side->cell_count, planned = cells * run->set->rounds;
    size_t missing = loss ? loss->missing : 0;
    if (missing > planned)
        return error_set(error, "run %s loses more measurements than it has", run->name);
    run->ending = loss ? loss->ending : PRESET_ENDED;
    run->count = planned - missing;
    run->measurements = calloc(run->count ? run->count : 1, sizeof *run->measurements);
    size_t *order = calloc(cells ? cells : 1, sizeof *order);
    int status = run->measurements && order ? 0 : error_memory(error);
    if (status == 0)
        status = take_tokens(side, cells ? missing % cells : 0, "losses", error);
    for (size_t made = 0; status == 0 && made < run->count;) {
        for (size_t i = 0; i < cells; i++)
            order[i] = i;
        draw_shuffle(draw, order, cells, sizeof *order);
        /* A round that was not finished: what the urn named would have come last. */
        bool partial = run->count - made < cells;
        for (size_t i = 0; i < cells; i++) {
            if (partial && side->last[order[i]])
                continue;
            const struct place *cell = &side->cells[order[i]];
            run->measurements[made] = (struct plan_measurement){
                .row = cell->row,
                .page = cell->page,
                .round = (unsigned)(made / cells + 1),
                .seq = made + 1,
            };
            made++;
        }
    }
    free(order);
    return status;
}

/* Marks one measurement of each of `count` cells as dropped, in any run and round. */
static int deal_drops(struct plan_run *runs, size_t count, const struct preset_side *name,
                      struct side_plan *side, unsigned drops, struct draw *draw,
                      struct error *error)
{
    if (take_tokens(side, drops, "drops", error) < 0)
        return -1;
    for (size_t cell = 0; cell < side->cell_count; cell++) {
        if (!side->last[cell])
            continue;
        /* Every measurement of the cell is as likely: the k-th seen replaces the choice with
         * probability 1/k. */
        struct plan_measurement *chosen = NULL;
        size_t seen = 0;
        for (size_t i = 0; i < count; i++) {
            if (runs[i].side != name)
                continue;
            for (size_t j = 0; j < runs[i].count; j++) {
                struct plan_measurement *measurement = &runs[i].measurements[j];
                if (measurement->row == side->cells[cell].row &&
                    measurement->page == side->cells[cell].page && draw_below(draw, ++seen) == 0)
                    chosen = measurement;
            }
        }
        if (!chosen)
            return error_set(error, "the preset drops a measurement of a cell that has none");
        chosen->dropped = true;
    }
    return 0;
}

static int plan_side(struct plan *plan, const struct preset_set *set, struct plan_run *runs,
                     unsigned number, struct draw *draw, struct error *error)
{
    size_t set_index = (size_t)(set - plan->preset->sets);
    struct side_plan side = {0};
    draw_seed(draw, plan->seed, "plan", set_index * PRESET_MOST_PAGES + number);
    int status = side_prepare(&side, set, number, draw, error);
    for (unsigned i = 0; i < set->pairs && status == 0; i++) {
        struct plan_run *run = &runs[i * set->side_count + number];
        run->set = set;
        run->side = &set->sides[number];
        run->number = i + 1;
        run->pair = set->first_pair + i;
        snprintf(run->name, sizeof run->name, "%s-%u", run->side->run_prefix, run->number);
        status = plan_one_run(run, find_loss(set, number, run->number), &side, draw, error);
    }
    if (status == 0)
        status = deal_drops(runs, set->pairs * set->side_count, &set->sides[number], &side,
                            set->drops[number], draw, error);
    side_free(&side);
    return status;
}

static int check_preset(const struct preset *preset, struct error *error)
{
    for (size_t i = 0; i < preset->set_count; i++)
        if (preset->sets[i].page_count > PRESET_MOST_PAGES)
            return error_set(error, "a set of the preset has more than %d pages",
                             PRESET_MOST_PAGES);
    if (preset->most_unclean + 1 >= preset->chunks || preset->dropped_to > preset->chunks ||
        preset->dropped_from > preset->dropped_to)
        return error_set(error, "the preset has more unclean chunks than chunks");
    return 0;
}

int plan_make(struct plan *plan, const struct preset *preset, uint64_t seed, struct error *error)
{
    *plan = (struct plan){.preset = preset, .seed = seed};
    struct draw draw = {0};
    for (size_t i = 0; i < preset->set_count; i++)
        plan->run_count += preset->sets[i].pairs * preset->sets[i].side_count;
    plan->runs = calloc(plan->run_count ? plan->run_count : 1, sizeof *plan->runs);
    int status = plan->runs ? check_preset(preset, error) : error_memory(error);
    if (status == 0)
        status = draw_init(&draw, error);
    struct plan_run *runs = plan->runs;
    for (size_t i = 0; i < preset->set_count && status == 0; i++) {
        const struct preset_set *set = &preset->sets[i];
        size_t run_count = set->pairs * set->side_count;
        for (unsigned side = 0; side < set->side_count && status == 0; side++)
            status = plan_side(plan, set, runs, side, &draw, error);
        if (status == 0)
            status = values_deal(plan, set, runs, run_count, &draw, error);
        runs += run_count;
    }
    draw_free(&draw);
    if (status < 0)
        plan_free(plan);
    return status;
}

void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < plan->run_count && plan->runs; i++)
        free(plan->runs[i].measurements);
    free(plan->runs);
    *plan = (struct plan){0};
}

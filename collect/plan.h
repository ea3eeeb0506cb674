/*
 * What is measured, and in which order.
 *
 * The cells are every workload x page x stride x span. A sparse cell (stride above line) brings its
 * dense twin: the same workload, page and number of lines, packed. What a sparse load costs more
 * than its twin's is what spreading the lines costs. A cell that is planned twice, since a span may
 * also be somebody's twin, is measured once a round. A span that is no multiple of its stride makes a
 * cell without twin, which measure.h skips with a reason.
 *
 * Each round measures every cell once, in an order shuffled with (seed, round), so that drift of
 * the machine falls on all cells alike. A cell and its twin share every round, but nothing keeps
 * them next to each other in it.
 *
 *     --spans 1G --strides line,16K, one workload, one page: 3 cells
 *         span 1G stride 128      8388608 lines
 *         span 1G stride 16K        65536 lines
 *         span 8M stride 128        65536 lines, the twin of the one above
 */
#ifndef PAGEWALK_COLLECT_PLAN_H
#define PAGEWALK_COLLECT_PLAN_H

#include <stddef.h>

#include "cell.h"
#include "options.h"
#include "pools.h"

struct plan {
    struct cell *cells; /* owned */
    size_t count;
};

/* More cells than this would be the slip of a pen: a round of them takes days. */
#define PLAN_CELLS_MAX (1 << 20)

/* Problems: a page size this kernel does not know, more than PLAN_CELLS_MAX cells (twins not counted), out of
 * memory. The plan is empty then. */
int plan_build(struct plan *plan, const struct options *options, const struct pools *pools,
               struct problem *problem);

/* Fills order[0 .. count - 1] with the cells of a round, from 1, in the order of measurement. */
void plan_order(const struct plan *plan, uint64_t seed, uint64_t round, size_t *order);

/* The seed of one measurement: every round has cycles of its own, and a cell keeps its seed when
 * other cells join or leave the plan. */
uint64_t plan_seed(const struct cell *cell, uint64_t seed, uint64_t round);

void plan_free(struct plan *plan);

#endif

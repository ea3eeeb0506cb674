/*
 * The deltas that an article cites, and what may be said of them together.
 *
 * Whoever reads an article with twenty differences expects one of them to have P < 0.05 by chance.
 * So the P values of all deltas that its lets and bindings name with delta(...) are one family,
 * adjusted by Holm's method (analyze/stats/holm.h); a delta named twice counts once, and what only
 * stands in a table does not count.
 *
 * The listing `from=cited` shows them: kind, every factor that varies in deltas.csv, what the delta
 * is against ("side=host page=16K"), and delta_ns, paired_ns, ci_low_ns, ci_high_ns, ci_coverage, p
 * and p_holm.
 */
#ifndef PAGEWALK_CITED_H
#define PAGEWALK_CITED_H

#include "evaluate.h"

struct cited {
    bool *marked;         /* of each row of deltas.csv; in the arena */
    struct row_list rows; /* the marked ones, in the file's order */
    double *holm;         /* of each row of deltas.csv; NaN: not cited, or without P */
    struct frame frame;   /* "cited" */
};

int cited_init(struct cited *cited, const struct results *results, struct arena *arena,
               struct error *error);
void cited_free(struct cited *cited);

/* Marks what the delta(...) in the tree select. Errors: a selection that is none, out of memory. */
int cited_mark(struct cited *cited, struct evaluator *evaluator, const struct node *node,
               struct error *error);

/* Adjusts P over all that is marked and builds the frame. */
int cited_finish(struct cited *cited, const struct results *results, struct arena *arena,
                 struct error *error);

#endif

/*
 * Deltas: one cell against another, and one difference against another.
 *
 *   page-size          each page size and kind against the base pages of its machine and side
 *                      (the smallest page size where no cell has base pages)
 *   guest-host         each guest cell against each host cell of the same workload, line, span
 *                      and stride
 *   translation        a sparse cell against the dense cell of the same page that holds as many
 *                      lines
 *   translation-ratio  guest translation against host translation: ratio = guest extra / host
 *                      extra
 *   interaction        guest page-size delta against the host's of the same sizes
 *   factor             each level of a declared factor against its base level
 *
 * delta_ns = from - against, ratio = from / against, percent = 100 (ratio - 1), all of unrounded
 * cell medians. Both cells have the same machine, phase, and level of every declared factor but the
 * one contrasted; across guest and host a factor that is empty on one side matches any level. Where
 * a number cannot be had (a cell with n 0, a ratio of what is not positive) it is NaN and the note
 * says why.
 *
 * Paired estimates, intervals and all that rests on them are left NaN: intervals.h sets them.
 */
#ifndef PAGEWALK_DELTAS_H
#define PAGEWALK_DELTAS_H

#include "../model.h"

/* The base level of a declared factor, where it is not the first in sort order. */
struct contrast {
    const char *factor, *level;
};

/* Fills campaign->deltas, sorted by kind, cell, base cell; campaign->cells must stand. Errors: a
 * contrast names a factor that is not declared or a level that no cell has; out of memory. */
int deltas_build(struct campaign *campaign, const struct contrast *contrasts, size_t contrast_count,
                 struct error *error);

#endif

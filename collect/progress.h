/*
 * Progress with the time left, on standard error, and only where that is a terminal.
 */
#ifndef PAGEWALK_COLLECT_PROGRESS_H
#define PAGEWALK_COLLECT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "cell.h"

struct progress {
    bool shown;
    uint64_t total; /* measurements of the run */
    uint64_t done;
    uint64_t start_ns;
};

void progress_begin(struct progress *progress, uint64_t total);

/* Says what is measured now, before it is; counts it as done at the next call. */
void progress_step(struct progress *progress, uint64_t round, const struct cell *cell);

/* Wipes the line. */
void progress_end(struct progress *progress);

#endif

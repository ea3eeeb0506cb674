/*
 * Writes a results directory: one CSV file a frame, and results.json, which holds every frame but
 * the measurements, the method and the digests of the input. Whole or not at all
 * (base/directory.h).
 */
#ifndef PAGEWALK_WRITE_H
#define PAGEWALK_WRITE_H

#include "../model.h"
#include "../stats/intervals.h"
#include "frame.h"

/* What results.json says under "method". */
struct method {
    size_t min_clean;  /* REDUCE_HALF: half of the chunks read */
    double fast_clock; /* adds per ns; 0: found from the data */
    struct margins margins;
};

/* `extra` is a further frame to write among the others, or NULL. Errors: `target` holds something
 * else, cannot be written, disk full, out of memory. */
int results_write(struct campaign *campaign, const struct method *method, const struct frame *extra,
                  const char *target, struct error *error);

#endif

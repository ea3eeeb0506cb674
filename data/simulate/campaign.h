/*
 * A simulated campaign as a log directory: one file a run, RUN.csv.zst or RUN.csv.
 *
 * The directory appears whole or not at all. Compression is one zstd frame of level 19 with
 * checksum, by one thread: the same bytes for the same version of libzstd.
 */
#ifndef PAGEWALK_CAMPAIGN_H
#define PAGEWALK_CAMPAIGN_H

#include "plan.h"

/* Errors: `folder` is there and not empty (it is left alone), cannot create or write, out of
 * memory. */
int campaign_write(const struct plan *plan, const char *folder, bool compressed,
                   struct error *error);

#endif

/*
 * Campaigns built in memory, for tests of what comes after the reader.
 *
 *     struct campaign campaign;
 *     build_start(&campaign);
 *     build_measurement(&campaign, "guest", "hugetlb", 2 << 20, 1 << 30, 128, "r1");
 *     build_chunks(&campaign, 40, 94.0, 4.4, 4.4);
 *     build_finish(&campaign); // sorted as log_read() leaves it
 */
#ifndef PAGEWALK_TEST_CAMPAIGN_H
#define PAGEWALK_TEST_CAMPAIGN_H

#include "../model.h"

void build_start(struct campaign *campaign);

/* Adds declared factors; only before the first measurement. */
void build_factor(struct campaign *campaign, const char *name);

/* A loop measurement of workload chase on machine "m", line 128, with no chunks yet. */
struct measurement *build_measurement(struct campaign *campaign, const char *side,
                                      const char *page_kind, uint64_t page_bytes,
                                      uint64_t span_bytes, uint64_t stride_bytes, const char *run);

/* `count` more chunks of 1000 loads for the measurement added last. */
void build_chunks(struct campaign *campaign, size_t count, double ns_per_load, double clock_before,
                  double clock_after);

/* Sets a text level (fixed or declared) of the measurement added last. */
void build_level(struct campaign *campaign, size_t factor, const char *text);

void build_finish(struct campaign *campaign);

#endif

/*
 * One run as the log file a collector would have left: preamble, header, rows, end.
 *
 * Every preamble says `# caution: simulated data`, which the report repeats in each table and chart
 * made of it. There is no start time: the same seed gives the same bytes.
 */
#ifndef PAGEWALK_RUN_LOG_H
#define PAGEWALK_RUN_LOG_H

#include "../../analyze/base/text.h"
#include "plan.h"

/* Appends the whole log of a run of this plan. Errors: out of memory. */
int run_log_write(struct text *out, const struct plan *plan, const struct plan_run *run,
                  struct error *error);

#endif

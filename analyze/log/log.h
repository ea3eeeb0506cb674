/*
 * From arguments to measurements: finds the logs, reads them, and accounts for every file and row.
 *
 * The files of a campaign are found in a fixed order (bytewise by name), whatever order the file
 * system or the command line gives, so that results never depend on it. One bad row or file costs
 * only itself: it is listed in campaign->problems and counted in campaign->accounts under "row" or
 * "file".
 *
 * On success campaign holds inputs, runs (sorted by machine, then name), measurements (sorted by
 * machine, run, seq, phase; outcome OUTCOME_SKIPPED with its reason for skipped cells, OUTCOME_USED
 * for all others until they are reduced), factors (fixed and declared), problems, and the accounts
 * of levels "file" and "row".
 */
#ifndef PAGEWALK_LOG_H
#define PAGEWALK_LOG_H

#include "../model.h"

/*
 * `arguments` are directories and files; `factor_names` are further declared factors (--factor),
 * columns or preamble keys.
 *
 * Errors (nothing may be written then): an argument that cannot be opened, a results directory as
 * argument, an I/O error, the same measurement twice (both places named), a factor name that is
 * none or that no log has, no usable row in any file (skipped cells alone are none).
 */
int log_read(struct campaign *campaign, char *const *arguments, size_t argument_count,
             const char *const *factor_names, size_t factor_name_count, struct error *error);

#endif

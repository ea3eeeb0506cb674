/* The command line of pagewalk-analyze. */
#ifndef PAGEWALK_ANALYZE_OPTIONS_H
#define PAGEWALK_ANALYZE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "results/write.h"
#include "stats/deltas.h"

enum options_action { OPTIONS_RUN, OPTIONS_HELP, OPTIONS_VERSION };

struct options {
    enum options_action action;
    char *const *logs; /* point into argv, like every string here */
    size_t log_count;
    const char *output;
    struct method method;
    const char **factors; /* owned */
    size_t factor_count, factor_capacity;
    struct contrast *contrasts; /* owned; `factor` is split off in place */
    size_t contrast_count, contrast_capacity;
    bool diagnostics, strict;
};

/* Errors: unknown option, missing or bad value, two values where one is wanted, no log, no -o; the
 * message says which. */
int options_parse(struct options *options, int argc, char **argv, struct error *error);
void options_free(struct options *options);

/* The text of --help. */
extern const char options_help[];

#endif

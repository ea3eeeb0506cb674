/*
 * What becomes of a file, once it is read: used or rejected, and under which reason it is counted.
 * The reasons are those that reader.h lists.
 */
#ifndef PAGEWALK_VERDICT_H
#define PAGEWALK_VERDICT_H

#include "../model.h"
#include "record.h"

#define REASON_MISCOUNTED "row count differs from the end line"

struct verdict {
    uint64_t used, skipped, rejected; /* rows */
    const char *trouble;              /* of the first header that cannot be used; listed already */
    bool any_line, header;            /* anything but blank lines; a header that can be used */
    bool cut, miscounted, unterminated, damaged;
    char stopped[32]; /* "stopped: SIGTERM"; "" when no signal stopped the run */
};

/* Notes the value of a `# stopped:` line; only the first of a file counts. */
void verdict_stopped(struct verdict *verdict, struct slice signal);

/* Counts the file and its used rows, and lists what is wrong with it as a whole. */
int verdict_account(const struct verdict *verdict, struct campaign *campaign, const char *file,
                    struct error *error);

#endif

/*
 * Finds the log files below directories, in an order that depends on nothing but their names.
 *
 * A directory is walked for *.csv, *.csv.gz and *.csv.zst. Names that begin with a dot are left
 * alone, and so is a directory met in the walk that holds results.json or .pagewalk-report: it is
 * our own output. Symbolic links met in the walk are not followed (an argument itself may be one).
 * A file given as argument may have any name.
 *
 * Each file is named relative to the argument it came under, a file argument by its base name.
 * Where two names would be equal, both grow to their shortest distinct trailing path:
 *
 *     find_logs(... "monday", "tuesday" ...)     // monday/guest-03.csv, tuesday/guest-03.csv
 *     find_logs(... "monday" ...)                // guest-03.csv
 *
 * A file reached by two arguments is listed once.
 */
#ifndef PAGEWALK_FIND_H
#define PAGEWALK_FIND_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/arena.h"
#include "../base/error.h"

struct log_file {
    const char *name;    /* in the results; unique */
    const char *path;    /* to open it by */
    const char *real;    /* absolute, without links */
    const char *trouble; /* why it is rejected unopened; NULL when it may be opened */
    bool link;           /* a link left alone: worth a line among the problems, but no file read */
    bool argument;       /* given itself: then it must open */
};

struct log_files {
    struct log_file *items; /* owned; sorted bytewise by name */
    size_t count, capacity;
};

/*
 * Strings live in `arena`. Errors: an argument that cannot be opened or is neither a file nor a
 * directory, a results or report directory as argument, a directory that cannot be read to its end.
 * What cannot be opened below an argument becomes an item with `trouble`.
 */
int find_logs(struct arena *arena, char *const *arguments, size_t argument_count,
              struct log_files *files, struct error *error);

void log_files_free(struct log_files *files);

/* Drops files listed twice and gives equal names their distinct trailing paths; sorts by name.
 * (Used by find_logs(); apart because it is an idea of its own.) */
int log_files_name(struct arena *arena, struct log_files *files, struct error *error);

#endif

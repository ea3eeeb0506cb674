/*
 * The log: preamble, header, rows, and a last line that says how many rows there are.
 *
 * A log is raw data, so an existing file is never overwritten, nor do two collectors share one: each
 * creates its file or takes an empty one, and holds a lock (flock) on it until it ends. The rows of a measurement leave in
 * one write when it is finished: a collector that is killed leaves whole measurements. Where the
 * disk fills up in the middle of one, its beginning is cut off again.
 *
 *     # pagewalk log: 1
 *     # machine: m6-mini
 *     ...
 *     run,side,pair,round,seq,workload,...,note
 *     guest-03,guest,3,1,1,chase,hugetlb,2097152,128,1073741824,128,populate,0,512,...
 *     # end: rows=7040
 *
 * Unknown numbers are empty fields. Text is quoted where CSV asks for it.
 */
#ifndef PAGEWALK_COLLECT_LOG_H
#define PAGEWALK_COLLECT_LOG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cell.h"
#include "measure.h"
#include "names.h"
#include "problem.h"

struct log {
    const char *path; /* for messages */
    int file;
    bool ours;     /* to be closed */
    uint64_t rows; /* written so far */
    uint64_t measurements;
    /* A block being written, until log_header(), log_measurement() or log_end() sends it. */
    FILE *block;
    char *bytes;
    size_t length;
};

/* What every row of the run begins with. */
struct log_run {
    const char *run;
    const char *side;
    bool pair_given;
    uint64_t pair;
};

/* Creates the file, or takes an empty one; NULL is standard output. Problems name the file: it
 * cannot be opened, is not empty, or belongs to another run. */
int log_open(struct log *log, const char *path, struct problem *problem);

/* A line of the preamble, which log_header() ends and sends. What a reader would not take as one
 * line is cleaned (text.h), and "..." marks a value that was cut to what readers keep of a line. */
void log_key(struct log *log, enum key key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The line of a --set; the name is none of names.h. */
void log_setting(struct log *log, const char *name, const char *value);

int log_header(struct log *log, struct problem *problem);

/* The rows of a measurement, or the one row of a skipped one with its reason. `seq` counts
 * measurements over the run and is given out here, from 1. */
int log_measurement(struct log *log, const struct log_run *run, uint64_t round,
                    const struct cell *cell, const struct measurement *measurement, bool skipped,
                    struct problem *problem);

/* "# stopped: SIGTERM" where `signal` is not NULL, and "# end: rows=N". */
int log_end(struct log *log, const char *signal, struct problem *problem);

/* Closes the file; a problem is what close() tells of earlier writes. */
int log_close(struct log *log, struct problem *problem);

#endif

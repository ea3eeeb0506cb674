/*
 * What the command line asks for.
 *
 * Values come as `--name value` or `--name=value`, each option once (--set once a name) and by its
 * whole name. -h, --help and --version win over whatever is wrong beside them. What depends on the
 * machine (its name, its side, the pages it offers) is left open here: NULL or the text as given.
 * Everything else is checked against everything else, so that a run does not fail after an hour for
 * a slip of the pen: each span is a multiple of some stride, and each stride divides some span.
 */
#ifndef PAGEWALK_COLLECT_OPTIONS_H
#define PAGEWALK_COLLECT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cell.h"
#include "list.h"
#include "problem.h"

#define OPTIONS_WORKLOADS_MAX 18
#define OPTIONS_SETTINGS_MAX 48 /* their names fit one line of the preamble */

/* --set NAME=VALUE: a preamble key that is a factor. */
struct setting {
    char name[64];
    const char *value;
};

struct options {
    bool help;
    bool version;
    const char *machine; /* NULL: the host name */
    const char *side;    /* NULL: found out */
    const char *run;     /* NULL: SIDE-1 */
    const char *output;  /* NULL: standard output, also for "-" */
    const char *pages;   /* as given, "all" when not; plan.h reads it */
    bool pair_given;
    uint64_t pair;
    uint64_t rounds;
    uint64_t chunks; /* of a measurement */
    uint64_t loads;  /* of a chunk, over all streams */
    uint64_t line_bytes;
    bool seed_given;
    uint64_t seed;
    bool by_lines;       /* --lines instead of --spans */
    struct list sizes;   /* spans in bytes, or numbers of lines */
    struct list strides; /* bytes */
    struct workload workloads[OPTIONS_WORKLOADS_MAX];
    size_t workload_count;
    struct setting settings[OPTIONS_SETTINGS_MAX];
    size_t setting_count;
};

/* Fills `options`, which keeps pointers into `arguments`; with help or version set nothing else is
 * filled. The problem names option and value. */
int options_parse(struct options *options, int argument_count, char *const arguments[],
                  struct problem *problem);

/* The text of --help, to standard output; 0, or -1 when it could not be written. */
int options_help(void);

#endif

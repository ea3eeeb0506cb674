/*
 * Names that mean something in a log: keys of its preamble, columns of its rows, and what is left
 * for --set.
 *
 * The preamble is written with these keys and the header with these columns, so that what --set
 * refuses cannot drift from what is written. A name that --set takes is a factor: a column of the
 * results and a word of selections in articles. It looks like a name there,
 * [A-Za-z_][A-Za-z0-9_]*, and has no other meaning:
 *
 *     names_trouble("backing")     NULL
 *     names_trouble("2nd")         "a name is letters, digits and _, and does not begin with a digit"
 *     names_trouble("kernel")      "it is a key that the collector writes itself"
 *     names_trouble("loads")       "it is a column of the log"
 *     names_trouble("median_ns")   "it has a meaning of its own in results or articles"
 */
#ifndef PAGEWALK_COLLECT_NAMES_H
#define PAGEWALK_COLLECT_NAMES_H

#include <stddef.h>

/* In the order of the preamble, with the two that end a log. */
#define NAMES_KEYS(KEY)                                                                            \
    KEY(FORMAT, "pagewalk log")                                                                    \
    KEY(MACHINE, "machine")                                                                        \
    KEY(RUN, "run")                                                                                \
    KEY(SIDE, "side")                                                                              \
    KEY(SIDE_DECIDED, "side decided by")                                                           \
    KEY(PAIR, "pair")                                                                              \
    KEY(FACTORS, "factors")                                                                        \
    KEY(COLLECTOR, "collector")                                                                    \
    KEY(HYPERVISOR, "hypervisor")                                                                  \
    KEY(KERNEL, "kernel")                                                                          \
    KEY(KERNEL_BUILD, "kernel build")                                                              \
    KEY(KERNEL_OPTIONS, "kernel options")                                                          \
    KEY(BOOT_ID, "boot_id")                                                                        \
    KEY(CPU_MODEL, "cpu model")                                                                    \
    KEY(CPUS, "cpus")                                                                              \
    KEY(CPUS_ALLOWED, "cpus allowed")                                                              \
    KEY(CACHES, "caches")                                                                          \
    KEY(BASE_PAGE, "base page")                                                                    \
    KEY(POOLS, "pools")                                                                            \
    KEY(THP_ENABLED, "thp enabled")                                                                \
    KEY(THP_DEFRAG, "thp defrag")                                                                  \
    KEY(THP_BYTES, "thp bytes")                                                                    \
    KEY(KSM, "ksm")                                                                                \
    KEY(NUMA_BALANCING, "numa balancing")                                                          \
    KEY(NUMA_NODES, "numa nodes")                                                                  \
    KEY(CLOCKSOURCE, "clocksource")                                                                \
    KEY(CLOCK, "clock")                                                                            \
    KEY(LIBC, "libc")                                                                              \
    KEY(MEMORY, "memory")                                                                          \
    KEY(LOAD_AVERAGE, "load average")                                                              \
    KEY(STEAL, "steal")                                                                            \
    KEY(SEED, "seed")                                                                              \
    KEY(START, "start")                                                                            \
    KEY(OPTIONS, "options")                                                                        \
    KEY(STOPPED, "stopped")                                                                        \
    KEY(END, "end")

enum key {
#define NAMES_ENUM(name, text) KEY_##name,
    NAMES_KEYS(NAMES_ENUM)
#undef NAMES_ENUM
};

/* The key as it stands between "# " and ":". */
const char *names_key(enum key key);

/* Column 0, 1, ... of the rows; NULL after the last. */
const char *names_column(size_t number);

/* Why `name` cannot be the NAME of --set, NULL where it can. */
const char *names_trouble(const char *name);

#endif

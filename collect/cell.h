/*
 * A cell: one combination of what is varied. The same cell is measured once in every round.
 */
#ifndef PAGEWALK_COLLECT_CELL_H
#define PAGEWALK_COLLECT_CELL_H

#include <stdint.h>

#include "pages.h"

struct workload {
    char name[16];    /* "chase", "streams" (eight), "streams4", as it stands in the log */
    unsigned streams; /* chains followed side by side, 1 .. LOADS_STREAMS_MAX */
};

struct cell {
    struct workload workload;
    struct page page;
    uint64_t line_bytes;
    uint64_t span_bytes;   /* a multiple of the stride, or else the cell is skipped */
    uint64_t stride_bytes; /* a multiple of the line; equal to it: dense */
};

#endif

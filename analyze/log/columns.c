#include "columns.h"

static const struct {
    const char *name;
    bool needed;
} columns[COLUMN_COUNT] = {
    [COLUMN_MACHINE] = {"machine", false},
    [COLUMN_RUN] = {"run", true},
    [COLUMN_SIDE] = {"side", true},
    [COLUMN_PAIR] = {"pair", false},
    [COLUMN_ROUND] = {"round", false},
    [COLUMN_SEQ] = {"seq", true},
    [COLUMN_WORKLOAD] = {"workload", true},
    [COLUMN_PAGE_KIND] = {"page_kind", false},
    [COLUMN_PAGE_BYTES] = {"page_bytes", true},
    [COLUMN_LINE_BYTES] = {"line_bytes", false},
    [COLUMN_SPAN_BYTES] = {"span_bytes", true},
    [COLUMN_STRIDE_BYTES] = {"stride_bytes", true},
    [COLUMN_PHASE] = {"phase", false},
    [COLUMN_CHUNK] = {"chunk", true},
    [COLUMN_LOADS] = {"loads", true},
    [COLUMN_ELAPSED_NS] = {"elapsed_ns", true},
    [COLUMN_CLOCK_ADDS] = {"clock_adds", false},
    [COLUMN_CLOCK_BEFORE_NS] = {"clock_before_ns", false},
    [COLUMN_CLOCK_AFTER_NS] = {"clock_after_ns", false},
    [COLUMN_FAULTS] = {"faults", false},
    [COLUMN_SWITCHES] = {"switches", false},
    [COLUMN_STEAL_NS] = {"steal_ns", false},
    [COLUMN_NOTE] = {"note", false},
    [COLUMN_START_NS] = {"start_ns", false},
    [COLUMN_CPU_BEFORE] = {"cpu_before", false},
    [COLUMN_CPU_AFTER] = {"cpu_after", false},
    [COLUMN_CYCLES] = {"cycles", false},
    [COLUMN_INSTRUCTIONS] = {"instructions", false},
    [COLUMN_PAGE_FAULTS] = {"page_faults", false},
    [COLUMN_DTLB_LOADS] = {"dtlb_loads", false},
    [COLUMN_DTLB_LOAD_MISSES] = {"dtlb_load_misses", false},
};

const char *column_name(enum column column)
{
    return columns[column].name;
}

bool column_needed(enum column column)
{
    return columns[column].needed;
}

enum column column_find(struct slice name)
{
    int column = 0;
    while (column < COLUMN_COUNT && !slice_is(name, columns[column].name))
        column++;
    return (enum column)column;
}

size_t columns_named(const struct record *record)
{
    size_t count = 0;
    for (size_t i = 0; i < record->count; i++) {
        enum column column = column_find(record_field(record, i));
        count += column < COLUMN_COUNT && column_needed(column);
    }
    return count;
}

void columns_place(const struct record *record, int places[COLUMN_COUNT])
{
    for (int i = 0; i < COLUMN_COUNT; i++)
        places[i] = -1;
    for (size_t i = 0; i < record->count; i++) {
        enum column column = column_find(record_field(record, i));
        if (column < COLUMN_COUNT)
            places[column] = (int)i;
    }
}

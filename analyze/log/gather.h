/*
 * Rows become measurements, and at the end of all files the campaign's sorted lists.
 *
 * The rows of a measurement are consecutive within a section; a row with the same machine, run, seq
 * and phase that comes later is the same measurement twice, which is an error.
 */
#ifndef PAGEWALK_GATHER_H
#define PAGEWALK_GATHER_H

#include "../model.h"
#include "factors.h"
#include "numbers.h"
#include "row.h"
#include "section.h"

/* A run as one measurement shows it; the same run shows often. */
struct sighting {
    const char *machine, *run, *side;
    int64_t pair;
    const struct section *section;
    long line;
    size_t order;
};

struct gather {
    struct campaign *campaign;
    const struct section **sections; /* of each measurement */
    size_t section_capacity;
    struct sighting *sightings;
    size_t sighting_count, sighting_capacity;
    struct numbers chunks; /* of the measurement in hand */
    bool open;             /* the last measurement may get further rows */
};

/* Adds the row at those lines: 1, or 0 and row->reason where it does not fit its measurement, or -1
 * when memory ran out. */
int gather_row(struct gather *gather, const struct section *section, struct row *row,
               const struct declared_factors *factors, long first_line, long last_line,
               struct error *error);

/* The section ends: the next row begins a measurement. */
void gather_close(struct gather *gather);

/* Forgets everything, also the campaign's measurements. */
void gather_clear(struct gather *gather);
void gather_free(struct gather *gather);

/*
 * All files are read: gives each measurement its levels of all declared factors, sorts, and makes
 * the list of runs. Errors: a measurement twice, with the places of both; out of memory.
 */
int gather_finish(struct gather *gather, const struct declared_factors *factors,
                  struct error *error);

#endif

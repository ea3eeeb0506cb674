/*
 * A section: one preamble, one header line, and the rows below them.
 *
 * A file is one section; concatenated files are several. Sections live in the campaign's arena
 * until the end, because measurements ask them for factors that were declared later.
 */
#ifndef PAGEWALK_SECTION_H
#define PAGEWALK_SECTION_H

#include "../model.h"
#include "columns.h"
#include "factors.h"
#include "preamble.h"

struct section {
    const char *file;
    struct pair_of_strings *pairs; /* the preamble, sorted by key */
    size_t pair_count;
    const char *machine; /* of the preamble, or "unknown" */
    size_t field_count;
    int places[COLUMN_COUNT];   /* field of each column, or -1 */
    int *factor_places;         /* field of each declared factor, or -1 */
    const char **factor_values; /* its value in the preamble, or "" */
    size_t factor_count;
    const char *trouble; /* why its rows cannot be read; NULL when they can */
};

/*
 * Opens the section whose header line is `record`, or NULL where there is something else than a
 * header. `listed` holds the columns (interned names) already listed as ignored for this file. What
 * the preamble holds is used up. Errors: out of memory.
 */
struct section *section_begin(struct campaign *campaign, struct declared_factors *factors,
                              struct preamble *preamble, const struct record *record,
                              struct numbers *listed, const char *file, long line,
                              struct error *error);

#endif

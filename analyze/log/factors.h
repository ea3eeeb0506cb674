/*
 * The factors somebody declared: by `# factors: a,b` in any log, or by --factor.
 *
 * A factor holds for all files, and a file may declare one that another, read before, has as a mere
 * column. Then the files must be read again with the factor known from the start: `read_again` says
 * so. (Preamble keys need no such care: sections keep them.)
 */
#ifndef PAGEWALK_FACTORS_H
#define PAGEWALK_FACTORS_H

#include <stdbool.h>
#include <stddef.h>

#include "../model.h"
#include "numbers.h"
#include "record.h"

struct declared_factor {
    const char *name; /* interned */
    bool found;       /* some section has it as a column or a preamble key */
};

struct declared_factors {
    struct declared_factor *items; /* in the order they were declared */
    size_t count, capacity;
    struct numbers ignored; /* names of columns that were passed over, interned */
    bool read_again;
};

/* NULL, or why no factor can have that name: it is fixed, a measured column, a column of the
 * results, or no name. */
const char *factor_trouble(struct slice name);

/* Adds the factor unless it is there. *trouble is NULL, or why it cannot be one: factor_trouble(), or
 * there are 64 already. Errors: out of memory. */
int factor_declare(struct declared_factors *factors, struct arena *arena, struct slice name,
                   const char **trouble, struct error *error);

/* Adds the names of a `# factors:` line; those that cannot be factors become problems of file and
 * line. */
int factors_declare_list(struct declared_factors *factors, struct campaign *campaign,
                         const char *list, const char *file, long line, struct error *error);

/* The declared factor of that interned name, or -1. */
int factor_find(const struct declared_factors *factors, const char *name);

/* Remembers a column that was passed over. */
int factor_ignore(struct declared_factors *factors, const char *name, struct error *error);

void factors_free(struct declared_factors *factors);

#endif

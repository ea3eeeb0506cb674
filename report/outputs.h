/*
 * The files of a render, each name used once.
 */
#ifndef PAGEWALK_OUTPUTS_H
#define PAGEWALK_OUTPUTS_H

#include "../analyze/base/arena.h"
#include "../analyze/base/text.h"

struct outputs {
    const char *root; /* the folder being filled */
    struct arena arena;
    const char **names;
    size_t count, capacity;
};

/* Takes a name (a path below the root) for one output. Errors, at file:line:column of `where`: it
 * is taken already, also where only letter case differs, or as a folder. */
int outputs_claim(struct outputs *outputs, const char *name, const struct error *where,
                  struct error *error);

/* Writes one file below the root and makes the folders it needs. */
int outputs_write(const struct outputs *outputs, const char *name, const struct text *content,
                  struct error *error);

void outputs_free(struct outputs *outputs);

#endif

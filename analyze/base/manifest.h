/*
 * The list of files that a program left in an output folder, so that a later run replaces those and
 * never somebody else's.
 */
#ifndef PAGEWALK_MANIFEST_H
#define PAGEWALK_MANIFEST_H

#include "error.h"

#define MANIFEST_FILE ".pagewalk-files"

/* Writes the names of all files below the folder into its MANIFEST_FILE, one a line, sorted.
 * Errors: cannot read, cannot write, out of memory. */
int manifest_write(const char *folder, struct error *error);

/*
 * Whether the folder may be replaced: it is not there, is empty, or holds the file `marker` and
 * nothing that its manifest does not name. 0 when it may; -1 with the error set when not, or when
 * it cannot be read.
 */
int manifest_check(const char *folder, const char *marker, struct error *error);

#endif

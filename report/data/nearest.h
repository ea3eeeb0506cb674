/*
 * The known name nearest to one that is not known, for messages: "unknown factor pages; did you
 * mean page?".
 *
 * Distance is Levenshtein's, an exchange of two neighbours counted once (Damerau 1964, the
 * restricted form). A name further away than half its length is no help and is not offered.
 */
#ifndef PAGEWALK_NEAREST_H
#define PAGEWALK_NEAREST_H

#include <stddef.h>

/* Number of the candidate nearest to `name`, the first of several; -1 when none is near. */
int nearest_name(const char *name, const char *const *candidates, size_t count);

/* "; did you mean X?" in `text`, or "" when no candidate is near. Returns `text`. */
const char *nearest_hint(const char *name, const char *const *candidates, size_t count,
                         char text[128]);

#endif

/*
 * Names that no factor can have, because something else is called so: columns of the results, words
 * of selections, tables and charts in articles, counters that other collectors write. A factor is a
 * column of the results and a word of selections itself; a second one of that name would be
 * ambiguous. The collector refuses them in --set, the analyzer in --factor and `# factors:`.
 *
 * Not here are the names that a log gives a meaning: its columns and the keys of its preamble.
 */
#ifndef PAGEWALK_RESERVED_H
#define PAGEWALK_RESERVED_H

#include <stdbool.h>
#include <stddef.h>

/* True for a reserved word and for all that begins with "base_": what a delta is against. `name` is
 * `length` bytes, with or without a NUL after them. */
bool reserved_is(const char *name, size_t length);

#endif

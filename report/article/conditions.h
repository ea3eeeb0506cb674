/*
 * Reads conditions as articles write them: span=64M..1G, page=4K|2M, kind="no thp", stride>=16K.
 *
 * A value ends at white space, at a closing parenthesis and, in lists, at a comma; in double quotes
 * it may hold anything but a double quote and a line end. \| is read like |, so that a condition
 * can stand in a Markdown table.
 */
#ifndef PAGEWALK_CONDITIONS_H
#define PAGEWALK_CONDITIONS_H

#include "../data/select.h"
#include "source.h"

/* The next condition. With `frame` NULL its key must be a factor; else a factor or a column of that
 * frame. Errors, each at its place: no key, unknown key (with the nearest), no value, a range or
 * comparison of something that is neither size nor number, a quote not closed, out of memory. */
int condition_read(struct cursor *cursor, const struct results *results, const struct frame *frame,
                   struct arena *arena, struct condition *condition, struct error *error);

/* The value at the cursor without its quotes, in the arena; NULL with the error set. Stops at white
 * space and at any byte of `stops` outside quotes. */
const char *value_read(struct cursor *cursor, const char *stops, struct arena *arena,
                       struct error *error);

#endif

/*
 * Which cells belong together: the questions that deltas ask of two cells.
 */
#ifndef PAGEWALK_MATCH_H
#define PAGEWALK_MATCH_H

#include "../model.h"

bool match_phase(const struct cell *cell, const char *phase);
bool match_side(const struct cell *cell, const char *side);

/* Equal levels of one factor. */
bool match_level(const struct cell *a, const struct cell *b, size_t factor);

/* The same accesses: machine, workload, line, span, stride and phase. */
bool match_access(const struct cell *a, const struct cell *b);

/* The same page size and kind. */
bool match_page(const struct cell *a, const struct cell *b);

/* Equal levels of every declared factor that has one on both sides: guests and hosts are often
 * described by different factors, so an empty level matches any. */
bool match_declared(const struct factors *factors, const struct cell *a, const struct cell *b);

#endif

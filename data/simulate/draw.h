/*
 * Random numbers that belong to what they are for.
 *
 * Every decision of a simulation has a stream of its own, seeded from the campaign's seed, the
 * purpose ("shuffle", "chunks", ...) and an index (of the run, the cell, the measurement). A change
 * of one decision therefore leaves all others as they were, and the order in which runs are written
 * does not matter. The generator is GSL's mt19937; the seed of a stream is the XXH3 digest of the
 * three.
 */
#ifndef PAGEWALK_DRAW_H
#define PAGEWALK_DRAW_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "../../analyze/base/error.h"

struct draw {
    gsl_rng *rng; /* owned */
};

/* Errors: out of memory. */
int draw_init(struct draw *draw, struct error *error);
void draw_free(struct draw *draw);

/* Begins the stream of (seed, purpose, index). */
void draw_seed(struct draw *draw, uint64_t seed, const char *purpose, uint64_t index);

/* Uniform in (0, 1), both ends excluded. */
double draw_uniform(struct draw *draw);

/* Uniform from 0 to count - 1; count >= 1. */
size_t draw_below(struct draw *draw, size_t count);

/* Standard normal, cut at -3 and 3 so that no single value stands out of its tier or cell. */
double draw_normal(struct draw *draw);

/* Puts the items in random order (Fisher-Yates). */
void draw_shuffle(struct draw *draw, void *items, size_t count, size_t item_size);

#endif

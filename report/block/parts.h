/*
 * The tables or charts that one block makes: one, or with split= one for each combination of
 * levels.
 */
#ifndef PAGEWALK_PARTS_H
#define PAGEWALK_PARTS_H

#include "block.h"
#include "facts.h"

struct part {
    const char *name;      /* the block's, with the levels appended: "dense-guest-chase" */
    const char *file_part; /* "-guest-chase", "" when there is one part; no two alike */
    struct row_list rows;  /* of the block's frame */
    struct row_list cells; /* rows of cells.csv behind them */
    struct facts facts;    /* of those cells */
    const char *about;     /* what all of it has in common: "chase, dense, guest" */
};

struct parts {
    struct part *items; /* in the arena, in the order of the levels */
    size_t count;       /* 0: nothing matches, which the caller judges */
};

/* Not for listings. Errors: split=rest with more factors than an axis holds, out of memory. */
int parts_of(struct article *article, const struct block *block, struct parts *parts,
             struct error *error);

/* Fails because one place holds several rows: names the place and the factors to select or split.
 * Always returns -1. */
int parts_conflict(struct article *article, const struct block *block, size_t row_a, size_t row_b,
                   struct error *error);

#endif

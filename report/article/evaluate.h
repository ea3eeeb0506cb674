/*
 * Evaluates expressions over a results directory.
 *
 * Two kinds of failure: what the author can see without data (median of a number) is an error; what
 * only these data lack (no such cell, several where one is needed, an empty statistic) also sets
 * `missing`, and the report prints n/a there and goes on.
 */
#ifndef PAGEWALK_EVALUATE_H
#define PAGEWALK_EVALUATE_H

#include "expression.h"
#include "value.h"

struct let {
    const char *name;
    size_t offset;
    const struct node *node;
    struct value value;
    bool missing;       /* the data lack it: `error` says what */
    struct error error; /* handed on to whoever uses the name */
};

struct evaluator {
    const struct results *results;
    struct arena *arena; /* owns all values */
    const struct source *source;
    const struct let *lets;
    const char *const *keys; /* factors, then the base_ columns of deltas.csv */
    size_t key_count;
    const double *holm; /* what .holm is of each row of deltas.csv; NULL: not known yet */
    bool missing;       /* set when an evaluation failed for want of data */
};

int evaluator_init(struct evaluator *evaluator, const struct results *results, struct arena *arena,
                   const struct source *source, struct error *error);

int evaluate(struct evaluator *evaluator, const struct node *node, struct value *value,
             struct error *error);

/* The same for what is to be printed: exactly one known number, a range or a text. */
int evaluate_single(struct evaluator *evaluator, const struct node *node, struct value *value,
                    struct error *error);

/* Fails for want of data: sets `missing` and the error at the offset, with the text's message,
 * which is freed. Always returns -1. */
int evaluate_missing(struct evaluator *evaluator, size_t offset, struct text *message,
                     struct error *error);

/* Makes numbers of a value: numeric text becomes one, cells without a statistic are an error. */
int evaluate_numbers(struct evaluator *evaluator, const struct node *node, struct value *value,
                     struct error *error);

#endif

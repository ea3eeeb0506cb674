/*
 * The functions of expressions that look at sets: min max sum count range, and those that count
 * what stands behind a selection: runs rounds measurements dropped chunks meta.
 */
#ifndef PAGEWALK_FUNCTIONS_H
#define PAGEWALK_FUNCTIONS_H

#include "evaluate.h"

/* min, max, sum, count, range over all known numbers of the arguments. */
int function_over_values(struct evaluator *evaluator, const struct node *node,
                         const struct value *arguments, struct value *value, struct error *error);

/*
 * Over the measurements of a selection that were used or dropped:
 *   runs          distinct runs
 *   rounds        most rounds any of these runs has
 *   measurements  how many there are
 *   dropped       how many of them were dropped
 *   chunks        most chunks any of them has
 * No measurement gives 0.
 */
int function_of_selection(struct evaluator *evaluator, const struct node *node,
                          const struct selection *selection, struct value *value,
                          struct error *error);

/* The preamble value that all runs of the selection share, as text. For want of data: no such key,
 * no run, runs that differ. */
int function_meta(struct evaluator *evaluator, const struct node *node,
                  const struct selection *selection, struct value *value, struct error *error);

#endif

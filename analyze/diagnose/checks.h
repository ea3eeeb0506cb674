/*
 * The checks that a diagnosis is made of, in the order of its rows.
 *
 *   drift-rounds, drift-position, first-round    drift.c
 *   pair-order                                   pairs.c
 *   shuffle, repeated-order                      order.c
 *   steps                                        steps.c
 *   bimodal-runs                                 bimodal.c
 *   negative-control                             control.c
 *   sensitivity-*                                sensitivity.c
 *
 * Each adds its findings to the survey. Running out of memory is remembered in survey->failed.
 */
#ifndef PAGEWALK_CHECKS_H
#define PAGEWALK_CHECKS_H

#include "survey.h"

void check_drift(struct survey *survey);
void check_pairs(struct survey *survey);
void check_order(struct survey *survey);
void check_steps(struct survey *survey);
void check_bimodal(struct survey *survey);
void check_control(struct survey *survey);
void check_sensitivity(struct survey *survey);

#endif

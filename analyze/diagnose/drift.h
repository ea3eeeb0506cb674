/*
 * Drift along the measurements of a run (drift.c), for checks that ask what it could hide.
 */
#ifndef PAGEWALK_DRIFT_H
#define PAGEWALK_DRIFT_H

#include "survey.h"

/* Percent from the first measurement of a run to the last, median over the group's runs; NaN where
 * no run can tell. */
double drift_over_position(struct survey *survey, const struct group *group);

#endif

/*
 * Where an axis is labelled.
 *
 * Linear axes: Talbot, Lin and Hanrahan, An Extension of Wilkinson's Algorithm for Positioning Tick
 * Labels on Axes, IEEE TVCG 16, 2010: of all sequences of round steps the one with the best
 * weighted sum of simplicity, coverage of the data and density.
 *
 * Size axes: powers of two, evenly stepped, both ends of the data labelled.
 */
#ifndef PAGEWALK_TICKS_H
#define PAGEWALK_TICKS_H

#include <stdbool.h>
#include <stddef.h>

#define TICKS_MOST 10
#define TICKS_TEXT_SIZE 32

struct tick {
    double value;
    char label[TICKS_TEXT_SIZE]; /* "80", "0.5", "12,000", "64 MB" */
};

struct ticks {
    struct tick items[TICKS_MOST];
    size_t count;
};

/* For low < high; about `wanted` labels (3 to 10), all with the same number of decimals, never in
 * scientific notation. The outer ones may lie a little outside the range. */
void ticks_linear(double low, double high, int wanted, struct ticks *ticks);

/* For 0 < low <= high, in bytes, labelled in KB, MB, GB. `fits` says whether labels that far apart
 * (in powers of two) have room; the closest spacing that fits is taken. */
void ticks_sizes(double low, double high, bool (*fits)(double octaves, void *context),
                 void *context, struct ticks *ticks);

#endif

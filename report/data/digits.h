/*
 * How many decimals a figure deserves.
 */
#ifndef PAGEWALK_DIGITS_H
#define PAGEWALK_DIGITS_H

#define DIGITS_UNKNOWN (-1)

/*
 * Decimals from the spread of what is behind the figure, where `half` is half the distance between
 * its quartiles: the place of the spread's first digit, between 0 and 2. A spread of 1.2 gives 0
 * (109), one of 0.4 gives 1 (19.6). DIGITS_UNKNOWN when there is no spread to go by: NaN, or 0 as
 * with a single measurement.
 */
int digits_from_spread(double half);

/* Decimals that show `value` with so many significant digits, between 0 and 9: (14.94, 3) is 1. */
int digits_significant(double value, int significant);

#endif

#include "digits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int digits_from_spread(double half)
{
    if (!(half > 0) || !isfinite(half))
        return DIGITS_UNKNOWN;
    int decimals = -(int)floor(log10(half));
    return decimals < 0 ? 0 : decimals > 2 ? 2 : decimals;
}

int digits_significant(double value, int significant)
{
    if (!isfinite(value) || value == 0)
        return 0;
    /* printf knows the exponent after rounding: 9.996 to three digits is 1.00e+01. */
    char text[48];
    snprintf(text, sizeof text, "%.*e", significant - 1, value);
    int decimals = significant - 1 - atoi(strchr(text, 'e') + 1);
    return decimals < 0 ? 0 : decimals > 9 ? 9 : decimals;
}

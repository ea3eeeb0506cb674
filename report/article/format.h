/*
 * How a value is printed: the format at the end of a binding.
 *
 *     [+][,](.N | auto)     or + or , or +, alone       109<!--= g4 .0 -->   -2.5<!--= d +.1 -->
 *
 * + prints the sign of positive numbers too, `,` groups digits by three. Rounding is printf's.
 * Without decimals, or with `auto`: a cell's value has as many as its quartile spread allows
 * (digits.h), a count none, any other expression three significant digits.
 */
#ifndef PAGEWALK_FORMAT_H
#define PAGEWALK_FORMAT_H

#include "../../analyze/base/text.h"
#include "value.h"

#define FORMAT_AUTO (-1)
#define FORMAT_MINUS "\xe2\x88\x92" /* U+2212 */

struct format {
    bool plus, comma;
    int decimals; /* 0 to 9, or FORMAT_AUTO */
};

/* True and *format set when all `length` bytes are one format. */
bool format_parse(const char *bytes, size_t length, struct format *format);

/* True when nothing is asked for but `auto`. */
bool format_is_plain(const struct format *format);

/* "n/a" for a number that is not finite. A number that rounds to zero has no sign. `minus` is "-"
 * or FORMAT_MINUS. */
void format_number(double number, int decimals, bool plus, bool comma, const char *minus,
                   struct text *out);

/* One number, "5 to 9" (or one number when both print the same), or a text as it is. */
void format_value(const struct value *value, const struct format *format, const char *minus,
                  struct text *out);

#endif

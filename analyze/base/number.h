/*
 * Numbers as they stand in logs and results, the same in every locale.
 *
 * The grammar is [+-]digits[.digits][e[+-]digits] and nothing else: no hex, inf, nan, separators or
 * spaces, and no value beyond a finite double.
 */
#ifndef PAGEWALK_NUMBER_H
#define PAGEWALK_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NUMBER_TEXT_SIZE 32

/* True and *value set when all `length` bytes are one number; *value is untouched otherwise. */
bool number_parse(const char *bytes, size_t length, double *value);

/* The same for a whole number from 0 to 2^64 - 1; also takes forms such as "2e3" and "4096.0" when
 * they are whole and below 2^53. */
bool number_parse_whole(const char *bytes, size_t length, uint64_t *value);

/* The shortest decimal text that reads back to the same double; "" for NaN and infinities, which
 * stand for "not known" in results. Returns `text`. */
char *number_shortest(double value, char text[NUMBER_TEXT_SIZE]);

#endif

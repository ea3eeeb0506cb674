/*
 * The figure that stands directly before a marker: what a binding replaces.
 *
 * A number is a sign (+, -, U+2212; not where a letter or digit stands before it), digits with or
 * without commas at every third, decimals; or n/a. Of "about 5-9" the number is 9: its hyphen has a
 * digit before it. A range is two numbers with " to " between, or one number. A word, for preamble
 * values such as a kernel's version, is letters, digits and any of . _ + -.
 *
 * All return the offset where the figure begins, between `start` and `end`; `end` when none stands
 * there.
 */
#ifndef PAGEWALK_NUMBER_TOKEN_H
#define PAGEWALK_NUMBER_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

size_t number_token_before(const char *bytes, size_t start, size_t end);
size_t range_token_before(const char *bytes, size_t start, size_t end);
size_t word_token_before(const char *bytes, size_t start, size_t end);

/* True for a text that word_token_before() finds whole. */
bool word_token_is(const char *text);

/* The minus sign that the figure from `start` on begins with: "-", else U+2212. What is written
 * keeps the sign its author chose. */
const char *number_token_minus(const char *bytes, size_t start, size_t end);

#endif

/*
 * One character of UTF-8, as RFC 3629 allows it: shortest forms only, no surrogates, nothing above
 * U+10FFFF. NUL is no character here, because texts end with it in memory.
 */
#ifndef PAGEWALK_COLLECT_UTF8_H
#define PAGEWALK_COLLECT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#define UTF8_LONGEST 4 /* bytes of a character */

/* Length in bytes (1 to UTF8_LONGEST) of the character that begins at `bytes`, of which `length`
 * may be read; 0 when none does. */
size_t utf8_character(const char *bytes, size_t length);

/* Whether the character at `bytes` is one of C0, DEL or C1 (U+0080 to U+009F), which a terminal
 * obeys as it does escapes. */
bool utf8_is_control(const char *bytes);

#endif

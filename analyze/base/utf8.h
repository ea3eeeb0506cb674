/*
 * UTF-8 that may come from anywhere: what is valid, and how to show what is not.
 *
 * Valid is what RFC 3629 allows: shortest forms only, no surrogates, nothing above U+10FFFF. NUL is
 * no part of valid text here, because texts end with it in memory.
 */
#ifndef PAGEWALK_UTF8_H
#define PAGEWALK_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Length in bytes (1 to 4) of the character that begins at `bytes`, of which `length` may be read;
 * 0 when none does. */
size_t utf8_character(const char *bytes, size_t length);

bool utf8_valid(const char *bytes, size_t length);

/*
 * Writes as much of `bytes` as fits into `text` (`size` bytes with the final NUL) as one line of
 * valid UTF-8: control characters and bytes that are no UTF-8 stand as \xNN, and nothing is cut in
 * the middle. Returns the length written.
 *
 *     utf8_printable("a\xff\n", 3, text, 200)      // text is "a\xff\x0a", written out
 */
size_t utf8_printable(const char *bytes, size_t length, char *text, size_t size);

#endif

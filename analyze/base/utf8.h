/*
 * Texts that may come from anywhere: whether they are UTF-8, and how to show what is not. What a
 * character is, collect/utf8.h says: the collector writes the logs.
 */
#ifndef PAGEWALK_UTF8_H
#define PAGEWALK_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the bytes are characters of UTF-8 and nothing else; NUL is none. */
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

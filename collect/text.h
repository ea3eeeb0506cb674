/*
 * Text that goes into a log: one line of UTF-8.
 *
 * Readers of logs reject rows whose text is no UTF-8, and a line break inside a name would end its
 * preamble line. What a user gives is checked before anything is measured; what the system says of
 * itself is cleaned.
 */
#ifndef PAGEWALK_COLLECT_TEXT_H
#define PAGEWALK_COLLECT_TEXT_H

#include <stdbool.h>

#define TEXT_NAME_MAX 255 /* bytes */

/* Whether `text` can name something: 1 to TEXT_NAME_MAX bytes of UTF-8 without control characters,
 * and without blanks at its ends. */
bool text_is_name(const char *text);

/* Puts a blank in place of each control character and of each byte that is no UTF-8. */
void text_clean(char *text);

#endif

/*
 * Where code stands in an article: nothing in it is a marker.
 */
#ifndef PAGEWALK_CODE_H
#define PAGEWALK_CODE_H

#include "source.h"

/*
 * Length of the code that begins exactly at `at`, 0 when none does: in Markdown a fenced block (at
 * the start of a line, behind list and quote marks too), a code span (which ends before the next
 * blank line, else the backticks are text) or an escaped character; in both formats an element pre,
 * code, script, style or textarea that is closed. Blocks made by indentation alone are not
 * recognised: whether four spaces are code depends on the list around them.
 */
size_t code_length(const struct source *source, size_t at, bool markdown);

#endif

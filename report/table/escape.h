/*
 * Text made safe for the format it is written into.
 */
#ifndef PAGEWALK_ESCAPE_H
#define PAGEWALK_ESCAPE_H

#include "../../analyze/base/text.h"

/* Inline GFM, also inside a table cell: markup characters get a backslash, < and & become entities,
 * line ends become spaces. */
void escape_markdown(const char *text, struct text *out);

/* HTML text and attribute values in double quotes. */
void escape_html(const char *text, struct text *out);

/* LaTeX text mode, with U+2212, dashes, µ, × and the spaces of typesetters as commands. */
void escape_latex(const char *text, struct text *out);

#endif

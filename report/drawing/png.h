/*
 * The PNG writer: paints a display list with cairo and encodes it with libpng.
 *
 * 8-bit RGB, 192 dpi (a 1600 px chart is 800 CSS px wide), title and alt text in iTXt chunks, no
 * time chunk: the same drawing gives the same bytes.
 */
#ifndef PAGEWALK_PNG_H
#define PAGEWALK_PNG_H

#include "../../analyze/base/error.h"
#include "../../analyze/base/text.h"
#include "drawing.h"

/* Appends the whole file to `out`. Errors: the font is missing, out of memory. */
int png_write(const struct drawing *drawing, struct text *out, struct error *error);

#endif

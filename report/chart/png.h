/*
 * Writes a drawing as PNG.
 *
 * 8-bit RGB, deflate level 6 without row filters (flat areas compress best unfiltered, and fastest),
 * 192 dpi in pHYs so that 1600 px are 800 px on a page, the title and the alt text in iTXt, no
 * time. The same drawing gives the same bytes in any locale, time zone, home and directory, on
 * machines with the same font and the same versions of FreeType, pango, cairo, libpng and zlib.
 */
#ifndef PAGEWALK_PNG_H
#define PAGEWALK_PNG_H

#include "../../analyze/base/error.h"
#include "../../analyze/base/text.h"
#include "drawing.h"

/* Appends the file to `out`. Errors: out of memory, a text that cannot be drawn. */
int png_write(const struct drawing *drawing, struct text *out, struct error *error);

#endif

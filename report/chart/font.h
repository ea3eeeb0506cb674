/*
 * The charts' typeface: measuring and painting single lines of text, the same on every machine that
 * has the font. Nothing of the desktop's settings (hinting, resolution, language) comes in.
 *
 * fontconfig replaces a missing family by another without a word; font_open() asks what was really
 * loaded and fails instead. Characters the family lacks still come from other fonts.
 */
#ifndef PAGEWALK_FONT_H
#define PAGEWALK_FONT_H

#include <pango/pangocairo.h>

#include "../../analyze/base/error.h"
#include "drawing.h"

#define FONT_FAMILY "Inter"
#define FONT_PACKAGE "fonts-inter"

struct font {
    PangoFontMap *map;
    PangoContext *context;
    PangoLayout *layout; /* used again for every text */
};

/* Errors: the family is not installed; the message names the Debian package. */
int font_open(struct font *font, struct error *error);
void font_close(struct font *font);

struct font_extents {
    double width, height; /* logical extents in px */
};

/* `size` in px. */
struct font_extents font_measure(struct font *font, const char *text, double size,
                                 enum drawing_weight weight);

/* Paints with the current source; (left, top) is the corner of the logical extents. */
void font_paint(struct font *font, cairo_t *cairo, const char *text, double size,
                enum drawing_weight weight, double left, double top);

#endif

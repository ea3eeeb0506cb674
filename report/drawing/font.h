/*
 * The charts' typeface: measuring, breaking and painting single lines of text, the same on every
 * machine that has the font.
 *
 * Nothing of the user's or the desktop's settings comes in: fonts are those of the system's font
 * directories, found by a configuration of our own (the user's is asked only where that has no
 * Inter); sizes are px; glyphs are not hinted and stand at fractions of a pixel; text is in no
 * language, so that LANG and PANGO_LANGUAGE cannot choose other glyphs.
 *
 * fontconfig replaces a missing family by another without a word; font_open() asks what was really
 * loaded and fails instead. Characters the family lacks still come from other fonts.
 */
#ifndef PAGEWALK_FONT_H
#define PAGEWALK_FONT_H

#include <pango/pangocairo.h>

#include "../../analyze/base/error.h"
#include "../../analyze/base/text.h"
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

/* How many bytes of `text` go on a first line of at most `room` px, with the spaces it is broken
 * at. Broken between words, inside one only where it alone is wider; at least one character. */
size_t font_fit(struct font *font, const char *text, double size, enum drawing_weight weight,
                double room);

/* Appends `text`, its end replaced by an ellipsis where it is wider than `room` px. */
void font_shorten(struct font *font, const char *text, double size, enum drawing_weight weight,
                  double room, struct text *out);

/* Appends `text` as it can be drawn on a line: valid UTF-8 (else U+FFFD), control characters and
 * line ends as spaces. */
void font_clean(const char *text, struct text *out);

/* Paints with the current source; (left, top) is the corner of the logical extents. */
void font_paint(struct font *font, cairo_t *cairo, const char *text, double size,
                enum drawing_weight weight, double left, double top);

#endif

/*
 * Colours and shapes of series on white.
 *
 * The colours are computed, not chosen: each has a contrast of at least 3:1 against the background,
 * and any two of the eight and the emphasis colour differ by CIEDE2000 12 or more, seen normally
 * and by protanopes, deuteranopes and tritanopes (palette_test.c computes it). From the ninth
 * series on colours come again, with another shape.
 */
#ifndef PAGEWALK_PALETTE_H
#define PAGEWALK_PALETTE_H

#include <stddef.h>
#include <stdint.h>

#include "../drawing/drawing.h"

#define PALETTE_BACKGROUND 0xFFFFFF
#define PALETTE_EMPHASIS 0x1F2328
#define PALETTE_TITLE 0x1F2328
#define PALETTE_TEXT 0x3D444D
#define PALETTE_QUIET 0x59636E
#define PALETTE_GRID 0xE3E6E9
#define PALETTE_AXIS 0x6E7781
#define PALETTE_SIZE 8

/* Of the index-th series that is not emphasised. */
uint32_t palette_colour(size_t index);
enum drawing_shape palette_shape(size_t index);

#endif

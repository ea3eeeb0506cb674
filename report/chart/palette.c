#include "palette.h"

static const uint32_t colours[PALETTE_SIZE] = {0x1D4ED8, 0xB64F00, 0x9D6BF5, 0x0F8A7E,
                                               0xC8850E, 0xFF429B, 0x6D7C51, 0x7D2C10};

uint32_t palette_colour(size_t index)
{
    return colours[index % PALETTE_SIZE];
}

enum drawing_shape palette_shape(size_t index)
{
    /* One on at each turn, so that a colour that comes again has another shape. */
    return (enum drawing_shape)((index + index / PALETTE_SIZE) % SHAPE_COUNT);
}

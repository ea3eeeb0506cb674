#include "palette.h"

static const uint32_t colours[PALETTE_SIZE] = {0x1D4ED8, 0xB45309, 0x9D6BF5, 0x0F766E,
                                               0xC98500, 0xD6336C, 0x6B7A1E, 0x7C2D12};

uint32_t palette_colour(size_t index)
{
    return colours[index % PALETTE_SIZE];
}

enum drawing_shape palette_shape(size_t index)
{
    /* One on at each turn, so that a colour that comes again has another shape. */
    return (enum drawing_shape)((index + index / PALETTE_SIZE) % SHAPE_COUNT);
}

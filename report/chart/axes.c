/* The grid, and what stands at its lines. */
#include <math.h>

#include "layout.h"
#include "palette.h"

/* Lines of odd width are sharp only between pixels. */
static double snap(double value)
{
    return floor(value) + 0.5;
}

static int add_line(struct layout *layout, enum drawing_role role, double x1, double y1, double x2,
                    double y2, double width, uint32_t colour)
{
    struct drawing_point ends[] = {{x1, y1}, {x2, y2}};
    return drawing_add_polyline(layout->drawing, role, -1, ends, 2, width, colour, layout->error)
               ? 0
               : -1;
}

static int draw_y(struct layout *layout)
{
    const struct drawing_box *plot = &layout->plot;
    double size = SIZE_TEXT * layout->scale;
    for (size_t i = 0; i < layout->y_ticks.count; i++) {
        const struct tick *tick = &layout->y_ticks.items[i];
        if (tick->value < layout->y_low || tick->value > layout->y_high)
            continue;
        double y = snap(layout_y(layout, tick->value));
        bool zero = tick->value == 0;
        if (add_line(layout, zero ? ROLE_AXIS : ROLE_GRID, plot->left, y, plot->left + plot->width,
                     y, zero ? 2 * layout->scale : 1, zero ? PALETTE_AXIS : PALETTE_GRID) < 0)
            return -1;
        struct font_extents extents = font_measure(layout->font, tick->label, size, WEIGHT_REGULAR);
        if (layout_text(layout, ROLE_TICK_LABEL_Y, -1, tick->label,
                        plot->left - 14 * layout->scale - extents.width, y - extents.height / 2,
                        size, WEIGHT_REGULAR, PALETTE_TEXT) < 0)
            return -1;
    }
    return 0;
}

static bool sizes_fit(double octaves, void *context)
{
    const struct layout *layout = context;
    /* The widest label there can be: "512 MB" and its like. */
    double widest =
        font_measure(layout->font, "888 MB", SIZE_TEXT * layout->scale, WEIGHT_REGULAR).width;
    double between =
        layout_x(layout, layout->x_low * exp2(octaves)) - layout_x(layout, layout->x_low);
    return between >= widest + SIZE_TEXT * layout->scale;
}

static void choose_x(struct layout *layout, struct ticks *ticks)
{
    if (layout->chart->x_is_size)
        ticks_sizes(layout->x_low, layout->x_high, sizes_fit, layout, ticks);
    else if (layout->x_high > layout->x_low)
        ticks_linear(layout->x_low, layout->x_high, 6, ticks);
    else
        ticks_linear(layout->x_low, layout->x_low + 1, 3, ticks);
}

static int draw_x(struct layout *layout)
{
    const struct drawing_box *plot = &layout->plot;
    double size = SIZE_TEXT * layout->scale, bottom = plot->top + plot->height;
    struct ticks ticks;
    choose_x(layout, &ticks);
    for (size_t i = 0; i < ticks.count; i++) {
        const struct tick *tick = &ticks.items[i];
        if (tick->value < layout->x_low || tick->value > layout->x_high)
            continue;
        double x = snap(layout_x(layout, tick->value));
        if (add_line(layout, ROLE_AXIS, x, bottom, x, bottom + 9 * layout->scale, 2 * layout->scale,
                     PALETTE_AXIS) < 0)
            return -1;
        struct font_extents extents = font_measure(layout->font, tick->label, size, WEIGHT_REGULAR);
        if (layout_text(layout, ROLE_TICK_LABEL_X, -1, tick->label, x - extents.width / 2,
                        bottom + 12 * layout->scale, size, WEIGHT_REGULAR, PALETTE_TEXT) < 0)
            return -1;
    }
    return 0;
}

int axes_draw(struct layout *layout)
{
    return draw_y(layout) < 0 || draw_x(layout) < 0 ? -1 : 0;
}

#include "drawing.h"

#include <stdlib.h>
#include <string.h>

void drawing_init(struct drawing *drawing, unsigned width, unsigned height, uint32_t background)
{
    *drawing = (struct drawing){
        .width = width,
        .height = height,
        .background = background,
        .title = "",
        .description = "",
    };
}

void drawing_free(struct drawing *drawing)
{
    free(drawing->items);
    arena_free(&drawing->arena);
    *drawing = (struct drawing){0};
}

static struct drawing_item *add_item(struct drawing *drawing, enum drawing_kind kind,
                                     enum drawing_role role, int series, uint32_t colour,
                                     const struct drawing_point *points, size_t count,
                                     struct error *error)
{
    struct drawing_point *copy = NULL;
    if (count) {
        copy = arena_alloc(&drawing->arena, count * sizeof *copy);
        if (copy)
            memcpy(copy, points, count * sizeof *copy);
    }
    if ((count && !copy) || array_room(&drawing->items, &drawing->item_capacity,
                                       drawing->item_count, sizeof *drawing->items) < 0) {
        error_memory(error);
        return NULL;
    }
    struct drawing_item *item = &drawing->items[drawing->item_count++];
    *item = (struct drawing_item){
        .kind = kind,
        .role = role,
        .series = series,
        .colour = colour,
        .alpha = 1,
        .points = copy,
        .point_count = count,
        .weight = WEIGHT_REGULAR,
    };
    return item;
}

struct drawing_item *drawing_add_polyline(struct drawing *drawing, enum drawing_role role,
                                          int series, const struct drawing_point *points,
                                          size_t count, double width, uint32_t colour,
                                          struct error *error)
{
    struct drawing_item *item =
        add_item(drawing, DRAWING_POLYLINE, role, series, colour, points, count, error);
    if (item)
        item->width = width;
    return item;
}

struct drawing_item *drawing_add_polygon(struct drawing *drawing, enum drawing_role role,
                                         int series, const struct drawing_point *points,
                                         size_t count, uint32_t colour, double alpha,
                                         struct error *error)
{
    struct drawing_item *item =
        add_item(drawing, DRAWING_POLYGON, role, series, colour, points, count, error);
    if (item)
        item->alpha = alpha;
    return item;
}

struct drawing_item *drawing_add_marker(struct drawing *drawing, enum drawing_role role, int series,
                                        struct drawing_point at, enum drawing_shape shape,
                                        double size, uint32_t colour, struct error *error)
{
    struct drawing_item *item =
        add_item(drawing, DRAWING_MARKER, role, series, colour, &at, 1, error);
    if (item) {
        item->shape = shape;
        item->size = size;
    }
    return item;
}

struct drawing_item *drawing_add_text(struct drawing *drawing, enum drawing_role role, int series,
                                      const char *text, struct drawing_box box, double size,
                                      enum drawing_weight weight, uint32_t colour,
                                      struct error *error)
{
    const char *copy = arena_copy(&drawing->arena, text, strlen(text));
    if (!copy) {
        error_memory(error);
        return NULL;
    }
    struct drawing_item *item =
        add_item(drawing, DRAWING_TEXT, role, series, colour, NULL, 0, error);
    if (item) {
        item->text = copy;
        item->box = box;
        item->size = size;
        item->weight = weight;
    }
    return item;
}

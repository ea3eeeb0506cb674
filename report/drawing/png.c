#include "png.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <png.h>

#include "font.h"

#define PIXELS_PER_METRE 7559 /* 192 dpi */
#define COMPRESSION_LEVEL 6   /* higher levels take several times as long for 2% */

static void set_colour(cairo_t *cairo, uint32_t colour, double alpha)
{
    cairo_set_source_rgba(cairo, ((colour >> 16) & 0xff) / 255.0, ((colour >> 8) & 0xff) / 255.0,
                          (colour & 0xff) / 255.0, alpha);
}

static void trace(cairo_t *cairo, const struct drawing_point *points, size_t count)
{
    cairo_new_path(cairo);
    for (size_t i = 0; i < count; i++)
        cairo_line_to(cairo, points[i].x, points[i].y);
}

/* Corners of a regular polygon or star around `at`; `inner` below 1 draws every second one closer
 * in. */
static void trace_polygon(cairo_t *cairo, struct drawing_point at, double radius, int corners,
                          double turn, double inner)
{
    int steps = inner < 1 ? 2 * corners : corners;
    for (int i = 0; i < steps; i++) {
        double angle = turn + 2 * M_PI * i / steps;
        double r = i % 2 && inner < 1 ? radius * inner : radius;
        cairo_line_to(cairo, at.x + r * sin(angle), at.y - r * cos(angle));
    }
    cairo_close_path(cairo);
}

/* Radii are chosen so that all shapes look equally large beside a circle. */
static void trace_marker(cairo_t *cairo, struct drawing_point at, enum drawing_shape shape,
                         double size)
{
    double r = size / 2;
    cairo_new_path(cairo);
    switch (shape) {
    case SHAPE_SQUARE:
        cairo_rectangle(cairo, at.x - 0.89 * r, at.y - 0.89 * r, 1.78 * r, 1.78 * r);
        break;
    case SHAPE_TRIANGLE:
        trace_polygon(cairo, (struct drawing_point){at.x, at.y + 0.15 * r}, 1.25 * r, 3, 0, 1);
        break;
    case SHAPE_TRIANGLE_DOWN:
        trace_polygon(cairo, (struct drawing_point){at.x, at.y - 0.15 * r}, 1.25 * r, 3, M_PI, 1);
        break;
    case SHAPE_DIAMOND:
        trace_polygon(cairo, at, 1.2 * r, 4, 0, 1);
        break;
    case SHAPE_CROSS:
        trace_polygon(cairo, at, 1.25 * r, 4, M_PI / 4, 0.4);
        break;
    case SHAPE_PENTAGON:
        trace_polygon(cairo, at, 1.1 * r, 5, 0, 1);
        break;
    case SHAPE_STAR:
        trace_polygon(cairo, at, 1.35 * r, 5, 0, 0.5);
        break;
    case SHAPE_CIRCLE:
    case SHAPE_COUNT:
        cairo_arc(cairo, at.x, at.y, r, 0, 2 * M_PI);
        break;
    }
}

static void paint_item(cairo_t *cairo, struct font *font, const struct drawing *drawing,
                       const struct drawing_item *item)
{
    set_colour(cairo, item->colour, item->alpha);
    switch (item->kind) {
    case DRAWING_POLYLINE: {
        double dashes[] = {item->dash, item->gap};
        cairo_set_dash(cairo, dashes, item->dash > 0 ? 2 : 0, 0);
        cairo_set_line_width(cairo, item->width);
        trace(cairo, item->points, item->point_count);
        cairo_stroke(cairo);
        cairo_set_dash(cairo, NULL, 0, 0);
        break;
    }
    case DRAWING_POLYGON:
        trace(cairo, item->points, item->point_count);
        cairo_close_path(cairo);
        cairo_fill(cairo);
        break;
    case DRAWING_MARKER:
        /* The edge in the background's colour keeps markers apart where lines run together. */
        trace_marker(cairo, item->points[0], item->shape, item->size);
        set_colour(cairo, drawing->background, item->alpha);
        cairo_set_line_width(cairo, item->size / 4);
        cairo_stroke_preserve(cairo);
        set_colour(cairo, item->colour, item->alpha);
        cairo_fill(cairo);
        break;
    case DRAWING_TEXT:
        font_paint(font, cairo, item->text, item->size, item->weight, item->box.left,
                   item->box.top);
        break;
    }
}

static cairo_surface_t *paint(const struct drawing *drawing, struct error *error)
{
    struct font font;
    if (font_open(&font, error) < 0)
        return NULL;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)drawing->width, (int)drawing->height);
    cairo_t *cairo = cairo_create(surface);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    set_colour(cairo, drawing->background, 1);
    cairo_paint(cairo);
    for (size_t i = 0; i < drawing->item_count; i++)
        paint_item(cairo, &font, drawing, &drawing->items[i]);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    font_close(&font);
    if (status != CAIRO_STATUS_SUCCESS) {
        error_set(error, "cannot paint a chart of %u x %u px: %s", drawing->width, drawing->height,
                  cairo_status_to_string(status));
        cairo_surface_destroy(surface);
        return NULL;
    }
    cairo_surface_flush(surface);
    return surface;
}

static void append(png_structp png, png_bytep bytes, size_t length)
{
    text_add_bytes(png_get_io_ptr(png), bytes, length);
}

static void flush(png_structp png)
{
    (void)png;
}

static void add_texts(png_structp png, png_infop info, const struct drawing *drawing)
{
    png_text texts[2];
    int count = 0;
    memset(texts, 0, sizeof texts);
    const char *const keys[] = {"Title", "Description"};
    const char *const values[] = {drawing->title, drawing->description};
    for (int i = 0; i < 2; i++) {
        if (!*values[i])
            continue;
        texts[count].compression = PNG_ITXT_COMPRESSION_NONE;
        texts[count].key = (png_charp)(uintptr_t)keys[i];
        texts[count].text = (png_charp)(uintptr_t)values[i];
        texts[count].itxt_length = strlen(values[i]);
        texts[count].lang = (png_charp)(uintptr_t) "en";
        texts[count].lang_key = (png_charp)(uintptr_t)keys[i];
        count++;
    }
    png_set_text(png, info, texts, count);
}

/* libpng's errors arrive by longjmp; everything that must survive one is the caller's. */
static int encode(const struct drawing *drawing, cairo_surface_t *surface, unsigned char *row,
                  struct text *out)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return -1;
    }
    png_set_write_fn(png, out, append, flush);
    png_set_compression_level(png, COMPRESSION_LEVEL);
    png_set_filter(png, 0, PNG_FILTER_NONE); /* flat colours compress best as they are */
    png_set_IHDR(png, info, drawing->width, drawing->height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_pHYs(png, info, PIXELS_PER_METRE, PIXELS_PER_METRE, PNG_RESOLUTION_METER);
    add_texts(png, info, drawing);
    png_write_info(png, info);
    const unsigned char *pixels = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    for (unsigned y = 0; y < drawing->height; y++) {
        const unsigned char *line = pixels + (size_t)y * (size_t)stride;
        for (size_t x = 0; x < drawing->width; x++) {
            uint32_t pixel;
            memcpy(&pixel, line + 4 * x, sizeof pixel);
            row[3 * x] = (unsigned char)(pixel >> 16);
            row[3 * x + 1] = (unsigned char)(pixel >> 8);
            row[3 * x + 2] = (unsigned char)pixel;
        }
        png_write_row(png, row);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return 0;
}

int png_write(const struct drawing *drawing, struct text *out, struct error *error)
{
    cairo_surface_t *surface = paint(drawing, error);
    if (!surface)
        return -1;
    unsigned char *row = malloc((size_t)3 * drawing->width);
    int status = row ? encode(drawing, surface, row, out) : -1;
    if (status < 0 || out->failed)
        status = error_memory(error);
    free(row);
    cairo_surface_destroy(surface);
    return status;
}

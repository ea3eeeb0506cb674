#include "font.h"

#include <strings.h>

static PangoFontDescription *describe(double size, enum drawing_weight weight)
{
    PangoFontDescription *description = pango_font_description_new();
    pango_font_description_set_family_static(description, FONT_FAMILY);
    pango_font_description_set_weight(description, (PangoWeight)weight);
    pango_font_description_set_absolute_size(description, size * PANGO_SCALE);
    return description;
}

static int check_family(struct font *font, struct error *error)
{
    PangoFontDescription *wanted = describe(24, WEIGHT_REGULAR);
    PangoFont *loaded = pango_font_map_load_font(font->map, font->context, wanted);
    pango_font_description_free(wanted);
    int status = -1;
    if (loaded) {
        PangoFontDescription *got = pango_font_describe(loaded);
        const char *family = pango_font_description_get_family(got);
        if (family && strcasecmp(family, FONT_FAMILY) == 0)
            status = 0;
        pango_font_description_free(got);
        g_object_unref(loaded);
    }
    if (status < 0)
        error_set(error, "the font %s is not installed: Debian package %s", FONT_FAMILY,
                  FONT_PACKAGE);
    return status;
}

int font_open(struct font *font, struct error *error)
{
    font->map = pango_cairo_font_map_new();
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(font->map), 72);
    font->context = pango_font_map_create_context(font->map);
    pango_context_set_language(font->context, pango_language_from_string("en"));
    pango_context_set_base_dir(font->context, PANGO_DIRECTION_LTR);
    pango_context_set_round_glyph_positions(font->context, FALSE);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(font->context, options);
    cairo_font_options_destroy(options);
    font->layout = pango_layout_new(font->context);
    pango_layout_set_single_paragraph_mode(font->layout, TRUE);
    if (check_family(font, error) < 0) {
        font_close(font);
        return -1;
    }
    return 0;
}

void font_close(struct font *font)
{
    g_clear_object(&font->layout);
    g_clear_object(&font->context);
    g_clear_object(&font->map);
}

static void set_text(struct font *font, const char *text, double size, enum drawing_weight weight)
{
    PangoFontDescription *description = describe(size, weight);
    pango_layout_set_font_description(font->layout, description);
    pango_font_description_free(description);
    pango_layout_set_text(font->layout, text, -1);
}

struct font_extents font_measure(struct font *font, const char *text, double size,
                                 enum drawing_weight weight)
{
    set_text(font, text, size, weight);
    PangoRectangle logical;
    pango_layout_get_extents(font->layout, NULL, &logical);
    return (struct font_extents){(double)logical.width / PANGO_SCALE,
                                 (double)logical.height / PANGO_SCALE};
}

void font_paint(struct font *font, cairo_t *cairo, const char *text, double size,
                enum drawing_weight weight, double left, double top)
{
    set_text(font, text, size, weight);
    cairo_move_to(cairo, left, top);
    pango_cairo_show_layout(cairo, font->layout);
}

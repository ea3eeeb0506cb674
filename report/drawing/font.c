#include "font.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include <fontconfig/fontconfig.h>
#include <pango/pangofc-fontmap.h>

/* The system's fonts and its caches of them, and none of its rules. */
static const char configuration[] =
    "<fontconfig>"
    "<dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>"
    "<cachedir>/var/cache/fontconfig</cachedir>"
    "<cachedir prefix=\"xdg\">fontconfig</cachedir>"
    "</fontconfig>";

static PangoFontDescription *describe(double size, enum drawing_weight weight)
{
    PangoFontDescription *description = pango_font_description_new();
    pango_font_description_set_family_static(description, FONT_FAMILY);
    pango_font_description_set_weight(description, (PangoWeight)weight);
    pango_font_description_set_absolute_size(description, size * PANGO_SCALE);
    return description;
}

static bool has_family(const struct font *font)
{
    PangoFontDescription *wanted = describe(24, WEIGHT_REGULAR);
    PangoFont *loaded = pango_font_map_load_font(font->map, font->context, wanted);
    pango_font_description_free(wanted);
    if (!loaded)
        return false;
    PangoFontDescription *got = pango_font_describe(loaded);
    const char *family = pango_font_description_get_family(got);
    bool has = family && strcasecmp(family, FONT_FAMILY) == 0;
    pango_font_description_free(got);
    g_object_unref(loaded);
    return has;
}

/* Without a configuration, fontconfig's own: whatever files and variables the user has for it. */
static void open_with(struct font *font, FcConfig *fonts)
{
    font->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    if (fonts)
        pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(font->map), fonts);
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(font->map), 72);
    font->context = pango_font_map_create_context(font->map);
    /* BCP 47 "no linguistic content": every script is as good as its own. */
    pango_context_set_language(font->context, pango_language_from_string("zxx"));
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
}

int font_open(struct font *font, struct error *error)
{
    *font = (struct font){0};
    FcConfig *fonts = FcConfigCreate();
    if (!fonts)
        return error_memory(error);
    if (FcConfigParseAndLoadFromMemory(fonts, (const FcChar8 *)configuration, FcFalse) &&
        FcConfigBuildFonts(fonts))
        open_with(font, fonts);
    FcConfigDestroy(fonts); /* the font map has its own reference */
    if (font->map && has_family(font))
        return 0;
    font_close(font);
    open_with(font, NULL);
    if (has_family(font))
        return 0;
    font_close(font);
    return error_set(error, "the font %s is not installed: Debian package %s", FONT_FAMILY,
                     FONT_PACKAGE);
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

size_t font_fit(struct font *font, const char *text, double size, enum drawing_weight weight,
                double room)
{
    set_text(font, text, size, weight);
    pango_layout_set_wrap(font->layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_width(font->layout, (int)(room * PANGO_SCALE));
    PangoLayoutLine *line = pango_layout_get_line_readonly(font->layout, 0);
    size_t length = line ? (size_t)line->length : strlen(text);
    pango_layout_set_width(font->layout, -1);
    return length;
}

void font_shorten(struct font *font, const char *text, double size, enum drawing_weight weight,
                  double room, struct text *out)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    if (font_measure(font, text, size, weight).width <= room) {
        text_add(out, text);
        return;
    }
    double left = room - font_measure(font, ellipsis, size, weight).width;
    set_text(font, text, size, weight);
    pango_layout_set_wrap(font->layout, PANGO_WRAP_CHAR);
    pango_layout_set_width(font->layout, (int)(fmax(left, 0) * PANGO_SCALE));
    PangoLayoutLine *line = pango_layout_get_line_readonly(font->layout, 0);
    size_t length = line && left > 0 ? (size_t)line->length : 0;
    pango_layout_set_width(font->layout, -1);
    while (length && text[length - 1] == ' ')
        length--;
    text_add_bytes(out, text, length);
    text_add(out, ellipsis);
}

void font_clean(const char *text, struct text *out)
{
    char *valid = g_utf8_make_valid(text, -1);
    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        if (g_unichar_iscntrl(c) || c == 0x2028 || c == 0x2029)
            text_add_char(out, ' ');
        else
            text_add_bytes(out, at, (size_t)(g_utf8_next_char(at) - at));
    }
    g_free(valid);
}

void font_paint(struct font *font, cairo_t *cairo, const char *text, double size,
                enum drawing_weight weight, double left, double top)
{
    set_text(font, text, size, weight);
    /* As outlines: painted from cached glyph images, each would be moved to a whole pixel. */
    cairo_move_to(cairo, left, top);
    pango_cairo_layout_path(cairo, font->layout);
    cairo_fill(cairo);
}

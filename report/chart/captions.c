/* The words around a chart: title and subtitle above, notes below, broken into lines that fit. */
#include <string.h>

#include "layout.h"
#include "palette.h"

#define LINE_HEIGHT 1.22 /* em */

struct caption {
    enum drawing_role role;
    double size; /* px */
    enum drawing_weight weight;
    uint32_t colour;
    int most_lines; /* the last one is cut with an ellipsis */
};

#define WHOLE 100 /* lines, more than any chart has room for */

/* Adds the text's lines from *top down and moves *top below them; without `draw`, only moves it. */
static int add_caption(struct layout *layout, const struct caption *caption, const char *text,
                       double *top, bool draw)
{
    double left = SIZE_MARGIN * layout->scale, room = layout->chart->width - 2 * left;
    struct text line = {0};
    int status = 0;
    text += strspn(text, " ");
    for (int i = 0; *text && i < caption->most_lines && status == 0; i++) {
        size_t length = font_fit(layout->font, text, caption->size, caption->weight, room);
        text_clear(&line);
        if (i + 1 == caption->most_lines) {
            font_shorten(layout->font, text, caption->size, caption->weight, room, &line);
        } else {
            size_t end = length;
            while (end && text[end - 1] == ' ')
                end--;
            text_add_bytes(&line, text, end);
        }
        if (line.failed)
            status = error_memory(layout->error);
        else if (draw)
            status = layout_text(layout, caption->role, -1, line.bytes, left, *top, caption->size,
                                 caption->weight, caption->colour);
        *top += LINE_HEIGHT * caption->size;
        text += length;
        text += strspn(text, " ");
    }
    text_free(&line);
    return status;
}

int captions_draw_headings(struct layout *layout, double *bottom)
{
    const struct chart *chart = layout->chart;
    double scale = layout->scale;
    struct caption title = {ROLE_TITLE, SIZE_TITLE * scale, WEIGHT_SEMIBOLD, PALETTE_TITLE, 2};
    /* Whole: a caution ends it. */
    struct caption subtitle = {ROLE_SUBTITLE, SIZE_SUBTITLE * scale, WEIGHT_REGULAR, PALETTE_TEXT,
                               WHOLE};
    *bottom = 28 * scale;
    if (add_caption(layout, &title, chart->title, bottom, true) < 0)
        return -1;
    *bottom += *chart->title && *chart->subtitle ? 2 * scale : 0;
    return add_caption(layout, &subtitle, chart->subtitle, bottom, true);
}

int captions_draw_notes(struct layout *layout, double *top)
{
    const struct chart *chart = layout->chart;
    double scale = layout->scale, bottom = chart->height - 20 * scale, height = 0;
    struct caption note = {ROLE_NOTE, SIZE_SMALL * scale, WEIGHT_REGULAR, PALETTE_QUIET, WHOLE};
    for (size_t i = 0; i < chart->note_count; i++)
        if (add_caption(layout, &note, chart->notes[i], &height, false) < 0)
            return -1;
    double at = *top = bottom - height;
    for (size_t i = 0; i < chart->note_count; i++)
        if (add_caption(layout, &note, chart->notes[i], &at, true) < 0)
            return -1;
    return 0;
}

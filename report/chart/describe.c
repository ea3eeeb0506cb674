#include "describe.h"

#include <math.h>
#include <string.h>

#include "../../collect/size.h"
#include "../article/format.h"
#include "../table/notes.h"

static const char *keep(struct article *article, struct text *text, struct error *error)
{
    const char *kept =
        text->failed ? NULL
                     : arena_copy(&article->arena, text->bytes ? text->bytes : "", text->length);
    if (!kept)
        error_memory(error);
    text_free(text);
    return kept;
}

static void capitalise(struct text *text)
{
    if (text->length && text->bytes[0] >= 'a' && text->bytes[0] <= 'z')
        text->bytes[0] = (char)(text->bytes[0] - 'a' + 'A');
}

static void add_x(const struct chart *chart, double x, struct text *out)
{
    char label[SIZE_TEXT_SIZE];
    if (chart->x_is_size && x >= 1 && x < 0x1p63)
        text_add(out, size_label((uint64_t)x, label));
    else
        format_number(x, 0, false, x >= 10000, FORMAT_MINUS, out);
}

static void write_title(const struct block *block, const struct part *part, struct text *out)
{
    if (!block->caption)
        text_add(out, part->about);
    else
        text_format(out, "%s%s%s", block->caption, *part->file_part ? ": " : "",
                    *part->file_part ? part->about : "");
    if (!block->caption)
        capitalise(out);
}

static void write_subtitle(const struct block *block, const struct part *part, struct text *out)
{
    if (block->subtitle)
        text_add(out, block->subtitle);
    else {
        if (block->caption && !*part->file_part && *part->about)
            text_format(out, "%s; ", part->about);
        text_format(out, "median with quartile band, n %s, %s", part->facts.n, part->facts.runs);
        capitalise(out);
    }
    /* Nobody may see the picture without its caution. */
    if (*part->facts.caution)
        text_format(out, ". %s", part->facts.caution);
}

static void write_description(const struct block *block, const struct part *part,
                              const struct chart *chart, int decimals, struct text *out)
{
    double low = NAN, high = NAN;
    size_t drawn = 0;
    for (size_t i = 0; i < chart->series_count; i++) {
        bool any = false;
        for (size_t j = 0; j < chart->series[i].point_count; j++) {
            if (!isfinite(chart->series[i].points[j].y))
                continue;
            any = true;
            low = fmin(low, chart->series[i].points[j].x);
            high = fmax(high, chart->series[i].points[j].x);
        }
        drawn += any;
    }
    text_format(out, "Line chart of %s against %s, ", chart->y_title, block->rows.groups[0].name);
    add_x(chart, low, out);
    if (high > low) {
        text_add(out, " to ");
        add_x(chart, high, out);
    }
    text_format(out, ", %zu series: %s. At ", drawn, part->about);
    add_x(chart, high, out);
    const char *separator = ": ";
    for (size_t i = 0; i < chart->series_count; i++) {
        const struct chart_series *series = &chart->series[i];
        for (size_t j = 0; j < series->point_count; j++) {
            if (series->points[j].x != high || !isfinite(series->points[j].y))
                continue;
            text_format(out, "%s%s%s", separator, series->name, *series->name ? " " : "");
            format_number(series->points[j].y, decimals, false, false, FORMAT_MINUS, out);
            separator = ", ";
        }
    }
    text_format(out, ".%s%s", *part->facts.caution ? " " : "", part->facts.caution);
}

/* Sizes that a series leaves out between sizes it has. */
static void write_gaps(const struct chart *chart, struct text *out)
{
    for (size_t i = 0; i < chart->series_count; i++) {
        const struct chart_series *series = &chart->series[i];
        size_t missing = 0;
        for (size_t j = 0; j < series->point_count; j++) {
            if (isfinite(series->points[j].y))
                continue;
            text_add(out, out->length && !missing ? "; " : missing ? ", " : "");
            if (!missing)
                text_format(out, "%s%s", series->name, *series->name ? ": " : "");
            add_x(chart, series->points[j].x, out);
            missing++;
        }
    }
}

static int build_notes(struct article *article, const struct part *part, struct chart *chart,
                       struct error *error)
{
    const char **notes = arena_alloc(&article->arena, 3 * sizeof *notes);
    if (!notes)
        return error_memory(error);
    struct text drops = {0}, gaps = {0};
    write_gaps(chart, &gaps);
    notes_explain_drops(article->evaluator.results, &part->cells, true, &drops);
    const char *gap_list = keep(article, &gaps, error);
    const char *drop_note = keep(article, &drops, error);
    if (!gap_list || !drop_note)
        return -1;
    if (*drop_note)
        notes[chart->note_count++] = drop_note;
    if (*gap_list) {
        struct text note = {0};
        text_format(&note, "Not measured: %s.", gap_list);
        const char *kept = keep(article, &note, error);
        if (!kept)
            return -1;
        notes[chart->note_count++] = kept;
    }
    if (*part->facts.boots)
        notes[chart->note_count++] = part->facts.boots;
    chart->notes = notes;
    return 0;
}

int chart_describe(struct article *article, const struct block *block, const struct part *part,
                   int decimals, struct chart *chart, struct error *error)
{
    struct text title = {0}, subtitle = {0}, description = {0};
    write_title(block, part, &title);
    write_subtitle(block, part, &subtitle);
    write_description(block, part, chart, decimals, &description);
    chart->title = keep(article, &title, error);
    chart->subtitle = keep(article, &subtitle, error);
    chart->description = keep(article, &description, error);
    if (!chart->title || !chart->subtitle || !chart->description)
        return -1;
    return build_notes(article, part, chart, error);
}

#include "describe.h"

#include <math.h>
#include <string.h>

#include "../../collect/size.h"
#include "../article/format.h"
#include "../table/notes.h"
#include "gaps.h"

static void capitalise(struct text *text)
{
    if (text->length && text->bytes[0] >= 'a' && text->bytes[0] <= 'z')
        text->bytes[0] = (char)(text->bytes[0] - 'a' + 'A');
}

void describe_x(const struct chart *chart, double x, struct text *out)
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
    describe_x(chart, low, out);
    if (high > low) {
        text_add(out, " to ");
        describe_x(chart, high, out);
    }
    text_format(out, ", %zu series: %s. At ", drawn, part->about);
    describe_x(chart, high, out);
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

static int build_notes(struct article *article, const struct block *block, const struct part *part,
                       const struct grid *grid, struct chart *chart, struct error *error)
{
    size_t gaps, room = grid->rows.count * grid->columns.count + 2;
    const char **notes = arena_alloc(&article->arena, room * sizeof *notes);
    struct text drops = {0};
    if (!notes)
        return error_memory(error);
    notes_explain_drops(article->evaluator.results, &part->cells, true, &drops);
    const char *drop_note = text_keep(&drops, &article->arena);
    if (!drop_note)
        return error_memory(error);
    if (*drop_note)
        notes[chart->note_count++] = drop_note;
    if (gaps_describe(article, block, part, grid, chart, notes + chart->note_count, &gaps, error) <
        0)
        return -1;
    chart->note_count += gaps;
    if (*part->facts.boots)
        notes[chart->note_count++] = part->facts.boots;
    chart->notes = notes;
    return 0;
}

int chart_describe(struct article *article, const struct block *block, const struct part *part,
                   const struct grid *grid, int decimals, struct chart *chart, struct error *error)
{
    struct text title = {0}, subtitle = {0}, description = {0};
    write_title(block, part, &title);
    write_subtitle(block, part, &subtitle);
    write_description(block, part, chart, decimals, &description);
    chart->title = text_keep(&title, &article->arena);
    chart->subtitle = text_keep(&subtitle, &article->arena);
    chart->description = text_keep(&description, &article->arena);
    if (!chart->title || !chart->subtitle || !chart->description)
        return error_memory(error);
    return build_notes(article, block, part, grid, chart, error);
}

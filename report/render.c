#include "render.h"

#include <string.h>

#include "../analyze/base/directory.h"
#include "chart/from_cells.h"
#include "data/nearest.h"
#include "drawing/drawing.h"
#include "drawing/png.h"
#include "outputs.h"
#include "table/escape.h"
#include "table/from_cells.h"
#include "table/listing.h"
#include "template.h"

static const struct {
    const char *name;
    unsigned bit;
    void (*write_table)(const struct table *table, struct text *out); /* NULL: of charts */
} formats[] = {
    {"md", RENDER_MD, table_write_markdown},
    {"html", RENDER_HTML, table_write_html_page},
    {"tex", RENDER_TEX, table_write_latex},
    {"csv", RENDER_CSV, table_write_csv},
    {"png", RENDER_PNG, NULL},
};
#define FORMAT_COUNT (sizeof formats / sizeof formats[0])

struct rendering {
    const struct render_options *options;
    struct outputs outputs;
    struct complaints *complaints;
};

int render_parse_formats(const char *list, unsigned *bits, struct error *error)
{
    const char *names[FORMAT_COUNT];
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        names[i] = formats[i].name;
    *bits = 0;
    for (const char *at = list; at; at = *at ? at + 1 : NULL) {
        char word[32], hint[128];
        size_t length = strcspn(at, ","), i = 0;
        if (length >= sizeof word)
            return error_set(error, "unknown format in \"%s\"", list);
        memcpy(word, at, length);
        word[length] = '\0';
        while (i < FORMAT_COUNT && strcmp(names[i], word) != 0)
            i++;
        if (i == FORMAT_COUNT)
            return error_set(error, "unknown format \"%s\"%s", word,
                             nearest_hint(word, names, FORMAT_COUNT, hint));
        *bits |= formats[i].bit;
        at += length;
        if (!*at)
            break;
    }
    return 0;
}

/* The place of a block's name, for messages about its outputs. */
static struct error place_of(const struct article *article, const struct block *block)
{
    struct error where = {0};
    source_error(&article->source, block->offset, &where, "here");
    return where;
}

static int write_table(struct rendering *rendering, const struct article *article,
                       const struct block *block, const struct table *table, struct text *body,
                       struct error *error)
{
    struct text name = {0}, content = {0};
    struct error where = place_of(article, block);
    text_format(&name, "tables/%s", table->name);
    int status = name.failed ? error_memory(error)
                             : outputs_claim(&rendering->outputs, name.bytes, &where, error);
    for (size_t i = 0; i < FORMAT_COUNT && status == 0; i++) {
        if (!formats[i].write_table || !(rendering->options->formats & formats[i].bit))
            continue;
        text_clear(&name);
        text_clear(&content);
        text_format(&name, "tables/%s.%s", table->name, formats[i].name);
        formats[i].write_table(table, &content);
        status = outputs_write(&rendering->outputs, name.bytes, &content, error);
    }
    if (article->format == ARTICLE_HTML)
        table_write_html(table, body);
    else
        table_write_markdown(table, body);
    text_free(&name);
    text_free(&content);
    return status;
}

/* charts/NAME.png, or file= with the part's levels before its ending. */
static void chart_path(const struct block *block, const struct part *part, struct text *path)
{
    if (block->file)
        text_format(path, "%.*s%s.png", (int)(strlen(block->file) - strlen(".png")), block->file,
                    part->file_part);
    else
        text_format(path, "charts/%s.png", part->name);
}

static void write_image(enum article_format format, bool drawn, const char *path,
                        const struct chart *chart, struct text *body)
{
    if (format == ARTICLE_HTML) {
        text_add(body, drawn ? "<img src=\"" : "<p>");
        if (drawn)
            text_format(body, "%s\" width=\"%u\" height=\"%u\" alt=\"", path, chart->width / 2,
                        chart->height / 2);
        escape_html(chart->description, body);
        text_add(body, drawn ? "\">\n" : "</p>\n");
        return;
    }
    text_add(body, drawn ? "![" : "");
    escape_markdown(chart->description, body);
    text_format(body, drawn ? "](%s)\n" : "\n", path);
}

static int draw(const struct chart *chart, struct text *png, struct error *error)
{
    struct drawing drawing = {0};
    int status = chart_layout(chart, &drawing, error) < 0 || png_write(&drawing, png, error) < 0;
    drawing_free(&drawing);
    return status ? -1 : 0;
}

static int write_chart(struct rendering *rendering, struct article *article,
                       const struct block *block, const struct part *part, struct text *body,
                       struct error *error)
{
    struct chart chart;
    struct error where = place_of(article, block);
    struct text path = {0}, png = {0};
    bool drawn = rendering->options->formats & RENDER_PNG;
    int status = chart_from_cells(article, block, part, &chart, error);
    if (status == 0) {
        chart_path(block, part, &path);
        status = path.failed ? error_memory(error)
                             : outputs_claim(&rendering->outputs, path.bytes, &where, error);
    }
    if (status == 0 && drawn && draw(&chart, &png, error) < 0) {
        /* The chart knows nothing of articles; say which one could not be drawn. */
        struct error cause = *error;
        *error = (struct error){0};
        status = error_at(error, where.file, where.line, where.column, "chart %s: %s", part->name,
                          cause.message);
    }
    if (status == 0 && drawn)
        status = outputs_write(&rendering->outputs, path.bytes, &png, error);
    if (status == 0)
        write_image(article->format, drawn, path.bytes, &chart, body);
    text_free(&path);
    text_free(&png);
    return status;
}

static void write_paragraph(enum article_format format, const char *sentence, struct text *body)
{
    if (format == ARTICLE_HTML) {
        text_add(body, "<p>");
        escape_html(sentence, body);
        text_add(body, "</p>\n");
    } else {
        escape_markdown(sentence, body);
        text_add(body, "\n");
    }
}

static int fill_listing(struct rendering *rendering, struct article *article,
                        const struct block *block, struct text *body, struct error *error)
{
    struct table table;
    if (table_from_listing(article, block, &table, error) < 0)
        return -1;
    if (!table.row_count || !table.column_count) {
        struct text sentence = {0};
        text_format(&sentence, "%s: none.", table.title);
        write_paragraph(article->format, sentence.bytes ? sentence.bytes : "", body);
        body->failed |= sentence.failed;
        text_free(&sentence);
        return 0;
    }
    return write_table(rendering, article, block, &table, body, error);
}

/* Nothing matches: an error that names the nearest, or one line where the block says optional. */
static int fill_missing(const struct article *article, const struct block *block, struct text *body,
                        struct error *error)
{
    if (block->optional) {
        struct text sentence = {0};
        text_format(&sentence, "%s%sot measured in these logs.",
                    block->caption ? block->caption : "", block->caption ? ": n" : "N");
        write_paragraph(article->format, sentence.bytes ? sentence.bytes : "", body);
        body->failed |= sentence.failed;
        text_free(&sentence);
        return 0;
    }
    struct text message = {0};
    selection_explain_none(&block->selection, block->frame, block->delta, &message);
    int status = message.failed ? error_memory(error)
                                : source_error(&article->source, block->offset, error, "%s %s: %s",
                                               block->kind == PIECE_TABLE ? "table" : "chart",
                                               block->name, message.bytes);
    text_free(&message);
    return status;
}

/* A part whose cells are all without a value cannot be drawn, but is no reason to fail. */
static bool has_value(const struct article *article, const struct part *part)
{
    const struct frame *cells = &article->evaluator.results->frames[RESULTS_CELLS];
    for (size_t i = 0; i < part->cells.count; i++)
        if (*frame_text(cells, part->cells.rows[i], frame_column(cells, "median_ns")))
            return true;
    return false;
}

static void fill_dropped(const struct article *article, const struct part *part, struct text *body)
{
    struct text sentence = {0};
    text_format(&sentence, "Chart of %s: no measurement was kept. ", part->about);
    notes_explain_drops(article->evaluator.results, &part->cells, true, &sentence);
    text_format(&sentence, "%s%s", *part->facts.caution ? " " : "", part->facts.caution);
    write_paragraph(article->format, sentence.bytes ? sentence.bytes : "", body);
    body->failed |= sentence.failed;
    text_free(&sentence);
}

static int fill_part(struct rendering *rendering, struct article *article,
                     const struct block *block, const struct part *part, struct text *body,
                     struct error *error)
{
    if (block->kind == PIECE_TABLE) {
        struct table table;
        return table_from_cells(article, block, part, &table, error) < 0
                   ? -1
                   : write_table(rendering, article, block, &table, body, error);
    }
    if (!has_value(article, part)) {
        fill_dropped(article, part, body);
        return 0;
    }
    return write_chart(rendering, article, block, part, body, error);
}

static int fill_block(void *context, struct article *article, const struct piece *piece,
                      struct text *body, struct error *error)
{
    struct rendering *rendering = context;
    struct block block;
    struct parts parts;
    if (block_read(article, piece, &block, error) < 0)
        return -1;
    if (block.listing)
        return fill_listing(rendering, article, &block, body, error);
    if (parts_of(article, &block, &parts, error) < 0)
        return -1;
    if (!parts.count)
        return fill_missing(article, &block, body, error);
    for (size_t i = 0; i < block.reference_count; i++)
        if (block.references[i].missing.set)
            complain(rendering->complaints, &block.references[i].missing);
    for (size_t i = 0; i < parts.count; i++) {
        if (i)
            text_add(body, "\n");
        if (fill_part(rendering, article, &block, &parts.items[i], body, error) < 0)
            return -1;
    }
    return 0;
}

static int render_article(struct rendering *rendering, struct article *article,
                          const struct results *results, struct error *error)
{
    struct text out = {0};
    struct error where = {0};
    error_at(&where, article->path, 0, 0, "here");
    int status = 0;
    if (*article->name == '.' || !*article->name)
        status = error_at(error, article->path, 0, 0, "an article's name cannot begin with a dot");
    if (status == 0)
        status = outputs_claim(&rendering->outputs, article->name, &where, error);
    if (status == 0)
        status = article_define(article, results, error);
    if (status == 0)
        status = article_fill(article, fill_block, rendering, &out, rendering->complaints, error);
    if (status == 0)
        status = outputs_write(&rendering->outputs, article->name, &out, error);
    text_free(&out);
    return status;
}

static int render_all(struct rendering *rendering, const struct results *results,
                      struct error *error)
{
    const struct render_options *options = rendering->options;
    struct article article;
    int status = 0;
    if (!options->article_count) {
        status = article_open_text(&article, "report.md", template_report, template_report_length,
                                   error);
        if (status == 0) {
            status = render_article(rendering, &article, results, error);
            article_close(&article);
        }
    }
    for (size_t i = 0; i < options->article_count && status == 0; i++) {
        if (article_open(&article, options->articles[i], error) < 0)
            return -1;
        status = render_article(rendering, &article, results, error);
        article_close(&article);
    }
    struct text marker = {0};
    text_add(&marker, "Written by pagewalk-report, which may replace this folder.\n");
    if (status == 0)
        status = outputs_write(&rendering->outputs, DIRECTORY_REPORT, &marker, error);
    text_free(&marker);
    return status;
}

int render(const struct render_options *options, struct complaints *complaints, struct error *error)
{
    struct rendering rendering = {.options = options, .complaints = complaints};
    struct results results;
    struct directory directory;
    if (results_open(&results, options->results, error) < 0)
        return -1;
    int status = directory_begin(&directory, options->out, DIRECTORY_REPORT, error);
    if (status == 0) {
        rendering.outputs.root = directory.work;
        status = render_all(&rendering, &results, error);
        if (status == 0)
            status = directory_commit(&directory, error);
        else
            directory_abandon(&directory);
    }
    outputs_free(&rendering.outputs);
    results_free(&results);
    return status;
}

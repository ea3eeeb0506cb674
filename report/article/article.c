#include "article.h"

#include <stdlib.h>
#include <string.h>

#include "binding.h"

static int prepare(struct article *article, const char *path, struct error *error)
{
    const char *slash = strrchr(path, '/');
    article->path = path;
    article->name = slash ? slash + 1 : path;
    article->source = (struct source){path, article->text.bytes, article->text.length};
    const char *nul =
        article->text.length ? memchr(article->text.bytes, '\0', article->text.length) : NULL;
    if (nul)
        return source_error(&article->source, (size_t)(nul - article->text.bytes), error,
                            "a NUL byte: this is no article");
    return scan_format(article->name, &article->format, error) < 0 ||
                   scan_article(&article->source, article->format, &article->pieces, error) < 0
               ? -1
               : 0;
}

int article_open(struct article *article, const char *path, struct error *error)
{
    *article = (struct article){0};
    if (text_read_file(&article->text, path, error) == 0 && prepare(article, path, error) == 0)
        return 0;
    article_close(article);
    return -1;
}

int article_open_text(struct article *article, const char *path, const void *bytes, size_t length,
                      struct error *error)
{
    *article = (struct article){0};
    text_add_bytes(&article->text, bytes, length);
    if (article->text.failed)
        error_memory(error);
    else if (prepare(article, path, error) == 0)
        return 0;
    article_close(article);
    return -1;
}

void article_close(struct article *article)
{
    text_free(&article->text);
    pieces_free(&article->pieces);
    arena_free(&article->arena);
    free(article->names);
    free(article->lets);
    free(article->bindings);
    cited_free(&article->cited);
    *article = (struct article){0};
}

const struct let *article_let(const struct article *article, const char *name)
{
    for (size_t i = 0; i < article->let_count; i++)
        if (strcmp(article->names[i], name) == 0)
            return &article->lets[i];
    return NULL;
}

void complain(struct complaints *complaints, const struct error *error)
{
    text_add(&complaints->lines, error->file);
    if (error->line)
        text_format(&complaints->lines, ":%ld", error->line);
    if (error->column)
        text_format(&complaints->lines, ":%ld", error->column);
    text_format(&complaints->lines, ": n/a: %s\n", error->message);
    complaints->count++;
}

/* The new body with the article's own line ends. */
static void add_body(const struct article *article, const struct text *body, struct text *out)
{
    const char *newline = memchr(article->source.bytes, '\n', article->source.length);
    bool crlf = newline && newline > article->source.bytes && newline[-1] == '\r';
    for (size_t i = 0; i < body->length; i++) {
        if (crlf && body->bytes[i] == '\n')
            text_add_char(out, '\r');
        text_add_char(out, body->bytes[i]);
    }
}

static int fill_body(struct article *article, const struct piece *piece, article_block *fill_block,
                     void *context, struct text *out, struct error *error)
{
    const char *bytes = article->source.bytes;
    struct text body = {0};
    text_add_char(&body, '\n');
    int status = fill_block(context, article, piece, &body, error);
    if (status == 0 && body.failed)
        status = error_memory(error);
    if (status == 0) {
        text_add_bytes(out, bytes + piece->start, piece->body_start - piece->start);
        add_body(article, &body, out);
        text_add_bytes(out, bytes + piece->body_end, piece->end - piece->body_end);
    }
    text_free(&body);
    return status;
}

int article_fill(struct article *article, article_block *fill_block, void *context,
                 struct text *out, struct complaints *complaints, struct error *error)
{
    const char *bytes = article->source.bytes;
    size_t bindings = 0;
    for (size_t i = 0; i < article->pieces.count; i++) {
        const struct piece *piece = &article->pieces.items[i];
        bool before_binding = i + 1 < article->pieces.count && piece->kind == PIECE_TEXT &&
                              article->pieces.items[i + 1].kind == PIECE_BINDING;
        int status = 0;
        if (before_binding)
            continue; /* written with the binding, which replaces its end */
        if (piece->kind == PIECE_BINDING) {
            bool text = i > 0 && article->pieces.items[i - 1].kind == PIECE_TEXT;
            size_t start = text ? article->pieces.items[i - 1].start : piece->start;
            status = binding_fill(article, &article->bindings[bindings++], start, out, complaints,
                                  error);
        } else if (piece->kind == PIECE_TABLE || piece->kind == PIECE_CHART) {
            status = fill_body(article, piece, fill_block, context, out, error);
        } else {
            text_add_bytes(out, bytes + piece->start, piece->end - piece->start);
        }
        if (status < 0)
            return -1;
    }
    return out->failed || complaints->lines.failed ? error_memory(error) : 0;
}

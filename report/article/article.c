#include "article.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "number_token.h"

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
    *article = (struct article){0};
}

const struct let *article_let(const struct article *article, const char *name)
{
    for (size_t i = 0; i < article->let_count; i++)
        if (strcmp(article->names[i], name) == 0)
            return &article->lets[i];
    return NULL;
}

static struct expression_scope scope_of(struct article *article)
{
    return (struct expression_scope){article->evaluator.results, &article->arena, article->names,
                                     article->let_count};
}

static int add_let(struct article *article, const char *name, size_t offset,
                   const struct node *node, struct error *error)
{
    if (array_room(&article->lets, &article->let_capacity, article->let_count,
                   sizeof *article->lets) < 0 ||
        array_room(&article->names, &article->name_capacity, article->let_count,
                   sizeof *article->names) < 0)
        return error_memory(error);
    struct let *let = &article->lets[article->let_count];
    *let = (struct let){.name = name, .offset = offset};
    article->evaluator.lets = article->lets;
    article->evaluator.missing = false;
    if (evaluate(&article->evaluator, node, &let->value, &let->error) < 0) {
        if (!article->evaluator.missing) {
            *error = let->error;
            return -1;
        }
        let->missing = true;
    }
    article->names[article->let_count++] = name;
    return 0;
}

static int read_let(struct article *article, struct cursor *cursor, struct error *error)
{
    size_t length = cursor_name(cursor);
    if (length != 3 || !cursor_take(cursor, "let"))
        return source_error(cursor->source, cursor->at, error,
                            "an operator or the next let is missing here");
    cursor_skip_space(cursor);
    size_t at = cursor->at;
    length = cursor_name(cursor);
    if (!length)
        return source_error(cursor->source, at, error, "let is not followed by a name");
    const char *name = arena_copy(&article->arena, cursor->source->bytes + at, length);
    if (!name)
        return error_memory(error);
    const struct let *earlier = article_let(article, name);
    if (expression_is_reserved(name))
        return source_error(cursor->source, at, error, "%s has a meaning of its own", name);
    if (earlier) {
        long line, column;
        source_place(cursor->source, earlier->offset, &line, &column);
        return source_error(cursor->source, at, error, "%s stands already in line %ld", name, line);
    }
    cursor->at += length;
    cursor_skip_space(cursor);
    if (!cursor_take(cursor, "="))
        return source_error(cursor->source, cursor->at, error, "= is missing after let %s", name);
    struct expression_scope scope = scope_of(article);
    struct node *node = expression_read(cursor, &scope, error);
    return node ? add_let(article, name, at, node, error) : -1;
}

int article_define(struct article *article, const struct results *results, struct error *error)
{
    if (evaluator_init(&article->evaluator, results, &article->arena, &article->source, error) < 0)
        return -1;
    for (size_t i = 0; i < article->pieces.count; i++) {
        const struct piece *piece = &article->pieces.items[i];
        if (piece->kind != PIECE_LET)
            continue;
        struct cursor cursor = {&article->source, piece->content_start, piece->content_end};
        for (cursor_skip_space(&cursor); cursor.at < cursor.end; cursor_skip_space(&cursor))
            if (read_let(article, &cursor, error) < 0)
                return -1;
    }
    return 0;
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

/* Takes the format off the end of a binding: its last word, if it is one and something is before.
 */
static void split_format(const struct source *source, const struct piece *piece,
                         struct cursor *cursor, struct format *format)
{
    size_t end = piece->content_end;
    while (end > piece->content_start && cursor_is_space(source->bytes[end - 1]))
        end--;
    size_t word = end;
    while (word > piece->content_start && !cursor_is_space(source->bytes[word - 1]))
        word--;
    *cursor = (struct cursor){source, piece->content_start, end};
    *format = (struct format){.decimals = FORMAT_AUTO};
    if (word > piece->content_start && format_parse(source->bytes + word, end - word, format))
        cursor->end = word;
    cursor_skip_space(cursor);
}

/* The value of a binding and its format. `value` is a NaN when the data lack it (*complaint says
 * why); -1 for a broken binding. */
static int read_binding(struct article *article, const struct piece *piece, struct value *value,
                        struct format *format, struct error *complaint, struct error *error)
{
    struct cursor cursor;
    split_format(&article->source, piece, &cursor, format);
    struct expression_scope scope = scope_of(article);
    struct node *node = expression_read(&cursor, &scope, error);
    if (!node)
        return -1;
    if (cursor.at < cursor.end)
        return source_error(&article->source, cursor.at, error,
                            "an operator is missing here, or this is no format");
    struct evaluator *evaluator = &article->evaluator;
    evaluator->lets = article->lets;
    evaluator->missing = false;
    if (evaluate_single(evaluator, node, value, complaint) == 0) {
        if (value->kind != VALUE_TEXT || word_token_is(value->word))
            return 0;
        return source_error(&article->source, node->offset, error,
                            "\"%s\" cannot be bound: only letters, digits and . _ + - are found "
                            "again",
                            value->word);
    }
    if (!evaluator->missing) {
        *error = *complaint;
        return -1;
    }
    return value_number(value, NAN, ORIGIN_OTHER, &article->arena, error);
}

/* Writes the text before a binding without the figure that stands at its end, then the new one. */
static int fill_binding(struct article *article, size_t text_start, const struct piece *piece,
                        struct text *out, struct complaints *complaints, struct error *error)
{
    struct value value;
    struct format format;
    struct error complaint = {0};
    if (read_binding(article, piece, &value, &format, &complaint, error) < 0)
        return -1;
    const char *bytes = article->source.bytes;
    size_t end = piece->start;
    size_t figure = value.kind == VALUE_TEXT    ? word_token_before(bytes, text_start, end)
                    : value.kind == VALUE_RANGE ? range_token_before(bytes, text_start, end)
                                                : number_token_before(bytes, text_start, end);
    if (complaint.set) {
        /* Of what kind the figure was is not known without the data. */
        figure = range_token_before(bytes, text_start, end);
        complain(complaints, &complaint);
    }
    text_add_bytes(out, bytes + text_start, figure - text_start);
    format_value(&value, &format, number_token_minus(bytes, figure, end), out);
    text_add_bytes(out, bytes + piece->start, piece->end - piece->start);
    return 0;
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
            status = fill_binding(article, start, piece, out, complaints, error);
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

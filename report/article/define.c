/*
 * Reading what the markers of an article say: lets and bindings (article.h).
 */
#include <string.h>

#include "article.h"

static struct expression_scope scope_of(struct article *article)
{
    return (struct expression_scope){article->evaluator.results, &article->arena, article->names,
                                     article->let_count};
}

static int add_let(struct article *article, struct let let, struct error *error)
{
    if (array_room(&article->lets, &article->let_capacity, article->let_count,
                   sizeof *article->lets) < 0 ||
        array_room(&article->names, &article->name_capacity, article->let_count,
                   sizeof *article->names) < 0)
        return error_memory(error);
    article->lets[article->let_count] = let;
    article->names[article->let_count++] = let.name;
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
    return node ? add_let(article, (struct let){.name = name, .offset = at, .node = node}, error)
                : -1;
}

static int read_lets(struct article *article, struct error *error)
{
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

static int read_bindings(struct article *article, struct error *error)
{
    for (size_t i = 0; i < article->pieces.count; i++) {
        if (article->pieces.items[i].kind != PIECE_BINDING)
            continue;
        struct binding binding = {.piece = i};
        struct cursor cursor;
        struct expression_scope scope = scope_of(article);
        split_format(&article->source, &article->pieces.items[i], &cursor, &binding.format);
        binding.node = expression_read(&cursor, &scope, error);
        if (!binding.node)
            return -1;
        if (cursor.at < cursor.end)
            return source_error(&article->source, cursor.at, error,
                                "an operator is missing here, or this is no format");
        if (array_room(&article->bindings, &article->binding_capacity, article->binding_count,
                       sizeof *article->bindings) < 0)
            return error_memory(error);
        article->bindings[article->binding_count++] = binding;
    }
    return 0;
}

static int evaluate_lets(struct article *article, struct error *error)
{
    article->evaluator.lets = article->lets;
    for (size_t i = 0; i < article->let_count; i++) {
        struct let *let = &article->lets[i];
        let->error = (struct error){0};
        article->evaluator.missing = false;
        let->missing = evaluate(&article->evaluator, let->node, &let->value, &let->error) < 0;
        if (let->missing && !article->evaluator.missing) {
            *error = let->error;
            return -1;
        }
    }
    return 0;
}

static int gather_cited(struct article *article, struct error *error)
{
    struct evaluator *evaluator = &article->evaluator;
    struct cited *cited = &article->cited;
    if (cited_init(cited, evaluator->results, &article->arena, error) < 0)
        return -1;
    for (size_t i = 0; i < article->let_count; i++)
        if (cited_mark(cited, evaluator, article->lets[i].node, error) < 0)
            return -1;
    for (size_t i = 0; i < article->binding_count; i++)
        if (cited_mark(cited, evaluator, article->bindings[i].node, error) < 0)
            return -1;
    if (cited_finish(cited, evaluator->results, &article->arena, error) < 0)
        return -1;
    evaluator->holm = cited->holm;
    return 0;
}

int article_define(struct article *article, const struct results *results, struct error *error)
{
    if (evaluator_init(&article->evaluator, results, &article->arena, &article->source, error) <
            0 ||
        read_lets(article, error) < 0 || read_bindings(article, error) < 0 ||
        evaluate_lets(article, error) < 0 || gather_cited(article, error) < 0)
        return -1;
    /* Again: what a let selects says which deltas are cited, and these say what .holm is. */
    return evaluate_lets(article, error);
}

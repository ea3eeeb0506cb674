#include "scan.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../data/nearest.h"
#include "code.h"

struct scanner {
    const struct source *source;
    enum article_format format;
    struct pieces *pieces;
    size_t text_start; /* where the text piece being collected begins */
    struct error *error;
};

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), size = strlen(ending);
    return length >= size && strcasecmp(name + length - size, ending) == 0;
}

int scan_format(const char *name, enum article_format *format, struct error *error)
{
    if (ends_with(name, ".tex"))
        return error_at(error, name, 0, 0, "LaTeX articles are not read");
    *format = ends_with(name, ".html") || ends_with(name, ".htm") ? ARTICLE_HTML : ARTICLE_MARKDOWN;
    return 0;
}

static size_t find(const struct source *source, size_t at, const char *wanted)
{
    const char *found = at < source->length ? memmem(source->bytes + at, source->length - at,
                                                     wanted, strlen(wanted))
                                            : NULL;
    return found ? (size_t)(found - source->bytes) : source->length;
}

static int add_piece(struct scanner *scanner, struct piece piece)
{
    struct pieces *pieces = scanner->pieces;
    if (array_room(&pieces->items, &pieces->capacity, pieces->count, sizeof *pieces->items) < 0)
        return error_memory(scanner->error);
    pieces->items[pieces->count++] = piece;
    return 0;
}

static int end_text(struct scanner *scanner, size_t end)
{
    if (scanner->text_start == end)
        return 0;
    struct piece text = {.kind = PIECE_TEXT, .start = scanner->text_start, .end = end};
    return add_piece(scanner, text);
}

/* Finds the end of the marker that begins at `start` and checks that a browser finds the same. */
static int close_marker(struct scanner *scanner, size_t start, size_t *content_end)
{
    const struct source *source = scanner->source;
    size_t dashes = find(source, start + 5, "--");
    if (dashes == source->length)
        return source_error(source, start, scanner->error, "the marker is not closed with -->");
    if (dashes + 2 >= source->length || source->bytes[dashes + 2] != '>')
        return source_error(source, dashes, scanner->error, "-- cannot stand inside a marker");
    *content_end = dashes;
    return 0;
}

static bool word_at(const struct source *source, size_t start, size_t end, const char *word)
{
    size_t length = strlen(word);
    return end - start >= length && memcmp(source->bytes + start, word, length) == 0 &&
           (end - start == length || cursor_is_space(source->bytes[start + length]));
}

static size_t after_space(const struct source *source, size_t at, size_t end)
{
    while (at < end && cursor_is_space(source->bytes[at]))
        at++;
    return at;
}

static int block_kind(struct scanner *scanner, const struct piece *piece, enum piece_kind *kind)
{
    const struct source *source = scanner->source;
    size_t at = after_space(source, piece->content_start, piece->content_end);
    if (word_at(source, at, piece->content_end, "table"))
        *kind = PIECE_TABLE;
    else if (word_at(source, at, piece->content_end, "chart"))
        *kind = PIECE_CHART;
    else if (word_at(source, at, piece->content_end, "end"))
        return source_error(source, piece->start, scanner->error,
                            "this end has no table or chart before it");
    else {
        static const char *const kinds[] = {"table", "chart", "end"};
        char word[32], hint[128];
        size_t length = 0;
        while (length < sizeof word - 1 && at + length < piece->content_end &&
               !cursor_is_space(source->bytes[at + length])) {
            word[length] = source->bytes[at + length];
            length++;
        }
        word[length] = '\0';
        return source_error(source, at, scanner->error,
                            "a block is a table or a chart, not \"%s\"%s", word,
                            nearest_hint(word, kinds, 3, hint));
    }
    return 0;
}

static int scan_block(struct scanner *scanner, struct piece *piece)
{
    const struct source *source = scanner->source;
    if (block_kind(scanner, piece, &piece->kind) < 0)
        return -1;
    const char *kind = piece->kind == PIECE_TABLE ? "table" : "chart";
    size_t next = find(source, piece->body_start, "<!--#"), content_end;
    if (next == source->length)
        return source_error(source, piece->start, scanner->error,
                            "this %s has no <!--# end --> after it", kind);
    if (close_marker(scanner, next, &content_end) < 0)
        return -1;
    if (!word_at(source, after_space(source, next + 5, content_end), content_end, "end")) {
        long line, column;
        source_place(source, piece->start, &line, &column);
        return source_error(source, next, scanner->error,
                            "a block begins before the %s of line %ld has ended", kind, line);
    }
    piece->body_end = next;
    piece->end = content_end + 3;
    return 0;
}

static int scan_marker(struct scanner *scanner, size_t start, size_t *end)
{
    const struct source *source = scanner->source;
    struct piece piece = {.start = start, .content_start = start + 5};
    switch (source->bytes[start + 4]) {
    case '@':
        piece.kind = PIECE_LET;
        break;
    case '=':
        piece.kind = PIECE_BINDING;
        break;
    case '!':
        piece.kind = PIECE_CLAIM;
        break;
    default:
        piece.kind = PIECE_TABLE;
        break;
    }
    if (close_marker(scanner, start, &piece.content_end) < 0)
        return -1;
    piece.end = piece.body_start = piece.body_end = piece.content_end + 3;
    if (piece.kind == PIECE_TABLE && scan_block(scanner, &piece) < 0)
        return -1;
    if (end_text(scanner, start) < 0 || add_piece(scanner, piece) < 0)
        return -1;
    *end = scanner->text_start = piece.end;
    return 0;
}

int scan_article(const struct source *source, enum article_format format, struct pieces *pieces,
                 struct error *error)
{
    *pieces = (struct pieces){0};
    struct scanner scanner = {.source = source, .format = format, .pieces = pieces, .error = error};
    for (size_t at = 0; at < source->length;) {
        size_t code = code_length(source, at, format == ARTICLE_MARKDOWN);
        if (code) {
            at += code;
        } else if (source->length - at >= 5 && memcmp(source->bytes + at, "<!--", 4) == 0) {
            if (strchr("@=#!", source->bytes[at + 4])) {
                if (scan_marker(&scanner, at, &at) < 0)
                    goto failed;
            } else {
                /* From the second hyphen on, as browsers do: <!--> and <!---> are whole. */
                size_t close = find(source, at + 2, "-->");
                at = close < source->length ? close + 3 : close;
            }
        } else {
            at++;
        }
    }
    if (end_text(&scanner, source->length) == 0)
        return 0;
failed:
    pieces_free(pieces);
    return -1;
}

void pieces_free(struct pieces *pieces)
{
    free(pieces->items);
    *pieces = (struct pieces){0};
}

/*
 * Cuts an article into pieces: plain text, and the markers that pagewalk reads.
 *
 * Markers are HTML comments, so Markdown and HTML show nothing of them:
 *
 *     <!--@ let g4 = ... -->          definitions
 *     109<!--= g4 .0 -->              a binding: the number before it is replaced
 *     <!--# table dense rows=span --> ... <!--# end -->     a block: its body is replaced
 *     <!--! claim -->                 a claim; recognised, and left alone
 *
 * Pieces lie side by side and cover every byte, so writing them out one after the other gives the
 * article back. Markers inside code are text: in Markdown code spans and fenced blocks, and in both
 * formats the elements pre, code, script, style and textarea. So are markers inside other comments.
 */
#ifndef PAGEWALK_SCAN_H
#define PAGEWALK_SCAN_H

#include "../../analyze/base/arena.h"
#include "source.h"

enum piece_kind { PIECE_TEXT, PIECE_LET, PIECE_BINDING, PIECE_TABLE, PIECE_CHART, PIECE_CLAIM };

struct piece {
    enum piece_kind kind;
    size_t start, end;                 /* the whole piece, bytes of the article */
    size_t content_start, content_end; /* inside the (first) marker, after its sign */
    size_t body_start, body_end;       /* of a block: what stands between its markers */
};

struct pieces {
    struct piece *items; /* malloc'ed */
    size_t count, capacity;
};

enum article_format { ARTICLE_MARKDOWN, ARTICLE_HTML };

/* The format by the name's ending: .html and .htm are HTML, .tex is an error, all else Markdown. */
int scan_format(const char *name, enum article_format *format, struct error *error);

/* Errors, each at its place: a marker that is not closed, "--" inside one, a block that is neither
 * table nor chart, a block without end, an end without block, a block inside a block. */
int scan_article(const struct source *source, enum article_format format, struct pieces *pieces,
                 struct error *error);
void pieces_free(struct pieces *pieces);

#endif

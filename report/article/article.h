/*
 * An article: its text cut into pieces, its definitions, and the same text with all bindings
 * filled. article.c opens and fills, define.c reads what the markers say.
 *
 *     struct article article;
 *     article_open(&article, "intro.md", &error);
 *     article_define(&article, &results, &error);            // reads every let
 *     article_fill(&article, fill_block, context, &out, &complaints, &error);
 *     article_close(&article);
 */
#ifndef PAGEWALK_ARTICLE_H
#define PAGEWALK_ARTICLE_H

#include "cited.h"
#include "format.h"
#include "scan.h"

/* What stands in a binding. */
struct binding {
    size_t piece; /* number of its piece */
    const struct node *node;
    struct format format;
};

struct article {
    const char *path; /* as messages name it */
    const char *name; /* its base name */
    struct text text;
    struct source source;
    enum article_format format;
    struct pieces pieces;
    struct arena arena; /* definitions and all that is evaluated */
    struct evaluator evaluator;
    const char **names; /* of the lets, in order */
    struct let *lets;
    size_t let_count, let_capacity, name_capacity;
    struct binding *bindings; /* in order */
    size_t binding_count, binding_capacity;
    struct cited cited;
};

/* What could not be filled for want of data: "file:line:column: n/a: why" lines. */
struct complaints {
    struct text lines;
    size_t count;
};

/* Errors: cannot read, a NUL byte, a LaTeX article, and those of scan_article(). */
int article_open(struct article *article, const char *path, struct error *error);

/* The same for a text that is compiled in; `path` only names it. */
int article_open_text(struct article *article, const char *path, const void *bytes, size_t length,
                      struct error *error);
void article_close(struct article *article);

/* Reads lets and bindings, gathers the deltas they cite, and evaluates the lets. Lets may stand
 * anywhere, each after those it uses; bindings may use all of them. Errors, at their place: a broken
 * expression, a name given twice or reserved. A let that the data lack is no error until it is
 * used. `results` must outlive the article. */
int article_define(struct article *article, const struct results *results, struct error *error);

/* The let of this name, or NULL. */
const struct let *article_let(const struct article *article, const char *name);

/* Writes the new body of a table or chart, ending with a line end. */
typedef int article_block(void *context, struct article *article, const struct piece *piece,
                          struct text *body, struct error *error);

/* Appends the article with its numbers and blocks replaced, every other byte as it is. */
int article_fill(struct article *article, article_block *fill_block, void *context,
                 struct text *out, struct complaints *complaints, struct error *error);

/* Lists one complaint. */
void complain(struct complaints *complaints, const struct error *error);

#endif

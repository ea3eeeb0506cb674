/*
 * Expressions of articles: what stands in lets and bindings, as a tree.
 *
 *     sum      product (('+' | '-') product)*
 *     product  signed (('*' | '/') signed)*
 *     signed   '-' signed | field
 *     field    primary ('.' name)*
 *     primary  number | size | name | name(condition, ...) | cells(condition, ...)
 *            | delta(kind, expression, condition, ...) | meta(key, expression)
 *            | function(expression, ...) | '(' sum ')'
 *
 * Numbers and sizes begin with a digit: 65536, 1.5, 2e3, 16K, 1G. A name is one that an earlier let
 * defined. Names, functions, statistics, factors and kinds of delta are all checked while reading,
 * so evaluation can only fail on what the data hold.
 */
#ifndef PAGEWALK_EXPRESSION_H
#define PAGEWALK_EXPRESSION_H

#include "../data/select.h"
#include "source.h"

enum node_kind {
    NODE_NUMBER,
    NODE_NAME,   /* the value of an earlier let */
    NODE_CELLS,  /* cells(conditions) */
    NODE_NARROW, /* child (a name) narrowed by conditions */
    NODE_DELTA,  /* word: kind; child: the selection; conditions */
    NODE_META,   /* word: key; child: the selection */
    NODE_CALL,   /* word: function; children */
    NODE_FIELD,  /* word: statistic; child */
    NODE_NEGATE,
    NODE_BINARY /* operator; two children */
};

struct node {
    enum node_kind kind;
    size_t offset; /* where it begins in the source, for messages */
    double number;
    const char *word;
    char sign;  /* + - * / */
    size_t let; /* NODE_NAME: number of the let */
    struct selection selection;
    struct node **children;
    size_t child_count;
};

/* What an expression may refer to. */
struct expression_scope {
    const struct results *results;
    struct arena *arena; /* owns the tree */
    const char *const *names;
    size_t name_count; /* lets defined so far */
};

/* Reads one expression and leaves the cursor behind it and the space that follows; NULL with the
 * error set at its place when it is broken, names something unknown, or is nested deeper than 64.
 */
struct node *expression_read(struct cursor *cursor, const struct expression_scope *scope,
                             struct error *error);

/* True for a name that has a meaning of its own and cannot be given by a let. */
bool expression_is_reserved(const char *name);

#endif

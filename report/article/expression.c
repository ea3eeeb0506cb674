#include "expression.h"

#include <string.h>

#include "../../analyze/base/number.h"
#include "../../collect/size.h"
#include "../data/nearest.h"
#include "conditions.h"
#include "statistics.h"

#define DEPTH_CAP 64
#define ARGUMENT_CAP 32

static const char *const functions[] = {
    "cells", "delta", "meta", "pct",    "cut",          "min",     "max",    "sum",
    "count", "range", "runs", "rounds", "measurements", "dropped", "chunks",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct reader {
    struct cursor *cursor;
    const struct expression_scope *scope;
    struct error *error;
    int depth;
};

static struct node *read_sum(struct reader *reader);

static bool is_one_of(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

bool expression_is_reserved(const char *name)
{
    return is_one_of(name, functions, COUNT(functions)) || strcmp(name, "let") == 0 ||
           strcmp(name, "auto") == 0;
}

static struct node *fail(struct reader *reader, size_t offset, const char *what)
{
    source_error(reader->cursor->source, offset, reader->error, "%s", what);
    return NULL;
}

static struct node *new_node(struct reader *reader, enum node_kind kind, size_t offset)
{
    struct node *node = arena_alloc(reader->scope->arena, sizeof *node);
    if (!node) {
        error_memory(reader->error);
        return NULL;
    }
    node->kind = kind;
    node->offset = offset;
    return node;
}

static int set_children(struct reader *reader, struct node *node, struct node *const *children,
                        size_t count)
{
    node->children = arena_alloc(reader->scope->arena, (count + 1) * sizeof(struct node *));
    if (!node->children)
        return error_memory(reader->error);
    if (count)
        memcpy(node->children, children, count * sizeof *children);
    node->child_count = count;
    return 0;
}

/* The name at the cursor, in the arena; NULL with the error set when there is none. */
static const char *take_name(struct reader *reader, const char *missing)
{
    struct cursor *cursor = reader->cursor;
    size_t length = cursor_name(cursor);
    if (!length) {
        fail(reader, cursor->at, missing);
        return NULL;
    }
    const char *name = arena_copy(reader->scope->arena, cursor->source->bytes + cursor->at, length);
    if (!name)
        error_memory(reader->error);
    cursor->at += length;
    return name;
}

static struct node *read_number(struct reader *reader)
{
    struct cursor *cursor = reader->cursor;
    const char *bytes = cursor->source->bytes;
    size_t start = cursor->at, end = start;
    while (end < cursor->end &&
           (bytes[end] == '.' || (bytes[end] >= '0' && bytes[end] <= '9') ||
            (bytes[end] >= 'A' && bytes[end] <= 'Z') || (bytes[end] >= 'a' && bytes[end] <= 'z') ||
            ((bytes[end] == '-' || bytes[end] == '+') && end > start &&
             (bytes[end - 1] == 'e' || bytes[end - 1] == 'E'))))
        end++;
    struct node *node = new_node(reader, NODE_NUMBER, start);
    uint64_t size;
    if (!node)
        return NULL;
    if (!number_parse(bytes + start, end - start, &node->number)) {
        if (!size_parse(bytes + start, end - start, &size))
            return fail(reader, start, "this is neither a number nor a size");
        node->number = (double)size;
    }
    cursor->at = end;
    return node;
}

/* Conditions up to the closing parenthesis, which is taken; `first` when none stands before. */
static int read_conditions(struct reader *reader, const struct frame *frame, bool first,
                           struct selection *selection)
{
    struct cursor *cursor = reader->cursor;
    struct condition conditions[ARGUMENT_CAP];
    size_t count = 0;
    for (;;) {
        cursor_skip_space(cursor);
        if (cursor_take(cursor, ")"))
            break;
        if (!first && !cursor_take(cursor, ",")) {
            fail(reader, cursor->at, "a comma or a closing parenthesis is missing");
            return -1;
        }
        first = false;
        cursor_skip_space(cursor);
        if (count == ARGUMENT_CAP) {
            fail(reader, cursor->at, "too many conditions");
            return -1;
        }
        if (condition_read(cursor, reader->scope->results, frame, reader->scope->arena,
                           &conditions[count], reader->error) < 0)
            return -1;
        count++;
    }
    return selection_narrow(&(struct selection){0}, conditions, count, reader->scope->arena,
                            selection, reader->error);
}

static struct node *read_delta(struct reader *reader, struct node *node)
{
    struct cursor *cursor = reader->cursor;
    cursor_skip_space(cursor);
    size_t at = cursor->at;
    node->kind = NODE_DELTA;
    node->word = value_read(cursor, ",)", reader->scope->arena, reader->error);
    if (!node->word)
        return NULL;
    if (!is_one_of(node->word, results_delta_kinds, RESULTS_DELTA_KINDS)) {
        char hint[128];
        source_error(cursor->source, at, reader->error, "unknown kind of delta \"%s\"%s",
                     node->word,
                     nearest_hint(node->word, results_delta_kinds, RESULTS_DELTA_KINDS, hint));
        return NULL;
    }
    cursor_skip_space(cursor);
    if (!cursor_take(cursor, ","))
        return fail(reader, cursor->at, "delta needs a kind and a selection");
    struct node *child = read_sum(reader);
    if (!child || set_children(reader, node, &child, 1) < 0 ||
        read_conditions(reader, &reader->scope->results->frames[RESULTS_DELTAS], false,
                        &node->selection) < 0)
        return NULL;
    return node;
}

static struct node *read_meta(struct reader *reader, struct node *node)
{
    struct cursor *cursor = reader->cursor;
    cursor_skip_space(cursor);
    size_t at = cursor->at;
    node->kind = NODE_META;
    node->word = value_read(cursor, ",)", reader->scope->arena, reader->error);
    if (!node->word)
        return NULL;
    if (!*node->word)
        return fail(reader, at, "meta needs a preamble key");
    cursor_skip_space(cursor);
    struct node *child = NULL;
    if (cursor_take(cursor, ",")) {
        child = read_sum(reader);
        if (!child)
            return NULL;
    }
    if (!cursor_take(cursor, ")"))
        return fail(reader, cursor->at, "a closing parenthesis is missing");
    return set_children(reader, node, &child, child ? 1 : 0) < 0 ? NULL : node;
}

static int check_argument_count(struct reader *reader, const struct node *node)
{
    bool two = strcmp(node->word, "pct") == 0 || strcmp(node->word, "cut") == 0;
    bool any = strcmp(node->word, "min") == 0 || strcmp(node->word, "max") == 0;
    bool selects = is_one_of(node->word, functions + 10, COUNT(functions) - 10);
    if (two && node->child_count != 2)
        return source_error(reader->cursor->source, node->offset, reader->error,
                            "%s needs two values", node->word);
    if (!two && !any && node->child_count > 1)
        return source_error(reader->cursor->source, node->offset, reader->error,
                            "%s takes one value", node->word);
    if (!two && !selects && node->child_count < 1)
        return source_error(reader->cursor->source, node->offset, reader->error, "%s needs a value",
                            node->word);
    return 0;
}

static struct node *read_call(struct reader *reader, struct node *node)
{
    struct cursor *cursor = reader->cursor;
    struct node *arguments[ARGUMENT_CAP];
    size_t count = 0;
    node->kind = NODE_CALL;
    cursor_skip_space(cursor);
    while (!cursor_take(cursor, ")")) {
        if (count && !cursor_take(cursor, ","))
            return fail(reader, cursor->at, "a comma or a closing parenthesis is missing");
        if (count == ARGUMENT_CAP)
            return fail(reader, cursor->at, "too many values");
        if (!(arguments[count++] = read_sum(reader)))
            return NULL;
    }
    if (set_children(reader, node, arguments, count) < 0 || check_argument_count(reader, node) < 0)
        return NULL;
    return node;
}

static struct node *unknown_name(struct reader *reader, const struct node *node, bool called)
{
    const struct expression_scope *scope = reader->scope;
    const char *known[COUNT(functions) + 128];
    size_t count = 0;
    char hint[128];
    for (size_t i = 0; i < scope->name_count && count < 128; i++)
        known[count++] = scope->names[i];
    for (size_t i = 0; called && i < COUNT(functions); i++)
        known[count++] = functions[i];
    source_error(reader->cursor->source, node->offset, reader->error, "unknown %s %s%s",
                 called ? "function or name" : "name", node->word,
                 nearest_hint(node->word, known, count, hint));
    return NULL;
}

static struct node *read_named(struct reader *reader)
{
    struct cursor *cursor = reader->cursor;
    const struct expression_scope *scope = reader->scope;
    struct node *node = new_node(reader, NODE_NAME, cursor->at);
    if (!node || !(node->word = take_name(reader, "a value is missing")))
        return NULL;
    bool called = cursor_take(cursor, "(");
    if (called && strcmp(node->word, "cells") == 0) {
        node->kind = NODE_CELLS;
        return read_conditions(reader, NULL, true, &node->selection) < 0 ? NULL : node;
    }
    if (called && strcmp(node->word, "delta") == 0)
        return read_delta(reader, node);
    if (called && strcmp(node->word, "meta") == 0)
        return read_meta(reader, node);
    if (called && is_one_of(node->word, functions, COUNT(functions)))
        return read_call(reader, node);
    node->let = 0;
    while (node->let < scope->name_count && strcmp(scope->names[node->let], node->word) != 0)
        node->let++;
    if (node->let == scope->name_count)
        return unknown_name(reader, node, called);
    if (!called)
        return node;
    struct node *narrow = new_node(reader, NODE_NARROW, node->offset);
    if (!narrow || set_children(reader, narrow, &node, 1) < 0 ||
        read_conditions(reader, NULL, true, &narrow->selection) < 0)
        return NULL;
    return narrow;
}

static struct node *read_primary(struct reader *reader)
{
    struct cursor *cursor = reader->cursor;
    char c = cursor_peek(cursor);
    if (c >= '0' && c <= '9')
        return read_number(reader);
    if (!cursor_take(cursor, "("))
        return read_named(reader);
    struct node *node = read_sum(reader);
    if (node && !cursor_take(cursor, ")"))
        return fail(reader, cursor->at, "a closing parenthesis is missing");
    return node;
}

static struct node *read_field(struct reader *reader)
{
    struct cursor *cursor = reader->cursor;
    struct node *node = read_primary(reader);
    while (node && cursor_take(cursor, ".")) {
        struct node *field = new_node(reader, NODE_FIELD, cursor->at);
        if (!field || set_children(reader, field, &node, 1) < 0 ||
            !(field->word = take_name(reader, "the name of a statistic is missing")))
            return NULL;
        if (!statistic_find(field->word, false) && !statistic_find(field->word, true)) {
            const char *names[32];
            char hint[128];
            source_error(cursor->source, field->offset, reader->error, "unknown statistic .%s%s",
                         field->word,
                         nearest_hint(field->word, names, statistic_names(names, 32), hint));
            return NULL;
        }
        node = field;
    }
    if (node)
        cursor_skip_space(cursor);
    return node;
}

static struct node *read_signed(struct reader *reader)
{
    struct cursor *cursor = reader->cursor;
    cursor_skip_space(cursor);
    if (reader->depth >= DEPTH_CAP)
        return fail(reader, cursor->at, "nested too deeply");
    size_t at = cursor->at;
    if (!cursor_take(cursor, "-"))
        return read_field(reader);
    reader->depth++;
    struct node *child = read_signed(reader), *node = NULL;
    reader->depth--;
    if (child && (node = new_node(reader, NODE_NEGATE, at)) &&
        set_children(reader, node, &child, 1) < 0)
        node = NULL;
    return node;
}

static struct node *read_binary(struct reader *reader, const char *operators,
                                struct node *(*read_operand)(struct reader *))
{
    struct cursor *cursor = reader->cursor;
    struct node *left = read_operand(reader);
    for (size_t terms = 1; left; terms++) {
        char sign = cursor_peek(cursor);
        if (!sign || !strchr(operators, sign))
            break;
        if (terms == 256)
            return fail(reader, cursor->at, "more than 256 terms");
        struct node *node = new_node(reader, NODE_BINARY, cursor->at++);
        struct node *right = node ? read_operand(reader) : NULL;
        if (!right || set_children(reader, node, (struct node *[]){left, right}, 2) < 0)
            return NULL;
        node->sign = sign;
        left = node;
    }
    return left;
}

static struct node *read_product(struct reader *reader)
{
    return read_binary(reader, "*/", read_signed);
}

static struct node *read_sum(struct reader *reader)
{
    if (reader->depth >= DEPTH_CAP)
        return fail(reader, reader->cursor->at, "nested too deeply");
    reader->depth++;
    struct node *node = read_binary(reader, "+-", read_product);
    reader->depth--;
    return node;
}

struct node *expression_read(struct cursor *cursor, const struct expression_scope *scope,
                             struct error *error)
{
    struct reader reader = {cursor, scope, error, 0};
    return read_sum(&reader);
}

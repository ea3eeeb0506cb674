#include "binding.h"

#include <math.h>
#include <string.h>

#include "../../analyze/base/number.h"
#include "../../analyze/base/utf8.h"
#include "number_token.h"

enum figure { FIGURE_NUMBER, FIGURE_RANGE, FIGURE_WORD };

static enum figure figure_of(const struct article *article, const struct node *node)
{
    while (node->kind == NODE_NAME)
        node = article->lets[node->let].node;
    if (node->kind == NODE_META)
        return FIGURE_WORD;
    return node->kind == NODE_CALL && strcmp(node->word, "range") == 0 ? FIGURE_RANGE
                                                                       : FIGURE_NUMBER;
}

static enum figure figure_bound(const struct article *article, const struct binding *binding)
{
    enum figure figure = figure_of(article, binding->node);
    return figure == FIGURE_WORD && !format_is_plain(&binding->format) ? FIGURE_NUMBER : figure;
}

/* A preamble value that is not the figure it has to be. */
static int unfit(struct article *article, const struct binding *binding, const char *word,
                 const char *why, struct error *complaint)
{
    struct text message = {0};
    char shown[200];
    utf8_printable(word, strlen(word), shown, sizeof shown);
    text_format(&message, "\"%s\" %s", shown, why);
    return evaluate_missing(&article->evaluator, binding->node->offset, &message, complaint);
}

/* What is to be printed. -1 with *complaint set where the data lack it, which the evaluator's
 * `missing` tells apart from an error of the author. */
static int evaluate_figure(struct article *article, const struct binding *binding,
                           enum figure figure, struct value *value, struct error *complaint)
{
    struct evaluator *evaluator = &article->evaluator;
    double number;
    evaluator->missing = false;
    if (evaluate_single(evaluator, binding->node, value, complaint) < 0)
        return -1;
    if (value->kind != VALUE_TEXT)
        return 0;
    if (figure == FIGURE_WORD)
        return word_token_is(value->word)
                   ? 0
                   : unfit(article, binding, value->word,
                           "cannot be bound: only letters, digits and . _ + - are found again",
                           complaint);
    if (!number_parse(value->word, strlen(value->word), &number))
        return unfit(article, binding, value->word, "is not a number: it cannot have a format",
                     complaint);
    return value_number(value, number, ORIGIN_COUNT, &article->arena, complaint);
}

static size_t figure_before(enum figure figure, const char *bytes, size_t start, size_t end)
{
    return figure == FIGURE_WORD    ? word_token_before(bytes, start, end)
           : figure == FIGURE_RANGE ? range_token_before(bytes, start, end)
                                    : number_token_before(bytes, start, end);
}

int binding_fill(struct article *article, const struct binding *binding, size_t text_start,
                 struct text *out, struct complaints *complaints, struct error *error)
{
    const struct piece *piece = &article->pieces.items[binding->piece];
    const char *bytes = article->source.bytes;
    enum figure figure = figure_bound(article, binding);
    struct value value;
    struct error complaint = {0};
    if (evaluate_figure(article, binding, figure, &value, &complaint) < 0) {
        if (!article->evaluator.missing) {
            *error = complaint;
            return -1;
        }
        complain(complaints, &complaint);
        if (value_number(&value, NAN, ORIGIN_OTHER, &article->arena, error) < 0)
            return -1;
    }
    size_t start = figure_before(figure, bytes, text_start, piece->start);
    text_add_bytes(out, bytes + text_start, start - text_start);
    format_value(&value, &binding->format, number_token_minus(bytes, start, piece->start), out);
    text_add_bytes(out, bytes + piece->start, piece->end - piece->start);
    return 0;
}

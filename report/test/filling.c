#include "filling.h"

#include <stdlib.h>
#include <string.h>

static int no_blocks(void *context, struct article *article, const struct piece *piece,
                     struct text *body, struct error *error)
{
    (void)context, (void)article, (void)piece, (void)body;
    return error_set(error, "no block expected");
}

char *fill(const struct results *results, const char *article_text, struct text *said)
{
    struct article article;
    struct error error = {0};
    struct text out = {0};
    struct complaints complaints = {0};
    int status = article_open_text(&article, "a.md", article_text, strlen(article_text), &error);
    if (status == 0) {
        status = article_define(&article, results, &error);
        if (status == 0)
            status = article_fill(&article, no_blocks, NULL, &out, &complaints, &error);
        article_close(&article);
    }
    text_clear(said);
    if (complaints.lines.bytes)
        text_add(said, complaints.lines.bytes);
    if (status < 0)
        text_format(said, "%ld:%ld: %s", error.line, error.column, error.message);
    text_free(&complaints.lines);
    char *filled = status < 0 || !out.bytes ? NULL : strdup(out.bytes);
    text_free(&out);
    return filled;
}

void assert_prints(const struct results *results, const char *lets, const char *binding,
                   const char *expected)
{
    struct text article = {0}, said = {0};
    text_format(&article, "%s@@<!--= %s -->", lets, binding);
    char *filled = fill(results, article.bytes, &said);
    if (!filled)
        fail_msg("%s: %s", binding, said.bytes);
    char *bar = strstr(filled, "@@") + 1, *marker = strstr(bar, "<!--=");
    *marker = '\0';
    assert_string_equal(bar + 1, expected);
    free(filled);
    text_free(&article);
    text_free(&said);
}

void assert_fails(const struct results *results, const char *article, const char *expected)
{
    struct text said = {0};
    char *filled = fill(results, article, &said);
    assert_string_equal(said.bytes ? said.bytes : "", expected);
    free(filled);
    text_free(&said);
}

/*
 * Cutting articles into pieces, and everything that can be wrong with their markers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../analyze/base/text.h"
#include "../article/scan.h"

/* One letter a piece: t text, l let, b binding, T table, C chart, ! claim; errors as line:column:
 * message. Checks that the pieces cover every byte. */
static void describe(const char *article, enum article_format format, struct text *out)
{
    static const char letters[] = "tlbTC!";
    struct source source = {"a.md", article, strlen(article)};
    struct pieces pieces;
    struct error error = {0};
    text_clear(out);
    if (scan_article(&source, format, &pieces, &error) < 0) {
        text_format(out, "%ld:%ld: %s", error.line, error.column, error.message);
        return;
    }
    size_t at = 0;
    for (size_t i = 0; i < pieces.count; i++) {
        assert_int_equal(pieces.items[i].start, at);
        at = pieces.items[i].end;
        text_add_char(out, letters[pieces.items[i].kind]);
    }
    assert_int_equal(at, source.length);
    pieces_free(&pieces);
}

static void assert_pieces(const char *article, const char *expected)
{
    struct text out = {0};
    describe(article, ARTICLE_MARKDOWN, &out);
    assert_string_equal(out.bytes ? out.bytes : "", expected);
    text_free(&out);
}

static void test_kinds(void **state)
{
    (void)state;
    assert_pieces("", "");
    assert_pieces("a", "t");
    assert_pieces("<!--@ let a = 1 -->", "l");
    assert_pieces("1<!--= a -->2<!--= b -->", "tbtb");
    assert_pieces("<!--= a --><!--= b -->", "bb");
    assert_pieces("x<!--# table n rows=span --> old <!--# end -->y", "tTt");
    assert_pieces("<!--# chart n --><!--# end 3f9a1c -->", "C");
    assert_pieces("a <!--! x > 1 --> b", "t!t");
    assert_pieces("<!-- plain <!--= a -->", "t");
    assert_pieces("<!-->1<!--= a -->", "tb");
    assert_pieces("< !--= a -->", "t");
}

static void test_code(void **state)
{
    (void)state;
    assert_pieces("`1<!--= a -->`", "t");
    assert_pieces("``1` <!--= a -->``", "t");
    assert_pieces("`a``1<!--= a -->`", "t");
    assert_pieces("`open 1<!--= a -->", "tb");
    assert_pieces("`open\n\n1<!--= a -->`", "tbt");
    assert_pieces("\\`1<!--= a -->\\`", "tbt");
    assert_pieces("```\n1<!--= a -->\n```\n", "t");
    assert_pieces("~~~ c\n1<!--= a -->\n```\n~~~\n2<!--= a -->", "tb");
    assert_pieces("- ```\n  1<!--= a -->\n  ```\n", "t");
    assert_pieces("````\n```\n1<!--= a -->\n````", "t");
    assert_pieces("```\n1<!--= a -->", "t");
    assert_pieces("<pre>1<!--= a --></pre>2<!--= a -->", "tb");
    assert_pieces("<CODE class=x>1<!--= a --></code >", "t");
    assert_pieces("<code>1<!--= a -->", "tb");
    assert_pieces("<preface>1<!--= a -->", "tb");
    struct text out = {0};
    describe("`1<!--= a -->`<pre>2<!--= a --></pre>", ARTICLE_HTML, &out);
    assert_string_equal(out.bytes, "tbt");
    text_free(&out);
}

static void test_broken(void **state)
{
    (void)state;
    assert_pieces("a\n <!--= x", "2:2: the marker is not closed with -->");
    assert_pieces("<!--= a -- b -->", "1:9: -- cannot stand inside a marker");
    assert_pieces("<!--= a --", "1:9: -- cannot stand inside a marker");
    assert_pieces("<!--# tabel n --><!--# end -->",
                  "1:7: a block is a table or a chart, not \"tabel\"; did you mean table?");
    assert_pieces("x\n<!--# table n -->\n", "2:1: this table has no <!--# end --> after it");
    assert_pieces("<!--# end -->", "1:1: this end has no table or chart before it");
    assert_pieces("<!--# table n -->\n<!--# chart m -->\n<!--# end -->",
                  "2:1: a block begins before the table of line 1 has ended");
    assert_pieces("<!--# chart n --><!--# end", "1:18: the marker is not closed with -->");
}

static void test_places(void **state)
{
    (void)state;
    static const char article[] =
        "ab\n\xc3\xa9 1<!--= x .0 --><!--# table n a=1 -->old<!--# end -->";
    struct source source = {"a.md", article, strlen(article)};
    struct pieces pieces;
    struct error error = {0};
    assert_int_equal(scan_article(&source, ARTICLE_MARKDOWN, &pieces, &error), 0);
    assert_int_equal(pieces.count, 3);
    const struct piece *binding = &pieces.items[1], *table = &pieces.items[2];
    long line, column;
    source_place(&source, binding->start, &line, &column);
    assert_int_equal(line, 2);
    assert_int_equal(column, 5);
    assert_memory_equal(article + binding->content_start, " x .0 ", 6);
    assert_int_equal(binding->content_end - binding->content_start, 6);
    assert_int_equal(table->body_end - table->body_start, 3);
    assert_memory_equal(article + table->body_start, "old", 3);
    pieces_free(&pieces);
}

static void test_formats(void **state)
{
    (void)state;
    enum article_format format;
    struct error error = {0};
    assert_int_equal(scan_format("a.md", &format, &error), 0);
    assert_int_equal(format, ARTICLE_MARKDOWN);
    assert_int_equal(scan_format("a.HTML", &format, &error), 0);
    assert_int_equal(format, ARTICLE_HTML);
    assert_int_equal(scan_format("a.tex", &format, &error), -1);
    assert_string_equal(error.message, "LaTeX articles are not read");
}

/* Text that looks like the beginning of everything at once must not take time that grows faster
 * than its length, nor be cut wrongly. */
static void test_nasty_input(void **state)
{
    (void)state;
    static const char *const units[] = {"`", "<", "<!--", "<!--x-->", "~~~\n", "\\", "<pre>", "` "};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        struct text article = {0}, out = {0};
        for (int j = 0; j < 3000; j++)
            text_add(&article, units[i]);
        describe(article.bytes, ARTICLE_MARKDOWN, &out);
        assert_string_equal(out.bytes, "t");
        text_free(&article);
        text_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),   cmocka_unit_test(test_code),
        cmocka_unit_test(test_broken),  cmocka_unit_test(test_places),
        cmocka_unit_test(test_formats), cmocka_unit_test(test_nasty_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Formats, decimals, figures before markers, nearest names, and escapes.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../article/format.h"
#include "../article/number_token.h"
#include "../data/digits.h"
#include "../data/nearest.h"
#include "../table/escape.h"

static void test_parse(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool valid, plus, comma;
        int decimals;
    } cases[] = {
        {".0", true, false, false, 0},
        {".9", true, false, false, 9},
        {"+.1", true, true, false, 1},
        {",.1", true, false, true, 1},
        {"+,.2", true, true, true, 2},
        {"auto", true, false, false, FORMAT_AUTO},
        {"+auto", true, true, false, -1},
        {"+", true, true, false, -1},
        {",", true, false, true, -1},
        {"+,", true, true, true, -1},
        {"", false, 0, 0, 0},
        {".", false, 0, 0, 0},
        {".10", false, 0, 0, 0},
        {",+", false, 0, 0, 0},
        {"0", false, 0, 0, 0},
        {".x", false, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct format format;
        assert_int_equal(format_parse(cases[i].text, strlen(cases[i].text), &format),
                         cases[i].valid);
        if (!cases[i].valid)
            continue;
        assert_int_equal(format.plus, cases[i].plus);
        assert_int_equal(format.comma, cases[i].comma);
        assert_int_equal(format.decimals, cases[i].decimals);
    }
}

static void assert_number(double number, int decimals, bool plus, bool comma, const char *expected)
{
    struct text out = {0};
    format_number(number, decimals, plus, comma, "-", &out);
    assert_string_equal(out.bytes, expected);
    text_free(&out);
}

static void test_numbers(void **state)
{
    (void)state;
    assert_number(94.15, 0, false, false, "94");
    assert_number(0.5, 0, false, false, "0"); /* printf rounds a tie to even */
    assert_number(1.5, 0, false, false, "2");
    assert_number(2.675, 2, false, false, "2.67"); /* the double is below the tie */
    assert_number(-14.6, 0, false, false, "-15");
    assert_number(-0.4, 0, false, false, "0");
    assert_number(-0.4, 0, true, false, "0");
    assert_number(3, 0, true, false, "+3");
    assert_number(999, 0, false, true, "999");
    assert_number(1000, 0, false, true, "1,000");
    assert_number(-1234567.891, 2, true, true, "-1,234,567.89");
    assert_number(NAN, 2, true, true, "n/a");
    assert_number(INFINITY, 0, false, false, "n/a");
}

static void test_digits(void **state)
{
    (void)state;
    assert_int_equal(digits_from_spread(1), 0);
    assert_int_equal(digits_from_spread(0.99), 1);
    assert_int_equal(digits_from_spread(0.3), 1);
    assert_int_equal(digits_from_spread(0.05), 2);
    assert_int_equal(digits_from_spread(0.0001), 2);
    assert_int_equal(digits_from_spread(35), 0);
    assert_int_equal(digits_from_spread(0), DIGITS_UNKNOWN);
    assert_int_equal(digits_from_spread(NAN), DIGITS_UNKNOWN);
    assert_int_equal(digits_significant(14.94, 3), 1);
    assert_int_equal(digits_significant(9.996, 3), 1);
    assert_int_equal(digits_significant(0.01234, 3), 4);
    assert_int_equal(digits_significant(-123456, 3), 0);
    assert_int_equal(digits_significant(0, 3), 0);
}

static void assert_token(size_t (*find)(const char *, size_t, size_t), const char *text,
                         const char *expected)
{
    assert_string_equal(text + find(text, 0, strlen(text)), expected);
}

static void test_tokens(void **state)
{
    (void)state;
    assert_token(number_token_before, "took 109", "109");
    assert_token(number_token_before, "a -1.5", "-1.5");
    assert_token(number_token_before, "a+1", "1");
    assert_token(number_token_before, "(+1", "+1");
    assert_token(number_token_before, "\xc3\xa9-1", "1");
    assert_token(number_token_before,
                 "x \xe2\x88\x92"
                 "1",
                 "\xe2\x88\x92"
                 "1");
    assert_token(number_token_before,
                 "5\xe2\x88\x92"
                 "1",
                 "1");
    assert_token(number_token_before, "1,234,567.25", "1,234,567.25");
    assert_token(number_token_before, "12345,678", "678");
    assert_token(number_token_before, "1,23", "23");
    assert_token(number_token_before, ".5", "5");
    assert_token(number_token_before, "5.", "");
    assert_token(number_token_before, "5 ns", "");
    assert_token(number_token_before, "n/a", "n/a");
    assert_token(number_token_before, "in/a", "");
    assert_token(number_token_before, "-", "");
    assert_token(range_token_before, "from 5 to 9", "5 to 9");
    assert_token(range_token_before, "from -5 to +9", "-5 to +9");
    assert_token(range_token_before, "up to 9", "9");
    assert_token(range_token_before, "5 to n/a", "5 to n/a");
    assert_token(word_token_before, "Linux 6.18.35-rc1", "6.18.35-rc1");
    assert_token(word_token_before, "is n/a", "n/a");
    assert_token(word_token_before, "(", "");
}

static void test_nearest(void **state)
{
    (void)state;
    static const char *const names[] = {"page", "side", "span", "stride"};
    assert_int_equal(nearest_name("pages", names, 4), 0);
    assert_int_equal(nearest_name("spam", names, 4), 2);
    assert_int_equal(nearest_name("sdie", names, 4), 1);
    assert_int_equal(nearest_name("workload", names, 4), -1);
    assert_int_equal(nearest_name("", names, 4), -1);
    char hint[128];
    assert_string_equal(nearest_hint("strides", names, 4, hint), "; did you mean stride?");
    assert_string_equal(nearest_hint("xyz", names, 4, hint), "");
}

static void test_escapes(void **state)
{
    (void)state;
    static const struct {
        void (*escape)(const char *, struct text *);
        const char *text, *expected;
    } cases[] = {
        {escape_markdown, "a|b_c*d`e<f>&\n#$~[\\]",
         "a\\|b\\_c\\*d\\`e&lt;f\\>&amp; \\#\\$\\~\\[\\\\\\]"},
        {escape_html, "<a href=\"x\">'&", "&lt;a href=&quot;x&quot;&gt;&#39;&amp;"},
        {escape_latex, "#$%&_{}~^\\",
         "\\#\\$\\%\\&\\_\\{\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{}"},
        {escape_latex, "[*a--b''`|\"<>",
         "{[}{*}a-{}-b'{}'\\textasciigrave{}\\textbar{}"
         "\\textquotedbl{}\\textless{}\\textgreater{}"},
        {escape_latex,
         "\xe2\x88\x92"
         "1 \xc2\xb5s \xe2\x80\x93",
         "$-$1 \\textmu{}s --"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text out = {0};
        cases[i].escape(cases[i].text, &out);
        assert_string_equal(out.bytes, cases[i].expected);
        text_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),   cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_digits),  cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_nearest), cmocka_unit_test(test_escapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

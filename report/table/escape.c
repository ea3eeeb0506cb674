#include "escape.h"

#include <string.h>

void escape_markdown(const char *text, struct text *out)
{
    for (; *text; text++) {
        if (*text == '<')
            text_add(out, "&lt;");
        else if (*text == '&')
            text_add(out, "&amp;");
        else if (*text == '\n' || *text == '\r' || *text == '\t')
            text_add_char(out, ' ');
        else {
            if (strchr("\\`*_[]|~$#>", *text))
                text_add_char(out, '\\');
            text_add_char(out, *text);
        }
    }
}

void escape_html(const char *text, struct text *out)
{
    for (; *text; text++)
        switch (*text) {
        case '&':
            text_add(out, "&amp;");
            break;
        case '<':
            text_add(out, "&lt;");
            break;
        case '>':
            text_add(out, "&gt;");
            break;
        case '"':
            text_add(out, "&quot;");
            break;
        case '\'':
            text_add(out, "&#39;");
            break;
        default:
            text_add_char(out, *text);
        }
}

static const struct {
    const char *text, *latex;
} latex_words[] = {
    {"\\", "\\textbackslash{}"},
    {"`", "\\textasciigrave{}"},
    {"#", "\\#"},
    {"$", "\\$"},
    {"%", "\\%"},
    {"&", "\\&"},
    {"_", "\\_"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"~", "\\textasciitilde{}"},
    {"^", "\\textasciicircum{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\"", "\\textquotedbl{}"},
    {"[", "{[}"}, /* after a row's end a bracket would be its argument */
    {"*", "{*}"},
    {"\n", " "},
    {"\xe2\x88\x92", "$-$"},          /* U+2212 minus */
    {"\xe2\x80\x93", "--"},           /* U+2013 en dash */
    {"\xe2\x80\x94", "---"},          /* U+2014 em dash */
    {"\xc3\x97", "$\\times$"},        /* U+00D7 */
    {"\xc2\xb5", "\\textmu{}"},       /* U+00B5 */
    {"\xc2\xa0", "~"},                /* U+00A0 no-break space */
    {"\xe2\x80\x87", "\\phantom{0}"}, /* U+2007 figure space */
    {"\xe2\x80\x88", "\\phantom{.}"}, /* U+2008 punctuation space */
};

void escape_latex(const char *text, struct text *out)
{
    while (*text) {
        size_t i = 0, count = sizeof latex_words / sizeof latex_words[0];
        while (i < count && strncmp(text, latex_words[i].text, strlen(latex_words[i].text)) != 0)
            i++;
        if (i < count) {
            text_add(out, latex_words[i].latex);
            text += strlen(latex_words[i].text);
            continue;
        }
        /* Two hyphens would become a dash, two apostrophes a quote. */
        bool ligature = (*text == '-' || *text == '\'') && text[1] == *text;
        text_add_char(out, *text++);
        if (ligature)
            text_add(out, "{}");
    }
}

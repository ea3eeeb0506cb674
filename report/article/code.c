#include "code.h"

#include <string.h>
#include <strings.h>

static size_t run_length(const struct source *source, size_t at, char c)
{
    size_t length = 0;
    while (at + length < source->length && source->bytes[at + length] == c)
        length++;
    return length;
}

static size_t line_end(const struct source *source, size_t at)
{
    const char *newline = memchr(source->bytes + at, '\n', source->length - at);
    return newline ? (size_t)(newline - source->bytes) + 1 : source->length;
}

/* True when nothing but indentation, quote marks and list marks stands before `at` in its line. */
static bool begins_line(const struct source *source, size_t at)
{
    while (at > 0 && source->bytes[at - 1] != '\n') {
        char c = source->bytes[--at];
        if (!strchr(" \t>-*+.)", c) && !(c >= '0' && c <= '9'))
            return false;
    }
    return true;
}

/* CommonMark 4.5: the block ends at a line with at least as many of the same character and nothing
 * else, or with the article. */
static size_t fenced_block(const struct source *source, size_t at, char fence, size_t width)
{
    size_t line = line_end(source, at);
    while (line < source->length) {
        size_t end = line_end(source, line), i = line;
        while (i < end && strchr(" \t>", source->bytes[i]))
            i++;
        size_t run = run_length(source, i, fence);
        i += run;
        while (i < end && strchr(" \t\r\n", source->bytes[i]))
            i++;
        line = end;
        if (run >= width && i == end)
            break;
    }
    return line - at;
}

static bool blank_line_at(const struct source *source, size_t at)
{
    while (at < source->length && strchr(" \t\r", source->bytes[at]))
        at++;
    return at == source->length || source->bytes[at] == '\n';
}

/* CommonMark 6.1: a span ends at a run of exactly as many backticks, in the same paragraph. */
static size_t code_span(const struct source *source, size_t at, size_t width)
{
    for (size_t i = at + width; i < source->length; i++) {
        if (source->bytes[i] == '\n' && blank_line_at(source, i + 1))
            break;
        if (source->bytes[i] != '`')
            continue;
        size_t run = run_length(source, i, '`');
        if (run == width)
            return i + run - at;
        i += run - 1;
    }
    return width;
}

static bool name_ends(char c)
{
    return c == '>' || c == '/' || c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t code_element(const struct source *source, size_t at)
{
    static const char *const names[] = {"pre", "code", "script", "style", "textarea"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        size_t length = strlen(names[n]);
        if (source->length - at < length + 2 ||
            strncasecmp(source->bytes + at + 1, names[n], length) != 0 ||
            !name_ends(source->bytes[at + 1 + length]))
            continue;
        for (size_t i = at + 1 + length; i + length + 2 < source->length; i++)
            if (source->bytes[i] == '<' && source->bytes[i + 1] == '/' &&
                strncasecmp(source->bytes + i + 2, names[n], length) == 0 &&
                name_ends(source->bytes[i + 2 + length]))
                return line_end(source, i) < i + length + 3 ? line_end(source, i) - at
                                                            : i + length + 3 - at;
        return 0;
    }
    return 0;
}

size_t code_length(const struct source *source, size_t at, bool markdown)
{
    char c = source->bytes[at];
    if (c == '<')
        return code_element(source, at);
    if (!markdown)
        return 0;
    if (c == '\\' && at + 1 < source->length && strchr("\\`<", source->bytes[at + 1]))
        return 2;
    if (c != '`' && c != '~')
        return 0;
    size_t width = run_length(source, at, c);
    if (width >= 3 && begins_line(source, at) &&
        (c == '~' ||
         !memchr(source->bytes + at + width, '`', line_end(source, at + width) - at - width)))
        return fenced_block(source, at, c, width);
    return c == '`' ? code_span(source, at, width) : 0;
}

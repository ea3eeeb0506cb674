#include "number_token.h"

#include <string.h>

#include "format.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    /* Bytes of UTF-8 sequences count as letters: "é-5" has no negative number in it. */
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static size_t digits_before(const char *bytes, size_t start, size_t end)
{
    while (end > start && is_digit(bytes[end - 1]))
        end--;
    return end;
}

/* Whole part that ends at `end`: digits, or groups of three behind commas. */
static size_t whole_before(const char *bytes, size_t start, size_t end)
{
    size_t at = digits_before(bytes, start, end);
    while (end - at == 3 && at >= start + 2 && bytes[at - 1] == ',' && is_digit(bytes[at - 2])) {
        size_t group = digits_before(bytes, start, at - 1);
        if (at - 1 - group > 3)
            break;
        end = at - 1;
        at = group;
    }
    return at;
}

static size_t sign_before(const char *bytes, size_t start, size_t at)
{
    size_t sign = at;
    if (at > start && (bytes[at - 1] == '+' || bytes[at - 1] == '-'))
        sign = at - 1;
    else if (at >= start + 3 && memcmp(bytes + at - 3, FORMAT_MINUS, 3) == 0)
        sign = at - 3;
    if (sign > start && sign < at && (is_digit(bytes[sign - 1]) || is_letter(bytes[sign - 1])))
        return at;
    return sign;
}

size_t number_token_before(const char *bytes, size_t start, size_t end)
{
    if (end - start >= 3 && memcmp(bytes + end - 3, "n/a", 3) == 0 &&
        (end - start == 3 || !(is_letter(bytes[end - 4]) || is_digit(bytes[end - 4]))))
        return end - 3;
    size_t at = digits_before(bytes, start, end);
    if (at == end)
        return end;
    if (at >= start + 2 && bytes[at - 1] == '.' && is_digit(bytes[at - 2]))
        at = whole_before(bytes, start, at - 1);
    else
        at = whole_before(bytes, start, end);
    return sign_before(bytes, start, at);
}

size_t range_token_before(const char *bytes, size_t start, size_t end)
{
    size_t high = number_token_before(bytes, start, end);
    if (high == end || high < start + 4 || memcmp(bytes + high - 4, " to ", 4) != 0)
        return high;
    size_t low = number_token_before(bytes, start, high - 4);
    return low == high - 4 ? high : low;
}

static bool in_word(char c)
{
    return is_digit(c) || ((unsigned char)c < 0x80 && is_letter(c)) || (c && strchr("._+-", c));
}

size_t word_token_before(const char *bytes, size_t start, size_t end)
{
    if (end - start >= 3 && memcmp(bytes + end - 3, "n/a", 3) == 0 &&
        (end - start == 3 || !in_word(bytes[end - 4])))
        return end - 3;
    while (end > start && in_word(bytes[end - 1]))
        end--;
    return end;
}

bool word_token_is(const char *text)
{
    while (in_word(*text))
        text++;
    return !*text;
}

const char *number_token_minus(const char *bytes, size_t start, size_t end)
{
    return start < end && bytes[start] == '-' ? "-" : FORMAT_MINUS;
}

#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IS_DIGIT(c) ((c) >= '0' && (c) <= '9')

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && IS_DIGIT(*at))
        at++;
    return at;
}

static bool matches_grammar(const char *bytes, size_t length)
{
    const char *at = bytes, *end = bytes + length;
    if (at < end && (*at == '+' || *at == '-'))
        at++;
    const char *digits = at;
    at = skip_digits(at, end);
    if (at == digits)
        return false;
    if (at < end && *at == '.') {
        digits = ++at;
        at = skip_digits(at, end);
        if (at == digits)
            return false;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < end && (*at == '+' || *at == '-'))
            at++;
        digits = at;
        at = skip_digits(at, end);
        if (at == digits)
            return false;
    }
    return at == end;
}

bool number_parse(const char *bytes, size_t length, double *value)
{
    char text[512];
    if (!matches_grammar(bytes, length) || length >= sizeof text)
        return false;
    memcpy(text, bytes, length);
    text[length] = '\0';
    /* The programs never leave the C locale, so strtod's decimal point is the grammar's. */
    double parsed = strtod(text, NULL);
    if (!isfinite(parsed))
        return false;
    *value = parsed;
    return true;
}

bool number_parse_whole(const char *bytes, size_t length, uint64_t *value)
{
    const char *end = bytes + length;
    if (length && skip_digits(bytes, end) == end) {
        uint64_t whole = 0;
        for (const char *at = bytes; at < end; at++) {
            uint64_t digit = (uint64_t)(*at - '0');
            if (whole > (UINT64_MAX - digit) / 10)
                return false;
            whole = whole * 10 + digit;
        }
        *value = whole;
        return true;
    }
    double number;
    if (!number_parse(bytes, length, &number) || number < 0 || number >= 9007199254740992.0 ||
        number != floor(number))
        return false;
    *value = (uint64_t)number;
    return true;
}

char *number_shortest(double value, char text[NUMBER_TEXT_SIZE])
{
    text[0] = '\0';
    if (!isfinite(value))
        return text;
    if (value == 0)
        value = 0; /* never "-0" */
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    /* "1e+09" is the shortest of printf but not the shortest there is, and a spreadsheet shows it
     * badly: whole numbers a double holds exactly are written in full. */
    if (strchr(text, 'e') && fabs(value) < 1e15 && value == floor(value))
        snprintf(text, NUMBER_TEXT_SIZE, "%.0f", value);
    return text;
}

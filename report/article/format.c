#include "format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../data/digits.h"

bool format_parse(const char *bytes, size_t length, struct format *format)
{
    size_t at = 0;
    struct format parsed = {.decimals = FORMAT_AUTO};
    if (at < length && bytes[at] == '+') {
        parsed.plus = true;
        at++;
    }
    if (at < length && bytes[at] == ',') {
        parsed.comma = true;
        at++;
    }
    if (length - at == 2 && bytes[at] == '.' && bytes[at + 1] >= '0' && bytes[at + 1] <= '9')
        parsed.decimals = bytes[at + 1] - '0';
    else if (!(length - at == 4 && memcmp(bytes + at, "auto", 4) == 0) &&
             !(length == at && length > 0))
        return false;
    *format = parsed;
    return true;
}

bool format_is_plain(const struct format *format)
{
    return format->decimals == FORMAT_AUTO && !format->plus && !format->comma;
}

void format_number(double number, int decimals, bool plus, bool comma, const char *minus,
                   struct text *out)
{
    if (!isfinite(number)) {
        text_add(out, "n/a");
        return;
    }
    char digits[400];
    snprintf(digits, sizeof digits, "%.*f", decimals, fabs(number));
    bool zero = !strpbrk(digits, "123456789");
    if (!zero && number < 0)
        text_add(out, minus);
    else if (!zero && plus)
        text_add(out, "+");
    size_t whole = strcspn(digits, ".");
    for (size_t i = 0; digits[i]; i++) {
        if (comma && i && i < whole && (whole - i) % 3 == 0)
            text_add_char(out, ',');
        text_add_char(out, digits[i]);
    }
}

static int auto_decimals(const struct value *value, const struct entry *entry)
{
    if (value->origin == ORIGIN_COUNT)
        return 0;
    int decimals =
        value->origin == ORIGIN_CELL ? digits_from_spread(entry->spread) : DIGITS_UNKNOWN;
    return decimals == DIGITS_UNKNOWN ? digits_significant(entry->number, 3) : decimals;
}

static void format_range(const struct value *value, const struct format *format, const char *minus,
                         struct text *out)
{
    int decimals = format->decimals;
    if (decimals == FORMAT_AUTO) {
        /* Both ends as fine as the coarser of them. */
        int low = auto_decimals(value, &value->entries[0]);
        int high = auto_decimals(value, &value->entries[1]);
        decimals = low < high ? low : high;
    }
    struct text ends[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++)
        format_number(value->entries[i].number, decimals, format->plus, format->comma, minus,
                      &ends[i]);
    if (ends[0].failed || ends[1].failed)
        out->failed = true;
    else if (strcmp(ends[0].bytes, ends[1].bytes) == 0)
        text_add(out, ends[0].bytes);
    else
        text_format(out, "%s to %s", ends[0].bytes, ends[1].bytes);
    text_free(&ends[0]);
    text_free(&ends[1]);
}

void format_value(const struct value *value, const struct format *format, const char *minus,
                  struct text *out)
{
    if (value->kind == VALUE_RANGE) {
        format_range(value, format, minus, out);
    } else if (value->kind == VALUE_TEXT) {
        text_add(out, value->word);
    } else {
        int decimals = format->decimals == FORMAT_AUTO ? auto_decimals(value, &value->entries[0])
                                                       : format->decimals;
        format_number(value->entries[0].number, decimals, format->plus, format->comma, minus, out);
    }
}

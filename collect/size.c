#include "size.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char letters[] = "KMGT";

bool size_parse(const char *text, size_t length, uint64_t *bytes)
{
    unsigned shift = 0;
    if (length && (text[length - 1] < '0' || text[length - 1] > '9')) {
        char letter = text[length - 1];
        if (letter >= 'a' && letter <= 'z')
            letter = (char)(letter - 'a' + 'A');
        const char *at = letter ? strchr(letters, letter) : NULL;
        if (!at)
            return false;
        shift = 10 * (unsigned)(at - letters + 1);
        length--;
    }
    if (length == 0)
        return false;
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    if (number == 0 || number > UINT64_MAX >> shift)
        return false;
    *bytes = number << shift;
    return true;
}

char *size_format(uint64_t bytes, char text[SIZE_TEXT_SIZE])
{
    unsigned unit = 0;
    while (unit < 4 && bytes && bytes % 1024 == 0) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, SIZE_TEXT_SIZE, unit ? "%" PRIu64 "%c" : "%" PRIu64, bytes,
             letters[unit ? unit - 1 : 0]);
    return text;
}

char *size_label(uint64_t bytes, char text[SIZE_TEXT_SIZE])
{
    unsigned unit = 0;
    double value = (double)bytes;
    while (unit < 4 && value >= 1024) {
        value /= 1024;
        unit++;
    }
    if (unit == 0)
        snprintf(text, SIZE_TEXT_SIZE, "%.0f B", value);
    else
        snprintf(text, SIZE_TEXT_SIZE, "%.4g %cB", value, letters[unit - 1]);
    return text;
}

#include "utf8.h"

static bool continues(const unsigned char *at, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if ((at[i] & 0xC0) != 0x80)
            return false;
    return true;
}

size_t utf8_character(const char *bytes, size_t length)
{
    const unsigned char *at = (const unsigned char *)bytes;
    if (length == 0 || at[0] == 0)
        return 0;
    if (at[0] < 0x80)
        return 1;
    size_t count = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2;
    /* C0 and C1 could only begin overlong forms; F5 and above would pass U+10FFFF. */
    if (at[0] < 0xC2 || at[0] > 0xF4 || length < count || !continues(at, count))
        return 0;
    if ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] > 0x9F) ||
        (at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] > 0x8F))
        return 0;
    return count;
}

bool utf8_is_control(const char *bytes)
{
    unsigned char first = (unsigned char)bytes[0];
    return first < 0x20 || first == 0x7F || (first == 0xC2 && (unsigned char)bytes[1] < 0xA0);
}

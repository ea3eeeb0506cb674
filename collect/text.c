#include "text.h"

#include <stddef.h>
#include <string.h>

/* Bytes of the character at `text`: 0 where there is none, or a control character, or no UTF-8 as
 * in table 3-7 of the Unicode Standard (no overlong form, no surrogate, nothing above U+10FFFF). */
static size_t character(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    const unsigned first = at[0];
    if (first < 0x80)
        return first >= ' ' && first != 0x7f;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    const size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const unsigned low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const unsigned high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (at[1] < low || at[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    /* U+0080 to U+009F are controls too. */
    return first == 0xc2 && at[1] < 0xa0 ? 0 : length;
}

bool text_is_name(const char *text)
{
    const size_t length = strlen(text);
    if (length == 0 || length > TEXT_NAME_MAX || text[0] == ' ' || text[length - 1] == ' ')
        return false;
    for (const char *at = text; *at;) {
        size_t bytes = character(at);
        if (bytes == 0)
            return false;
        at += bytes;
    }
    return true;
}

void text_clean(char *text)
{
    while (*text) {
        size_t bytes = character(text);
        if (bytes == 0)
            *text = ' ';
        text += bytes ? bytes : 1;
    }
}

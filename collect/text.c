#include "text.h"

#include <stddef.h>
#include <string.h>

#include "utf8.h"

/* Bytes of the character at `text`: 0 where there is none, or a control character. */
static size_t character(const char *text)
{
    size_t bytes = utf8_character(text, strnlen(text, UTF8_LONGEST));
    return bytes && utf8_is_control(text) ? 0 : bytes;
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

#include "utf8.h"

#include <stdio.h>
#include <string.h>

#include "../../collect/utf8.h"

bool utf8_valid(const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t count = utf8_character(bytes + at, length - at);
        if (count == 0)
            return false;
        at += count;
    }
    return true;
}

size_t utf8_printable(const char *bytes, size_t length, char *text, size_t size)
{
    size_t written = 0;
    for (size_t at = 0; at < length;) {
        char shown[8];
        size_t count = utf8_character(bytes + at, length - at), shown_length = count;
        unsigned char first = (unsigned char)bytes[at];
        if (count == 0 || utf8_is_control(bytes + at)) {
            count = 1;
            shown_length = 4;
            snprintf(shown, sizeof shown, "\\x%02x", first);
        } else {
            memcpy(shown, bytes + at, count);
        }
        if (written + shown_length >= size)
            break;
        memcpy(text + written, shown, shown_length);
        written += shown_length;
        at += count;
    }
    text[written] = '\0';
    return written;
}

#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

static bool reserve(struct text *text, size_t more)
{
    if (text->failed)
        return false;
    if (more < text->capacity - text->length)
        return true;
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity - text->length <= more) {
        if (capacity > (size_t)-1 / 2) {
            text->failed = true;
            return false;
        }
        capacity *= 2;
    }
    char *bytes = realloc(text->bytes, capacity);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void text_add_bytes(struct text *text, const void *bytes, size_t length)
{
    if (!reserve(text, length))
        return;
    if (length)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_add_char(struct text *text, char c)
{
    text_add_bytes(text, &c, 1);
}

void text_format(struct text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0)
        text->failed = true;
    else if (reserve(text, (size_t)length)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

void text_clear(struct text *text)
{
    text->length = 0;
    text->failed = false;
    if (text->bytes)
        text->bytes[0] = '\0';
}

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

const char *text_keep(struct text *text, struct arena *arena)
{
    const char *kept =
        text->failed ? NULL : arena_copy(arena, text->bytes ? text->bytes : "", text->length);
    text_free(text);
    return kept;
}

int text_read_file(struct text *text, const char *path, struct error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_errno(error, path, "cannot open");
    char block[65536];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        text_add_bytes(text, block, got);
    int status = 0;
    if (ferror(file))
        status = error_errno(error, path, "cannot read");
    else if (text->failed)
        status = error_memory(error);
    fclose(file);
    return status;
}

int text_write_file(const struct text *text, const char *path, struct error *error)
{
    if (text->failed)
        return error_memory(error);
    FILE *file = fopen(path, "wb");
    if (!file)
        return error_errno(error, path, "cannot create");
    int status = 0;
    if (text->length && fwrite(text->bytes, 1, text->length, file) != text->length)
        status = error_errno(error, path, "cannot write");
    if (fclose(file) != 0 && status == 0)
        status = error_errno(error, path, "cannot write");
    return status;
}

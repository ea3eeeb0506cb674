#include "outputs.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../analyze/base/directory.h"

/* Equal, or one the folder of the other, whatever the case: some file systems ignore it. */
static bool collide(const char *a, const char *b)
{
    size_t length = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
    return strncasecmp(a, b, length) == 0 && (a[length] == '\0' || a[length] == '/') &&
           (b[length] == '\0' || b[length] == '/');
}

int outputs_claim(struct outputs *outputs, const char *name, const struct error *where,
                  struct error *error)
{
    for (size_t i = 0; i < outputs->count; i++)
        if (collide(outputs->names[i], name))
            return error_at(error, where->file, where->line, where->column,
                            "two outputs would be written to %s", name);
    if (array_room(&outputs->names, &outputs->capacity, outputs->count, sizeof *outputs->names) < 0)
        return error_memory(error);
    const char *kept = arena_copy(&outputs->arena, name, strlen(name));
    if (!kept)
        return error_memory(error);
    outputs->names[outputs->count++] = kept;
    return 0;
}

int outputs_write(const struct outputs *outputs, const char *name, const struct text *content,
                  struct error *error)
{
    struct text path = {0};
    text_format(&path, "%s/%s", outputs->root, name);
    int status = path.failed ? error_memory(error) : 0;
    if (status == 0)
        status = directory_make_parents(path.bytes, error);
    if (status == 0)
        status = text_write_file(content, path.bytes, error);
    text_free(&path);
    return status;
}

void outputs_free(struct outputs *outputs)
{
    free(outputs->names);
    arena_free(&outputs->arena);
    *outputs = (struct outputs){0};
}

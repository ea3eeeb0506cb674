/* The other half of find.h: one name for each file, and no name for two. */
#include "find.h"

#include <stdlib.h>
#include <string.h>

#include "../base/utf8.h"

static int by_name(const void *a, const void *b)
{
    const struct log_file *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->real, y->real);
}

/* Among the ways one file was reached, the argument first, then the smallest name. */
static int by_real_path(const void *a, const void *b)
{
    const struct log_file *x = a, *y = b;
    int order = strcmp(x->real, y->real);
    if (order == 0)
        order = (int)y->argument - (int)x->argument;
    if (order == 0)
        order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->path, y->path);
}

static void drop_repeated(struct log_files *files)
{
    size_t kept = 0;
    qsort(files->items, files->count, sizeof *files->items, by_real_path);
    for (size_t i = 0; i < files->count; i++)
        if (kept == 0 || strcmp(files->items[kept - 1].real, files->items[i].real) != 0)
            files->items[kept++] = files->items[i];
    files->count = kept;
}

static size_t component_count(const char *name)
{
    size_t count = 1;
    for (; *name; name++)
        count += *name == '/';
    return count;
}

/* The last `count` components of an absolute path; all of it when it has no more. */
static const char *trailing(const char *path, size_t count)
{
    const char *at = path + strlen(path);
    while (at > path)
        if (*--at == '/' && --count == 0)
            return at + 1;
    return path;
}

/* Gives every name that stands more than once one component more; false when there was none. */
static bool lengthen_equal(struct log_files *files)
{
    bool changed = false;
    for (size_t first = 0, next; first < files->count; first = next) {
        const char *name = files->items[first].name;
        next = first + 1;
        while (next < files->count && strcmp(files->items[next].name, name) == 0)
            next++;
        if (next - first == 1)
            continue;
        size_t count = component_count(name) + 1;
        for (size_t i = first; i < next; i++) {
            const char *longer = trailing(files->items[i].real, count);
            changed |= strcmp(longer, files->items[i].name) != 0;
            files->items[i].name = longer;
        }
    }
    return changed;
}

/* Results are UTF-8; a file's name may be any bytes, and those that are none stand as \xNN. */
static int keep_name(struct arena *arena, struct log_file *file)
{
    size_t size = 4 * strlen(file->name) + 1;
    char *printable = malloc(size);
    if (!printable)
        return -1;
    size_t length = utf8_printable(file->name, strlen(file->name), printable, size);
    file->name = arena_intern(arena, printable, length);
    free(printable);
    return file->name ? 0 : -1;
}

int log_files_name(struct arena *arena, struct log_files *files, struct error *error)
{
    if (files->count == 0)
        return 0;
    drop_repeated(files);
    do
        qsort(files->items, files->count, sizeof *files->items, by_name);
    while (lengthen_equal(files));
    for (size_t i = 0; i < files->count; i++)
        if (keep_name(arena, &files->items[i]) < 0)
            return error_memory(error);
    return 0;
}

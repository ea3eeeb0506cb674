#include "manifest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "text.h"

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A sorted list of paths relative to a folder. */
struct paths {
    char **items;
    size_t count, capacity;
};

static void free_paths(struct paths *paths)
{
    for (size_t i = 0; i < paths->count; i++)
        free(paths->items[i]);
    free(paths->items);
}

static int add_path(struct paths *paths, const char *path, size_t length, struct error *error)
{
    char *copy = strndup(path, length);
    if (!copy ||
        array_room(&paths->items, &paths->capacity, paths->count, sizeof *paths->items) < 0) {
        free(copy);
        return error_memory(error);
    }
    paths->items[paths->count++] = copy;
    return 0;
}

/* All files below the folder `root`, the manifest left out. `prefix` is "" or ends with a slash. */
static int list_files(const char *root, const char *prefix, struct paths *paths,
                      struct error *error)
{
    struct text name = {0};
    text_format(&name, "%s/%s", root, prefix);
    DIR *folder = name.failed ? NULL : opendir(name.bytes);
    int status = 0;
    if (!folder)
        status = name.failed ? error_memory(error) : error_errno(error, name.bytes, "cannot open");
    struct dirent *entry;
    while (status == 0 && (entry = readdir(folder))) {
        struct stat kind;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        bool folder_entry =
            fstatat(dirfd(folder), entry->d_name, &kind, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISDIR(kind.st_mode);
        text_clear(&name);
        text_format(&name, "%s%s%s", prefix, entry->d_name, folder_entry ? "/" : "");
        if (name.failed)
            status = error_memory(error);
        else if (folder_entry)
            status = list_files(root, name.bytes, paths, error);
        else if (strcmp(name.bytes, MANIFEST_FILE) != 0)
            status = add_path(paths, name.bytes, name.length, error);
    }
    if (folder)
        closedir(folder);
    text_free(&name);
    if (paths->count)
        qsort(paths->items, paths->count, sizeof *paths->items, by_name);
    return status;
}

static int read_manifest(const char *root, struct paths *paths, struct error *error)
{
    struct text path = {0}, lines = {0};
    text_format(&path, "%s/" MANIFEST_FILE, root);
    int status = path.failed ? error_memory(error) : 0;
    if (status == 0 && access(path.bytes, F_OK) == 0)
        status = text_read_file(&lines, path.bytes, error);
    for (char *line = lines.bytes; status == 0 && line && *line;) {
        size_t length = strcspn(line, "\n");
        status = add_path(paths, line, length, error);
        line += length + (line[length] == '\n');
    }
    text_free(&path);
    text_free(&lines);
    return status;
}

int manifest_write(const char *root, struct error *error)
{
    struct paths paths = {0};
    struct text path = {0}, lines = {0};
    int status = list_files(root, "", &paths, error);
    text_format(&path, "%s/" MANIFEST_FILE, root);
    for (size_t i = 0; i < paths.count; i++)
        text_format(&lines, "%s\n", paths.items[i]);
    if (status == 0)
        status = path.failed ? error_memory(error) : text_write_file(&lines, path.bytes, error);
    text_free(&path);
    text_free(&lines);
    free_paths(&paths);
    return status;
}

int manifest_check(const char *path, const char *marker, struct error *error)
{
    struct paths there = {0}, ours = {0};
    struct stat kind;
    if (stat(path, &kind) < 0 && errno == ENOENT)
        return 0;
    int status = list_files(path, "", &there, error);
    if (status == 0)
        status = read_manifest(path, &ours, error);
    bool marked = false;
    for (size_t i = 0; i < there.count && status == 0; i++)
        marked = marked || strcmp(there.items[i], marker) == 0;
    if (status == 0 && there.count && !marked)
        status =
            error_at(error, path, 0, 0,
                     "is neither empty nor an earlier output (no %s in it); left alone", marker);
    for (size_t i = 0; i < there.count && status == 0; i++)
        if (!ours.count ||
            !bsearch(&there.items[i], ours.items, ours.count, sizeof *ours.items, by_name))
            status = error_at(error, path, 0, 0,
                              "holds %s, which no earlier output left there; left alone",
                              there.items[i]);
    free_paths(&there);
    free_paths(&ours);
    return status;
}

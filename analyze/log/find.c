#include "find.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/directory.h"

/* Directories still to be read, relative to the argument, "" being the argument itself. A list in
 * place of recursion: a hostile tree may be deeper than the stack. */
struct walk {
    struct arena *arena;
    struct log_files *files;
    struct error *error;
    const char *root, *real_root;
    const char **pending;
    size_t count, capacity;
};

static const char *join(struct arena *arena, const char *folder, const char *name)
{
    size_t length = strlen(folder), name_length = strlen(name);
    if (length == 0 || name_length == 0)
        return length ? folder : name_length ? arena_copy(arena, name, name_length) : "";
    bool slash = folder[length - 1] != '/';
    char *path = arena_alloc(arena, length + slash + name_length + 1);
    if (!path)
        return NULL;
    memcpy(path, folder, length);
    if (slash)
        path[length] = '/';
    memcpy(path + length + slash, name, name_length);
    return path;
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), ending_length = strlen(ending);
    return length > ending_length && strcmp(name + length - ending_length, ending) == 0;
}

static bool is_log_name(const char *name)
{
    return ends_with(name, ".csv") || ends_with(name, ".csv.gz") || ends_with(name, ".csv.zst");
}

static bool holds(int directory, const char *name)
{
    struct stat status;
    return fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

static int add_file(struct walk *walk, const char *relative, const char *trouble, bool link)
{
    struct log_file file = {.name = relative,
                            .path = join(walk->arena, walk->root, relative),
                            .real = join(walk->arena, walk->real_root, relative),
                            .trouble = trouble,
                            .link = link};
    struct log_files *files = walk->files;
    if (!file.path || !file.real ||
        array_room(&files->items, &files->capacity, files->count, sizeof *files->items) < 0)
        return error_memory(walk->error);
    files->items[files->count++] = file;
    return 0;
}

static int add_pending(struct walk *walk, const char *relative)
{
    if (array_room(&walk->pending, &walk->capacity, walk->count, sizeof *walk->pending) < 0)
        return error_memory(walk->error);
    walk->pending[walk->count++] = relative;
    return 0;
}

static unsigned char entry_type(int directory, const struct dirent *entry)
{
    struct stat status;
    if (entry->d_type != DT_UNKNOWN)
        return entry->d_type;
    if (fstatat(directory, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) < 0)
        return DT_UNKNOWN;
    return S_ISDIR(status.st_mode)   ? DT_DIR
           : S_ISREG(status.st_mode) ? DT_REG
           : S_ISLNK(status.st_mode) ? DT_LNK
                                     : DT_FIFO;
}

static int take_entry(struct walk *walk, int directory, const char *folder,
                      const struct dirent *entry)
{
    unsigned char type = entry_type(directory, entry);
    bool is_log = is_log_name(entry->d_name);
    if (entry->d_name[0] == '.' || (type != DT_DIR && type != DT_LNK && !is_log))
        return 0;
    if (type == DT_LNK) {
        struct stat status;
        bool folder_link =
            fstatat(directory, entry->d_name, &status, 0) == 0 && S_ISDIR(status.st_mode);
        if (!is_log && !folder_link)
            return 0;
    }
    const char *relative = join(walk->arena, folder, entry->d_name);
    if (!relative)
        return error_memory(walk->error);
    if (type == DT_DIR)
        return add_pending(walk, relative);
    if (type == DT_LNK)
        return add_file(walk, relative, "symbolic link, not followed", true);
    return add_file(walk, relative, type == DT_REG ? NULL : "not a regular file", false);
}

static int read_folder(struct walk *walk, const char *folder)
{
    bool top = folder[0] == '\0';
    const char *path = join(walk->arena, walk->root, folder);
    if (!path)
        return error_memory(walk->error);
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (top ? 0 : O_NOFOLLOW);
    int directory = open(path, flags);
    DIR *stream = directory < 0 ? NULL : fdopendir(directory);
    if (!stream) {
        if (directory >= 0)
            close(directory);
        return top ? error_errno(walk->error, path, "cannot open")
                   : add_file(walk, folder, "cannot be opened", false);
    }
    int status = 0;
    if (holds(directory, DIRECTORY_RESULTS) || holds(directory, DIRECTORY_REPORT)) {
        if (top)
            status =
                error_at(walk->error, path, 0, 0, "a directory of results or reports, not of logs");
        goto out;
    }
    const struct dirent *entry;
    while (status == 0 && (errno = 0, entry = readdir(stream)))
        status = take_entry(walk, directory, folder, entry);
    if (status == 0 && errno)
        status = error_errno(walk->error, path, "cannot read");
out:
    closedir(stream);
    return status;
}

static int take_argument(struct walk *walk, const char *argument)
{
    struct stat status;
    walk->root = argument;
    if (stat(argument, &status) < 0)
        return error_errno(walk->error, argument, "cannot open");
    if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode))
        return error_at(walk->error, argument, 0, 0, "cannot open: not a file or directory");
    char *real = realpath(argument, NULL);
    if (!real)
        return error_errno(walk->error, argument, "cannot open");
    walk->real_root = arena_copy(walk->arena, real, strlen(real));
    free(real);
    if (!walk->real_root)
        return error_memory(walk->error);

    if (S_ISREG(status.st_mode)) {
        if (add_file(walk, "", NULL, false) < 0)
            return -1;
        struct log_file *file = &walk->files->items[walk->files->count - 1];
        const char *slash = strrchr(argument, '/');
        file->name = slash ? slash + 1 : argument;
        file->argument = true;
        return 0;
    }
    if (add_pending(walk, "") < 0)
        return -1;
    while (walk->count)
        if (read_folder(walk, walk->pending[--walk->count]) < 0)
            return -1;
    return 0;
}

int find_logs(struct arena *arena, char *const *arguments, size_t argument_count,
              struct log_files *files, struct error *error)
{
    struct walk walk = {.arena = arena, .files = files, .error = error};
    int status = 0;
    for (size_t i = 0; i < argument_count && status == 0; i++)
        status = take_argument(&walk, arguments[i]);
    if (status == 0)
        status = log_files_name(arena, files, error);
    free(walk.pending);
    return status;
}

void log_files_free(struct log_files *files)
{
    free(files->items);
    *files = (struct log_files){0};
}

#include "directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "manifest.h"

/* Between the target's name and six characters of mkdtemp(): no name that anybody else would give.
 */
#define WORK ".pagewalk-work-"

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status, (void)type, (void)walk;
    return remove(path);
}

static int remove_tree(const char *path)
{
    return nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* The folder a path names, links followed; malloc'ed. NULL with the error set. */
static char *resolve(const char *target, struct error *error)
{
    size_t length = strlen(target);
    while (length > 1 && target[length - 1] == '/')
        length--;
    char *name = strndup(target, length), *real = NULL;
    struct stat kind;
    if (!name)
        error_memory(error);
    else if (length == 0)
        error_set(error, "the output directory has no name");
    else if (lstat(name, &kind) < 0)
        return name;
    else if (!(real = realpath(name, NULL)))
        error_errno(error, name, "cannot be used as output directory");
    free(name);
    return real;
}

static bool holds(int folder, const char *name)
{
    return faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Whether results or a report of ours are there. Folders of simulated logs have a manifest too, and
 * may well hold results. */
static bool is_output(const char *path)
{
    int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool output = folder >= 0 && holds(folder, MANIFEST_FILE) &&
                  (holds(folder, DIRECTORY_RESULTS) || holds(folder, DIRECTORY_REPORT));
    if (folder >= 0)
        close(folder);
    return output;
}

/* No output lies inside another. What cannot be looked at is told when it is used. */
static int check_above(const char *target, struct error *error)
{
    char *copy = strdup(target), *above = copy, *real = NULL;
    if (!copy)
        return error_memory(error);
    while (!real && strcmp(above, ".") != 0) {
        above = dirname(above);
        real = realpath(above, NULL);
    }
    int status = 0;
    for (char *end = real ? real + strlen(real) : NULL; end && status == 0;
         end = strrchr(real, '/')) {
        *end = '\0';
        if (is_output(*real ? real : "/"))
            status = error_at(error, target, 0, 0,
                              "lies inside %s, an earlier output: choose a folder outside", real);
    }
    free(real);
    free(copy);
    return status;
}

/* Opens and locks a work folder: its descriptor, or -1 when it is in use or cannot be had. */
static int lock_folder(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) < 0) {
        close(folder);
        return -1;
    }
    return folder;
}

/* Removes what killed programs left beside the target: work folders that nobody holds. `stem` is
 * their path without the six characters that mkdtemp() put in. */
static void remove_stale(const char *parent, const char *stem)
{
    DIR *folder = opendir(parent);
    struct dirent *entry;
    size_t length = strlen(stem);
    while (folder && (entry = readdir(folder))) {
        char *path = NULL;
        if (asprintf(&path, "%s%s", parent, entry->d_name) < 0)
            break;
        if (strncmp(path, stem, length) != 0 || strlen(path + length) != 6) {
            free(path);
            continue;
        }
        int lock = lock_folder(path);
        if (lock >= 0) {
            remove_tree(path);
            close(lock);
        }
        free(path);
    }
    if (folder)
        closedir(folder);
}

/* Makes the work folder beside the target and locks it. */
static int make_work(struct directory *directory, struct error *error)
{
    const char *slash = strrchr(directory->target, '/');
    const char *name = slash ? slash + 1 : directory->target;
    char *parent =
        slash ? strndup(directory->target, (size_t)(slash - directory->target) + 1) : strdup("./");
    char *stem = NULL;
    if (!parent || asprintf(&stem, "%s.%s" WORK, parent, name) < 0)
        stem = NULL;
    if (!stem || asprintf(&directory->work, "%sXXXXXX", stem) < 0)
        directory->work = NULL;
    if (directory->work)
        remove_stale(parent, stem);
    free(parent);
    free(stem);
    if (!directory->work)
        return error_memory(error);
    if (!mkdtemp(directory->work)) {
        error_errno(error, directory->work, "cannot create");
        free(directory->work);
        directory->work = NULL;
        return -1;
    }
    directory->lock = lock_folder(directory->work);
    /* mkdtemp makes a private folder; results are as readable as the umask says. */
    mode_t mask = umask(0);
    umask(mask);
    chmod(directory->work, 0777 & ~mask);
    return 0;
}

int directory_begin(struct directory *directory, const char *target, const char *marker,
                    struct error *error)
{
    *directory = (struct directory){.lock = -1};
    directory->target = resolve(target, error);
    if (directory->target && check_above(directory->target, error) == 0 &&
        manifest_check(directory->target, marker, error) == 0 &&
        directory_make_parents(directory->target, error) == 0 && make_work(directory, error) == 0)
        return 0;
    directory_abandon(directory);
    return -1;
}

static int replace_by_renames(struct directory *directory, struct error *error)
{
    char *aside = NULL;
    if (asprintf(&aside, "%s.old", directory->work) < 0)
        return error_memory(error);
    int status = 0;
    bool moved = rename(directory->target, aside) == 0;
    if (!moved && errno != ENOENT)
        status = error_errno(error, directory->target, "cannot be renamed aside");
    else if (rename(directory->work, directory->target) < 0) {
        status = error_errno(error, directory->target, "cannot be put in place");
        if (moved)
            rename(aside, directory->target);
    } else if (moved)
        remove_tree(aside);
    free(aside);
    return status;
}

int directory_commit(struct directory *directory, struct error *error)
{
    int status = manifest_write(directory->work, error);
    if (status < 0)
        ;
    else if (rename(directory->work, directory->target) == 0)
        ; /* nothing there yet, or an empty folder: rename is the whole exchange */
    else if (renameat2(AT_FDCWD, directory->work, AT_FDCWD, directory->target, RENAME_EXCHANGE) ==
             0)
        remove_tree(directory->work); /* now holds what was there before */
    else
        status = replace_by_renames(directory, error);
    if (status == 0) {
        free(directory->work);
        directory->work = NULL;
    }
    directory_abandon(directory);
    return status;
}

void directory_abandon(struct directory *directory)
{
    if (directory->work)
        remove_tree(directory->work);
    free(directory->work);
    free(directory->target);
    if (directory->lock >= 0)
        close(directory->lock);
    *directory = (struct directory){.lock = -1};
}

int directory_make_parents(const char *path, struct error *error)
{
    char *copy = strdup(path);
    if (!copy)
        return error_memory(error);
    int status = 0;
    for (char *slash = strchr(copy + 1, '/'); slash && status == 0;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(copy, 0777) < 0 && errno != EEXIST)
            status = error_errno(error, copy, "cannot create");
        *slash = '/';
    }
    free(copy);
    return status;
}

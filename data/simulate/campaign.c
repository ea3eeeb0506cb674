#include "campaign.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "../../analyze/base/directory.h"
#include "run_log.h"

#define LEVEL 19

/* directory_begin() replaces an earlier output that holds a marker. Logs are raw data and never
 * replaced, so no name can be the marker: directory_begin() does not see this one. */
#define NO_MARKER "."

static int check_empty(const char *path, struct error *error)
{
    DIR *folder = opendir(path);
    if (!folder)
        return errno == ENOENT ? 0 : error_errno(error, path, "cannot be used as log directory");
    int status = 0;
    struct dirent *entry;
    while (status == 0 && (entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            status = error_at(error, path, 0, 0, "is not empty; logs are never overwritten");
    closedir(folder);
    return status;
}

static int compress(struct text *packed, const struct text *plain, struct error *error)
{
    size_t bound = ZSTD_compressBound(plain->length), size = 0;
    void *bytes = malloc(bound);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    int status = bytes && context ? 0 : error_memory(error);
    if (status == 0) {
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
        size = ZSTD_compress2(context, bytes, bound, plain->bytes, plain->length);
        if (ZSTD_isError(size))
            status = error_set(error, "cannot compress: %s", ZSTD_getErrorName(size));
    }
    if (status == 0)
        text_add_bytes(packed, bytes, size);
    ZSTD_freeCCtx(context);
    free(bytes);
    return status;
}

static int write_run(const struct plan *plan, const struct plan_run *run, const char *folder,
                     bool compressed, struct error *error)
{
    struct text plain = {0}, packed = {0};
    char *path = NULL;
    int status = run_log_write(&plain, plan, run, error);
    if (status < 0)
        goto out;
    if (asprintf(&path, "%s/%s.csv%s", folder, run->name, compressed ? ".zst" : "") < 0) {
        path = NULL;
        status = error_memory(error);
        goto out;
    }
    if (compressed)
        status = compress(&packed, &plain, error);
    if (status == 0)
        status = text_write_file(compressed ? &packed : &plain, path, error);
out:
    free(path);
    text_free(&plain);
    text_free(&packed);
    return status;
}

int campaign_write(const struct plan *plan, const char *folder, bool compressed,
                   struct error *error)
{
    struct directory directory;
    if (check_empty(folder, error) < 0 || directory_begin(&directory, folder, NO_MARKER, error) < 0)
        return -1;
    for (size_t i = 0; i < plan->run_count; i++)
        if (write_run(plan, &plan->runs[i], directory.work, compressed, error) < 0) {
            directory_abandon(&directory);
            return -1;
        }
    return directory_commit(&directory, error);
}

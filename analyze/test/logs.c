#include "logs.h"

#include <errno.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>
#include <zlib.h>
#include <zstd.h>

#include "../log/log.h"

static char folder[64];

int logs_setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/pagewalk-log-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status, (void)type, (void)walk;
    return remove(path);
}

int logs_teardown(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *logs_path(const char *name)
{
    static char paths[8][512];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s%s%s", folder, *name ? "/" : "", name);
    return path;
}

void logs_folder(const char *name)
{
    assert_true(mkdir(logs_path(name), 0777) == 0 || errno == EEXIST);
}

void logs_write_bytes(const char *name, const void *bytes, size_t length)
{
    FILE *file = fopen(logs_path(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

void logs_write(const char *name, const char *text)
{
    logs_write_bytes(name, text, strlen(text));
}

void logs_gzip(struct text *out, const char *text)
{
    z_stream stream = {0};
    size_t length = strlen(text), size = length + 1024;
    unsigned char *packed = malloc(size), *copy = (unsigned char *)strdup(text);
    assert_non_null(packed);
    assert_non_null(copy);
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = copy;
    stream.avail_in = (uInt)length;
    stream.next_out = packed;
    stream.avail_out = (uInt)size;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    text_add_bytes(out, packed, stream.total_out);
    deflateEnd(&stream);
    free(packed);
    free(copy);
}

void logs_zstd(struct text *out, const char *text)
{
    size_t length = strlen(text), size = ZSTD_compressBound(length);
    char *packed = malloc(size);
    assert_non_null(packed);
    length = ZSTD_compress(packed, size, text, length, 3);
    assert_false(ZSTD_isError(length));
    text_add_bytes(out, packed, length);
    free(packed);
}

int logs_read(struct campaign *campaign, struct error *error, const char *const *names)
{
    return logs_read_factor(campaign, error, names, NULL);
}

int logs_read_factor(struct campaign *campaign, struct error *error, const char *const *names,
                     const char *factor)
{
    char *paths[8] = {0};
    size_t count = 0;
    for (; names[count]; count++) {
        assert_true(count < 8);
        paths[count] = strdup(logs_path(names[count]));
    }
    *error = (struct error){0};
    assert_int_equal(campaign_init(campaign, error), 0);
    int status = log_read(campaign, paths, count, &factor, factor != NULL, error);
    assert_int_equal(status < 0, error->set);
    /* Inputs keep the argument's path, which is never looked at after reading. */
    for (size_t i = 0; i < count; i++)
        free(paths[i]);
    return status;
}

void logs_read_one(struct campaign *campaign, const char *name)
{
    struct error error;
    const char *const names[] = {name, NULL};
    if (logs_read(campaign, &error, names) < 0)
        fail_msg("%s:%ld: %s", error.file, error.line, error.message);
}

uint64_t logs_count(const struct campaign *campaign, const char *level, enum outcome outcome,
                    const char *reason)
{
    uint64_t count = 0;
    for (size_t i = 0; i < campaign->account_count; i++) {
        const struct account *account = &campaign->accounts[i];
        if (strcmp(account->level, level) == 0 && account->outcome == outcome &&
            strcmp(account->reason, reason) == 0)
            count += account->count;
    }
    return count;
}

uint64_t logs_total(const struct campaign *campaign, const char *level)
{
    uint64_t count = 0;
    for (size_t i = 0; i < campaign->account_count; i++)
        if (strcmp(campaign->accounts[i].level, level) == 0)
            count += campaign->accounts[i].count;
    return count;
}

void assert_problem(const struct campaign *campaign, const char *file, long line,
                    const char *reason, const char *text)
{
    int found = 0;
    for (size_t i = 0; i < campaign->problem_count; i++) {
        const struct problem *problem = &campaign->problems[i];
        found += strcmp(problem->file, file) == 0 && problem->line == line &&
                 strcmp(problem->reason, reason) == 0 &&
                 (!text || strcmp(problem->text, text) == 0);
    }
    if (found == 1)
        return;
    for (size_t i = 0; i < campaign->problem_count; i++)
        print_message("%s:%ld: %s: [%s]\n", campaign->problems[i].file, campaign->problems[i].line,
                      campaign->problems[i].reason, campaign->problems[i].text);
    fail_msg("%d times: %s:%ld: %s: [%s]", found, file, line, reason, text ? text : "");
}

void assert_only_file(const struct campaign *campaign, enum outcome outcome, const char *reason)
{
    for (size_t i = 0; i < campaign->account_count; i++)
        if (strcmp(campaign->accounts[i].level, "file") == 0)
            assert_string_equal(campaign->accounts[i].reason, reason);
    assert_int_equal(logs_count(campaign, "file", outcome, reason), 1);
    assert_int_equal(logs_total(campaign, "file"), 1);
}

void logs_dump(const struct campaign *campaign, struct text *out)
{
    for (size_t i = 0; i < campaign->input_count; i++) {
        text_format(out, "%s %llu ", campaign->inputs[i].name,
                    (unsigned long long)campaign->inputs[i].bytes);
        for (int j = 0; j < 16; j++)
            text_format(out, "%02x", campaign->inputs[i].digest[j]);
        text_add(out, "\n");
    }
    for (size_t i = 0; i < campaign->account_count; i++)
        text_format(out, "%s %d %s %llu\n", campaign->accounts[i].level,
                    (int)campaign->accounts[i].outcome, campaign->accounts[i].reason,
                    (unsigned long long)campaign->accounts[i].count);
    for (size_t i = 0; i < campaign->problem_count; i++)
        text_format(out, "%s:%ld: %s: %s\n", campaign->problems[i].file, campaign->problems[i].line,
                    campaign->problems[i].reason, campaign->problems[i].text);
    for (size_t i = 0; i < campaign->run_count; i++) {
        const struct run *run = &campaign->runs[i];
        text_format(out, "run %s %s %s %lld %s", run->machine, run->name, run->side,
                    (long long)run->pair, run->file);
        for (size_t j = 0; j < run->preamble_count; j++)
            text_format(out, " %s=%s", run->preamble[j].key, run->preamble[j].value);
        text_add(out, "\n");
    }
    for (size_t i = 0; i < campaign->measurement_count; i++) {
        const struct measurement *measurement = &campaign->measurements[i];
        text_format(out, "%s %llu %s:%ld-%ld", measurement->run,
                    (unsigned long long)measurement->seq, measurement->file,
                    measurement->first_line, measurement->last_line);
        for (size_t j = 0; j < campaign->factors.count; j++)
            text_format(out, " %s=%s/%llu", campaign->factors.names[j],
                        measurement->levels[j].text ? measurement->levels[j].text : "",
                        (unsigned long long)measurement->levels[j].bytes);
        for (size_t j = 0; j < measurement->chunk_count; j++)
            text_format(out, " %a", measurement->chunks[j].elapsed_ns);
        text_add(out, "\n");
    }
    assert_false(out->failed);
}

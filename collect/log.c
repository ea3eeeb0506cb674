#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "text.h"

/* Readers keep lines whose key and value have 4096 bytes together. */
#define VALUE_BYTES 4000

static int failed(const struct log *log, const char *what, struct problem *problem)
{
    return problem_set(problem, "%s: cannot %s: %s", log->path, what, strerror(errno));
}

static int block_begin(struct log *log, struct problem *problem)
{
    if (log->block)
        return 0;
    log->block = open_memstream(&log->bytes, &log->length);
    return log->block ? 0 : problem_set(problem, "out of memory");
}

/*
 * Creates the file or opens what is there, and locks it. Of two collectors one creates it and the
 * other finds it, so the size alone would let both begin an empty file; the lock goes to one. Where
 * the file system has no locks, only a file that we created ourselves is safe to write to.
 */
static int open_locked(struct log *log, const char *path, struct problem *problem)
{
    bool created = true;
    log->file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (log->file < 0 && errno == EEXIST) {
        created = false;
        log->file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    }
    if (log->file < 0)
        return failed(log, "open", problem);
    log->ours = true;
    struct stat status;
    if (fstat(log->file, &status) < 0)
        return failed(log, "open", problem);
    if (!S_ISREG(status.st_mode))
        return 0;
    if (flock(log->file, LOCK_EX | LOCK_NB) < 0) {
        if (errno == EWOULDBLOCK)
            return problem_set(problem, "%s: another run is writing it: choose another name", path);
        if (!created)
            return failed(log, "lock", problem);
    }
    /* Asked again under the lock: whoever had it may have written. */
    if (fstat(log->file, &status) < 0)
        return failed(log, "open", problem);
    if (status.st_size > 0)
        return problem_set(problem,
                           "%s: there already, and a log is never overwritten: choose another name",
                           path);
    return 0;
}

int log_open(struct log *log, const char *path, struct problem *problem)
{
    *log = (struct log){.path = path ? path : "standard output", .file = STDOUT_FILENO};
    if ((!path || open_locked(log, path, problem) == 0) && block_begin(log, problem) == 0)
        return 0;
    if (log->ours)
        close(log->file);
    log->file = -1;
    log->ours = false;
    return -1;
}

/* Takes the last `bytes` off a file of ours. That may fail too, and changes nothing then: the
 * problem is told anyway. */
static void cut_back(const struct log *log, size_t bytes)
{
    struct stat file;
    if (bytes && log->ours && fstat(log->file, &file) == 0 && S_ISREG(file.st_mode) &&
        file.st_size >= (off_t)bytes && ftruncate(log->file, file.st_size - (off_t)bytes) < 0)
        return;
}

/* Sends the block whole. What a full disk took of it is cut off again, so that the file ends with
 * the last whole block. */
static int block_write(struct log *log, struct problem *problem)
{
    int status = -1;
    size_t done = 0;
    bool lost = ferror(log->block) != 0;
    lost = fclose(log->block) != 0 || lost;
    log->block = NULL;
    if (lost) {
        problem_set(problem, "out of memory");
        goto out;
    }
    while (done < log->length) {
        ssize_t count = write(log->file, log->bytes + done, log->length - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            failed(log, "write", problem);
            cut_back(log, done);
            goto out;
        }
        done += (size_t)count;
    }
    status = 0;
out:
    free(log->bytes);
    log->bytes = NULL;
    log->length = 0;
    return status;
}

void log_key(struct log *log, enum key key, const char *format, ...)
{
    static const char cut[] = "...";
    char value[VALUE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof value)
        memcpy(value + sizeof value - sizeof cut, cut, sizeof cut);
    text_clean(value);
    fprintf(log->block, "# %s: %s\n", names_key(key), value);
}

void log_setting(struct log *log, const char *name, const char *value)
{
    fprintf(log->block, "# %s: %s\n", name, value);
}

int log_header(struct log *log, struct problem *problem)
{
    for (size_t i = 0; names_column(i); i++)
        fprintf(log->block, "%s%s", i ? "," : "", names_column(i));
    putc('\n', log->block);
    return block_write(log, problem);
}

static void put_text(FILE *out, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

/* "," and the number, or only "," when it is not known. */
static void put_known(FILE *out, int64_t number)
{
    if (number < 0)
        putc(',', out);
    else
        fprintf(out, ",%" PRId64, number);
}

static void put_cell(struct log *log, const struct log_run *run, uint64_t round,
                     const struct cell *cell)
{
    FILE *out = log->block;
    put_text(out, run->run);
    putc(',', out);
    put_text(out, run->side);
    putc(',', out);
    if (run->pair_given)
        fprintf(out, "%" PRIu64, run->pair);
    fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",",
            round, log->measurements, cell->workload.name, page_kind_name(cell->page.kind),
            cell->page.bytes, cell->line_bytes, cell->span_bytes, cell->stride_bytes);
    log->rows++;
}

static void put_chunk(FILE *out, const struct chunk *chunk)
{
    static const char *const phases[] = {"populate", "link", "loop"};
    fprintf(out, "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64, phases[chunk->phase], chunk->number,
            chunk->loads, chunk->elapsed_ns);
    if (chunk->clock_before_ns)
        fprintf(out, ",%d,%" PRIu64 ",%" PRIu64, CLOCK_ADDS, chunk->clock_before_ns,
                chunk->clock_after_ns);
    else
        fputs(",,,", out);
    fprintf(out, ",%" PRIu64, chunk->start_ns);
    put_known(out, chunk->cpu_before);
    put_known(out, chunk->cpu_after);
    put_known(out, chunk->faults);
    put_known(out, chunk->switches);
    put_known(out, chunk->steal_ns);
    fputs(",\n", out);
}

int log_measurement(struct log *log, const struct log_run *run, uint64_t round,
                    const struct cell *cell, const struct measurement *measurement, bool skipped,
                    struct problem *problem)
{
    if (block_begin(log, problem) < 0)
        return -1;
    log->measurements++;
    if (skipped) {
        put_cell(log, run, round, cell);
        fputs("skipped,,,,,,,,,,,,,", log->block);
        put_text(log->block, measurement->problem.text);
        putc('\n', log->block);
    } else {
        for (size_t i = 0; i < measurement->count; i++) {
            put_cell(log, run, round, cell);
            put_chunk(log->block, &measurement->chunks[i]);
        }
    }
    return block_write(log, problem);
}

int log_end(struct log *log, const char *signal, struct problem *problem)
{
    if (block_begin(log, problem) < 0)
        return -1;
    if (signal)
        log_key(log, KEY_STOPPED, "%s", signal);
    log_key(log, KEY_END, "rows=%" PRIu64, log->rows);
    return block_write(log, problem);
}

int log_close(struct log *log, struct problem *problem)
{
    if (log->block)
        fclose(log->block);
    free(log->bytes);
    int status = log->ours ? close(log->file) : 0;
    int result = status < 0 ? failed(log, "close", problem) : 0;
    *log = (struct log){.file = -1};
    return result;
}

#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"

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

int log_open(struct log *log, const char *path, struct problem *problem)
{
    struct stat status;
    *log = (struct log){.path = path ? path : "standard output", .file = STDOUT_FILENO};
    if (path) {
        log->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (log->file < 0)
            return failed(log, "open", problem);
        log->ours = true;
        if (fstat(log->file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
            problem_set(problem,
                        "%s: there already, and a log is never overwritten: choose another name",
                        path);
            goto out;
        }
    }
    if (block_begin(log, problem) == 0)
        return 0;
out:
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

void log_key(struct log *log, const char *key, const char *format, ...)
{
    char value[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    /* The kernel's texts end up here: a key is one line whatever they hold. */
    for (char *at = value; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127)
            *at = ' ';
    fprintf(log->block, "# %s: %s\n", key, value);
}

int log_header(struct log *log, struct problem *problem)
{
    fputs(
        "run,side,pair,round,seq,workload,page_kind,page_bytes,line_bytes,span_bytes,"
        "stride_bytes,phase,chunk,loads,elapsed_ns,clock_adds,clock_before_ns,clock_after_ns,"
        "start_ns,cpu_before,cpu_after,faults,switches,steal_ns,note\n",
        log->block);
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
        fprintf(log->block, "# stopped: %s\n", signal);
    fprintf(log->block, "# end: rows=%" PRIu64 "\n", log->rows);
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

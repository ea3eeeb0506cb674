/*
 * Log files written for one test, and what reading them must have given.
 *
 * Every test gets an empty folder (logs_setup, logs_teardown); names are relative to it. Helpers
 * fail the test themselves when they cannot do their work.
 */
#ifndef PAGEWALK_TEST_LOGS_H
#define PAGEWALK_TEST_LOGS_H

#include "../base/text.h"
#include "../model.h"

/* The needed columns, and a sound row for them. */
#define HEADER "run,side,seq,workload,page_bytes,span_bytes,stride_bytes,chunk,loads,elapsed_ns\n"
#define ROW(run, seq, chunk) run ",guest," seq ",chase,4096,1048576,128," chunk ",1000,5000\n"
#define END(rows) "# end: rows=" rows "\n"

int logs_setup(void **state);
int logs_teardown(void **state);

/* Absolute path; good for the next few calls. */
const char *logs_path(const char *name);

void logs_folder(const char *name);
void logs_write(const char *name, const char *text);
void logs_write_bytes(const char *name, const void *bytes, size_t length);

/* Appends one gzip member or one zstd frame with the text to `out`. */
void logs_gzip(struct text *out, const char *text);
void logs_zstd(struct text *out, const char *text);

/* Reads the names (NULL at the end) into a new campaign: log_read()'s result. */
int logs_read(struct campaign *campaign, struct error *error, const char *const *names);

/* The same with one --factor. */
int logs_read_factor(struct campaign *campaign, struct error *error, const char *const *names,
                     const char *factor);

/* The same with one name, and it must succeed. */
void logs_read_one(struct campaign *campaign, const char *name);

uint64_t logs_count(const struct campaign *campaign, const char *level, enum outcome outcome,
                    const char *reason);

/* All outcomes and reasons of a level together. */
uint64_t logs_total(const struct campaign *campaign, const char *level);

/* Exactly one such problem is listed; `text` NULL is any. */
void assert_problem(const struct campaign *campaign, const char *file, long line,
                    const char *reason, const char *text);

/* The file was used under that reason, and it is the only one. */
void assert_only_file(const struct campaign *campaign, enum outcome outcome, const char *reason);

/* Everything log_read() gives but paths, as text. */
void logs_dump(const struct campaign *campaign, struct text *out);

#endif

/*
 * One error, owned by the caller and handed down to every function that can fail.
 *
 * The first cause wins: once an error is set, later calls leave it alone, so the innermost function
 * names the cause and everyone above only passes -1 on. Functions that take a `struct error *`
 * return 0 (or a pointer), and -1 (or NULL) with the error set.
 *
 *     struct error error = {0};
 *     if (text_read_file(&text, path, &error) < 0)
 *         error_print(&error, "pagewalk-analyze"); // "a.csv: cannot open: No such file ..."
 */
#ifndef PAGEWALK_ERROR_H
#define PAGEWALK_ERROR_H

#include <stdbool.h>

struct error {
    bool set;
    char file[1024];    /* input the message is about; "" where there is none */
    long line;          /* from 1; 0 where there is none */
    long column;        /* in bytes from 1; 0 where there is none */
    char message[1024]; /* one line, no final full stop, no file name */
};

/* Sets the error with its place; `file` may be NULL, `line` and `column` 0. Always returns -1. */
int error_at(struct error *error, const char *file, long line, long column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Sets the error without a place. Always returns -1. */
int error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "ACTION: strerror(errno)" about `file`. Always returns -1. */
int error_errno(struct error *error, const char *file, const char *action);

/* "out of memory". Always returns -1. */
int error_memory(struct error *error);

/* Writes "file:line:column: message" (as much of the place as is known) to standard error, or
 * "program: message" where there is no file. */
void error_print(const struct error *error, const char *program);

#endif

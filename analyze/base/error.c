#include "error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int set_from_list(struct error *error, const char *file, long line, long column,
                         const char *format, va_list arguments)
{
    if (error->set)
        return -1;
    error->set = true;
    snprintf(error->file, sizeof error->file, "%s", file ? file : "");
    error->line = line;
    error->column = column;
    vsnprintf(error->message, sizeof error->message, format, arguments);
    return -1;
}

int error_at(struct error *error, const char *file, long line, long column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_from_list(error, file, line, column, format, arguments);
    va_end(arguments);
    return -1;
}

int error_set(struct error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_from_list(error, NULL, 0, 0, format, arguments);
    va_end(arguments);
    return -1;
}

int error_errno(struct error *error, const char *file, const char *action)
{
    return error_at(error, file, 0, 0, "%s: %s", action, strerror(errno));
}

int error_memory(struct error *error)
{
    return error_set(error, "out of memory");
}

void error_print(const struct error *error, const char *program)
{
    if (!error->file[0])
        fprintf(stderr, "%s: ", program);
    else if (!error->line)
        fprintf(stderr, "%s: ", error->file);
    else if (!error->column)
        fprintf(stderr, "%s:%ld: ", error->file, error->line);
    else
        fprintf(stderr, "%s:%ld:%ld: ", error->file, error->line, error->column);
    fprintf(stderr, "%s\n", error->message);
}

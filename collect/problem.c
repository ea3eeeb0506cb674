#include "problem.h"

#include <stdarg.h>
#include <stdio.h>

int problem_set(struct problem *problem, const char *format, ...)
{
    if (problem->set)
        return -1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->text, sizeof problem->text, format, arguments);
    va_end(arguments);
    problem->set = true;
    return -1;
}

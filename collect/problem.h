/*
 * Why something could not be done, in a buffer that the caller owns.
 *
 * Functions that take a `struct problem *` return 0, and -1 with the problem set. The first cause
 * wins: once set, later calls leave it alone. The same text serves as the message of a usage error
 * and as the reason in a skipped row, so it is one line without a final full stop:
 *
 *     struct problem problem = {0};
 *     if (pages_map(&mapping, page, span, &problem) < 0)
 *         puts(problem.text);                 // "2 MB pool has 0 free pages of 0, needs 32: ..."
 */
#ifndef PAGEWALK_COLLECT_PROBLEM_H
#define PAGEWALK_COLLECT_PROBLEM_H

#include <stdbool.h>

struct problem {
    bool set;
    char text[768];
};

/* Sets the problem, cut to what fits; always returns -1. */
int problem_set(struct problem *problem, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

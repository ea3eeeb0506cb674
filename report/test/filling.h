/*
 * Filling small articles without blocks, for tests.
 */
#ifndef PAGEWALK_TEST_FILLING_H
#define PAGEWALK_TEST_FILLING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../article/article.h"

/* Fills the article, called a.md. NULL when it is broken. `said` then holds "line:column: message",
 * else the complaints. The caller frees both. */
char *fill(const struct results *results, const char *article, struct text *said);

/* Fails unless the binding, behind the lets and with nothing before it, prints `expected`. */
void assert_prints(const struct results *results, const char *lets, const char *binding,
                   const char *expected);

/* Fails unless filling the article says `expected`. */
void assert_fails(const struct results *results, const char *article, const char *expected);

#endif

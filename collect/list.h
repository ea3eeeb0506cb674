/*
 * Lists of sizes and counts as options give them: values and ranges, separated by commas.
 *
 *     8M,64M..1G      8M, then 64M and its doublings up to 1G
 *     4K..64K/4       quarter octaves: 4K, 4871 (rounded), 5793, 6889, 8K, ... 64K
 *
 * The values between the ends of a range in quarter octaves are rounded to the nearest multiple of
 * a unit, since a span or a stride is made of whole lines. A value named twice counts once; the
 * order is that of the text.
 */
#ifndef PAGEWALK_COLLECT_LIST_H
#define PAGEWALK_COLLECT_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "problem.h"

#define LIST_MAX 256

struct list {
    uint64_t values[LIST_MAX];
    size_t count;
};

/* Reads `text`. `option` ("--spans") begins every message. `unit` is at least 1. With `line` above
 * 0 the word "line" stands for that value. */
int list_parse(struct list *list, const char *option, const char *text, uint64_t unit,
               uint64_t line, struct problem *problem);

#endif

/*
 * Sizes in bytes as people write them: 4K, 16K, 2M, 1G are powers of 1024, a plain number is bytes.
 */
#ifndef PAGEWALK_SIZE_H
#define PAGEWALK_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIZE_TEXT_SIZE 32

/* True and *bytes set when all `length` characters are one size: digits and at most one of the
 * letters K, M, G, T (either case). 0 and what does not fit in 64 bits are not sizes. */
bool size_parse(const char *text, size_t length, uint64_t *bytes);

/* The shortest way to write a size that size_parse() reads back: 131072 is "128K", 131073 "131073".
 * Returns `text`. */
char *size_format(uint64_t bytes, char text[SIZE_TEXT_SIZE]);

/* For people: "128 KB", "1.5 GB", "200 B", in powers of 1024. Returns `text`. */
char *size_label(uint64_t bytes, char text[SIZE_TEXT_SIZE]);

#endif

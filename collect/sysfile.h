/*
 * Small files of /proc and /sys: one line, one number, one "Key: value kB" line.
 *
 * All of them may be missing (another kernel, a container, an initramfs), so every reader says
 * whether it found anything and when it did not leaves a number alone and a text alone or empty.
 */
#ifndef PAGEWALK_COLLECT_SYSFILE_H
#define PAGEWALK_COLLECT_SYSFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first line of the file without its end and without blanks at either side, cut to size - 1
 * bytes. NULs inside (device tree) end it. False, and "" in `line`, when there is none. */
bool sysfile_line(const char *path, char *line, size_t size);

/* A file that holds one decimal number. */
bool sysfile_number(const char *path, uint64_t *number);

/* The text after "KEY" and colon or tabs in the first line that begins with KEY: "model name" of
 * /proc/cpuinfo. */
bool sysfile_value(const char *path, const char *key, char *value, size_t size);

/* The number after "KEY:" times 1024 when "kB" follows: "MemAvailable" of /proc/meminfo. */
bool sysfile_bytes(const char *path, const char *key, uint64_t *bytes);

#endif

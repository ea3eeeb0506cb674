/*
 * How much memory may be taken without being killed for it.
 */
#ifndef PAGEWALK_COLLECT_MEMORY_H
#define PAGEWALK_COLLECT_MEMORY_H

#include <stdint.h>

#include "problem.h"

/* Problem when `bytes` of base or transparent huge pages, with their page tables and some room to
 * breathe, do not fit in what the system has available or in what is left of a limit of this
 * process's control groups (version 2). 0 when they fit, or nothing can be found out. */
int memory_check(uint64_t bytes, struct problem *problem);

#endif

/*
 * templates/report.md, compiled in, so that an installed program needs no folder of its own. The
 * Makefile makes the C file from the template.
 */
#ifndef PAGEWALK_TEMPLATE_H
#define PAGEWALK_TEMPLATE_H

#include <stddef.h>

extern const unsigned char template_report[];
extern const size_t template_report_length;

#endif

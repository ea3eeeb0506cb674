/*
 * pagewalk-report render: articles filled from results, with their tables and charts.
 *
 *     OUT/report.md                 each article under its own base name
 *     OUT/tables/NAME.md .html .tex .csv
 *     OUT/charts/NAME.png           or the block's file=
 *     OUT/.pagewalk-report          marks the folder as ours
 *
 * OUT appears whole or not at all. The same results and articles give the same bytes.
 */
#ifndef PAGEWALK_RENDER_H
#define PAGEWALK_RENDER_H

#include <stddef.h>

#include "article/article.h"

enum render_format {
    RENDER_MD = 1 << 0,
    RENDER_HTML = 1 << 1,
    RENDER_TEX = 1 << 2,
    RENDER_CSV = 1 << 3,
    RENDER_PNG = 1 << 4
};

struct render_options {
    const char *results;         /* the results directory */
    const char *out;             /* the folder to write */
    const char *const *articles; /* none: the built-in report */
    size_t article_count;
    unsigned formats; /* of tables and charts */
};

/* Which formats a list such as "md,png" names. Errors: an unknown one, with the nearest. */
int render_parse_formats(const char *list, unsigned *formats, struct error *error);

/* 0 also when the data lack some numbers: those stand as n/a and are listed in *complaints, which
 * the caller frees. Errors: results or articles that cannot be read or are broken, two outputs with
 * one name, an OUT that is somebody else's, anything that cannot be written. */
int render(const struct render_options *options, struct complaints *complaints,
           struct error *error);

#endif

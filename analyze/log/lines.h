/*
 * Physical lines of a stream, numbered from 1.
 *
 * A line ends with LF or CR LF, neither of which is part of it; the last one may end with the file
 * (`unterminated`). A byte order mark before a line is dropped: concatenated files have them
 * inside. A line longer than LINE_MAX_BYTES is given cut to that length, with `too_long` set, and
 * the rest of it is passed over, so that memory stays bounded whatever is read.
 *
 * A quoted field may hold line ends. lines_extend() adds the next physical line to the one in hand,
 * in one piece; when that leads nowhere lines_retreat() gives all but the first back, to be read
 * again. Bytes are good until the next call with these lines.
 */
#ifndef PAGEWALK_LINES_H
#define PAGEWALK_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/error.h"
#include "stream.h"

#define LINE_MAX_BYTES ((size_t)1024 * 1024)

struct line {
    const char *bytes;
    size_t length;
    long first, last; /* numbers of its physical lines */
    bool too_long, unterminated;
};

struct lines {
    struct stream *stream;
    char *buffer;
    size_t begin; /* of the line in hand */
    size_t next;  /* of the line after it */
    size_t end;   /* of what was read */
    bool ended;
    long number;              /* of the last physical line in hand */
    size_t first_next;        /* as `next` was before the first extension */
    struct line first_of_all; /* the line as it was then */
};

int lines_open(struct lines *lines, struct stream *stream, struct error *error);
void lines_close(struct lines *lines);

/* 1 and a line, or 0 at the end, or -1. Errors: cannot read. */
int lines_next(struct lines *lines, struct line *line, struct error *error);

/* 1 when the next physical line was added; 0, and nothing changed, when there is none or both would
 * be longer than LINE_MAX_BYTES; or -1. */
int lines_extend(struct lines *lines, struct line *line, struct error *error);

/* Back to the first physical line of `line`; the others come again from lines_next(). */
void lines_retreat(struct lines *lines, struct line *line);

#endif

/*
 * What a table or chart block asks for: its attributes, read and checked.
 *
 *     <!--# table dense rows=span columns=side,page workload=chase stride=128 caption="..." -->
 *     <!--# chart sparse x=span series=side,page stride=16K file=charts/sparse.png -->
 *
 * tables   rows= columns=       factor lists
 *          value=               of cells: median (default), quartiles, interval, q1, q3, min, max,
 *                               n, dropped
 *          delta=KIND           then value= is ns (default), percent, ratio, paired or
 *                               paired-percent
 *          from=FILE            a plain listing of a results file, or of the deltas that the
 *                               article cites (from=cited); columns= are then its columns
 *          caption=
 * charts   x= (span when absent) series= title= subtitle= file=PATH.png width= height=
 *          reference=LET label=  a horizontal line at the value of a let; may stand several times
 * both     split=FACTORS|rest   one table or chart for each combination; rest: of all other factors
 *          optional             where nothing was measured, say so instead of failing
 *          conditions           as in cells(...)
 */
#ifndef PAGEWALK_BLOCK_H
#define PAGEWALK_BLOCK_H

#include "../article/article.h"
#include "axis.h"
#include "shown.h"

#define BLOCK_REFERENCES 8

struct block_reference {
    double y;             /* NaN where the data lack it */
    struct error missing; /* then: why, and where it stands */
    const char *label;    /* the let's name where none is given */
    bool labelled;
};

struct block {
    enum piece_kind kind; /* PIECE_TABLE or PIECE_CHART */
    const char *name;
    size_t offset;             /* of the name, for messages */
    const struct frame *frame; /* cells, deltas, or the file of a listing */
    const char *delta;         /* kind of delta; NULL unless deltas are shown */
    bool listing, cited;       /* cited: of the deltas that the article cites (article/cited.h) */
    struct axis rows, columns; /* of a chart: x and series */
    const char *listed;        /* a listing's columns as written; NULL: all */
    size_t listed_offset;
    struct axis split;
    bool split_rest, optional;
    const struct shown *shown; /* what a table's places show */
    const char *caption;       /* of a chart: its title; NULL: none given */
    const char *subtitle, *file;
    unsigned width, height; /* 0: not given */
    struct block_reference references[BLOCK_REFERENCES];
    size_t reference_count;
    struct selection selection;
};

/* Errors at their place: a name that is missing or no safe file name, an attribute that is unknown
 * (with the nearest), of the other kind of block, twice, or without a proper value; a reference that is
 * no single number. Names and texts live in the article's arena. */
int block_read(struct article *article, const struct piece *piece, struct block *block,
               struct error *error);

/* True for [A-Za-z0-9._-]+ that does not begin with a dot. */
bool block_is_safe_name(const char *name);

#endif

/*
 * The factors along one side of a table or chart, and the places on it.
 *
 * An axis is a list of groups; a group is one factor, or page_kind and page_bytes together, which
 * articles call `page` and which is labelled "4 KB", "2 MB THP". A place is one combination of
 * levels that the data have. Places come in the order of their groups: sizes as numbers, pages by
 * size, then base, hugetlb, thp, other text bytewise.
 */
#ifndef PAGEWALK_AXIS_H
#define PAGEWALK_AXIS_H

#include "../article/source.h"
#include "../data/select.h"

#define AXIS_GROUPS 12
#define GROUP_COLUMNS 2

struct axis_group {
    const char *name;                   /* as written: "span", "page" */
    const char *columns[GROUP_COLUMNS]; /* full names; a page's size comes before its kind */
    size_t column_count;
};

struct axis {
    struct axis_group groups[AXIS_GROUPS];
    size_t count;
};

/* Levels of one place, GROUP_COLUMNS for each group, interned; unused ones are "". */
struct place {
    const char *levels[AXIS_GROUPS * GROUP_COLUMNS];
};

struct places {
    struct place *items; /* in the arena, in order, distinct */
    size_t count;
};

/* Reads "side,page" at the cursor (one word). Names must be factors or columns of `frame`. Errors
 * at their place: an unknown name (with the nearest), one that stands twice, more than 12. */
int axis_read(struct cursor *cursor, const struct frame *frame, struct arena *arena,
              struct axis *axis, struct error *error);

/* Adds the group that a column belongs to: page_kind and page_bytes become `page` unless one of
 * them is already there. Returns -1 when the axis is full. */
int axis_add(struct axis *axis, const char *column);

bool axis_has(const struct axis *axis, const char *column);

/* The place of one row. */
struct place axis_place(const struct axis *axis, const struct frame *frame, size_t row);

int place_compare(const struct axis *axis, const struct place *a, const struct place *b);

int axis_places(const struct axis *axis, const struct frame *frame, const struct row_list *rows,
                struct arena *arena, struct places *places, struct error *error);

/* Number of the place in `places`. */
size_t places_find(const struct axis *axis, const struct places *places, const struct place *place);

/* True when the group has more than one level over all places. */
bool group_varies(const struct axis *axis, const struct places *places, size_t group);

/*
 * How people call a level: "4 KB", "guest"; with `full` also what it is a level of where the word
 * alone does not say: "stride 16 KB", "backing thp". `places` tells whether a kind of page must be
 * named: base and hugetlb only where both have one size at an otherwise equal place.
 */
void group_label(const struct axis *axis, const struct places *places, const struct place *place,
                 size_t group, bool full, struct text *out);

/* Labels of all groups that vary, with a space between; of all groups when none does. */
void place_label(const struct axis *axis, const struct places *places, const struct place *place,
                 bool full, struct text *out);

/* Head of a column of row labels: "Span", "Page". */
void group_head(const struct axis_group *group, struct text *out);

/* "-guest-4K": the levels as a part of a file name. */
void place_file_part(const struct axis *axis, const struct place *place, struct text *out);

#endif

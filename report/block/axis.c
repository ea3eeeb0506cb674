#include "axis.h"

#include <stdlib.h>
#include <string.h>

#include "../../analyze/base/number.h"
#include "../../collect/size.h"
#include "../data/nearest.h"

static void set_group(struct axis_group *group, const char *name)
{
    *group = (struct axis_group){.name = name, .column_count = 1};
    if (strcmp(name, "page") == 0) {
        group->columns[0] = "page_bytes";
        group->columns[1] = "page_kind";
        group->column_count = 2;
    } else if (strcmp(name, "base_page") == 0) {
        group->columns[0] = "base_page_bytes";
        group->columns[1] = "base_page_kind";
        group->column_count = 2;
    } else {
        group->columns[0] = results_full_name(name);
    }
}

bool axis_has(const struct axis *axis, const char *column)
{
    for (size_t i = 0; i < axis->count; i++)
        for (size_t j = 0; j < axis->groups[i].column_count; j++)
            if (strcmp(axis->groups[i].columns[j], column) == 0)
                return true;
    return false;
}

int axis_add(struct axis *axis, const char *column)
{
    const char *name = results_short_name(column);
    bool base = strncmp(column, "base_", 5) == 0;
    const char *kind = base ? "base_page_kind" : "page_kind";
    const char *bytes = base ? "base_page_bytes" : "page_bytes";
    if ((strcmp(column, kind) == 0 || strcmp(column, bytes) == 0) && !axis_has(axis, kind) &&
        !axis_has(axis, bytes))
        name = base ? "base_page" : "page";
    if (axis->count == AXIS_GROUPS)
        return -1;
    set_group(&axis->groups[axis->count++], name);
    return 0;
}

static int check_group(const struct cursor *cursor, size_t at, const struct axis *axis,
                       const struct axis_group *group, const struct frame *frame,
                       struct error *error)
{
    for (size_t i = 0; i < group->column_count; i++) {
        if (frame_column(frame, group->columns[i]) < 0) {
            const char *names[96] = {"page", "kind", "line", "span", "stride"};
            size_t count = 5;
            char hint[128];
            for (size_t j = 0; j < frame->column_count && count < 96; j++)
                names[count++] = frame->columns[j].name;
            return source_error(cursor->source, at, error, "unknown factor %s%s", group->name,
                                nearest_hint(group->name, names, count, hint));
        }
        if (axis_has(axis, group->columns[i]))
            return source_error(cursor->source, at, error, "%s stands twice", group->name);
    }
    return 0;
}

int axis_read(struct cursor *cursor, const struct frame *frame, struct arena *arena,
              struct axis *axis, struct error *error)
{
    *axis = (struct axis){0};
    do {
        size_t at = cursor->at, length = cursor_name(cursor);
        if (!length)
            return source_error(cursor->source, at, error, "the name of a factor is missing");
        const char *name = arena_copy(arena, cursor->source->bytes + at, length);
        if (!name)
            return error_memory(error);
        if (axis->count == AXIS_GROUPS)
            return source_error(cursor->source, at, error, "more than %d factors", AXIS_GROUPS);
        struct axis_group group;
        set_group(&group, name);
        if (check_group(cursor, at, axis, &group, frame, error) < 0)
            return -1;
        axis->groups[axis->count++] = group;
        cursor->at += length;
    } while (cursor_take(cursor, ","));
    return 0;
}

struct place axis_place(const struct axis *axis, const struct frame *frame, size_t row)
{
    struct place place;
    for (size_t i = 0; i < AXIS_GROUPS * GROUP_COLUMNS; i++)
        place.levels[i] = "";
    for (size_t i = 0; i < axis->count; i++)
        for (size_t j = 0; j < axis->groups[i].column_count; j++)
            place.levels[i * GROUP_COLUMNS + j] =
                frame_text(frame, row, frame_column(frame, axis->groups[i].columns[j]));
    return place;
}

static int kind_rank(const char *kind)
{
    static const char *const kinds[] = {"base", "hugetlb", "thp"};
    for (int i = 0; i < 3; i++)
        if (strcmp(kinds[i], kind) == 0)
            return i;
    return 3;
}

static int compare_levels(const char *column, const char *a, const char *b)
{
    double x, y;
    if (number_parse(a, strlen(a), &x) && number_parse(b, strlen(b), &y) && x != y)
        return x < y ? -1 : 1;
    size_t length = strlen(column);
    if (length >= 9 && strcmp(column + length - 9, "page_kind") == 0 &&
        kind_rank(a) != kind_rank(b))
        return kind_rank(a) - kind_rank(b);
    return strcmp(a, b);
}

int place_compare(const struct axis *axis, const struct place *a, const struct place *b)
{
    for (size_t i = 0; i < axis->count; i++)
        for (size_t j = 0; j < axis->groups[i].column_count; j++) {
            size_t k = i * GROUP_COLUMNS + j;
            int order = compare_levels(axis->groups[i].columns[j], a->levels[k], b->levels[k]);
            if (order)
                return order;
        }
    return 0;
}

static int compare_items(const void *a, const void *b, void *axis)
{
    return place_compare(axis, a, b);
}

int axis_places(const struct axis *axis, const struct frame *frame, const struct row_list *rows,
                struct arena *arena, struct places *places, struct error *error)
{
    *places = (struct places){arena_alloc(arena, (rows->count + 1) * sizeof *places->items), 0};
    if (!places->items)
        return error_memory(error);
    for (size_t i = 0; i < rows->count; i++)
        places->items[i] = axis_place(axis, frame, rows->rows[i]);
    struct axis order = *axis;
    qsort_r(places->items, rows->count, sizeof *places->items, compare_items, &order);
    for (size_t i = 0; i < rows->count; i++)
        if (!places->count ||
            place_compare(axis, &places->items[places->count - 1], &places->items[i]) != 0)
            places->items[places->count++] = places->items[i];
    return 0;
}

size_t places_find(const struct axis *axis, const struct places *places, const struct place *place)
{
    size_t low = 0, high = places->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (place_compare(axis, &places->items[middle], place) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool group_varies(const struct axis *axis, const struct places *places, size_t group)
{
    for (size_t i = 1; i < places->count; i++)
        for (size_t j = 0; j < axis->groups[group].column_count; j++)
            if (strcmp(places->items[i].levels[group * GROUP_COLUMNS + j],
                       places->items[0].levels[group * GROUP_COLUMNS + j]) != 0)
                return true;
    return false;
}

/* True when another place differs from this one in the kind of page only, thp apart. */
static bool kind_is_ambiguous(const struct axis *axis, const struct places *places,
                              const struct place *place, size_t group)
{
    size_t kind = group * GROUP_COLUMNS + 1;
    for (size_t i = 0; i < places->count; i++) {
        const struct place *other = &places->items[i];
        bool equal = strcmp(other->levels[kind], "thp") != 0 &&
                     strcmp(other->levels[kind], place->levels[kind]) != 0;
        for (size_t j = 0; j < axis->count * GROUP_COLUMNS && equal; j++)
            equal = j == kind || strcmp(other->levels[j], place->levels[j]) == 0;
        if (equal)
            return true;
    }
    return false;
}

static void add_size(const char *level, struct text *out)
{
    double bytes;
    char label[SIZE_TEXT_SIZE];
    if (number_parse(level, strlen(level), &bytes) && bytes >= 1 && bytes < 0x1p63)
        text_add(out, size_label((uint64_t)bytes, label));
    else
        text_add(out, *level ? level : "none");
}

void group_label(const struct axis *axis, const struct places *places, const struct place *place,
                 size_t group, bool full, struct text *out)
{
    const struct axis_group *of = &axis->groups[group];
    const char *level = place->levels[group * GROUP_COLUMNS];
    if (of->column_count == 2) {
        const char *kind = place->levels[group * GROUP_COLUMNS + 1];
        if (full && strcmp(of->name, "base_page") == 0)
            text_add(out, "against ");
        add_size(level, out);
        if (strcmp(kind, "thp") == 0)
            text_add(out, " THP");
        else if (kind_is_ambiguous(axis, places, place, group))
            text_format(out, " %s", kind);
        return;
    }
    static const char *const plain[] = {"side",      "workload", "machine",    "phase",
                                        "page_kind", "run",      "page_bytes", "kind"};
    bool says_itself = false;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        says_itself |= strcmp(plain[i], of->columns[0]) == 0;
    if (full && !says_itself)
        text_format(out, "%s ", results_short_name(of->columns[0]));
    if (results_is_size(of->columns[0]))
        add_size(level, out);
    else
        text_add(out, *level ? level : "none");
}

void place_label(const struct axis *axis, const struct places *places, const struct place *place,
                 bool full, struct text *out)
{
    bool any = false;
    for (size_t i = 0; i < axis->count; i++)
        any |= group_varies(axis, places, i);
    const char *separator = "";
    for (size_t i = 0; i < axis->count; i++) {
        if (any && !group_varies(axis, places, i))
            continue;
        text_add(out, separator);
        group_label(axis, places, place, i, full, out);
        separator = " ";
    }
}

void group_head(const struct axis_group *group, struct text *out)
{
    size_t start = out->length;
    text_add(out, group->name);
    for (size_t i = start; i < out->length && !out->failed; i++)
        if (out->bytes[i] == '_')
            out->bytes[i] = ' ';
    if (!out->failed && out->length > start && out->bytes[start] >= 'a' && out->bytes[start] <= 'z')
        out->bytes[start] = (char)(out->bytes[start] - 'a' + 'A');
}

void place_file_part(const struct axis *axis, const struct place *place, struct text *out)
{
    for (size_t i = 0; i < axis->count; i++)
        for (size_t j = 0; j < axis->groups[i].column_count; j++) {
            const char *level = place->levels[i * GROUP_COLUMNS + j];
            text_add_char(out, '-');
            size_t start = out->length;
            if (*level)
                level_write(axis->groups[i].columns[j], level, out);
            else
                text_add(out, "none");
            for (size_t k = start; k < out->length && !out->failed; k++) {
                char c = out->bytes[k];
                bool safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                            (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
                if (!safe)
                    out->bytes[k] = '_';
            }
        }
}

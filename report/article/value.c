#include "value.h"

#include <math.h>
#include <string.h>

int value_number(struct value *value, double number, enum value_origin origin, struct arena *arena,
                 struct error *error)
{
    *value = (struct value){.kind = VALUE_NUMBERS, .origin = origin, .count = 1};
    value->entries = arena_alloc(arena, sizeof *value->entries);
    if (!value->entries)
        return error_memory(error);
    value->entries[0] = (struct entry){number, NAN, NULL};
    return 0;
}

bool value_varies(const struct value *value, size_t key)
{
    for (size_t i = 1; i < value->count; i++)
        if (strcmp(value->entries[i].levels[key], value->entries[0].levels[key]) != 0)
            return true;
    return false;
}

static bool agree(const struct value *a, size_t i, const struct value *b, size_t j,
                  const size_t *shared, size_t shared_count)
{
    for (size_t k = 0; k < shared_count; k++)
        if (strcmp(a->entries[i].levels[shared[k]], b->entries[j].levels[shared[k]]) != 0)
            return false;
    return true;
}

int value_join(const struct value *a, const struct value *b, struct arena *arena,
               struct value_pair **pairs, size_t *count, struct error *error)
{
    *pairs = NULL;
    *count = 0;
    size_t shared_count = 0;
    size_t *shared = arena_alloc(arena, (a->key_count + 1) * sizeof *shared);
    if (!shared)
        return error_memory(error);
    if (a->count > 1 && b->count > 1)
        for (size_t key = 0; key < a->key_count; key++)
            if (value_varies(a, key) && value_varies(b, key))
                shared[shared_count++] = key;
    if (a->count > 1 && b->count > 1 && !shared_count)
        return 0;
    for (int pass = 0; pass < 2; pass++) {
        size_t found = 0;
        for (size_t i = 0; i < a->count; i++)
            for (size_t j = 0; j < b->count; j++)
                if (agree(a, i, b, j, shared, shared_count)) {
                    if (pass)
                        (*pairs)[found] = (struct value_pair){i, j};
                    found++;
                }
        *count = found;
        if (!pass && !(*pairs = arena_alloc(arena, (found + 1) * sizeof **pairs)))
            return error_memory(error);
    }
    return 0;
}

const char *const *value_merge_levels(const struct value *a, size_t entry_a, const struct value *b,
                                      size_t entry_b, struct arena *arena)
{
    if (!a->key_count || !b->key_count)
        return a->key_count ? a->entries[entry_a].levels : b->entries[entry_b].levels;
    const char **levels = arena_alloc(arena, a->key_count * sizeof *levels);
    for (size_t key = 0; levels && key < a->key_count; key++) {
        const char *left = a->entries[entry_a].levels[key];
        const char *right = b->entries[entry_b].levels[key];
        if (strcmp(left, right) == 0 || value_varies(a, key))
            levels[key] = left;
        else
            levels[key] = value_varies(b, key) ? right : "";
    }
    return levels;
}

static void list_levels(const struct value *value, size_t key, struct text *out)
{
    enum { SHOWN = 4 };
    const char *shown[SHOWN];
    size_t count = 0;
    for (size_t i = 0; i < value->count; i++) {
        const char *level = value->entries[i].levels[key];
        size_t k = 0;
        while (k < count && strcmp(shown[k], level) != 0)
            k++;
        if (k < count)
            continue;
        if (count == SHOWN) {
            text_add(out, ", ...");
            return;
        }
        text_add(out, count ? ", " : "");
        level_write(value->keys[key], level, out);
        shown[count++] = level;
    }
}

void value_explain_several(const struct value *value, struct text *out)
{
    text_format(out, "%zu %ss", value->count, value->origin == ORIGIN_CELL ? "cell" : "value");
    if (value->selection.count) {
        text_add(out, " have");
        selection_write(&value->selection, out);
    }
    const char *separator = "; they differ in ";
    for (size_t key = 0; key < value->key_count; key++) {
        if (!value_varies(value, key))
            continue;
        text_format(out, "%s%s (", separator, results_short_name(value->keys[key]));
        list_levels(value, key, out);
        text_add(out, ")");
        separator = " and ";
    }
}

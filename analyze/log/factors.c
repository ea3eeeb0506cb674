#include "factors.h"

#include <stdlib.h>
#include <string.h>

#include "../../collect/reserved.h"
#include "../base/utf8.h"
#include "columns.h"

#define NAME_BYTES 64
#define FACTORS_MOST 64

static bool is_fixed(struct slice name)
{
    static const enum column fixed[FACTOR_FIXED] = {
        COLUMN_MACHINE,    COLUMN_SIDE,         COLUMN_WORKLOAD,
        COLUMN_PAGE_KIND,  COLUMN_PAGE_BYTES,   COLUMN_LINE_BYTES,
        COLUMN_SPAN_BYTES, COLUMN_STRIDE_BYTES, COLUMN_PHASE,
    };
    for (size_t i = 0; i < FACTOR_FIXED; i++)
        if (slice_is(name, column_name(fixed[i])))
            return true;
    return false;
}

const char *factor_trouble(struct slice name)
{
    if (is_fixed(name))
        return "always a factor";
    if (column_find(name) < COLUMN_COUNT)
        return "a measured column, not a factor";
    if (reserved_is(name.bytes, name.length))
        return "a name of the results, not of a factor";
    if (name.length == 0 || name.length > NAME_BYTES || !utf8_valid(name.bytes, name.length))
        return "not a name for a factor";
    for (size_t i = 0; i < name.length; i++)
        if ((unsigned char)name.bytes[i] < 0x20 || name.bytes[i] == '=' || name.bytes[i] == ';')
            return "not a name for a factor";
    return NULL;
}

int factor_find(const struct declared_factors *factors, const char *name)
{
    for (size_t i = 0; i < factors->count; i++)
        if (factors->items[i].name == name)
            return (int)i;
    return -1;
}

int factor_declare(struct declared_factors *factors, struct arena *arena, struct slice name,
                   const char **trouble, struct error *error)
{
    *trouble = factor_trouble(name);
    if (*trouble)
        return 0;
    const char *interned = arena_intern(arena, name.bytes, name.length);
    if (!interned)
        return error_memory(error);
    if (factor_find(factors, interned) >= 0)
        return 0;
    if (factors->count == FACTORS_MOST) {
        *trouble = "more than 64 declared factors";
        return 0;
    }
    if (array_room(&factors->items, &factors->capacity, factors->count, sizeof *factors->items) < 0)
        return error_memory(error);
    factors->items[factors->count++] = (struct declared_factor){.name = interned};
    factors->read_again |= numbers_has(&factors->ignored, number_of_string(interned));
    return 0;
}

int factors_declare_list(struct declared_factors *factors, struct campaign *campaign,
                         const char *list, const char *file, long line, struct error *error)
{
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, ",");
        struct slice name = slice_trimmed(at, length);
        const char *trouble = NULL;
        if (name.length && factor_declare(factors, &campaign->arena, name, &trouble, error) < 0)
            return -1;
        if (trouble &&
            campaign_problem(campaign, file, line, trouble, name.bytes, name.length, error) < 0)
            return -1;
        at += length + (at[length] == ',');
    }
    return 0;
}

int factor_ignore(struct declared_factors *factors, const char *name, struct error *error)
{
    return numbers_add(&factors->ignored, number_of_string(name)) < 0 ? error_memory(error) : 0;
}

void factors_free(struct declared_factors *factors)
{
    free(factors->items);
    numbers_free(&factors->ignored);
    *factors = (struct declared_factors){0};
}

#include "section.h"

#include <inttypes.h>
#include <string.h>

#include "../base/number.h"

#define LOG_VERSION 1

/* A needed column that has no place, or COLUMN_COUNT. */
static enum column missing_column(const int places[COLUMN_COUNT])
{
    int column = 0;
    while (column < COLUMN_COUNT && (places[column] >= 0 || !column_needed((enum column)column)))
        column++;
    return (enum column)column;
}

/* Any name twice is trouble: which of the two holds the truth is anybody's guess. Names that are
 * empty (a spreadsheet's surplus columns) are none. */
static int has_name_twice(struct arena *arena, const struct record *record, bool *twice,
                          struct error *error)
{
    struct numbers names = {0};
    int added = 1;
    for (size_t i = 0; i < record->count && added == 1; i++) {
        struct slice name = record_field(record, i);
        if (name.length == 0)
            continue;
        const char *interned = arena_intern(arena, name.bytes, name.length);
        added = interned ? numbers_add(&names, number_of_string(interned)) : -1;
    }
    numbers_free(&names);
    *twice = added == 0;
    return added < 0 ? error_memory(error) : 0;
}

static int find_trouble(struct section *section, struct arena *arena, const struct record *record,
                        struct error *error)
{
    const char *version_text = pairs_find(section->pairs, section->pair_count, "pagewalk log");
    uint64_t version;
    struct text reason = {0};
    bool twice = false;
    if (version_text && number_parse_whole(version_text, strlen(version_text), &version) &&
        version > LOG_VERSION) {
        text_format(&reason, "log version %" PRIu64 " is newer than this program", version);
    } else if (!record || columns_named(record) == 0) {
        text_add(&reason, "no header line");
    } else if (has_name_twice(arena, record, &twice, error) < 0) {
        return -1;
    } else {
        columns_place(record, section->places);
        section->field_count = record->count;
        enum column missing = missing_column(section->places);
        if (twice)
            text_add(&reason, "column name twice");
        else if (missing < COLUMN_COUNT)
            text_format(&reason, "no column %s", column_name(missing));
        else
            return 0;
    }
    section->trouble = text_keep(&reason, arena);
    return section->trouble ? 0 : error_memory(error);
}

/* Finds where each declared factor stands, and lists the columns nobody asked for. */
static int place_factors(struct section *section, struct campaign *campaign,
                         struct declared_factors *factors, const struct record *record,
                         struct numbers *listed, long line, struct error *error)
{
    struct arena *arena = &campaign->arena;
    section->factor_count = factors->count;
    section->factor_places = arena_alloc(arena, factors->count * sizeof *section->factor_places);
    section->factor_values = arena_alloc(arena, factors->count * sizeof *section->factor_values);
    if (!section->factor_places || !section->factor_values)
        return error_memory(error);
    for (size_t i = 0; i < factors->count; i++) {
        struct declared_factor *factor = &factors->items[i];
        const char *value = pairs_find(section->pairs, section->pair_count, factor->name);
        section->factor_places[i] = -1;
        section->factor_values[i] = value ? value : "";
        factor->found |= value != NULL;
    }
    for (size_t i = 0; i < record->count; i++) {
        struct slice name = record_field(record, i);
        if (name.length == 0 || column_find(name) < COLUMN_COUNT)
            continue;
        const char *interned = arena_intern(arena, name.bytes, name.length);
        if (!interned)
            return error_memory(error);
        int factor = factor_find(factors, interned);
        if (factor >= 0) {
            section->factor_places[factor] = (int)i;
            factors->items[factor].found = true;
            continue;
        }
        int added = numbers_add(listed, number_of_string(interned));
        if (added < 0)
            return error_memory(error);
        if (added && campaign_problem(campaign, section->file, line, "column ignored", name.bytes,
                                      name.length, error) < 0)
            return -1;
        if (factor_ignore(factors, interned, error) < 0)
            return -1;
    }
    return 0;
}

struct section *section_begin(struct campaign *campaign, struct declared_factors *factors,
                              struct preamble *preamble, const struct record *record,
                              struct numbers *listed, const char *file, long line,
                              struct error *error)
{
    struct section *section = arena_alloc(&campaign->arena, sizeof *section);
    if (!section) {
        error_memory(error);
        return NULL;
    }
    section->file = file;
    if (preamble_pairs(preamble, campaign, file, &section->pairs, &section->pair_count, error) <
            0 ||
        find_trouble(section, &campaign->arena, record, error) < 0)
        return NULL;
    if (!section->trouble) {
        const char *machine = pairs_find(section->pairs, section->pair_count, "machine");
        const char *names = pairs_find(section->pairs, section->pair_count, "factors");
        section->machine = machine && machine[0] ? machine : "unknown";
        if (names && factors_declare_list(factors, campaign, names, file,
                                          preamble_line(preamble, "factors"), error) < 0)
            return NULL;
        if (place_factors(section, campaign, factors, record, listed, line, error) < 0)
            return NULL;
    }
    preamble_clear(preamble);
    return section;
}

#include "block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../article/conditions.h"
#include "../data/nearest.h"

enum { OF_TABLE = 1, OF_CHART = 2, OF_BOTH = 3 };

static const struct {
    const char *name;
    int of;
} attributes[] = {
    {"rows", OF_TABLE},    {"columns", OF_TABLE},   {"value", OF_TABLE}, {"delta", OF_TABLE},
    {"from", OF_TABLE},    {"caption", OF_TABLE},   {"x", OF_CHART},     {"series", OF_CHART},
    {"title", OF_CHART},   {"subtitle", OF_CHART},  {"file", OF_CHART},  {"width", OF_CHART},
    {"height", OF_CHART},  {"reference", OF_CHART}, {"label", OF_CHART}, {"split", OF_BOTH},
    {"optional", OF_BOTH},
};
#define ATTRIBUTE_COUNT (sizeof attributes / sizeof attributes[0])

/* One word of the block: optional, key=value, or a condition. */
struct word {
    size_t start, end;
    const char *key;
    bool known; /* an attribute, not a condition */
};

struct reading {
    struct article *article;
    const struct results *results;
    struct block *block;
    struct word *words;
    size_t word_count;
    struct condition *conditions;
    size_t condition_count;
    struct error *error;
};

static int fail(struct reading *reading, size_t at, const char *what)
{
    return source_error(&reading->article->source, at, reading->error, "%s", what);
}

bool block_is_safe_name(const char *name)
{
    return *name && *name != '.' &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") ==
               strlen(name);
}

static int unknown_word(struct reading *reading, const struct word *word)
{
    enum { MOST = 96 };
    const char *names[MOST] = {"page", "kind", "line", "span", "stride"};
    size_t count = 5;
    int of = reading->block->kind == PIECE_TABLE ? OF_TABLE : OF_CHART;
    for (size_t i = 0; i < ATTRIBUTE_COUNT; i++)
        if (attributes[i].of & of)
            names[count++] = attributes[i].name;
    for (size_t i = 0; i < reading->results->factor_count && count < MOST; i++)
        names[count++] = reading->results->factors[i];
    char hint[128];
    return source_error(&reading->article->source, word->start, reading->error,
                        "unknown attribute %s%s", word->key,
                        nearest_hint(word->key, names, count, hint));
}

static int know_word(struct reading *reading, struct word *word)
{
    const struct source *source = &reading->article->source;
    struct cursor cursor = {source, word->start, word->end};
    size_t length = cursor_name(&cursor);
    word->key = arena_copy(&reading->article->arena, source->bytes + word->start, length);
    if (!word->key)
        return error_memory(reading->error);
    if (!length)
        return fail(reading, word->start, "an attribute such as rows=span is missing");
    int of = reading->block->kind == PIECE_TABLE ? OF_TABLE : OF_CHART;
    for (size_t i = 0; i < ATTRIBUTE_COUNT; i++) {
        if (strcmp(attributes[i].name, word->key) != 0)
            continue;
        if (!(attributes[i].of & of))
            return source_error(source, word->start, reading->error, "%s is an attribute of %s",
                                word->key, of == OF_TABLE ? "charts" : "tables");
        word->known = true;
    }
    bool several = strcmp(word->key, "reference") == 0 || strcmp(word->key, "label") == 0;
    for (const struct word *other = reading->words; other < word && word->known && !several;
         other++)
        if (other->known && strcmp(other->key, word->key) == 0)
            return source_error(source, word->start, reading->error, "%s stands twice", word->key);
    return 0;
}

/* Cuts the marker into words; a double quote protects spaces up to the next one. */
static int split_words(struct reading *reading, struct cursor *cursor)
{
    const char *bytes = cursor->source->bytes;
    size_t most = (cursor->end - cursor->at) / 2 + 1;
    reading->words = arena_alloc(&reading->article->arena, most * sizeof *reading->words);
    reading->conditions = arena_alloc(&reading->article->arena, most * sizeof *reading->conditions);
    if (!reading->words || !reading->conditions)
        return error_memory(reading->error);
    for (cursor_skip_space(cursor); cursor->at < cursor->end; cursor_skip_space(cursor)) {
        struct word *word = &reading->words[reading->word_count];
        word->start = cursor->at;
        bool quoted = false;
        for (; cursor->at < cursor->end && (quoted || !cursor_is_space(bytes[cursor->at]));
             cursor->at++)
            quoted ^= bytes[cursor->at] == '"';
        if (quoted)
            return fail(reading, word->start, "the quote is not closed");
        word->end = cursor->at;
        if (know_word(reading, word) < 0)
            return -1;
        reading->word_count++;
    }
    return 0;
}

/* The text after "key=", without quotes. */
static const char *word_text(struct reading *reading, const struct word *word)
{
    struct cursor cursor = {&reading->article->source, word->start + strlen(word->key), word->end};
    if (!cursor_take(&cursor, "=") || cursor.at == cursor.end) {
        fail(reading, word->start, "this attribute needs =VALUE");
        return NULL;
    }
    const char *text = value_read(&cursor, "", &reading->article->arena, reading->error);
    if (text && cursor.at < cursor.end) {
        fail(reading, cursor.at, "a space is missing after the quote");
        return NULL;
    }
    return text;
}

static int one_word_of(struct reading *reading, const struct word *word, const char *text,
                       const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], text) == 0)
            return 0;
    char hint[128];
    return source_error(&reading->article->source, word->start, reading->error, "unknown %s %s%s",
                        word->key, text, nearest_hint(text, names, count, hint));
}

/* from= and delta= say which file the other words are about, so they are read first. */
static int read_frame(struct reading *reading, const struct word *word)
{
    struct block *block = reading->block;
    bool from = strcmp(word->key, "from") == 0;
    const char *text = word_text(reading, word);
    if (!text)
        return -1;
    if (block->listing || block->delta)
        return fail(reading, word->start, "from and delta exclude each other");
    if (from) {
        const struct frame *cited = &reading->article->cited.frame;
        const char *names[RESULTS_FILES + 1];
        memcpy(names, results_file_names, sizeof results_file_names);
        names[RESULTS_FILES] = cited->name;
        if (one_word_of(reading, word, text, names, RESULTS_FILES + 1) < 0)
            return -1;
        block->cited = strcmp(text, cited->name) == 0;
        block->frame = block->cited ? cited : results_frame(reading->results, text);
        block->selection.every_phase = block->cited;
        block->listing = true;
    } else {
        if (one_word_of(reading, word, text, results_delta_kinds, RESULTS_DELTA_KINDS) < 0)
            return -1;
        block->frame = &reading->results->frames[RESULTS_DELTAS];
        block->delta = text;
    }
    return 0;
}

static int read_value(struct reading *reading, const struct word *word)
{
    const char *names[16];
    struct block *block = reading->block;
    const char *value = word_text(reading, word);
    if (!value)
        return -1;
    block->shown = shown_find(value, block->delta != NULL);
    return block->shown ? 0
                        : one_word_of(reading, word, value, names,
                                      shown_names(block->delta != NULL, names, 16));
}

static int read_axis(struct reading *reading, const struct word *word, struct axis *axis)
{
    struct cursor cursor = {&reading->article->source, word->start + strlen(word->key) + 1,
                            word->end};
    if (axis_read(&cursor, reading->block->frame, &reading->article->arena, axis, reading->error) <
        0)
        return -1;
    return cursor.at < cursor.end ? fail(reading, cursor.at, "a comma is missing") : 0;
}

static int read_pixels(struct reading *reading, const struct word *word, unsigned *pixels)
{
    const char *text = word_text(reading, word);
    if (!text)
        return -1;
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (*end || *text < '0' || *text > '9' || value < 200 || value > 10000)
        return fail(reading, word->start, "a size in pixels is a whole number from 200 to 10000");
    *pixels = (unsigned)value;
    return 0;
}

static int read_reference(struct reading *reading, const struct word *word)
{
    struct block *block = reading->block;
    const char *text = word_text(reading, word);
    if (!text)
        return -1;
    if (strcmp(word->key, "label") == 0) {
        if (!block->reference_count || block->references[block->reference_count - 1].labelled)
            return fail(reading, word->start, "label belongs to the reference before it");
        struct block_reference *labelled = &block->references[block->reference_count - 1];
        labelled->label = text;
        labelled->labelled = true;
        return 0;
    }
    if (block->reference_count == BLOCK_REFERENCES)
        return fail(reading, word->start, "more than 8 references");
    const struct source *source = &reading->article->source;
    const struct let *let = article_let(reading->article, text);
    if (!let)
        return source_error(source, word->start, reading->error, "no let is named %s", text);
    struct block_reference *reference = &block->references[block->reference_count++];
    *reference = (struct block_reference){.y = (double)NAN, .label = let->name};
    if (let->missing) {
        source_error(source, word->start, &reference->missing, "%s", let->error.message);
        return 0;
    }
    if (let->value.kind != VALUE_NUMBERS || let->value.count != 1)
        return source_error(source, word->start, reading->error, "%s is not a single number",
                            let->name);
    reference->y = let->value.entries[0].number;
    if (!isfinite(reference->y)) {
        reference->y = (double)NAN;
        source_error(source, word->start, &reference->missing, "%s is not known", let->name);
    }
    return 0;
}

/* A path below the output folder: safe names with slashes between. */
static bool is_safe_path(const char *path)
{
    size_t length = strlen(path);
    if (length < 5 || strcmp(path + length - 4, ".png") != 0)
        return false;
    char *copy = strdup(path), *rest = copy;
    bool safe = copy != NULL;
    while (rest && safe)
        safe = block_is_safe_name(strsep(&rest, "/"));
    free(copy);
    return safe;
}

static int read_attribute(struct reading *reading, const struct word *word)
{
    struct block *block = reading->block;
    const char *key = word->key;
    if (strcmp(key, "optional") == 0) {
        block->optional = true;
        return word->end - word->start == 8
                   ? 0
                   : fail(reading, word->start, "optional stands alone, without a value");
    }
    const char *text = word_text(reading, word);
    if (!text)
        return -1;
    if (strcmp(key, "rows") == 0 || strcmp(key, "x") == 0)
        return read_axis(reading, word, &block->rows);
    if (strcmp(key, "columns") == 0 && block->listing) {
        block->listed = text;
        block->listed_offset = word->start + strlen("columns=");
        return 0;
    }
    if (strcmp(key, "columns") == 0 || strcmp(key, "series") == 0)
        return read_axis(reading, word, &block->columns);
    if (strcmp(key, "split") == 0) {
        block->split_rest = strcmp(text, "rest") == 0;
        return block->split_rest ? 0 : read_axis(reading, word, &block->split);
    }
    if (strcmp(key, "value") == 0)
        return read_value(reading, word);
    if (strcmp(key, "caption") == 0 || strcmp(key, "title") == 0)
        block->caption = text;
    else if (strcmp(key, "subtitle") == 0)
        block->subtitle = text;
    else if (strcmp(key, "width") == 0)
        return read_pixels(reading, word, &block->width);
    else if (strcmp(key, "height") == 0)
        return read_pixels(reading, word, &block->height);
    else if (strcmp(key, "reference") == 0 || strcmp(key, "label") == 0)
        return read_reference(reading, word);
    else if (strcmp(key, "file") == 0) {
        block->file = text;
        if (!is_safe_path(text))
            return fail(reading, word->start,
                        "file is a path below the output folder that ends in .png, of letters, "
                        "digits and . _ -");
    }
    return 0;
}

static int read_condition(struct reading *reading, const struct word *word)
{
    struct block *block = reading->block;
    struct cursor cursor = {&reading->article->source, word->start, word->end};
    const char *key = results_full_name(word->key);
    if (results_factor(reading->results, key) < 0 && frame_column(block->frame, key) < 0)
        return unknown_word(reading, word);
    if (frame_column(block->frame, key) < 0)
        return source_error(cursor.source, word->start, reading->error, "%s.csv has no column %s",
                            block->frame->name, key);
    if (condition_read(&cursor, reading->results, block->frame, &reading->article->arena,
                       &reading->conditions[reading->condition_count], reading->error) < 0)
        return -1;
    reading->condition_count++;
    return cursor.at < cursor.end ? fail(reading, cursor.at, "a space is missing here") : 0;
}

static int check_whole(struct reading *reading)
{
    struct block *block = reading->block;
    if (!block->shown)
        block->shown = shown_find(block->delta ? "ns" : "median", block->delta != NULL);
    if (block->listing &&
        (block->rows.count || block->columns.count || block->split.count || block->split_rest))
        return fail(reading, block->offset, "a listing has columns, but neither rows nor split");
    if (block->kind == PIECE_TABLE && !block->listing && !block->rows.count)
        return fail(reading, block->offset, "a table needs rows=FACTORS");
    if (block->kind == PIECE_CHART && block->rows.count > 1)
        return fail(reading, block->offset, "x is one factor");
    if (block->kind == PIECE_CHART && !block->rows.count &&
        axis_add(&block->rows, "span_bytes") < 0)
        return fail(reading, block->offset, "too many factors");
    for (size_t i = 0; i < block->columns.count + block->split.count; i++) {
        bool column = i < block->columns.count;
        const struct axis_group *group =
            column ? &block->columns.groups[i] : &block->split.groups[i - block->columns.count];
        for (size_t j = 0; j < group->column_count; j++)
            if (axis_has(&block->rows, group->columns[j]) ||
                (!column && axis_has(&block->columns, group->columns[j])))
                return source_error(&reading->article->source, block->offset, reading->error,
                                    "%s stands on two sides", group->name);
    }
    return 0;
}

int block_read(struct article *article, const struct piece *piece, struct block *block,
               struct error *error)
{
    const struct results *results = article->evaluator.results;
    *block = (struct block){.kind = piece->kind, .frame = &results->frames[RESULTS_CELLS]};
    struct reading reading = {
        .article = article, .results = results, .block = block, .error = error};
    struct cursor cursor = {&article->source, piece->content_start, piece->content_end};
    cursor_skip_space(&cursor);
    cursor.at += strlen("table"); /* "chart" is as long */
    cursor_skip_space(&cursor);
    block->offset = cursor.at;
    block->name = value_read(&cursor, "", &article->arena, error);
    if (!block->name)
        return -1;
    if (!block_is_safe_name(block->name))
        return source_error(&article->source, block->offset, error,
                            "a %s needs a name of letters, digits and . _ -, not \"%s\"",
                            piece->kind == PIECE_TABLE ? "table" : "chart", block->name);
    if (split_words(&reading, &cursor) < 0)
        return -1;
    for (size_t i = 0; i < reading.word_count; i++)
        if (reading.words[i].known &&
            (strcmp(reading.words[i].key, "from") == 0 ||
             strcmp(reading.words[i].key, "delta") == 0) &&
            read_frame(&reading, &reading.words[i]) < 0)
            return -1;
    for (size_t i = 0; i < reading.word_count; i++)
        if ((reading.words[i].known ? read_attribute(&reading, &reading.words[i])
                                    : read_condition(&reading, &reading.words[i])) < 0)
            return -1;
    if (selection_narrow(&block->selection, reading.conditions, reading.condition_count,
                         &article->arena, &block->selection, error) < 0)
        return -1;
    return check_whole(&reading);
}

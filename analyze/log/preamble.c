#include "preamble.h"

#include <stdlib.h>
#include <string.h>

#include "../base/utf8.h"

bool preamble_split(const char *bytes, size_t length, struct slice *key, struct slice *value)
{
    const char *end = bytes + length, *colon = memchr(bytes, ':', length);
    if (!colon)
        colon = end;
    *key = slice_trimmed(bytes + 1, (size_t)(colon - bytes) - 1);
    *value =
        colon < end ? slice_trimmed(colon + 1, (size_t)(end - colon) - 1) : (struct slice){"", 0};
    return colon < end && key->length > 0;
}

int preamble_add(struct preamble *preamble, struct slice key, struct slice value, long line,
                 struct error *error)
{
    if (key.length + value.length > PREAMBLE_LINE_BYTES) {
        preamble->long_line = preamble->long_line ? preamble->long_line : line;
        return 0;
    }
    if (preamble->count == PREAMBLE_KEYS) {
        preamble->surplus_line = preamble->surplus_line ? preamble->surplus_line : line;
        return 0;
    }
    if (array_room(&preamble->lines, &preamble->capacity, preamble->count,
                   sizeof *preamble->lines) < 0)
        return error_memory(error);
    struct preamble_line *added = &preamble->lines[preamble->count++];
    *added = (struct preamble_line){.key = preamble->bytes.length,
                                    .key_length = key.length,
                                    .value = preamble->bytes.length + key.length,
                                    .value_length = value.length,
                                    .line = line};
    text_add_bytes(&preamble->bytes, key.bytes, key.length);
    text_add_bytes(&preamble->bytes, value.bytes, value.length);
    return preamble->bytes.failed ? error_memory(error) : 0;
}

void preamble_clear(struct preamble *preamble)
{
    text_clear(&preamble->bytes);
    preamble->count = 0;
    preamble->surplus_line = preamble->long_line = 0;
}

void preamble_free(struct preamble *preamble)
{
    text_free(&preamble->bytes);
    free(preamble->lines);
    *preamble = (struct preamble){0};
}

long preamble_line(const struct preamble *preamble, const char *key)
{
    for (size_t i = preamble->count; i > 0; i--) {
        const struct preamble_line *line = &preamble->lines[i - 1];
        if (slice_is((struct slice){preamble->bytes.bytes + line->key, line->key_length}, key))
            return line->line;
    }
    return 0;
}

/* A pair, and its line to tell which of two came last. */
struct numbered {
    struct pair_of_strings pair;
    long line;
};

static int by_key(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    int order = interned_compare(x->pair.key, y->pair.key);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* NULL when memory ran out. */
static const char *intern_shown(struct arena *arena, const char *bytes, size_t length)
{
    if (utf8_valid(bytes, length))
        return arena_intern(arena, bytes, length);
    char shown[4 * PREAMBLE_LINE_BYTES + 1];
    return arena_intern(arena, shown, utf8_printable(bytes, length, shown, sizeof shown));
}

static int report_left_out(const struct preamble *preamble, struct campaign *campaign,
                           const char *file, struct error *error)
{
    if (preamble->surplus_line &&
        campaign_problem(campaign, file, preamble->surplus_line, "more than 1000 preamble lines",
                         NULL, 0, error) < 0)
        return -1;
    if (preamble->long_line &&
        campaign_problem(campaign, file, preamble->long_line,
                         "preamble line longer than 4096 bytes", NULL, 0, error) < 0)
        return -1;
    return 0;
}

int preamble_pairs(struct preamble *preamble, struct campaign *campaign, const char *file,
                   struct pair_of_strings **pairs, size_t *count, struct error *error)
{
    struct arena *arena = &campaign->arena;
    struct numbered *sorted = calloc(preamble->count + 1, sizeof *sorted);
    int status = -1;
    *pairs = arena_alloc(arena, preamble->count * sizeof **pairs);
    *count = 0;
    if (!sorted || !*pairs) {
        error_memory(error);
        goto out;
    }
    for (size_t i = 0; i < preamble->count; i++) {
        const struct preamble_line *line = &preamble->lines[i];
        const char *key = preamble->bytes.bytes + line->key;
        const char *value = preamble->bytes.bytes + line->value;
        sorted[i].pair.key = intern_shown(arena, key, line->key_length);
        sorted[i].pair.value = intern_shown(arena, value, line->value_length);
        sorted[i].line = line->line;
        if (!sorted[i].pair.key || !sorted[i].pair.value) {
            error_memory(error);
            goto out;
        }
        if (!utf8_valid(key, line->key_length + line->value_length) &&
            campaign_problem(campaign, file, line->line, "preamble line is not valid UTF-8", key,
                             line->key_length, error) < 0)
            goto out;
    }
    qsort(sorted, preamble->count, sizeof *sorted, by_key);
    for (size_t i = 0; i < preamble->count; i++) {
        const struct pair_of_strings *pair = &sorted[i].pair;
        bool again = *count && (*pairs)[*count - 1].key == pair->key;
        if (again && campaign_problem(campaign, file, sorted[i].line, "preamble key stands twice",
                                      pair->key, strlen(pair->key), error) < 0)
            goto out;
        *count += !again;
        (*pairs)[*count - 1] = *pair;
    }
    status = report_left_out(preamble, campaign, file, error);
out:
    free(sorted);
    return status;
}

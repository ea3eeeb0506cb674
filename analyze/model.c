#include "model.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/utf8.h"

#define PROBLEM_TEXT_BYTES 200

static const char *const fixed_factors[FACTOR_FIXED] = {
    [FACTOR_MACHINE] = "machine",       [FACTOR_SIDE] = "side",
    [FACTOR_WORKLOAD] = "workload",     [FACTOR_PAGE_KIND] = "page_kind",
    [FACTOR_PAGE_BYTES] = "page_bytes", [FACTOR_LINE_BYTES] = "line_bytes",
    [FACTOR_SPAN_BYTES] = "span_bytes", [FACTOR_STRIDE_BYTES] = "stride_bytes",
    [FACTOR_PHASE] = "phase",
};

const char *outcome_name(enum outcome outcome)
{
    static const char *const names[OUTCOME_COUNT] = {
        [OUTCOME_USED] = "used",
        [OUTCOME_DROPPED] = "dropped",
        [OUTCOME_SKIPPED] = "skipped",
        [OUTCOME_REJECTED] = "rejected",
    };
    return names[outcome];
}

int campaign_init(struct campaign *campaign, struct error *error)
{
    *campaign = (struct campaign){0};
    for (int i = 0; i < FACTOR_FIXED; i++) {
        struct factors *factors = &campaign->factors;
        if (array_room(&factors->names, &factors->capacity, factors->count,
                       sizeof *factors->names) < 0)
            return error_memory(error);
        factors->names[factors->count++] = fixed_factors[i];
    }
    return 0;
}

void campaign_free(struct campaign *campaign)
{
    for (size_t i = 0; i < campaign->measurement_count; i++)
        free(campaign->measurements[i].chunks);
    free(campaign->factors.names);
    free(campaign->inputs);
    free(campaign->runs);
    free(campaign->measurements);
    free(campaign->problems);
    free(campaign->accounts);
    free(campaign->account_table);
    free(campaign->tiers);
    free(campaign->cells);
    free(campaign->deltas);
    arena_free(&campaign->arena);
    *campaign = (struct campaign){0};
}

/* Where the account is in the table, or the free place for it. The table is never full. */
static size_t *account_place(struct campaign *campaign, const char *level, enum outcome outcome,
                             const char *reason)
{
    uint64_t seed = (uint64_t)outcome + 256 * (uint64_t)(unsigned char)level[0];
    size_t mask = campaign->account_table_size - 1;
    size_t at = (size_t)XXH3_64bits_withSeed(reason, strlen(reason), seed) & mask;
    for (;; at = (at + 1) & mask) {
        size_t *place = &campaign->account_table[at];
        if (*place == 0)
            return place;
        const struct account *account = &campaign->accounts[*place - 1];
        if (account->outcome == outcome && strcmp(account->level, level) == 0 &&
            strcmp(account->reason, reason) == 0)
            return place;
    }
}

static int grow_account_table(struct campaign *campaign)
{
    size_t size = campaign->account_table_size ? 2 * campaign->account_table_size : 64;
    size_t *table = calloc(size, sizeof *table);
    if (!table)
        return -1;
    free(campaign->account_table);
    campaign->account_table = table;
    campaign->account_table_size = size;
    for (size_t i = 0; i < campaign->account_count; i++) {
        const struct account *account = &campaign->accounts[i];
        *account_place(campaign, account->level, account->outcome, account->reason) = i + 1;
    }
    return 0;
}

int campaign_count(struct campaign *campaign, const char *level, enum outcome outcome,
                   const char *reason, uint64_t count, struct error *error)
{
    if (2 * campaign->account_count >= campaign->account_table_size &&
        grow_account_table(campaign) < 0)
        return error_memory(error);
    size_t *place = account_place(campaign, level, outcome, reason);
    if (*place == 0) {
        struct account account = {.level = arena_intern(&campaign->arena, level, strlen(level)),
                                  .outcome = outcome,
                                  .reason = arena_intern(&campaign->arena, reason, strlen(reason))};
        if (!account.level || !account.reason ||
            array_room(&campaign->accounts, &campaign->account_capacity, campaign->account_count,
                       sizeof *campaign->accounts) < 0)
            return error_memory(error);
        campaign->accounts[campaign->account_count++] = account;
        *place = campaign->account_count;
    }
    campaign->accounts[*place - 1].count += count;
    return 0;
}

int campaign_problem(struct campaign *campaign, const char *file, long line, const char *reason,
                     const char *text, size_t length, struct error *error)
{
    char shown[PROBLEM_TEXT_BYTES + 1] = "";
    size_t shown_length = text ? utf8_printable(text, length, shown, sizeof shown) : 0;
    struct arena *arena = &campaign->arena;
    struct problem problem = {.file = arena_intern(arena, file, strlen(file)),
                              .line = line,
                              .reason = arena_intern(arena, reason, strlen(reason)),
                              .text = arena_intern(arena, shown, shown_length)};
    if (!problem.file || !problem.reason || !problem.text ||
        array_room(&campaign->problems, &campaign->problem_capacity, campaign->problem_count,
                   sizeof *campaign->problems) < 0)
        return error_memory(error);
    campaign->problems[campaign->problem_count++] = problem;
    return 0;
}

const char *pairs_find(const struct pair_of_strings *pairs, size_t count, const char *key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(key, pairs[middle].key);
        if (order == 0)
            return pairs[middle].value;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

int levels_compare(const struct level *a, const struct level *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (a[i].text && b[i].text) {
            int order = interned_compare(a[i].text, b[i].text);
            if (order)
                return order;
        } else if (a[i].bytes != b[i].bytes) {
            return a[i].bytes < b[i].bytes ? -1 : 1;
        }
    }
    return 0;
}

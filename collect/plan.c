#include "plan.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "size.h"

#define PAGES_MAX (POOLS_MAX + 2) /* the base page and transparent huge pages besides the pools */

struct page_list {
    struct page pages[PAGES_MAX];
    size_t count;
};

static bool same_page(struct page a, struct page b)
{
    return a.kind == b.kind && a.bytes == b.bytes;
}

static void add_page(struct page_list *list, struct page page)
{
    for (size_t i = 0; i < list->count; i++)
        if (same_page(list->pages[i], page))
            return;
    list->pages[list->count++] = page; /* each is a pool, base or thp, so they fit */
}

/* "4K (base), 2M, 1G, thp" */
static void known_pages(const struct pools *pools, char *text, size_t size)
{
    char label[SIZE_TEXT_SIZE];
    size_t length =
        (size_t)snprintf(text, size, "%s (base), ", size_format(pools->base_bytes, label));
    for (size_t i = 0; i < pools->count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s, ",
                                   size_format(pools->pool[i].page_bytes, label));
    if (length < size)
        snprintf(text + length, size - length, "thp");
}

static int parse_page(struct page_list *list, const char *text, size_t length,
                      const struct pools *pools, struct problem *problem)
{
    const struct page base = {PAGE_BASE, pools->base_bytes};
    uint64_t bytes;
    if (length == 3 && memcmp(text, "all", 3) == 0) {
        add_page(list, base);
        for (size_t i = 0; i < pools->count; i++)
            if (pool_offers(&pools->pool[i]))
                add_page(list, (struct page){PAGE_HUGETLB, pools->pool[i].page_bytes});
        return 0;
    }
    if (length == 4 && memcmp(text, "base", 4) == 0) {
        add_page(list, base);
        return 0;
    }
    if (length == 3 && memcmp(text, "thp", 3) == 0) {
        add_page(list, (struct page){PAGE_THP, pools->thp_bytes});
        return 0;
    }
    if (!size_parse(text, length, &bytes))
        return problem_set(problem, "--pages '%.*s': not all, base, thp, or a size such as 2M",
                           (int)length, text);
    if (bytes == pools->base_bytes) {
        add_page(list, base);
        return 0;
    }
    /* A size of another machine makes skipped cells, so that one command serves several. */
    if (!pools_find(pools, bytes) && !pools_size_is_known(bytes)) {
        char known[256];
        known_pages(pools, known, sizeof known);
        return problem_set(problem, "--pages '%.*s': no kernel has such a page; this one has %s%s",
                           (int)length, text, known,
                           pools->unreadable ? " (" POOLS_FOLDER " cannot be read)" : "");
    }
    add_page(list, (struct page){PAGE_HUGETLB, bytes});
    return 0;
}

static int parse_pages(struct page_list *list, const char *text, const struct pools *pools,
                       struct problem *problem)
{
    list->count = 0;
    for (const char *at = text;;) {
        size_t length = strcspn(at, ",");
        if (length == 0)
            return problem_set(problem, "--pages '%s': a value is missing", text);
        if (parse_page(list, at, length, pools, problem) < 0)
            return -1;
        if (at[length] == '\0')
            return 0;
        at += length + 1;
    }
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
    return strcmp(a->workload.name, b->workload.name) == 0 && same_page(a->page, b->page) &&
           a->line_bytes == b->line_bytes && a->span_bytes == b->span_bytes &&
           a->stride_bytes == b->stride_bytes;
}

/* The cells planned so far as a hash table with open addressing, never more than half full. */
struct cell_set {
    uint32_t *slots; /* 1 + index into the plan; 0: free */
    uint64_t mask;   /* slots - 1; a power of two of them */
};

static int set_init(struct cell_set *set, size_t most)
{
    uint64_t slots = 2;
    while (slots < 2 * most)
        slots *= 2;
    set->mask = slots - 1;
    set->slots = calloc(slots, sizeof *set->slots);
    return set->slots ? 0 : -1;
}

static void add_cell(struct plan *plan, struct cell_set *set, const struct cell *cell)
{
    uint64_t slot = plan_seed(cell, 0, 0) & set->mask;
    for (; set->slots[slot]; slot = (slot + 1) & set->mask)
        if (same_cell(&plan->cells[set->slots[slot] - 1], cell))
            return;
    plan->cells[plan->count++] = *cell;
    set->slots[slot] = (uint32_t)plan->count;
}

static void add_with_twin(struct plan *plan, struct cell_set *set, struct cell cell)
{
    add_cell(plan, set, &cell);
    if (cell.span_bytes % cell.stride_bytes)
        return;
    cell.span_bytes = cell.span_bytes / cell.stride_bytes * cell.line_bytes;
    cell.stride_bytes = cell.line_bytes;
    add_cell(plan, set, &cell);
}

int plan_build(struct plan *plan, const struct options *options, const struct pools *pools,
               struct problem *problem)
{
    struct page_list pages;
    struct cell_set set;
    *plan = (struct plan){0};
    if (parse_pages(&pages, options->pages, pools, problem) < 0)
        return -1;
    size_t named =
        options->workload_count * pages.count * options->strides.count * options->sizes.count;
    if (named > PLAN_CELLS_MAX)
        return problem_set(problem,
                           "%zu workloads x %zu pages x %zu strides x %zu %s are %zu cells, more "
                           "than %d",
                           options->workload_count, pages.count, options->strides.count,
                           options->sizes.count, options->by_lines ? "lines" : "spans", named,
                           PLAN_CELLS_MAX);
    plan->cells = calloc(2 * named, sizeof *plan->cells);
    if (!plan->cells || set_init(&set, 2 * named) < 0) {
        plan_free(plan);
        return problem_set(problem, "out of memory");
    }
    for (size_t w = 0; w < options->workload_count; w++)
        for (size_t p = 0; p < pages.count; p++)
            for (size_t s = 0; s < options->strides.count; s++)
                for (size_t z = 0; z < options->sizes.count; z++) {
                    uint64_t stride = options->strides.values[s];
                    uint64_t size = options->sizes.values[z];
                    struct cell cell = {
                        .workload = options->workloads[w],
                        .page = pages.pages[p],
                        .line_bytes = options->line_bytes,
                        .span_bytes = options->by_lines ? size * stride : size,
                        .stride_bytes = stride,
                    };
                    add_with_twin(plan, &set, cell);
                }
    free(set.slots);
    return 0;
}

void plan_order(const struct plan *plan, uint64_t seed, uint64_t round, size_t *order)
{
    struct random random = {.state = random_combine(seed, round)};
    for (size_t i = 0; i < plan->count; i++)
        order[i] = i;
    random_shuffle(&random, order, plan->count);
}

uint64_t plan_seed(const struct cell *cell, uint64_t seed, uint64_t round)
{
    uint64_t own = random_combine(seed, round);
    own = random_combine(own, cell->workload.streams);
    own = random_combine(own, (uint64_t)cell->page.kind);
    own = random_combine(own, cell->page.bytes);
    own = random_combine(own, cell->span_bytes);
    return random_combine(own, cell->stride_bytes);
}

void plan_free(struct plan *plan)
{
    free(plan->cells);
    *plan = (struct plan){0};
}

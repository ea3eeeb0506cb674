#include "facts.h"

#include <stdlib.h>
#include <string.h>

/* One run among those that are counted. */
struct counted_run {
    const char *machine, *side, *boot; /* boot "" when not known */
    size_t row;
};

static int compare_runs(const void *left, const void *right)
{
    const struct counted_run *a = left, *b = right;
    int order = strcmp(a->machine, b->machine);
    if (!order)
        order = strcmp(a->side, b->side);
    if (!order)
        order = strcmp(a->boot, b->boot);
    return order;
}

/* The runs behind the cells: those of which a measurement was kept, or all. */
static struct counted_run *list_runs(const struct results *results, const struct row_list *cells,
                                     bool kept, struct arena *arena, size_t *count)
{
    const struct frame *runs = &results->frames[RESULTS_RUNS];
    const struct frame *measurements = &results->frames[RESULTS_MEASUREMENTS];
    int outcome = frame_column(measurements, "outcome"), boot = frame_column(runs, "boot_id");
    bool *seen = arena_alloc(arena, runs->row_count + 1);
    struct counted_run *list = arena_alloc(arena, (runs->row_count + 1) * sizeof *list);
    *count = 0;
    for (size_t i = 0; seen && list && i < cells->count; i++) {
        size_t cell = cells->rows[i];
        for (size_t j = results->cell_first[cell]; j < results->cell_first[cell + 1]; j++) {
            size_t row = results->cell_measurements[j], run = results->measurement_run[row];
            if (run == RESULTS_NONE || seen[run] ||
                (kept && strcmp(frame_text(measurements, row, outcome), "used") != 0))
                continue;
            seen[run] = true;
            list[(*count)++] =
                (struct counted_run){frame_text(runs, run, frame_column(runs, "machine")),
                                     frame_text(runs, run, frame_column(runs, "side")),
                                     frame_text(runs, run, boot), run};
        }
    }
    if (list)
        qsort(list, *count, sizeof *list, compare_runs);
    return seen ? list : NULL;
}

/* Texts that are told apart by their content, at most as many as there are runs. */
static size_t add_distinct(const char **texts, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(texts[i], text) == 0)
            return count;
    texts[count] = text;
    return count + 1;
}

static void write_cautions(const struct results *results, const struct counted_run *list,
                           size_t count, const char **texts, struct text *out)
{
    const struct frame *runs = &results->frames[RESULTS_RUNS];
    int caution = frame_column(runs, "caution");
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (*frame_text(runs, list[i].row, caution))
            found = add_distinct(texts, found, frame_text(runs, list[i].row, caution));
    for (size_t i = 0; i < found; i++) {
        if (i)
            text_add_char(out, ' ');
        size_t start = out->length;
        text_add(out, texts[i]);
        if (out->failed)
            return;
        char *first = &out->bytes[start];
        if (*first >= 'a' && *first <= 'z')
            *first = (char)(*first - 'a' + 'A');
        if (!strchr(".!?", out->bytes[out->length - 1]))
            text_add_char(out, '.');
    }
}

static void write_runs(const struct counted_run *list, size_t count, struct text *runs,
                       struct text *boots)
{
    bool several_machines = count && strcmp(list[0].machine, list[count - 1].machine) != 0;
    for (size_t i = 0, end; i < count; i = end) {
        size_t distinct = 0;
        bool known = true;
        for (end = i; end < count && strcmp(list[end].machine, list[i].machine) == 0 &&
                      strcmp(list[end].side, list[i].side) == 0;
             end++) {
            known = known && *list[end].boot;
            distinct += end == i || strcmp(list[end].boot, list[end - 1].boot) != 0;
        }
        const char *separator = i == 0 ? "" : end == count ? " and " : ", ";
        text_format(runs, "%s%zu %s", separator, end - i, list[i].side);
        if (several_machines)
            text_format(runs, " run%s on %s", end - i == 1 ? "" : "s", list[i].machine);
        if (known && distinct < end - i)
            text_format(boots, "%s%s%s%zu %s runs from %zu boot%s.", boots->length ? " " : "",
                        several_machines ? list[i].machine : "", several_machines ? ": " : "",
                        end - i, list[i].side, distinct, distinct == 1 ? "" : "s");
    }
    if (count && !several_machines)
        text_add(runs, count == 1 ? " run" : " runs");
}

static void write_n(const struct facts *facts, struct text *out)
{
    if (facts->n_low == facts->n_high)
        text_format(out, "%zu", facts->n_low);
    else
        text_format(out, "%zu %s %zu", facts->n_low,
                    facts->n_low + 1 == facts->n_high ? "or" : "to", facts->n_high);
}

/* What one operation is: design of the log's phases. */
static const char *unit_of(const struct results *results, const struct row_list *cells)
{
    int phase = results_factor(results, "phase"), workload = results_factor(results, "workload");
    const char *unit = NULL;
    for (size_t i = 0; i < cells->count; i++) {
        const char *of = results_level(results, cells->rows[i], phase), *found = "ns per load";
        if (strcmp(of, "back") == 0 || strcmp(of, "populate") == 0 || strcmp(of, "unmap") == 0)
            found = "ns per page";
        else if (strcmp(of, "link") == 0)
            found = "ns per line";
        else if (strncmp(results_level(results, cells->rows[i], workload), "touch-", 6) == 0)
            found = "ns per increment";
        if (unit && strcmp(unit, found) != 0)
            return "ns";
        unit = found;
    }
    return unit ? unit : "ns per load";
}

int facts_gather(const struct results *results, const struct row_list *cells, struct arena *arena,
                 struct facts *facts, struct error *error)
{
    const struct frame *frame = &results->frames[RESULTS_CELLS];
    int n = frame_column(frame, "n");
    *facts = (struct facts){.unit = unit_of(results, cells)};
    for (size_t i = 0; i < cells->count; i++) {
        double number = frame_number(frame, cells->rows[i], n);
        size_t count = number > 0 && number < 1e15 ? (size_t)number : 0;
        if (!count)
            continue;
        if (!facts->n_low || count < facts->n_low)
            facts->n_low = count;
        if (count > facts->n_high)
            facts->n_high = count;
    }
    size_t count, all_count;
    struct counted_run *list = list_runs(results, cells, true, arena, &count);
    struct counted_run *all = list_runs(results, cells, false, arena, &all_count);
    const char **texts = arena_alloc(arena, (all_count + 1) * sizeof *texts);
    if (!list || !all || !texts)
        return error_memory(error);
    struct text ns = {0}, runs = {0}, boots = {0}, caution = {0};
    write_n(facts, &ns);
    write_runs(list, count, &runs, &boots);
    write_cautions(results, all, all_count, texts, &caution);
    facts->n = text_keep(&ns, arena);
    facts->runs = text_keep(&runs, arena);
    facts->boots = text_keep(&boots, arena);
    facts->caution = text_keep(&caution, arena);
    return facts->n && facts->runs && facts->boots && facts->caution ? 0 : error_memory(error);
}

int facts_caution(const struct results *results, struct arena *arena, const char **caution,
                  struct error *error)
{
    size_t count = results->frames[RESULTS_RUNS].row_count;
    struct counted_run *list = arena_alloc(arena, (count + 1) * sizeof *list);
    const char **texts = arena_alloc(arena, (count + 1) * sizeof *texts);
    struct text written = {0};
    if (!list || !texts)
        return error_memory(error);
    for (size_t i = 0; i < count; i++)
        list[i].row = i;
    write_cautions(results, list, count, texts, &written);
    *caution = text_keep(&written, arena);
    return *caution ? 0 : error_memory(error);
}

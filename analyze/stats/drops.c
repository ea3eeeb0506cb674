#include "drops.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../collect/size.h"
#include "../base/text.h"
#include "fisher.h"
#include "holm.h"

void drops_free(struct drops *drops)
{
    free(drops->rows);
    *drops = (struct drops){0};
}

/* What measurements are grouped by: one of the fixed or declared factors, or run, or page. */
#define BY_RUN ((size_t)-1)
#define BY_PAGE ((size_t)-2)

struct tally {
    struct campaign *campaign;
    struct drops *drops;
    struct error *error;
    size_t factor;
    const char *name;
};

static const char *level_text(const struct tally *tally, const struct measurement *measurement)
{
    struct text text = {0};
    char size[SIZE_TEXT_SIZE];
    const struct level *levels = measurement->levels;
    if (tally->factor == BY_RUN)
        return measurement->run;
    if (tally->factor == BY_PAGE)
        text_format(&text, "%s %s", size_format(levels[FACTOR_PAGE_BYTES].bytes, size),
                    levels[FACTOR_PAGE_KIND].text);
    else if (levels[tally->factor].text)
        return levels[tally->factor].text;
    else
        text_add(&text, size_format(levels[tally->factor].bytes, size));
    const char *kept =
        text.failed ? NULL : arena_intern(&tally->campaign->arena, text.bytes, text.length);
    text_free(&text);
    return kept;
}

/* The row of this level and reason among those from `first` on; a new one when there is none. */
static struct drop_row *find_row(struct tally *tally, size_t first, const char *machine,
                                 const char *level, const char *reason)
{
    struct drops *drops = tally->drops;
    for (size_t i = first; i < drops->count; i++)
        if (drops->rows[i].level == level && strcmp(drops->rows[i].reason, reason) == 0)
            return &drops->rows[i];
    if (array_room(&drops->rows, &drops->capacity, drops->count, sizeof *drops->rows) < 0)
        return NULL;
    struct drop_row *row = &drops->rows[drops->count++];
    *row = (struct drop_row){.machine = machine,
                             .factor = tally->name,
                             .level = level,
                             .reason = reason,
                             .p = (double)NAN,
                             .p_holm = (double)NAN};
    return row;
}

static int count_measurement(struct tally *tally, size_t first,
                             const struct measurement *measurement)
{
    const char *machine = measurement->levels[FACTOR_MACHINE].text;
    const char *level = level_text(tally, measurement);
    struct drop_row *row = level ? find_row(tally, first, machine, level, "") : NULL;
    if (!row)
        return error_memory(tally->error);
    row->measurements++;
    if (measurement->outcome != OUTCOME_DROPPED)
        return 0;
    row->dropped++;
    row = find_row(tally, first, machine, level, measurement->reason);
    if (!row)
        return error_memory(tally->error);
    row->dropped++;
    return 0;
}

/* Once all levels of a factor are counted: what the other levels have, and the test. */
static void compare(struct drops *drops, size_t first)
{
    uint64_t measurements = 0, dropped = 0;
    size_t levels = 0;
    for (size_t i = first; i < drops->count; i++) {
        if (*drops->rows[i].reason)
            continue;
        measurements += drops->rows[i].measurements;
        dropped += drops->rows[i].dropped;
        levels++;
    }
    if (levels < 2) {
        drops->count = first; /* nothing to compare with */
        return;
    }
    for (size_t i = first; i < drops->count; i++) {
        struct drop_row *row = &drops->rows[i];
        if (*row->reason)
            continue;
        row->rest_measurements = measurements - row->measurements;
        row->rest_dropped = dropped - row->dropped;
        row->p = fisher_p(row->dropped, row->measurements - row->dropped, row->rest_dropped,
                          row->rest_measurements - row->rest_dropped);
        for (size_t j = first; j < drops->count; j++)
            if (*drops->rows[j].reason && drops->rows[j].level == row->level) {
                drops->rows[j].measurements = row->measurements;
                drops->rows[j].rest_measurements = row->rest_measurements;
            }
    }
    for (size_t i = first; i < drops->count; i++)
        for (size_t j = first; j < drops->count; j++)
            if (*drops->rows[i].reason && i != j &&
                strcmp(drops->rows[i].reason, drops->rows[j].reason) == 0)
                drops->rows[i].rest_dropped += drops->rows[j].dropped;
}

static bool is_loop(const struct measurement *measurement)
{
    return strcmp(measurement->levels[FACTOR_PHASE].text, "loop") == 0 &&
           (measurement->outcome == OUTCOME_USED || measurement->outcome == OUTCOME_DROPPED);
}

/* One factor over all machines; measurements stand together by machine. */
static int tally_factor(struct tally *tally)
{
    const struct campaign *campaign = tally->campaign;
    size_t first = tally->drops->count;
    const char *machine = NULL;
    for (size_t i = 0; i < campaign->measurement_count; i++) {
        const struct measurement *measurement = &campaign->measurements[i];
        if (!is_loop(measurement))
            continue;
        if (machine && machine != measurement->levels[FACTOR_MACHINE].text) {
            compare(tally->drops, first);
            first = tally->drops->count;
        }
        machine = measurement->levels[FACTOR_MACHINE].text;
        if (count_measurement(tally, first, measurement) < 0)
            return -1;
    }
    compare(tally->drops, first);
    return 0;
}

static int by_names(const void *a, const void *b)
{
    const struct drop_row *x = a, *y = b;
    int order = strcmp(x->machine, y->machine);
    uint64_t x_size, y_size;
    if (!order)
        order = strcmp(x->factor, y->factor);
    if (!order && size_parse(x->level, strcspn(x->level, " "), &x_size) &&
        size_parse(y->level, strcspn(y->level, " "), &y_size))
        order = (x_size > y_size) - (x_size < y_size);
    if (!order)
        order = strcmp(x->level, y->level);
    return order ? order : strcmp(x->reason, y->reason);
}

static int adjust(struct drops *drops, struct error *error)
{
    double *p = calloc(drops->count ? drops->count : 1, sizeof *p);
    if (!p)
        return error_memory(error);
    for (size_t i = 0; i < drops->count; i++)
        p[i] = drops->rows[i].p;
    int status = holm_adjust(p, drops->count, p) < 0 ? error_memory(error) : 0;
    for (size_t i = 0; i < drops->count && status == 0; i++)
        drops->rows[i].p_holm = p[i];
    free(p);
    return status;
}

int drops_build(struct drops *drops, struct campaign *campaign, struct error *error)
{
    static const struct {
        size_t factor;
        const char *name;
    } fixed[] = {{BY_RUN, "run"},
                 {FACTOR_SIDE, "side"},
                 {FACTOR_WORKLOAD, "workload"},
                 {BY_PAGE, "page"},
                 {FACTOR_LINE_BYTES, "line"},
                 {FACTOR_SPAN_BYTES, "span"},
                 {FACTOR_STRIDE_BYTES, "stride"}};
    *drops = (struct drops){0};
    struct tally tally = {.campaign = campaign, .drops = drops, .error = error};
    int status = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed && status == 0; i++) {
        tally.factor = fixed[i].factor;
        tally.name = fixed[i].name;
        status = tally_factor(&tally);
    }
    for (size_t i = FACTOR_FIXED; i < campaign->factors.count && status == 0; i++) {
        tally.factor = i;
        tally.name = campaign->factors.names[i];
        status = tally_factor(&tally);
    }
    if (status == 0)
        status = adjust(drops, error);
    if (status < 0)
        drops_free(drops);
    else if (drops->count)
        qsort(drops->rows, drops->count, sizeof *drops->rows, by_names);
    return status;
}

void drops_frame(struct frame *frame, const struct drops *drops)
{
    static const char *const texts[] = {"machine", "factor", "level", "reason"};
    static const char *const numbers[] = {"measurements", "dropped", "rest_measurements",
                                          "rest_dropped", "p",       "p_holm"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        frame_add_column(frame, texts[i], FRAME_TEXT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        frame_add_column(frame, numbers[i], FRAME_NUMBER);
    for (size_t i = 0; i < drops->count; i++) {
        const struct drop_row *row = &drops->rows[i];
        frame_add_text(frame, row->machine);
        frame_add_text(frame, row->factor);
        frame_add_text(frame, row->level);
        frame_add_text(frame, row->reason);
        frame_add_whole(frame, row->measurements);
        frame_add_whole(frame, row->dropped);
        frame_add_whole(frame, row->rest_measurements);
        frame_add_whole(frame, row->rest_dropped);
        frame_add_number(frame, row->p);
        frame_add_number(frame, row->p_holm);
    }
}

/* The median is between ranks (n - 1) / 2 rounded down and up of all values, from 0; `below` of
 * them are lower than any kept one. */
static double bounded_median(const double *sorted, size_t n, size_t dropped, size_t below)
{
    size_t all = n + dropped, first = all ? (all - 1) / 2 : 0, second = all / 2;
    if (n == 0 || first < below || second >= below + n)
        return (double)NAN;
    return sorted[first - below] / 2 + sorted[second - below] / 2;
}

void drops_bounds(const double *sorted, size_t n, size_t dropped, double *low, double *high)
{
    *low = bounded_median(sorted, n, dropped, dropped);
    *high = bounded_median(sorted, n, dropped, 0);
}

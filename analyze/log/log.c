#include "log.h"

#include <stdlib.h>
#include <string.h>

#include "find.h"
#include "reader.h"

static int by_file_and_line(const void *a, const void *b)
{
    const struct problem *x = a, *y = b;
    int order = interned_compare(x->file, y->file);
    if (order == 0)
        order = (x->line > y->line) - (x->line < y->line);
    if (order == 0)
        order = interned_compare(x->reason, y->reason);
    return order ? order : interned_compare(x->text, y->text);
}

static int declare_options(struct reader *reader, const char *const *names, size_t count,
                           struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        struct slice name = {names[i], strlen(names[i])};
        const char *trouble;
        if (factor_declare(&reader->factors, &reader->campaign->arena, name, &trouble, error) < 0)
            return -1;
        if (trouble)
            return error_set(error, "--factor %s: %s", names[i], trouble);
    }
    return 0;
}

static int check_options(const struct reader *reader, const char *const *names, size_t count,
                         struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = arena_intern(&reader->campaign->arena, names[i], strlen(names[i]));
        int factor = name ? factor_find(&reader->factors, name) : -1;
        if (!name)
            return error_memory(error);
        if (factor < 0 || !reader->factors.items[factor].found)
            return error_set(
                error, "--factor %s: no log has a column or a preamble key of that name", names[i]);
    }
    return 0;
}

/* As before the first file; what was interned stays, and so do the factors. */
static void start_over(struct reader *reader)
{
    struct campaign *campaign = reader->campaign;
    gather_clear(&reader->gather);
    numbers_clear(&reader->factors.ignored);
    reader->factors.read_again = false;
    reader->used = 0;
    campaign->input_count = 0;
    campaign->problem_count = 0;
    campaign->account_count = 0;
    if (campaign->account_table_size)
        memset(campaign->account_table, 0,
               campaign->account_table_size * sizeof *campaign->account_table);
}

/* A factor that one file declares may be a column of files read before it; with all factors known,
 * the second time is the last. */
static int read_files(struct reader *reader, const struct log_files *files, struct error *error)
{
    do {
        start_over(reader);
        for (size_t i = 0; i < files->count; i++)
            if (reader_file(reader, &files->items[i], error) < 0)
                return -1;
    } while (reader->factors.read_again);
    return 0;
}

static int check_rows(const struct reader *reader, const struct log_files *files,
                      struct error *error)
{
    const struct campaign *campaign = reader->campaign;
    if (reader->used)
        return 0;
    if (files->count == 0)
        return error_set(error, "no log: no file ends in .csv, .csv.gz or .csv.zst");
    if (campaign->measurement_count) {
        const struct measurement *skipped = &campaign->measurements[0];
        return error_at(error, skipped->file, skipped->first_line, 0,
                        "no usable row: all that was to be measured was skipped: %s",
                        skipped->reason);
    }
    for (size_t i = 0; i < campaign->problem_count; i++) {
        const struct problem *problem = &campaign->problems[i];
        if (strcmp(problem->reason, "column ignored") != 0)
            return error_at(error, problem->file, problem->line, 0, "no usable row: %s%s%s",
                            problem->reason, problem->text[0] ? ": " : "", problem->text);
    }
    return error_set(error, "no usable row");
}

int log_read(struct campaign *campaign, char *const *arguments, size_t argument_count,
             const char *const *factor_names, size_t factor_name_count, struct error *error)
{
    struct reader reader = {.campaign = campaign, .gather = {.campaign = campaign}};
    struct log_files files = {0};
    int status = -1;
    if (declare_options(&reader, factor_names, factor_name_count, error) < 0 ||
        find_logs(&campaign->arena, arguments, argument_count, &files, error) < 0 ||
        read_files(&reader, &files, error) < 0 || check_rows(&reader, &files, error) < 0 ||
        check_options(&reader, factor_names, factor_name_count, error) < 0 ||
        gather_finish(&reader.gather, &reader.factors, error) < 0)
        goto out;
    status = 0;
    if (campaign->problem_count)
        qsort(campaign->problems, campaign->problem_count, sizeof *campaign->problems,
              by_file_and_line);
out:
    reader_free(&reader);
    log_files_free(&files);
    return status;
}

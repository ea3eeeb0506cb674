/*
 * pagewalk-analyze: raw timings in, medians, quartiles, drops and differences out.
 *
 *     logs -> measurements with chunks -> clock tiers -> one value a measurement -> cells -> deltas
 *          -> intervals -> files
 */
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "diagnose/diagnose.h"
#include "log/log.h"
#include "options.h"
#include "results/write.h"
#include "stats/cells.h"
#include "stats/deltas.h"
#include "stats/intervals.h"
#include "stats/reduce.h"
#include "stats/tiers.h"

#define PROGRAM "pagewalk-analyze"
#define PROBLEMS_SHOWN 10

enum { DONE = 0, CHECK_FAILED = 1, COULD_NOT_RUN = 2 };

static int write_diagnosed(struct campaign *campaign, const struct options *options,
                           struct error *error)
{
    struct diagnosis diagnosis;
    struct frame frame;
    if (diagnose(&diagnosis, campaign, &options->method, error) < 0)
        return -1;
    frame_init(&frame, "diagnostics", &campaign->arena);
    diagnose_frame(&frame, &diagnosis);
    int status = frame.failed
                     ? error_memory(error)
                     : results_write(campaign, &options->method, &frame, options->output, error);
    size_t warnings = diagnosis_count(&diagnosis, FINDING_WARNING);
    if (status == 0 && warnings)
        fprintf(stderr,
                PROGRAM
                ": %zu warning%s in %s/diagnostics.csv: figures that an article would print as "
                "something else\n",
                warnings, warnings == 1 ? "" : "s", options->output);
    frame_free(&frame);
    diagnosis_free(&diagnosis);
    return status;
}

static int analyze(struct campaign *campaign, const struct options *options, struct error *error)
{
    if (campaign_init(campaign, error) < 0 ||
        log_read(campaign, options->logs, options->log_count, options->factors,
                 options->factor_count, error) < 0 ||
        tiers_find(campaign, options->method.fast_clock, error) < 0 ||
        reduce_measurements(campaign, options->method.min_clean, error) < 0 ||
        cells_build(campaign, error) < 0 ||
        deltas_build(campaign, options->contrasts, options->contrast_count, error) < 0 ||
        intervals_set(campaign, &options->method.margins, error) < 0)
        return -1;
    return options->diagnostics
               ? write_diagnosed(campaign, options, error)
               : results_write(campaign, &options->method, NULL, options->output, error);
}

/* A loop measurement that survived against all there were: when most are gone, the tiers found are
 * probably not what the user would call fast. */
static void warn_of_drops(const struct campaign *campaign)
{
    size_t kept = 0, dropped = 0;
    for (size_t i = 0; i < campaign->measurement_count; i++) {
        const struct measurement *measurement = &campaign->measurements[i];
        if (strcmp(measurement->levels[FACTOR_PHASE].text, "loop") != 0)
            continue;
        kept += measurement->outcome == OUTCOME_USED;
        dropped += measurement->outcome == OUTCOME_DROPPED;
    }
    if (kept < dropped)
        fprintf(stderr,
                PROGRAM
                ": only %zu of %zu loop measurements have enough clean chunks; if the "
                "fastest clock in tiers.csv is not the one that matters, set --fast-clock\n",
                kept, kept + dropped);
}

/* The first few problems; all stand in problems.csv with their file and line. */
static void warn_of_problems(const struct campaign *campaign, const char *output)
{
    for (size_t i = 0; i < campaign->problem_count && i < PROBLEMS_SHOWN; i++) {
        const struct problem *problem = &campaign->problems[i];
        fprintf(stderr, "%s:", *problem->file ? problem->file : PROGRAM);
        if (problem->line)
            fprintf(stderr, "%ld:", problem->line);
        fprintf(stderr, " %s%s%s\n", problem->reason, *problem->text ? ": " : "", problem->text);
    }
    if (campaign->problem_count > PROBLEMS_SHOWN)
        fprintf(stderr, PROGRAM ": and %zu more, all listed in %s/problems.csv\n",
                campaign->problem_count - PROBLEMS_SHOWN, output);
}

/* Anything rejected, and any file that is not whole. */
static bool anything_lost(const struct campaign *campaign)
{
    for (size_t i = 0; i < campaign->account_count; i++) {
        const struct account *account = &campaign->accounts[i];
        if (account->outcome == OUTCOME_REJECTED ||
            (strcmp(account->level, "file") == 0 && *account->reason))
            return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    struct options options;
    struct campaign campaign = {0};
    int status = COULD_NOT_RUN;
    gsl_set_error_handler_off(); /* which would abort */
    if (options_parse(&options, argc, argv, &error) < 0) {
        error_print(&error, PROGRAM);
        fputs("Try '" PROGRAM " --help'.\n", stderr);
        goto out;
    }
    if (options.action == OPTIONS_HELP || options.action == OPTIONS_VERSION) {
        fputs(options.action == OPTIONS_HELP ? options_help : PROGRAM " " PAGEWALK_VERSION "\n",
              stdout);
        status = fflush(stdout) == 0 ? DONE : COULD_NOT_RUN;
        goto out;
    }
    if (analyze(&campaign, &options, &error) < 0) {
        error_print(&error, PROGRAM);
        goto out;
    }
    warn_of_problems(&campaign, options.output);
    warn_of_drops(&campaign);
    status = options.strict && anything_lost(&campaign) ? CHECK_FAILED : DONE;
out:
    campaign_free(&campaign);
    options_free(&options);
    return status;
}

/*
 * pagewalk-collect: options, plan, measurements, log.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "events.h"
#include "log.h"
#include "machine.h"
#include "measure.h"
#include "options.h"
#include "plan.h"
#include "pools.h"
#include "progress.h"

#define PROGRAM "pagewalk-collect"
#define COULD_NOT_RUN 2

/* The signal that asked the run to end, 0 while none has. */
static volatile sig_atomic_t stop;

static void remember_signal(int number)
{
    stop = number;
}

static const struct {
    int number;
    const char *name;
} signals[] = {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}};

static const char *signal_name(int number)
{
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (signals[i].number == number)
            return signals[i].name;
    return NULL;
}

/* A signal that was ignored when we began (nohup) stays ignored. Writing to a closed pipe becomes
 * an error of write(), with a message. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = remember_signal};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction old;
        if (sigaction(signals[i].number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i].number, &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* What the machine answers where the options are silent. */
struct identity {
    char machine[256];
    char side[16];
    char run[300];
    char side_decided[160];
};

static void identify(struct identity *identity, struct options *options,
                     const struct hypervisor *hypervisor)
{
    if (!options->machine) {
        machine_name(identity->machine, sizeof identity->machine);
        options->machine = identity->machine;
        fprintf(stderr,
                PROGRAM
                ": the machine is called '%s' after the host; guest and host logs pair only "
                "when --machine is equal in both\n",
                options->machine);
    }
    snprintf(identity->side_decided, sizeof identity->side_decided, "--side");
    if (!options->side) {
        snprintf(identity->side, sizeof identity->side, "%s",
                 hypervisor->present ? "guest" : "host");
        snprintf(identity->side_decided, sizeof identity->side_decided, "%s", hypervisor->how);
        options->side = identity->side;
    }
    if (!options->run) {
        snprintf(identity->run, sizeof identity->run, "%s-1", options->side);
        options->run = identity->run;
    }
    if (!options->seed_given) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        options->seed = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    }
}

/* Keys in a fixed order: who, factors, machine, and what was asked for. */
static void write_preamble(struct log *log, const struct options *options,
                           const struct identity *identity, const struct hypervisor *hypervisor,
                           const struct pools *pools, const struct steal *steal, int argument_count,
                           char *const arguments[])
{
    char text[4096];
    size_t length = 0;
    log_key(log, KEY_FORMAT, "1");
    log_key(log, KEY_MACHINE, "%s", options->machine);
    log_key(log, KEY_RUN, "%s", options->run);
    log_key(log, KEY_SIDE, "%s", options->side);
    log_key(log, KEY_SIDE_DECIDED, "%s", identity->side_decided);
    if (options->pair_given)
        log_key(log, KEY_PAIR, "%" PRIu64, options->pair);
    if (options->setting_count) {
        for (size_t i = 0; i < options->setting_count && length < sizeof text; i++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i ? "," : "",
                                       options->settings[i].name);
        log_key(log, KEY_FACTORS, "%s", text);
    }
    for (size_t i = 0; i < options->setting_count; i++)
        log_setting(log, options->settings[i].name, options->settings[i].value);
    log_key(log, KEY_COLLECTOR, PROGRAM " %s", PAGEWALK_VERSION);
    machine_facts(log, hypervisor, pools);
    log_key(log, KEY_STEAL, "%s", steal->why);
    log_key(log, KEY_SEED, "%" PRIu64, options->seed);

    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc))
        log_key(log, KEY_START, "%s", text);
    length = 0;
    text[0] = '\0';
    for (int i = 1; i < argument_count && length < sizeof text; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i > 1 ? " " : "",
                                   arguments[i]);
    log_key(log, KEY_OPTIONS, "%s", text);
}

/* Measures the plan round by round; returns early once a signal asks for the end. */
static int measure_plan(struct log *log, const struct plan *plan, const struct options *options,
                        const struct measure *measure, struct problem *problem)
{
    struct measurement measurement = {0};
    struct progress progress;
    uint64_t skipped = 0;
    const struct log_run run = {options->run, options->side, options->pair_given, options->pair};
    int status = -1;
    size_t *order = calloc(plan->count, sizeof *order);
    if (!order) {
        problem_set(problem, "out of memory");
        goto out;
    }
    if (measurement_init(&measurement, measure, problem) < 0)
        goto out;
    progress_begin(&progress, options->rounds * plan->count);
    for (uint64_t round = 1; round <= options->rounds && !stop; round++) {
        plan_order(plan, options->seed, round, order);
        for (size_t i = 0; i < plan->count && !stop; i++) {
            const struct cell *cell = &plan->cells[order[i]];
            progress_step(&progress, round, cell);
            enum outcome outcome =
                measurement_run(&measurement, measure, cell, plan_seed(cell, options->seed, round));
            skipped += outcome == SKIPPED;
            if (outcome != STOPPED && log_measurement(log, &run, round, cell, &measurement,
                                                      outcome == SKIPPED, problem) < 0) {
                progress_end(&progress);
                goto out;
            }
        }
    }
    progress_end(&progress);
    if (skipped)
        fprintf(stderr, PROGRAM ": measurements skipped: %" PRIu64 "; their rows say why\n",
                skipped);
    status = 0;
out:
    measurement_free(&measurement);
    free(order);
    return status;
}

static int collect(struct options *options, const struct plan *plan, const struct pools *pools,
                   struct steal *steal, int argument_count, char *const arguments[],
                   struct problem *problem)
{
    struct hypervisor hypervisor;
    struct identity identity;
    struct log log;
    struct measure measure = {
        .chunks = options->chunks, .loads = options->loads, .steal = steal, .stop = &stop};
    int status = -1;

    if (log_open(&log, options->output, problem) < 0)
        return -1;
    hypervisor_find(&hypervisor);
    identify(&identity, options, &hypervisor);
    steal_open(steal, hypervisor.present);
    catch_signals();
    write_preamble(&log, options, &identity, &hypervisor, pools, steal, argument_count, arguments);
    measure.start_ns = clock_now();
    if (log_header(&log, problem) < 0 || measure_plan(&log, plan, options, &measure, problem) < 0)
        goto close_log;
    status = log_end(&log, stop ? signal_name(stop) : NULL, problem);
close_log:
    steal_close(steal);
    if (log_close(&log, problem) < 0)
        status = -1;
    return status;
}

static int could_not_run(const struct problem *problem, const char *hint)
{
    fprintf(stderr, PROGRAM ": %s\n%s", problem->text, hint);
    return COULD_NOT_RUN;
}

int main(int argument_count, char *arguments[])
{
    static const char hint[] = "Try '" PROGRAM " --help'.\n";
    static struct options options;
    static struct steal steal;
    struct problem problem = {0};
    struct pools pools;
    struct plan plan;
    if (options_parse(&options, argument_count, arguments, &problem) < 0)
        return could_not_run(&problem, hint);
    if (options.help || options.version) {
        int status = options.help ? options_help() : printf(PROGRAM " " PAGEWALK_VERSION "\n");
        return status < 0 || fflush(stdout) == EOF ? COULD_NOT_RUN : 0;
    }
    pools_read(&pools, POOLS_FOLDER);
    if (plan_build(&plan, &options, &pools, &problem) < 0)
        return could_not_run(&problem, hint);
    int status = collect(&options, &plan, &pools, &steal, argument_count, arguments, &problem);
    plan_free(&plan);
    if (status < 0)
        return could_not_run(&problem, "");
    return stop ? 128 + stop : 0;
}

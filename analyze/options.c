#include "options.h"

#include <getopt.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"

const char options_help[] =
    "usage: pagewalk-analyze LOGS... -o RESULTS [options]\n"
    "\n"
    "Reads raw timings (*.csv, *.csv.gz, *.csv.zst) from the directories and files named, and "
    "writes\n"
    "medians, quartiles, drops and differences as CSV and JSON into the folder RESULTS, whole or "
    "not\n"
    "at all. A folder that is already there is replaced only if it holds nothing but what an "
    "earlier\n"
    "run left there.\n"
    "\n"
    "  -o, --output RESULTS     the folder to write\n"
    "      --min-clean N        keep a measurement with at least N clean chunks (default: half of "
    "them)\n"
    "      --fast-clock X       lowest clock of the fastest tier, in adds per ns (default: found)\n"
    "      --factor NAME        a column or preamble key that tells cells apart; may be given "
    "again\n"
    "      --contrast F=LEVEL   base level of the declared factor F; may be given again\n"
    "      --margin PERCENT     a difference inside it counts as none (default 2)\n"
    "      --effect PERCENT     the effect that runs_needed is for (default 2)\n"
    "      --diagnostics        look for what might have moved: drift, order, steps, sensitivity\n"
    "      --strict             status 1 if anything was rejected or cut short\n"
    "      --help, --version\n"
    "\n"
    "Exit status: 0 done, 1 done but --strict found something, 2 could not run (nothing is "
    "written).\n";

/* All below the characters that getopt_long() returns by themselves. */
enum {
    OUTPUT,
    MIN_CLEAN,
    FAST_CLOCK,
    MARGIN,
    EFFECT,
    GIVEN_ONCE, /* how many have one value, and are given once */
    FACTOR = GIVEN_ONCE,
    CONTRAST,
    DIAGNOSTICS,
    STRICT,
    HELP,
    VERSION
};

static const struct option long_options[] = {
    {"output", required_argument, NULL, OUTPUT},
    {"min-clean", required_argument, NULL, MIN_CLEAN},
    {"fast-clock", required_argument, NULL, FAST_CLOCK},
    {"factor", required_argument, NULL, FACTOR},
    {"contrast", required_argument, NULL, CONTRAST},
    {"margin", required_argument, NULL, MARGIN},
    {"effect", required_argument, NULL, EFFECT},
    {"diagnostics", no_argument, NULL, DIAGNOSTICS},
    {"strict", no_argument, NULL, STRICT},
    {"help", no_argument, NULL, HELP},
    {"version", no_argument, NULL, VERSION},
    {NULL, 0, NULL, 0},
};

static int add_factor(struct options *options, const char *name, struct error *error)
{
    if (!*name)
        return error_set(error, "--factor needs a name");
    if (array_room(&options->factors, &options->factor_capacity, options->factor_count,
                   sizeof *options->factors) < 0)
        return error_memory(error);
    options->factors[options->factor_count++] = name;
    return 0;
}

static int add_contrast(struct options *options, char *text, struct error *error)
{
    char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
        return error_set(error, "--contrast %s: wants FACTOR=LEVEL", text);
    *equals = '\0';
    if (array_room(&options->contrasts, &options->contrast_capacity, options->contrast_count,
                   sizeof *options->contrasts) < 0)
        return error_memory(error);
    options->contrasts[options->contrast_count++] = (struct contrast){text, equals + 1};
    return 0;
}

static int take_percent(double *percent, const char *option, struct error *error)
{
    if (!number_parse(optarg, strlen(optarg), percent) || *percent <= 0 || *percent >= 100)
        return error_set(error, "%s %s: wants a percentage between 0 and 100", option, optarg);
    return 0;
}

/* Of two values of one option, which was meant is anybody's guess. `given` holds those so far. */
static int check_once(const char *given[], int option, struct error *error)
{
    static const char *const names[GIVEN_ONCE] = {
        [OUTPUT] = "-o",       [MIN_CLEAN] = "--min-clean", [FAST_CLOCK] = "--fast-clock",
        [MARGIN] = "--margin", [EFFECT] = "--effect",
    };
    if (option >= GIVEN_ONCE)
        return 0;
    if (given[option])
        return error_set(error, "%s is given twice: %s and %s", names[option], given[option],
                         optarg);
    given[option] = optarg;
    return 0;
}

static int take_option(struct options *options, int option, char **argv, struct error *error)
{
    uint64_t whole;
    switch (option) {
    case OUTPUT:
        if (!*optarg)
            return error_set(error, "-o needs the name of a folder");
        options->output = optarg;
        return 0;
    case MIN_CLEAN:
        if (!number_parse_whole(optarg, strlen(optarg), &whole) || whole == 0 || whole > SIZE_MAX)
            return error_set(error, "--min-clean %s: wants a whole number from 1", optarg);
        options->method.min_clean = (size_t)whole;
        return 0;
    case FAST_CLOCK:
        if (!number_parse(optarg, strlen(optarg), &options->method.fast_clock) ||
            options->method.fast_clock <= 0)
            return error_set(error, "--fast-clock %s: wants a number above 0, in adds per ns",
                             optarg);
        return 0;
    case FACTOR:
        return add_factor(options, optarg, error);
    case CONTRAST:
        return add_contrast(options, optarg, error);
    case MARGIN:
        return take_percent(&options->method.margins.equivalence, "--margin", error);
    case EFFECT:
        return take_percent(&options->method.margins.effect, "--effect", error);
    case DIAGNOSTICS:
        options->diagnostics = true;
        return 0;
    case STRICT:
        options->strict = true;
        return 0;
    case HELP:
        options->action = OPTIONS_HELP;
        return 0;
    case VERSION:
        options->action = OPTIONS_VERSION;
        return 0;
    case ':':
        return error_set(error, "%s needs a value", argv[optind - 1]);
    default:
        return error_set(error, "unknown option %s", argv[optind - 1]);
    }
}

int options_parse(struct options *options, int argc, char **argv, struct error *error)
{
    *options = (struct options){.method.margins = {.equivalence = 2, .effect = 2}};
    opterr = 0;
    const char *given[GIVEN_ONCE] = {NULL};
    int option;
    while ((option = getopt_long(argc, argv, ":o:", long_options, NULL)) != -1) {
        if (option == 'o')
            option = OUTPUT;
        if (check_once(given, option, error) < 0 || take_option(options, option, argv, error) < 0)
            return -1;
    }
    if (options->action != OPTIONS_RUN)
        return 0;
    options->logs = argv + optind;
    options->log_count = (size_t)(argc - optind);
    if (options->log_count == 0)
        return error_set(error, "no logs named");
    if (!options->output)
        return error_set(error, "no output folder: give -o RESULTS");
    return 0;
}

void options_free(struct options *options)
{
    free(options->factors);
    free(options->contrasts);
}

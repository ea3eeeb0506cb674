/*
 * pagewalk-simulate: writes a campaign whose truth is known, in the form of a collector's logs.
 *
 * Exit status: 0 done; 2 usage, a folder that is not empty, an I/O error.
 */
#include <getopt.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

#include "../../analyze/base/number.h"
#include "campaign.h"

#define PROGRAM "pagewalk-simulate"

enum { DONE = 0, COULD_NOT_RUN = 2 };

struct options {
    const struct preset *preset;
    bool seeded;
    uint64_t seed;
    const char *folder;
    bool plain;
    bool help, version;
};

static void print_help(void)
{
    printf("usage: " PROGRAM
           " --preset NAME [--seed N] [--plain] -o DIR\n"
           "\n"
           "Writes a simulated measurement campaign into DIR, one log file a run. Its medians,\n"
           "quartiles, drops and losses are known; the same seed gives the same bytes.\n"
           "\n"
           "  --preset NAME   what to simulate:\n");
    for (size_t i = 0; presets[i]; i++)
        printf("                    %-6s %s\n", presets[i]->name, presets[i]->about);
    printf(
        "  --seed N        whole number (default: the preset's own, 1 for m6)\n"
        "  --plain         write RUN.csv instead of RUN.csv.zst\n"
        "  -o, --output DIR  a folder that is empty or not there yet\n"
        "  --help, --version\n"
        "\n"
        "Exit status: 0 done, 2 could not run.\n");
}

static int parse_preset(struct options *options, const char *name, struct error *error)
{
    options->preset = preset_find(name);
    return options->preset
               ? 0
               : error_set(error, "--preset: no preset is called \"%s\"; --help has them", name);
}

static int parse_seed(struct options *options, const char *text, struct error *error)
{
    options->seeded = true;
    if (!number_parse_whole(text, strlen(text), &options->seed))
        return error_set(error, "--seed: \"%s\" is not a whole number from 0 to 2^64 - 1", text);
    return 0;
}

static int parse_options(struct options *options, int argc, char **argv, struct error *error)
{
    enum { PRESET = 256, SEED, PLAIN, HELP, VERSION };
    static const struct option long_options[] = {
        {"preset", required_argument, NULL, PRESET},
        {"seed", required_argument, NULL, SEED},
        {"plain", no_argument, NULL, PLAIN},
        {"output", required_argument, NULL, 'o'},
        {"help", no_argument, NULL, HELP},
        {"version", no_argument, NULL, VERSION},
        {0},
    };
    int option, status = 0;
    opterr = 0;
    while (status == 0 && (option = getopt_long(argc, argv, ":o:", long_options, NULL)) != -1) {
        switch (option) {
        case PRESET:
            status = parse_preset(options, optarg, error);
            break;
        case SEED:
            status = parse_seed(options, optarg, error);
            break;
        case PLAIN:
            options->plain = true;
            break;
        case 'o':
            options->folder = optarg;
            break;
        case HELP:
            options->help = true;
            return 0;
        case VERSION:
            options->version = true;
            return 0;
        case ':':
            status = error_set(error, "%s needs a value", argv[optind - 1]);
            break;
        default:
            status = error_set(error, "unknown option %s", argv[optind - 1]);
        }
    }
    if (status < 0)
        return status;
    if (optind < argc)
        return error_set(error, "\"%s\" is not an option", argv[optind]);
    if (!options->preset)
        return error_set(error, "--preset is missing");
    if (!options->folder)
        return error_set(error, "-o DIR is missing");
    return 0;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    struct options options = {0};
    struct plan plan = {0};
    /* GSL's own handler aborts; allocations are checked where they are made. */
    gsl_set_error_handler_off();
    if (parse_options(&options, argc, argv, &error) < 0) {
        error_print(&error, PROGRAM);
        fputs("Try '" PROGRAM " --help'.\n", stderr);
        return COULD_NOT_RUN;
    }
    if (options.help || options.version) {
        if (options.help)
            print_help();
        else
            puts(PROGRAM " " PAGEWALK_VERSION);
        return fflush(stdout) == 0 ? DONE : COULD_NOT_RUN;
    }
    uint64_t seed = options.seeded ? options.seed : options.preset->default_seed;
    int status = plan_make(&plan, options.preset, seed, &error);
    if (status == 0)
        status = campaign_write(&plan, options.folder, !options.plain, &error);
    plan_free(&plan);
    if (status < 0) {
        error_print(&error, PROGRAM);
        return COULD_NOT_RUN;
    }
    return DONE;
}

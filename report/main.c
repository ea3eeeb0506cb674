/*
 * pagewalk-report: tables, charts and articles from a results directory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/nearest.h"
#include "render.h"

#define PROGRAM "pagewalk-report"

enum { DONE = 0, CHECK_FAILED = 1, COULD_NOT_RUN = 2 };

static const char usage[] =
    "usage: pagewalk-report render RESULTS -o OUT [--article FILE]... [--formats LIST]\n"
    "       pagewalk-report render --help | --help | --version\n"
    "\n"
    "Turns the results of pagewalk-analyze into tables, charts and filled articles.\n"
    "\n"
    "  render    articles with their numbers, tables and charts, in a folder of their own\n";

static const char render_usage[] =
    "usage: pagewalk-report render RESULTS -o OUT [--article FILE]... [--formats LIST]\n"
    "\n"
    "Fills articles from the results directory RESULTS and writes them to the folder OUT, with\n"
    "tables/NAME.{md,html,tex,csv} and charts/NAME.png for each table and chart in them. OUT is\n"
    "there whole or not at all; one that exists is replaced only if it is empty or was written by\n"
    "this program.\n"
    "\n"
    "  -o, --output OUT   the folder to write\n"
    "  --article FILE     a Markdown or HTML article; may be given several times. Without it, a\n"
    "                     report of all cells there are\n"
    "  --formats LIST     of md,html,tex,csv,png: what is written for tables and charts; all of\n"
    "                     them when absent\n"
    "  -h, --help         this text\n"
    "\n"
    "Exit status: 0 done; 1 done, but some numbers of an article are not in these results (they\n"
    "stand as n/a and are listed); 2 nothing was written.\n";

static int usage_error(const char *message, const char *word, const char *hint)
{
    fprintf(stderr, "%s: %s%s%s\nTry '%s --help'.\n", PROGRAM, message, word, hint, PROGRAM);
    return COULD_NOT_RUN;
}

/* Output that a full disk or a closed pipe swallows is not done. */
static int print(const char *text)
{
    if (fputs(text, stdout) < 0 || fflush(stdout) != 0) {
        perror(PROGRAM ": cannot write");
        return COULD_NOT_RUN;
    }
    return DONE;
}

/*
 * True when the option `name` stands at argv[*at]; its value, in the same word or the next, is then
 * in *value (NULL when it is missing) and *at on its last word.
 */
static bool take_option(char **argv, int *at, const char *name, const char **value)
{
    const char *word = argv[*at];
    size_t length = strlen(name);
    if (strncmp(word, name, length) != 0)
        return false;
    bool is_long = name[1] == '-';
    if (word[length] == '\0')
        *value = argv[*at + 1] ? argv[++*at] : NULL;
    else if (is_long && word[length] == '=')
        *value = word + length + 1;
    else if (!is_long)
        *value = word + length;
    else
        return false;
    return true;
}

/* Fills *options; `articles` has room for every word. -1 goes on, else the exit status. */
static int parse_render(char **argv, struct render_options *options, const char **articles)
{
    static const char *const names[] = {"--output", "--article", "--formats", "--help", "-o"};
    const char *formats = NULL, *value = NULL;
    struct error error = {0};
    bool only_words = false;
    for (int i = 0; argv[i]; i++) {
        value = "";
        if (only_words || argv[i][0] != '-' || !argv[i][1]) {
            if (options->results)
                return usage_error("one results directory at a time, not also ", argv[i], "");
            options->results = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            only_words = true;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return print(render_usage);
        } else if (take_option(argv, &i, "--output", &value) ||
                   take_option(argv, &i, "-o", &value)) {
            if (options->out && value)
                return usage_error("one output folder at a time, not also ", value, "");
            options->out = value;
        } else if (take_option(argv, &i, "--article", &value)) {
            articles[options->article_count++] = value;
        } else if (take_option(argv, &i, "--formats", &value)) {
            if (formats && value)
                return usage_error("one list of formats, not also ", value, "");
            formats = value;
        } else {
            char hint[128];
            return usage_error("unknown option ", argv[i], nearest_hint(argv[i], names, 5, hint));
        }
        if (!value)
            return usage_error("an option at the end needs a value: ", argv[i], "");
    }
    if (!options->results)
        return usage_error("which results directory?", "", "");
    if (!options->out || !*options->out)
        return usage_error("where to? give -o OUT", "", "");
    if (render_parse_formats(formats ? formats : "md,html,tex,csv,png", &options->formats, &error) <
        0)
        return usage_error(error.message, "", "");
    options->articles = articles;
    return -1;
}

static int run_render(int count, char **argv)
{
    struct render_options options = {0};
    struct complaints complaints = {0};
    struct error error = {0};
    const char **articles = calloc((size_t)count + 1, sizeof *articles);
    if (!articles) {
        error_memory(&error);
        error_print(&error, PROGRAM);
        return COULD_NOT_RUN;
    }
    int status = parse_render(argv, &options, articles);
    if (status < 0) {
        status = render(&options, &complaints, &error) < 0 ? COULD_NOT_RUN
                 : complaints.count                        ? CHECK_FAILED
                                                           : DONE;
        if (complaints.lines.bytes)
            fputs(complaints.lines.bytes, stderr);
        if (error.set)
            error_print(&error, PROGRAM);
    }
    text_free(&complaints.lines);
    free(articles);
    return status;
}

int main(int argc, char **argv)
{
    static const char *const words[] = {"render", "--help", "--version"};
    char hint[128];
    if (argc < 2) {
        fputs(usage, stderr);
        return COULD_NOT_RUN;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return print(usage);
    if (strcmp(argv[1], "--version") == 0)
        return print(PROGRAM " " PAGEWALK_VERSION "\n");
    if (strcmp(argv[1], "render") == 0)
        return run_render(argc, argv + 2);
    return usage_error(argv[1][0] == '-' ? "unknown option " : "unknown command ", argv[1],
                       nearest_hint(argv[1], words, 3, hint));
}

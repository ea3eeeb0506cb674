#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loads.h"
#include "names.h"
#include "size.h"
#include "text.h"

#define SPAN_MAX (UINT64_C(1) << 46) /* bytes */

/* What was given for each option, NULL where nothing was. */
struct given {
    const char *machine, *side, *run, *pair, *rounds, *pages, *line, *spans, *lines, *strides,
        *workloads, *chunks, *loads, *seed, *output;
};

static const struct {
    const char *name;
    size_t field;
} fields[] = {
    {"--machine", offsetof(struct given, machine)},
    {"--side", offsetof(struct given, side)},
    {"--run", offsetof(struct given, run)},
    {"--pair", offsetof(struct given, pair)},
    {"--rounds", offsetof(struct given, rounds)},
    {"--pages", offsetof(struct given, pages)},
    {"--line", offsetof(struct given, line)},
    {"--spans", offsetof(struct given, spans)},
    {"--lines", offsetof(struct given, lines)},
    {"--strides", offsetof(struct given, strides)},
    {"--workloads", offsetof(struct given, workloads)},
    {"--chunks", offsetof(struct given, chunks)},
    {"--loads", offsetof(struct given, loads)},
    {"--seed", offsetof(struct given, seed)},
    {"-o", offsetof(struct given, output)},
};

#define FIELD_COUNT (sizeof fields / sizeof *fields)

static const char **given_field(struct given *given, const char *name, size_t length)
{
    for (size_t i = 0; i < FIELD_COUNT; i++)
        if (strlen(fields[i].name) == length && memcmp(fields[i].name, name, length) == 0)
            return (const char **)((char *)given + fields[i].field);
    return NULL;
}

static int parse_number(const char *option, const char *text, uint64_t low, uint64_t high,
                        uint64_t *number, struct problem *problem)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || errno || *number < low || *number > high)
        return problem_set(problem, "%s '%s': not a whole number from %" PRIu64 " to %" PRIu64,
                           option, text, low, high);
    return 0;
}

/* Names stand in CSV fields and preamble lines. */
static int check_name(const char *option, const char *text, struct problem *problem)
{
    if (!text || text_is_name(text))
        return 0;
    return problem_set(problem,
                       "%s '%s': a name is 1 to %d bytes of UTF-8 without control characters, and "
                       "without blanks at its ends",
                       option, text, TEXT_NAME_MAX);
}

static int parse_line(struct options *options, const char *text, struct problem *problem)
{
    if (!size_parse(text, strlen(text), &options->line_bytes) ||
        (options->line_bytes & (options->line_bytes - 1)) || options->line_bytes < 16 ||
        options->line_bytes > 4096)
        return problem_set(problem, "--line '%s': not a power of two from 16 to 4096", text);
    return 0;
}

static int parse_workload(struct workload *workload, const char *text, size_t length,
                          struct problem *problem)
{
    static const char streams[] = "streams";
    const size_t stem = sizeof streams - 1;
    unsigned count = 0;
    if (length == 5 && memcmp(text, "chase", 5) == 0) {
        *workload = (struct workload){"chase", 1};
        return 0;
    }
    if (length >= stem && length <= stem + 2 && memcmp(text, streams, stem) == 0) {
        if (length == stem)
            count = 8;
        else if (text[stem] != '0')
            for (size_t i = stem; i < length; i++)
                count = text[i] >= '0' && text[i] <= '9' ? 10 * count + (unsigned)(text[i] - '0')
                                                         : LOADS_STREAMS_MAX + 1;
    }
    if (count == 0 || count > LOADS_STREAMS_MAX)
        return problem_set(
            problem,
            "--workloads '%.*s': workloads are chase, streams (eight) and streams1 to "
            "streams%d",
            (int)length, text, LOADS_STREAMS_MAX);
    workload->streams = count;
    /* streams8 is streams: one cell under one name. */
    if (count == 8)
        snprintf(workload->name, sizeof workload->name, "streams");
    else
        snprintf(workload->name, sizeof workload->name, "streams%u", count);
    return 0;
}

static int parse_workloads(struct options *options, const char *text, struct problem *problem)
{
    for (const char *at = text;;) {
        struct workload workload;
        size_t length = strcspn(at, ",");
        if (parse_workload(&workload, at, length, problem) < 0)
            return -1;
        bool known = false;
        for (size_t i = 0; i < options->workload_count; i++)
            known = known || strcmp(options->workloads[i].name, workload.name) == 0;
        if (!known)
            options->workloads[options->workload_count++] = workload;
        if (at[length] == '\0')
            return 0;
        at += length + 1;
    }
}

static int add_setting(struct options *options, const char *text, struct problem *problem)
{
    const char *equals = strchr(text, '=');
    if (!equals)
        return problem_set(problem, "--set '%s': not NAME=VALUE", text);
    size_t length = (size_t)(equals - text);
    struct setting setting = {.value = equals + 1};
    if (length >= sizeof setting.name)
        return problem_set(problem, "--set '%s': a name has at most %zu letters", text,
                           sizeof setting.name - 1);
    memcpy(setting.name, text, length);
    const char *trouble = names_trouble(setting.name);
    if (trouble)
        return problem_set(problem, "--set '%s': '%s' cannot name a factor: %s", text, setting.name,
                           trouble);
    if (check_name("--set", setting.value, problem) < 0)
        return -1;
    for (size_t i = 0; i < options->setting_count; i++)
        if (strcmp(options->settings[i].name, setting.name) == 0)
            return problem_set(problem, "--set '%s': '%s' is set twice", text, setting.name);
    if (options->setting_count == OPTIONS_SETTINGS_MAX)
        return problem_set(problem, "--set '%s': more than %d settings", text,
                           OPTIONS_SETTINGS_MAX);
    options->settings[options->setting_count++] = setting;
    return 0;
}

static bool is_flag(const char *argument, struct options *options)
{
    if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0)
        options->help = true;
    else if (strcmp(argument, "--version") == 0)
        options->version = true;
    else
        return false;
    return true;
}

/* Goes on after a problem, because a --help may follow; the first problem stays. */
static void collect(struct given *given, struct options *options, int argument_count,
                    char *const arguments[], struct problem *problem)
{
    for (int i = 1; i < argument_count; i++) {
        const char *argument = arguments[i];
        if (is_flag(argument, options))
            continue;
        const char *equals = strncmp(argument, "--", 2) == 0 ? strchr(argument, '=') : NULL;
        size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
        const char **field = given_field(given, argument, length);
        bool set = length == 5 && memcmp(argument, "--set", 5) == 0;
        if (!field && !set) {
            problem_set(problem,
                        argument[0] == '-' ? "unknown option '%.*s'" : "unexpected argument '%.*s'",
                        (int)length, argument);
            continue;
        }
        if (!equals && i + 1 == argument_count) {
            problem_set(problem, "%s needs a value", argument);
            return;
        }
        const char *value = equals ? equals + 1 : arguments[++i];
        if (set)
            add_setting(options, value, problem);
        else if (*field)
            problem_set(problem, "%.*s is given twice: '%s' and '%s'", (int)length, argument,
                        *field, value);
        else
            *field = value;
    }
}

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* What every stride divides: the unit of spans between the ends of a range. Odd strides have none
 * that makes sense, and then the line is as good as any: options_check() asks for --lines. */
static uint64_t span_unit(const struct options *options)
{
    uint64_t unit = options->line_bytes;
    for (size_t i = 0; i < options->strides.count; i++) {
        uint64_t stride = options->strides.values[i];
        uint64_t factor = stride / greatest_divisor(unit, stride);
        if (factor > (UINT64_C(1) << 40) / unit)
            return options->line_bytes;
        unit *= factor;
    }
    return unit;
}

static int check_strides(const struct options *options, struct problem *problem)
{
    for (size_t i = 0; i < options->strides.count; i++) {
        uint64_t stride = options->strides.values[i];
        if (stride < options->line_bytes)
            return problem_set(problem, "--strides: %" PRIu64 " is less than a line (%" PRIu64 ")",
                               stride, options->line_bytes);
        if (stride % options->line_bytes)
            return problem_set(problem,
                               "--strides: %" PRIu64 " is not a multiple of the line (%" PRIu64 ")",
                               stride, options->line_bytes);
        if (stride / options->line_bytes > UINT32_MAX)
            return problem_set(problem, "--strides: %" PRIu64 " is too large", stride);
    }
    return 0;
}

static int check_lines(const struct options *options, struct problem *problem)
{
    char count[SIZE_TEXT_SIZE], stride[SIZE_TEXT_SIZE];
    for (size_t i = 0; i < options->sizes.count; i++)
        for (size_t j = 0; j < options->strides.count; j++)
            if (options->sizes.values[i] > SPAN_MAX / options->strides.values[j])
                return problem_set(problem, "--lines: %s lines at a stride of %s are too many",
                                   size_format(options->sizes.values[i], count),
                                   size_format(options->strides.values[j], stride));
    return 0;
}

/* A value that fits none of the others is the slip of a pen. Where only some pairs do not fit, the
 * plan has them as cells that are skipped with a reason. */
static int check_spans(const struct options *options, struct problem *problem)
{
    static const char way_out[] = "; --lines in place of --spans fits every stride";
    const struct list *spans = &options->sizes, *strides = &options->strides;
    bool span_fits[LIST_MAX] = {false}, stride_fits[LIST_MAX] = {false};
    char text[SIZE_TEXT_SIZE];
    for (size_t i = 0; i < spans->count; i++)
        for (size_t j = 0; j < strides->count; j++)
            if (spans->values[i] % strides->values[j] == 0)
                span_fits[i] = stride_fits[j] = true;
    for (size_t i = 0; i < spans->count; i++) {
        size_format(spans->values[i], text);
        if (spans->values[i] > SPAN_MAX)
            return problem_set(problem, "--spans: %s is too large", text);
        if (!span_fits[i])
            return problem_set(problem, "--spans: %s is a multiple of no stride%s", text, way_out);
    }
    for (size_t j = 0; j < strides->count; j++)
        if (!stride_fits[j])
            return problem_set(problem, "--strides: no span is a multiple of %s%s",
                               size_format(strides->values[j], text), way_out);
    return 0;
}

static int interpret(struct options *options, const struct given *given, struct problem *problem)
{
    options->machine = given->machine;
    options->side = given->side;
    options->run = given->run;
    /* As other programs have it; a file of that name is ./- */
    options->output = given->output && strcmp(given->output, "-") == 0 ? NULL : given->output;
    options->pages = given->pages ? given->pages : "all";
    options->pair_given = given->pair != NULL;
    options->seed_given = given->seed != NULL;
    options->rounds = 3;
    options->chunks = 40;
    options->loads = 200000;
    options->line_bytes = 128;
    options->by_lines = given->lines != NULL;

    if (check_name("--machine", given->machine, problem) < 0 ||
        check_name("--side", given->side, problem) < 0 ||
        check_name("--run", given->run, problem) < 0)
        return -1;
    if (given->output && !*given->output)
        return problem_set(problem, "-o '': a file needs a name");
    if (given->pair &&
        parse_number("--pair", given->pair, 0, UINT32_MAX, &options->pair, problem) < 0)
        return -1;
    if (given->rounds &&
        parse_number("--rounds", given->rounds, 1, 1000000, &options->rounds, problem) < 0)
        return -1;
    if (given->chunks &&
        parse_number("--chunks", given->chunks, 1, 1000000, &options->chunks, problem) < 0)
        return -1;
    if (given->loads && parse_number("--loads", given->loads, 1, UINT64_C(1000000000000),
                                     &options->loads, problem) < 0)
        return -1;
    if (given->seed &&
        parse_number("--seed", given->seed, 0, UINT64_MAX, &options->seed, problem) < 0)
        return -1;
    if (given->line && parse_line(options, given->line, problem) < 0)
        return -1;
    if (given->spans && given->lines)
        return problem_set(problem,
                           "--spans and --lines exclude each other: a span is lines x "
                           "stride");
    if (parse_workloads(options, given->workloads ? given->workloads : "chase,streams", problem) <
            0 ||
        list_parse(&options->strides, "--strides", given->strides ? given->strides : "line,16K",
                   options->line_bytes, options->line_bytes, problem) < 0 ||
        check_strides(options, problem) < 0)
        return -1;
    if (options->by_lines) {
        if (list_parse(&options->sizes, "--lines", given->lines, 1, 0, problem) < 0)
            return -1;
    } else if (list_parse(&options->sizes, "--spans", given->spans ? given->spans : "64M..1G",
                          span_unit(options), 0, problem) < 0) {
        return -1;
    }
    return options->by_lines ? check_lines(options, problem) : check_spans(options, problem);
}

int options_parse(struct options *options, int argument_count, char *const arguments[],
                  struct problem *problem)
{
    struct given given = {0};
    struct problem first = {0};
    memset(options, 0, sizeof *options);
    collect(&given, options, argument_count, arguments, &first);
    if (options->help || options->version)
        return 0;
    if (first.set)
        return problem_set(problem, "%s", first.text);
    return interpret(options, &given, problem);
}

#include "write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_version.h>
#include <jansson.h>
#include <xxhash.h>

#include "../base/directory.h"
#include "../base/number.h"
#include "frames.h"

/* jansson escapes strings; numbers are the frames' own text, because jansson would print the double
 * nearest to 94.15 as 94.150000000000006. */
static void add_json_string(struct text *out, const char *string)
{
    json_t *value = json_string(string);
    char *dumped = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
    if (dumped)
        text_add(out, dumped);
    else
        out->failed = true;
    free(dumped);
    json_decref(value);
}

static void add_json_field(struct text *out, const struct frame *frame, size_t row, size_t column)
{
    const char *field = frame_text(frame, row, (int)column);
    if (frame->columns[column].kind == FRAME_TEXT)
        add_json_string(out, field);
    else
        text_add(out, *field ? field : "null");
}

static void add_json_frame(struct text *out, const struct frame *frame)
{
    text_format(out, "  \"%s\": [", frame->name);
    for (size_t row = 0; row < frame->row_count; row++) {
        text_add(out, row ? ",\n    {" : "\n    {");
        for (size_t column = 0; column < frame->column_count; column++) {
            if (column)
                text_add(out, ", ");
            add_json_string(out, frame->columns[column].name);
            text_add(out, ": ");
            add_json_field(out, frame, row, column);
        }
        text_add_char(out, '}');
    }
    text_add(out, frame->row_count ? "\n  ]" : "]");
}

static void add_hex(struct text *out, const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        text_format(out, "%02x", bytes[i]);
}

static void add_json_method(struct text *out, const struct method *method)
{
    char number[NUMBER_TEXT_SIZE];
    text_add(out, "  \"method\": {\n");
    text_format(out, "    \"version\": \"%s\",\n    \"gsl\": \"%s\",\n", PAGEWALK_VERSION,
                GSL_VERSION);
    text_add(out, "    \"quantiles\": \"Hyndman-Fan type 7\",\n");
    if (method->min_clean)
        text_format(out, "    \"min_clean\": %zu,\n", method->min_clean);
    else
        text_add(out, "    \"min_clean\": \"half of the chunks read\",\n");
    if (method->fast_clock > 0)
        text_format(out, "    \"fast_clock\": %s,\n", number_shortest(method->fast_clock, number));
    else
        text_add(out, "    \"fast_clock\": \"found from the data\",\n");
    text_format(out, "    \"confidence\": %s,\n", number_shortest(INTERVALS_CONFIDENCE, number));
    text_format(out, "    \"equivalence_margin_percent\": %s,\n",
                number_shortest(method->margins.equivalence, number));
    text_format(out, "    \"effect_percent\": %s,\n",
                number_shortest(method->margins.effect, number));
    text_format(out, "    \"power\": %s\n  }", number_shortest(INTERVALS_POWER, number));
}

/* The digest of the whole input is over the files' digests in their order, so that it changes with
 * any byte of any file and with nothing else. */
static void add_json_input(struct text *out, const struct campaign *campaign)
{
    struct text digests = {0};
    text_add(out, "  \"files\": [");
    for (size_t i = 0; i < campaign->input_count; i++) {
        const struct input *input = &campaign->inputs[i];
        text_add(out, i ? ",\n    {\"file\": " : "\n    {\"file\": ");
        add_json_string(out, input->name);
        text_format(out, ", \"bytes\": %llu, \"xxh3_128\": \"", (unsigned long long)input->bytes);
        add_hex(out, input->digest, sizeof input->digest);
        text_add(out, "\"}");
        text_add_bytes(&digests, input->digest, sizeof input->digest);
    }
    text_add(out, campaign->input_count ? "\n  ],\n" : "],\n");
    XXH128_canonical_t digest;
    XXH128_canonicalFromHash(&digest, XXH3_128bits(digests.bytes, digests.length));
    text_add(out, "  \"digest\": \"");
    add_hex(out, digest.digest, sizeof digest.digest);
    text_add(out, "\"");
    out->failed = out->failed || digests.failed;
    text_free(&digests);
}

static int write_file(const char *folder, const char *name, const char *suffix,
                      const struct text *content, struct error *error)
{
    struct text path = {0};
    text_format(&path, "%s/%s%s", folder, name, suffix);
    int status = path.failed ? error_memory(error) : text_write_file(content, path.bytes, error);
    text_free(&path);
    return status;
}

static int write_frame(const struct frame *frame, bool in_json, const char *folder,
                       struct text *json, struct error *error)
{
    struct text csv = {0};
    frame_write_csv(frame, &csv);
    int status = write_file(folder, frame->name, ".csv", &csv, error);
    text_free(&csv);
    if (in_json) {
        text_add(json, ",\n");
        add_json_frame(json, frame);
    }
    return status;
}

static int write_all(struct campaign *campaign, const struct method *method,
                     const struct frame *extra, const char *folder, struct error *error)
{
    struct text json = {0};
    int status = -1;
    text_add(&json, "{\n");
    add_json_method(&json, method);
    text_add(&json, ",\n");
    add_json_input(&json, campaign);
    for (int file = 0; file < RESULTS_FILES; file++) {
        struct frame frame;
        if (frames_build(&frame, (enum results_file)file, campaign, error) < 0)
            goto out;
        int written = write_frame(&frame, file != RESULTS_MEASUREMENTS, folder, &json, error);
        frame_free(&frame);
        if (written < 0)
            goto out;
    }
    if (extra && write_frame(extra, true, folder, &json, error) < 0)
        goto out;
    text_add(&json, "\n}\n");
    status = write_file(folder, DIRECTORY_RESULTS, "", &json, error);
out:
    text_free(&json);
    return status;
}

int results_write(struct campaign *campaign, const struct method *method, const struct frame *extra,
                  const char *target, struct error *error)
{
    struct directory directory;
    if (directory_begin(&directory, target, DIRECTORY_RESULTS, error) < 0)
        return -1;
    if (write_all(campaign, method, extra, directory.work, error) < 0) {
        directory_abandon(&directory);
        return -1;
    }
    return directory_commit(&directory, error);
}

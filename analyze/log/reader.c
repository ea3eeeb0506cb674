#include "reader.h"

#include <stdio.h>
#include <string.h>

#include "../base/number.h"
#include "lines.h"
#include "stream.h"
#include "verdict.h"

/* A line among rows that names so many needed columns is meant as a header. */
#define HEADER_NAMES 3

/* One file while it is read. */
struct reading {
    struct reader *reader;
    struct error *error;
    const char *name;
    struct stream stream;
    struct lines lines;
    struct section *section; /* NULL before the first header */
    uint64_t section_rows;
    bool closed;   /* the section's end line, or the signal that stopped it, was read */
    bool counted;  /* its end line was read */
    bool orphaned; /* rows after that were met, and listed */
    bool finished; /* nothing more of the file is wanted */
    struct verdict verdict;
};

static int list(struct reading *reading, long line, const char *reason, const char *text,
                size_t length)
{
    return campaign_problem(reading->reader->campaign, reading->name, line, reason, text, length,
                            reading->error);
}

/* Counts a row as rejected, and lists it unless it goes with others already listed. */
static int reject_row(struct reading *reading, const struct line *line, const char *reason,
                      struct slice text, bool listed)
{
    reading->section_rows++;
    reading->verdict.rejected++;
    if (campaign_count(reading->reader->campaign, "row", OUTCOME_REJECTED, reason, 1,
                       reading->error) < 0)
        return -1;
    if (text.length == 0)
        text = (struct slice){line->bytes, line->length};
    return listed ? 0 : list(reading, line->first, reason, text.bytes, text.length);
}

static void end_section(struct reading *reading)
{
    if (reading->section && !reading->section->trouble && !reading->closed)
        reading->verdict.cut = true;
    gather_close(&reading->reader->gather);
}

/* `record` NULL: the line is no header at all. */
static int begin_section(struct reading *reading, const struct line *line,
                         const struct record *record)
{
    struct reader *reader = reading->reader;
    end_section(reading);
    reading->section = section_begin(reader->campaign, &reader->factors, &reader->preamble, record,
                                     &reader->listed, reading->name, line->first, reading->error);
    if (!reading->section)
        return -1;
    reading->section_rows = 0;
    reading->closed = reading->counted = reading->orphaned = false;
    const char *trouble = reading->section->trouble;
    if (!trouble) {
        reading->verdict.header = true;
        return 0;
    }
    if (!reading->verdict.trouble)
        reading->verdict.trouble = trouble;
    return list(reading, line->first, trouble, line->bytes, line->length);
}

static int take_row(struct reading *reading, const struct line *line)
{
    struct reader *reader = reading->reader;
    struct row *row = &reader->row;
    int good =
        row_parse(row, reading->section, &reader->record, &reader->campaign->arena, reading->error);
    if (good == 0 && columns_named(&reader->record) >= HEADER_NAMES)
        return begin_section(reading, line, &reader->record);
    preamble_clear(&reader->preamble); /* it was comments: no header came */
    if (good == 1)
        good = gather_row(&reader->gather, reading->section, row, &reader->factors, line->first,
                          line->last, reading->error);
    if (good < 0)
        return -1;
    if (good == 0)
        return reject_row(reading, line, row->reason, row->offending, false);
    reading->section_rows++;
    if (!row->skipped) {
        reading->verdict.used++;
        return 0;
    }
    reading->verdict.skipped++;
    return campaign_count(reader->campaign, "row", OUTCOME_SKIPPED, row->note, 1, reading->error);
}

/* Takes further lines into a record while a quote is open. A record whose quotes never close, or
 * close so that its fields do not fit the header, costs its first line only. */
static int parse_record(struct reading *reading, struct line *line, const char **reason)
{
    struct record *record = &reading->reader->record;
    const struct section *section = reading->section;
    bool open = false;
    int more = 1;
    for (size_t seen = 0; more == 1;) {
        const char *at = line->bytes + seen, *end = line->bytes + line->length;
        while ((at = memchr(at, '"', (size_t)(end - at)))) {
            open = !open;
            at++;
        }
        seen = line->length;
        more = open ? lines_extend(&reading->lines, line, reading->error) : 0;
    }
    int good =
        open || more < 0 ? more : record_parse(record, line->bytes, line->length, reading->error);
    if (good < 0)
        return -1;
    bool several = line->last > line->first;
    bool fits = !section || section->trouble || record->count == section->field_count;
    *reason = NULL;
    if (good && (!several || fits))
        return 0;
    *reason = open || several ? "quote not closed" : "quote inside a field";
    lines_retreat(&reading->lines, line);
    return 0;
}

static int take_data(struct reading *reading, struct line *line)
{
    const struct section *section = reading->section;
    const struct slice none = {"", 0};
    const struct record *record = &reading->reader->record;
    const char *reason = NULL;
    if (line->too_long)
        reason = "line longer than 1 MiB";
    else if (line->unterminated && reading->stream.damaged)
        reason = "cut by damaged data";
    else if (parse_record(reading, line, &reason) < 0)
        return -1;

    bool open = section && !section->trouble && !reading->closed;
    if (!section && line->unterminated && reading->stream.damaged)
        return 0;
    if (!section) {
        int status = begin_section(reading, line, reason ? NULL : record);
        /* What has no header is some other file, and may be of any size. */
        reading->finished =
            status == 0 && reading->section->trouble && (reason || columns_named(record) == 0);
        return status;
    }
    if (reason && open) {
        preamble_clear(&reading->reader->preamble);
        return reject_row(reading, line, reason, none, false);
    }
    if (open) {
        /* A last line that was cut looks whole only when all its fields are there. */
        if (line->unterminated && record->count < section->field_count)
            return reject_row(reading, line, "fewer fields than columns", none, false);
        return take_row(reading, line);
    }
    if (!reason && columns_named(record) > 0)
        return begin_section(reading, line, record);
    /* Below a header that cannot be used, or below the end: one line in the list stands for all. */
    bool listed = section->trouble || reading->orphaned;
    reading->orphaned = true;
    return reject_row(reading, line, section->trouble ? section->trouble : "no header line", none,
                      listed);
}

/* "rows=7040" */
static int take_end_line(struct reading *reading, const struct line *line, struct slice value)
{
    uint64_t rows;
    if (!reading->section || reading->counted)
        return 0;
    reading->closed = reading->counted = true;
    if (reading->section->trouble || value.length <= 5 || memcmp(value.bytes, "rows=", 5) != 0 ||
        !number_parse_whole(value.bytes + 5, value.length - 5, &rows) ||
        rows == reading->section_rows)
        return 0;
    char text[80];
    int length = snprintf(text, sizeof text, "rows=%llu, %llu read", (unsigned long long)rows,
                          (unsigned long long)reading->section_rows);
    reading->verdict.miscounted = true;
    return list(reading, line->first, REASON_MISCOUNTED, text, (size_t)length);
}

static int take_comment(struct reading *reading, const struct line *line)
{
    struct slice key, value;
    /* Half a line says nothing that can be relied on. */
    if (line->unterminated && reading->stream.damaged)
        return 0;
    if (line->too_long)
        return list(reading, line->first, "line longer than 1 MiB", line->bytes, line->length);
    bool has_value = preamble_split(line->bytes, line->length, &key, &value);
    if (slice_is(key, "end"))
        return take_end_line(reading, line, value);
    if (!has_value)
        return 0;
    if (slice_is(key, "stopped")) {
        reading->closed = true;
        verdict_stopped(&reading->verdict, value);
        return 0;
    }
    return preamble_add(&reading->reader->preamble, key, value, line->first, reading->error);
}

static bool is_blank(const struct line *line)
{
    return !line->too_long && slice_trimmed(line->bytes, line->length).length == 0;
}

static int read_lines(struct reading *reading)
{
    struct line line;
    int more = 0;
    while (!reading->finished && (more = lines_next(&reading->lines, &line, reading->error)) == 1) {
        if (is_blank(&line))
            continue;
        reading->verdict.any_line = true;
        int status =
            line.bytes[0] == '#' ? take_comment(reading, &line) : take_data(reading, &line);
        if (status < 0)
            return -1;
        reading->verdict.unterminated |= line.unterminated;
    }
    if (more < 0)
        return -1;
    end_section(reading);
    reading->verdict.damaged = reading->stream.damaged;
    return 0;
}

static int add_input(struct reading *reading, const struct log_file *file)
{
    struct campaign *campaign = reading->reader->campaign;
    struct input input = {.name = file->name};
    if (stream_finish(&reading->stream, input.digest, reading->error) < 0)
        return -1;
    input.bytes = reading->stream.bytes;
    if (array_room(&campaign->inputs, &campaign->input_capacity, campaign->input_count,
                   sizeof *campaign->inputs) < 0)
        return error_memory(reading->error);
    campaign->inputs[campaign->input_count++] = input;
    return 0;
}

static int open_and_read(struct reading *reading, const struct log_file *file)
{
    const char *trouble = file->trouble;
    if (!trouble && stream_open(&reading->stream, file->path, &trouble, reading->error) < 0)
        return -1;
    if (trouble && file->argument)
        return error_at(reading->error, file->path, 0, 0, "%s", trouble);
    if (trouble) {
        reading->verdict.trouble = trouble;
        return list(reading, 0, trouble, NULL, 0);
    }
    if (lines_open(&reading->lines, &reading->stream, reading->error) < 0 ||
        read_lines(reading) < 0)
        return -1;
    return add_input(reading, file);
}

int reader_file(struct reader *reader, const struct log_file *file, struct error *error)
{
    struct reading reading = {
        .reader = reader, .error = error, .name = file->name, .stream = {.file = -1}};
    if (file->link)
        return list(&reading, 0, file->trouble, NULL, 0);
    preamble_clear(&reader->preamble);
    numbers_clear(&reader->listed);
    int status = open_and_read(&reading, file);
    if (status == 0)
        status = verdict_account(&reading.verdict, reader->campaign, file->name, error);
    reader->used += reading.verdict.used;
    lines_close(&reading.lines);
    stream_close(&reading.stream);
    return status;
}

void reader_free(struct reader *reader)
{
    factors_free(&reader->factors);
    gather_free(&reader->gather);
    preamble_free(&reader->preamble);
    record_free(&reader->record);
    row_free(&reader->row);
    numbers_free(&reader->listed);
}

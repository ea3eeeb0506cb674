#include "frame.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"

void frame_init(struct frame *frame, const char *name, struct arena *arena)
{
    *frame = (struct frame){.name = name, .arena = arena};
}

void frame_free(struct frame *frame)
{
    free(frame->columns);
    free(frame->fields);
    *frame = (struct frame){0};
}

void frame_add_column(struct frame *frame, const char *name, enum frame_kind kind)
{
    const char *copy = arena_intern(frame->arena, name, strlen(name));
    if (!copy || array_room(&frame->columns, &frame->column_capacity, frame->column_count,
                            sizeof *frame->columns) < 0) {
        frame->failed = true;
        return;
    }
    frame->columns[frame->column_count++] = (struct frame_column){copy, kind};
}

static void add_field(struct frame *frame, const char *bytes, size_t length)
{
    const char *copy = arena_intern(frame->arena, bytes, length);
    if (frame->failed || !copy ||
        array_room(&frame->fields, &frame->field_capacity, frame->field_count,
                   sizeof *frame->fields) < 0) {
        frame->failed = true;
        return;
    }
    frame->fields[frame->field_count++] = copy;
    frame->row_count = frame->field_count / frame->column_count;
}

void frame_add_text(struct frame *frame, const char *text)
{
    add_field(frame, text ? text : "", text ? strlen(text) : 0);
}

void frame_add_number(struct frame *frame, double value)
{
    char text[NUMBER_TEXT_SIZE];
    frame_add_text(frame, number_shortest(value, text));
}

void frame_add_whole(struct frame *frame, uint64_t value)
{
    char text[NUMBER_TEXT_SIZE];
    snprintf(text, sizeof text, "%" PRIu64, value);
    frame_add_text(frame, text);
}

void frame_add_empty(struct frame *frame)
{
    frame_add_text(frame, NULL);
}

int frame_column(const struct frame *frame, const char *name)
{
    for (size_t i = 0; i < frame->column_count; i++)
        if (strcmp(frame->columns[i].name, name) == 0)
            return (int)i;
    return -1;
}

const char *frame_text(const struct frame *frame, size_t row, int column)
{
    return column < 0 ? "" : frame->fields[row * frame->column_count + (size_t)column];
}

double frame_number(const struct frame *frame, size_t row, int column)
{
    const char *text = frame_text(frame, row, column);
    double value;
    return number_parse(text, strlen(text), &value) ? value : (double)NAN;
}

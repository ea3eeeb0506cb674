#include "escape.h"
#include "table.h"

#include <string.h>

static void write_head(const struct table *table, size_t column, struct text *out)
{
    const char *separator = "";
    for (size_t level = 0; level < table->level_count; level++) {
        const char *head = table->columns[column].heads[level];
        if (!*head)
            continue;
        text_add(out, separator);
        escape_markdown(head, out);
        separator = " ";
    }
}

static void write_cell(const struct table *table, size_t row, size_t column, struct text *out)
{
    const struct table_cell *cell = &table->cells[row * table->column_count + column];
    escape_markdown(cell->text, out);
    if (*cell->mark)
        text_format(out, " <sup>%s</sup>", cell->mark);
}

/* Code points: good enough to line up a source text, which no reader's eyes depend on. */
static size_t width_of(const struct text *text)
{
    size_t width = 0;
    for (size_t i = 0; i < text->length; i++)
        width += ((unsigned char)text->bytes[i] & 0xC0) != 0x80;
    return width;
}

static void pad(struct text *out, size_t count, char c)
{
    while (count--)
        text_add_char(out, c);
}

static void write_padded(const struct text *field, size_t width, bool right, struct text *out)
{
    size_t missing = width - width_of(field);
    text_add(out, "| ");
    if (right)
        pad(out, missing, ' ');
    text_add(out, field->bytes ? field->bytes : "");
    if (!right)
        pad(out, missing, ' ');
    text_add_char(out, ' ');
}

static size_t column_width(const struct table *table, size_t column)
{
    struct text field = {0};
    write_head(table, column, &field);
    size_t width = width_of(&field);
    for (size_t row = 0; row < table->row_count; row++) {
        text_clear(&field);
        write_cell(table, row, column, &field);
        if (width_of(&field) > width)
            width = width_of(&field);
    }
    text_free(&field);
    return width < 3 ? 3 : width;
}

static void write_body(const struct table *table, struct text *out)
{
    struct text widths = {0}, field = {0};
    for (size_t i = 0; i < table->column_count; i++) {
        size_t width = column_width(table, i);
        text_add_bytes(&widths, &width, sizeof width);
    }
    out->failed |= widths.failed;
    for (size_t line = 0; line < table->row_count + 2 && !out->failed; line++) {
        for (size_t i = 0; i < table->column_count; i++) {
            bool number = table->columns[i].number;
            size_t width;
            memcpy(&width, widths.bytes + i * sizeof width, sizeof width);
            text_clear(&field);
            if (line == 1) {
                text_add(out, number ? "| " : "| :");
                pad(out, width - 1, '-');
                text_add(out, number ? ": " : " ");
                continue;
            }
            if (line == 0)
                write_head(table, i, &field);
            else
                write_cell(table, line - 2, i, &field);
            out->failed |= field.failed;
            write_padded(&field, width, number, out);
        }
        text_add(out, "|\n");
    }
    text_free(&widths);
    text_free(&field);
}

void table_write_markdown(const struct table *table, struct text *out)
{
    text_add(out, "**");
    escape_markdown(table->title, out);
    text_add(out, ".**");
    if (*table->summary) {
        text_add_char(out, ' ');
        escape_markdown(table->summary, out);
    }
    text_add(out, "\n\n");
    write_body(table, out);
    for (size_t i = 0; i < table->note_count; i++) {
        text_add(out, "\n");
        if (*table->notes[i].mark)
            text_format(out, "<sup>%s</sup> ", table->notes[i].mark);
        escape_markdown(table->notes[i].text, out);
        text_add(out, "\n");
    }
}

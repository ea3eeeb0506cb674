#include "escape.h"
#include "table.h"

#include <string.h>

static void write_heads(const struct table *table, struct text *out)
{
    text_add(out, "<thead>\n");
    for (size_t level = 0; level < table->level_count; level++) {
        text_add(out, "<tr>");
        for (size_t i = 0; i < table->column_count;) {
            const struct table_column *column = &table->columns[i];
            struct table_span span = table_span_at(table, level, i);
            i = span.last + 1;
            if (column->row_head) {
                /* A row's own head stands once and reaches down over all levels. */
                if (level > 0)
                    continue;
                i = span.first + 1;
                text_add(out, "<th scope=\"col\"");
                if (table->level_count > 1)
                    text_format(out, " rowspan=\"%zu\"", table->level_count);
                text_add_char(out, '>');
                escape_html(column->heads[table->level_count - 1], out);
                text_add(out, "</th>");
                continue;
            }
            if (level + 1 < table->level_count)
                text_format(out, "<th scope=\"colgroup\" colspan=\"%zu\">",
                            span.last - span.first + 1);
            else
                text_add(out, "<th scope=\"col\">");
            escape_html(span.head, out);
            text_add(out, "</th>");
        }
        text_add(out, "</tr>\n");
    }
    text_add(out, "</thead>\n");
}

static void write_cell(const struct table_column *column, const struct table_cell *cell,
                       struct text *out)
{
    text_add(out, column->row_head ? "<th scope=\"row\">"
                  : column->number ? "<td class=\"num\">"
                                   : "<td>");
    bool data = !column->row_head && column->number && column->raw_count == 1 && *cell->raws[0];
    if (data) {
        text_add(out, "<data value=\"");
        escape_html(cell->raws[0], out);
        text_add(out, "\">");
    }
    escape_html(cell->text, out);
    if (data)
        text_add(out, "</data>");
    if (*cell->mark)
        text_format(out, "<sup>%s</sup>", cell->mark);
    text_add(out, column->row_head ? "</th>" : "</td>");
}

static void write_notes(const struct table *table, struct text *out)
{
    if (!table->note_count)
        return;
    text_add(out, "<tfoot>\n");
    for (size_t i = 0; i < table->note_count; i++) {
        text_format(out, "<tr><td colspan=\"%zu\">", table->column_count);
        if (*table->notes[i].mark)
            text_format(out, "<sup>%s</sup> ", table->notes[i].mark);
        escape_html(table->notes[i].text, out);
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</tfoot>\n");
}

void table_write_html(const struct table *table, struct text *out)
{
    text_add(out, "<table class=\"pagewalk\">\n<caption><strong>");
    escape_html(table->title, out);
    text_add(out, ".</strong>");
    if (*table->summary) {
        text_add_char(out, ' ');
        escape_html(table->summary, out);
    }
    text_add(out, "</caption>\n");
    write_heads(table, out);
    text_add(out, "<tbody>\n");
    for (size_t row = 0; row < table->row_count; row++) {
        text_add(out, "<tr>");
        for (size_t i = 0; i < table->column_count; i++)
            write_cell(&table->columns[i], &table->cells[row * table->column_count + i], out);
        text_add(out, "</tr>\n");
    }
    text_add(out, "</tbody>\n");
    write_notes(table, out);
    text_add(out, "</table>\n");
}

void table_write_html_page(const struct table *table, struct text *out)
{
    text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    escape_html(table->title, out);
    text_add(out,
             "</title>\n<style>\n"
             "table { border-collapse: collapse; font: 16px/1.5 sans-serif; }\n"
             "caption, tfoot { text-align: left; font-size: 14px; }\n"
             "thead tr:first-child th { border-top: 2px solid; }\n"
             "thead tr:last-child th, tbody tr:last-child > * "
             "{ border-bottom: 1px solid; }\n"
             "th, td { padding: 2px 12px; text-align: left; font-weight: normal; }\n"
             "thead th { text-align: center; }\n"
             ".num { text-align: right; font-variant-numeric: tabular-nums; }\n"
             "</style>\n</head>\n<body>\n");
    table_write_html(table, out);
    text_add(out, "</body>\n</html>\n");
}

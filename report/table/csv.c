#include "table.h"

#include <string.h>

#include "../../analyze/base/number.h"

/* A text that begins like a formula is run by spreadsheets; a negative number is none. */
static bool is_formula(const char *field)
{
    double number;
    return *field && strchr("=+-@\t\r", *field) && !number_parse(field, strlen(field), &number);
}

static void write_field(const char *field, struct text *out)
{
    bool quoted = strpbrk(field, "\",\r\n") != NULL;
    if (quoted)
        text_add_char(out, '"');
    if (is_formula(field))
        text_add_char(out, '\'');
    for (; *field; field++) {
        if (*field == '"')
            text_add_char(out, '"');
        text_add_char(out, *field);
    }
    if (quoted)
        text_add_char(out, '"');
}

/* A listing of the runs, say, has their own cautions. */
static bool has_column(const struct table *table, const char *name)
{
    for (size_t i = 0; i < table->column_count; i++)
        for (size_t j = 0; j < table->columns[i].raw_count; j++)
            if (strcmp(table->columns[i].raw_names[j], name) == 0)
                return true;
    return false;
}

void table_write_csv(const struct table *table, struct text *out)
{
    bool cautioned = *table->caution && !has_column(table, "caution");
    for (size_t line = 0; line <= table->row_count; line++) {
        bool first = true;
        for (size_t i = 0; i < table->column_count; i++) {
            const struct table_column *column = &table->columns[i];
            for (size_t j = 0; j < column->raw_count; j++) {
                if (!first)
                    text_add_char(out, ',');
                first = false;
                write_field(line ? table->cells[(line - 1) * table->column_count + i].raws[j]
                                 : column->raw_names[j],
                            out);
            }
        }
        if (cautioned) {
            text_add_char(out, ',');
            write_field(line ? table->caution : "caution", out);
        }
        text_add_char(out, '\n');
    }
}

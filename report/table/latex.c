#include "escape.h"
#include "table.h"

#include <string.h>

static void write_spans(const struct table *table, size_t level, struct text *out)
{
    struct text rules = {0};
    for (size_t i = 0; i < table->column_count;) {
        struct table_span span = table_span_at(table, level, i);
        text_add(out, i ? " & " : "");
        if (!*span.head) {
            for (size_t j = span.first; j < span.last; j++)
                text_add(out, "& ");
        } else {
            text_format(out, "\\multicolumn{%zu}{c}{", span.last - span.first + 1);
            escape_latex(span.head, out);
            text_add(out, "}");
            text_format(&rules, "%s\\cmidrule(lr){%zu-%zu}", rules.length ? " " : "",
                        span.first + 1, span.last + 1);
        }
        i = span.last + 1;
    }
    text_format(out, " \\\\\n%s\n", rules.bytes ? rules.bytes : "");
    out->failed |= rules.failed;
    text_free(&rules);
}

static void write_heads(const struct table *table, struct text *out)
{
    for (size_t level = 0; level + 1 < table->level_count; level++)
        write_spans(table, level, out);
    for (size_t i = 0; i < table->column_count; i++) {
        text_add(out, i ? " & " : "");
        escape_latex(table->columns[i].heads[table->level_count - 1], out);
    }
    text_add(out, " \\\\\n\\midrule\n");
}

void table_write_latex(const struct table *table, struct text *out)
{
    text_add(out,
             "% needs \\usepackage{booktabs}\n\\begin{table}\n\\centering\n\\caption{\\textbf{");
    escape_latex(table->title, out);
    text_add(out, ".}");
    if (*table->summary) {
        text_add_char(out, ' ');
        escape_latex(table->summary, out);
    }
    text_format(out, "}\n\\label{tab:%s}\n\\begin{tabular}{", table->name);
    for (size_t i = 0; i < table->column_count; i++)
        text_add_char(out, table->columns[i].number ? 'r' : 'l');
    text_add(out, "}\n\\toprule\n");
    write_heads(table, out);
    for (size_t row = 0; row < table->row_count; row++) {
        for (size_t i = 0; i < table->column_count; i++) {
            const struct table_cell *cell = &table->cells[row * table->column_count + i];
            text_add(out, i ? " & " : "");
            escape_latex(cell->text, out);
            if (*cell->mark)
                text_format(out, "\\textsuperscript{%s}", cell->mark);
        }
        text_add(out, " \\\\\n");
    }
    text_add(out, "\\bottomrule\n\\end{tabular}\n");
    for (size_t i = 0; i < table->note_count; i++) {
        text_add(out, "\\par\\smallskip{\\footnotesize ");
        if (*table->notes[i].mark)
            text_format(out, "\\textsuperscript{%s}~", table->notes[i].mark);
        escape_latex(table->notes[i].text, out);
        text_add(out, "\\par}\n");
    }
    text_add(out, "\\end{table}\n");
}

#include "table.h"

#include <string.h>

struct table_span table_span_at(const struct table *table, size_t level, size_t first)
{
    const struct table_column *columns = table->columns;
    struct table_span span = {first, first, columns[first].heads[level]};
    while (level + 1 < table->level_count && span.last + 1 < table->column_count) {
        const struct table_column *next = &columns[span.last + 1];
        if (next->row_head != columns[first].row_head)
            break;
        for (size_t i = 0; i <= level; i++)
            if (strcmp(next->heads[i], columns[first].heads[i]) != 0)
                return span;
        span.last++;
    }
    return span;
}

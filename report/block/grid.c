#include "grid.h"

int grid_fill(struct grid *grid, struct article *article, const struct block *block,
              const struct part *part, struct error *error)
{
    struct arena *arena = &article->arena;
    const struct row_list *rows = &part->rows;
    if (axis_places(&block->rows, block->frame, rows, arena, &grid->rows, error) < 0 ||
        axis_places(&block->columns, block->frame, rows, arena, &grid->columns, error) < 0)
        return -1;
    size_t count = grid->rows.count * grid->columns.count;
    grid->at = arena_alloc(arena, count * sizeof *grid->at);
    if (!grid->at)
        return error_memory(error);
    for (size_t i = 0; i < count; i++)
        grid->at[i] = RESULTS_NONE;
    for (size_t i = 0; i < rows->count; i++) {
        struct place row = axis_place(&block->rows, block->frame, rows->rows[i]);
        struct place column = axis_place(&block->columns, block->frame, rows->rows[i]);
        size_t *at = &grid->at[places_find(&block->rows, &grid->rows, &row) * grid->columns.count +
                               places_find(&block->columns, &grid->columns, &column)];
        if (*at != RESULTS_NONE)
            return parts_conflict(article, block, *at, rows->rows[i], error);
        *at = rows->rows[i];
    }
    return 0;
}

size_t grid_at(const struct grid *grid, size_t row, size_t column)
{
    return grid->at[row * grid->columns.count + column];
}

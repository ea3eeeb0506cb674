#include "units.h"

#include <math.h>
#include <stdlib.h>

#include "quantile.h"

static bool same_unit(const struct run_value *a, const struct run_value *b, enum units_key key)
{
    return key == UNITS_BY_RUN ? a->run == b->run : a->pair >= 0 && a->pair == b->pair;
}

/* Medians over the cell's runs of the unit that `like` belongs to; false when it has none. `room`
 * is for twice the cell's runs. */
static bool find_value(const struct cell *cell, const struct run_value *like, enum units_key key,
                       double *room, double *ns, double *cycles)
{
    double *values = room, *in_cycles = room + cell->runs;
    size_t count = 0, clocked = 0;
    for (size_t i = 0; i < cell->runs; i++) {
        const struct run_value *value = &cell->run_values[i];
        if (!same_unit(value, like, key))
            continue;
        values[count++] = value->ns;
        if (!isnan(value->cycles))
            in_cycles[clocked++] = value->cycles;
    }
    *ns = quantile_median(values, count);
    *cycles = quantile_median(in_cycles, clocked);
    return count > 0;
}

static bool seen_before(const struct cell *cell, size_t index, enum units_key key)
{
    for (size_t i = 0; i < index; i++)
        if (same_unit(&cell->run_values[i], &cell->run_values[index], key))
            return true;
    return false;
}

int units_join(const struct cell *const *cells, size_t cell_count, enum units_key key,
               struct unit *units, size_t *unit_count)
{
    size_t most = 1;
    for (size_t i = 0; i < cell_count; i++)
        if (cells[i]->runs > most)
            most = cells[i]->runs;
    double *room = calloc(most, 2 * sizeof *room);
    *unit_count = 0;
    if (!room)
        return -1;
    for (size_t i = 0; i < cells[0]->runs; i++) {
        if (seen_before(cells[0], i, key))
            continue;
        struct unit *unit = &units[*unit_count];
        bool everywhere = true;
        for (size_t j = 0; j < cell_count && everywhere; j++)
            everywhere = find_value(cells[j], &cells[0]->run_values[i], key, room, &unit->ns[j],
                                    &unit->cycles[j]);
        *unit_count += everywhere;
    }
    free(room);
    return 0;
}

#include "place.h"

#include <math.h>
#include <stdlib.h>

/* A run of labels that touch each other and move as one. */
struct block {
    double sum; /* of wanted offsets */
    size_t first, count;
};

static double mean(const struct block *block)
{
    return block->sum / (double)block->count;
}

int place_labels(struct place_label *labels, size_t count, double top, double bottom, double gap)
{
    if (count == 0)
        return 0;
    struct block *blocks = calloc(count, sizeof *blocks);
    double *offsets = calloc(count, sizeof *offsets);
    int status = -1;
    if (!blocks || !offsets)
        goto out;
    /* Less their offset from the first when stacked, centres only have to be in ascending order. */
    for (size_t i = 1; i < count; i++)
        offsets[i] = offsets[i - 1] + (labels[i - 1].height + labels[i].height) / 2 + gap;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        blocks[used++] = (struct block){labels[i].wanted - offsets[i], i, 1};
        while (used > 1 && mean(&blocks[used - 2]) > mean(&blocks[used - 1])) {
            blocks[used - 2].sum += blocks[used - 1].sum;
            blocks[used - 2].count += blocks[used - 1].count;
            used--;
        }
    }
    double lowest = top + labels[0].height / 2;
    double highest = bottom - labels[count - 1].height / 2 - offsets[count - 1];
    for (size_t i = 0; i < used; i++)
        for (size_t j = blocks[i].first; j < blocks[i].first + blocks[i].count; j++)
            labels[j].centre = fmax(lowest, fmin(highest, mean(&blocks[i]))) + offsets[j];
    status = 0;
out:
    free(blocks);
    free(offsets);
    return status;
}

/*
 * Placing labels one under the other: the positions nearest to where they want to be (least
 * squares) at which none overlaps, exact and without iteration (pool adjacent violators: Barlow et
 * al., Statistical Inference under Order Restrictions, 1972).
 */
#ifndef PAGEWALK_PLACE_H
#define PAGEWALK_PLACE_H

#include <stddef.h>

struct place_label {
    double wanted; /* centre it would like, px */
    double height;
    double centre; /* result */
};

/* Labels come in the order they must keep, by ascending `wanted`. Neighbours stay `gap` apart; all
 * lie between `top` and `bottom` where their heights allow it, else they start at `top`. Returns 0,
 * or -1 when memory ran out. */
int place_labels(struct place_label *labels, size_t count, double top, double bottom, double gap);

#endif

#include "changes.h"

#include <math.h>
#include <string.h>

#include "../stats/quantile.h"

#define NORMAL_MEDIAN 0.6744897501960817 /* of the absolute value of a standard normal */
#define FURTHEST 4.                      /* standard deviations of noise from the median */

struct sequence {
    double values[CHANGES_LONGEST];
    size_t count;
    /* Sums of the first i values and squares, about the median so that squares of large values do
     * not cancel. */
    double sums[CHANGES_LONGEST + 1], squares[CHANGES_LONGEST + 1];
};

static void load(struct sequence *sequence, const double *values, size_t n)
{
    size_t group = (n + CHANGES_LONGEST - 1) / CHANGES_LONGEST;
    sequence->count = 0;
    for (size_t first = 0; first < n; first += group) {
        size_t end = first + group < n ? first + group : n;
        double sum = 0;
        for (size_t i = first; i < end; i++)
            sum += values[i];
        sequence->values[sequence->count++] = sum / (double)(end - first);
    }
}

static double median_between(const struct sequence *sequence, size_t first, size_t end)
{
    double values[CHANGES_LONGEST];
    memcpy(values, sequence->values + first, (end - first) * sizeof *values);
    return quantile_median(values, end - first);
}

/* 0 where all values are equal. */
static double noise_deviation(const struct sequence *sequence)
{
    double differences[CHANGES_LONGEST], square = 0;
    size_t count = sequence->count - 1;
    for (size_t i = 0; i < count; i++) {
        differences[i] = fabs(sequence->values[i + 1] - sequence->values[i]);
        square += differences[i] * differences[i];
    }
    double typical = quantile_median(differences, count) / NORMAL_MEDIAN;
    /* Half of the neighbours and more are equal with a coarse clock. */
    return (typical > 0 ? typical : sqrt(square / (double)count)) / sqrt(2);
}

static void sum_up(struct sequence *sequence, double deviation)
{
    double median = median_between(sequence, 0, sequence->count), most = FURTHEST * deviation;
    sequence->sums[0] = sequence->squares[0] = 0;
    for (size_t i = 0; i < sequence->count; i++) {
        double value = fmax(-most, fmin(most, sequence->values[i] - median));
        sequence->sums[i + 1] = sequence->sums[i] + value;
        sequence->squares[i + 1] = sequence->squares[i] + value * value;
    }
}

static double cost(const struct sequence *sequence, size_t first, size_t end)
{
    double sum = sequence->sums[end] - sequence->sums[first];
    return sequence->squares[end] - sequence->squares[first] - sum * sum / (double)(end - first);
}

void changes_find(const double *values, size_t n, struct changes *changes)
{
    struct sequence sequence;
    double best[CHANGES_LONGEST + 1];           /* least cost of the first `end` values */
    size_t previous[CHANGES_LONGEST + 1] = {0}; /* where the last of their segments begins */
    *changes = (struct changes){0};
    load(&sequence, values, n);
    if (sequence.count < 2 * CHANGES_SHORTEST)
        return;
    double deviation = noise_deviation(&sequence);
    if (!(deviation > 0))
        return;
    sum_up(&sequence, deviation);
    double penalty = 3 * log((double)sequence.count) * deviation * deviation;
    best[0] = -penalty;
    for (size_t end = 1; end <= sequence.count; end++) {
        best[end] = HUGE_VAL; /* too short for a segment */
        for (size_t first = 0; first + CHANGES_SHORTEST <= end; first++) {
            double total = best[first] + penalty + cost(&sequence, first, end);
            if (total < best[end]) {
                best[end] = total;
                previous[end] = first;
            }
        }
    }
    for (size_t end = sequence.count, first; (first = previous[end]) > 0; end = first) {
        double step = median_between(&sequence, first, end) -
                      median_between(&sequence, previous[first], first);
        changes->count++;
        if (fabs(step) > fabs(changes->largest))
            changes->largest = step;
    }
}

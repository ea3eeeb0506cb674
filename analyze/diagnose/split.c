#include "split.h"

#include <math.h>

#include <gsl/gsl_randist.h>

#include "../stats/quantile.h"

#define SMALLEST_GROUP 2

struct split split_find(const double *sorted, size_t n)
{
    /* From the middle, so that squares do not cancel. */
    double origin = sorted[n / 2], whole = 0, total = 0, sum = 0, most = 0;
    struct split split = {.first = n / 2, .statistic = 1};
    for (size_t i = 0; i < n; i++) {
        total += sorted[i] - origin;
        whole += (sorted[i] - origin) * (sorted[i] - origin);
    }
    whole = fmax(0, whole - total * total / (double)n);
    for (size_t first = 1; first + SMALLEST_GROUP <= n; first++) {
        sum += sorted[first - 1] - origin;
        if (first < SMALLEST_GROUP)
            continue;
        double left = (double)first, right = (double)(n - first);
        double apart = sum / left - (total - sum) / right;
        double between = apart * apart * left * right / (double)n;
        if (between > most) {
            most = between;
            split.first = first;
        }
    }
    double left = (double)split.first, right = (double)(n - split.first), low = 0;
    for (size_t i = 0; i < split.first; i++)
        low += sorted[i] - origin;
    split.low = origin + low / left;
    split.high = origin + (total - low) / right;
    double within = whole - most;
    if (most > 0)
        split.statistic = within > 0 ? whole / within : HUGE_VAL;
    return split;
}

void split_draw(size_t n, gsl_rng *rng, double *statistics)
{
    double sample[SPLIT_MOST];
    for (size_t i = 0; i < SPLIT_DRAWS; i++) {
        for (size_t j = 0; j < n; j++)
            sample[j] = gsl_ran_gaussian_ziggurat(rng, 1);
        quantile_sort(sample, n);
        statistics[i] = split_find(sample, n).statistic;
    }
    quantile_sort(statistics, SPLIT_DRAWS);
}

double split_p(const double *statistics, double statistic)
{
    size_t low = 0, high = SPLIT_DRAWS; /* the first that is not below */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (statistics[middle] < statistic)
            low = middle + 1;
        else
            high = middle;
    }
    return (double)(SPLIT_DRAWS - low + 1) / (SPLIT_DRAWS + 1);
}

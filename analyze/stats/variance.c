#include "variance.h"

#include <math.h>

#include <gsl/gsl_statistics_double.h>

void variance_add(struct variance *variance, const double *values, size_t n)
{
    double size = (double)n, mean = gsl_stats_mean(values, 1, n);
    if (variance->groups == 0)
        variance->origin = mean;
    double away = mean - variance->origin;
    variance->groups += 1;
    variance->count += size;
    variance->square_count += size * size;
    variance->sum += size * away;
    variance->square_sum += size * away * away;
    variance->within += gsl_stats_tss_m(values, 1, n, mean);
}

void variance_icc(const struct variance *variance, double *icc, double *design_effect)
{
    *icc = *design_effect = (double)NAN;
    double n = variance->count, groups = variance->groups;
    if (groups < 2 || n <= groups)
        return;
    double size = (n - variance->square_count / n) / (groups - 1);
    double between = (variance->square_sum - variance->sum * variance->sum / n) / (groups - 1);
    double within = variance->within / (n - groups);
    double total = between + (size - 1) * within;
    *icc = total > 0 ? fmin(1, fmax(0, (between - within) / total)) : 0;
    *design_effect = 1 + (size - 1) * *icc;
}

#include "trend.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "../stats/quantile.h"

static bool all_equal(const double *values, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (values[i] != values[0])
            return false;
    return true;
}

void trend_add(struct trend *trend, const double *x, const double *y, size_t n, double *scratch)
{
    if (n < 2 || all_equal(x, n))
        return;
    trend->blocks++;
    if (all_equal(y, n))
        return;
    trend->sum += (double)(n - 1) * gsl_stats_spearman(x, 1, y, 1, n, scratch);
    trend->weight += (double)(n - 1);
}

double trend_rho(const struct trend *trend)
{
    if (trend->blocks == 0)
        return (double)NAN;
    return trend->weight > 0 ? trend->sum / trend->weight : 0;
}

/* Nearly a standard normal where nothing drifts. */
static double deviate(const struct trend *trend)
{
    return trend->weight > 0 ? trend->sum / sqrt(trend->weight) : 0;
}

double trend_p(const struct trend *trend)
{
    return trend->blocks ? 2 * gsl_cdf_ugaussian_Q(fabs(deviate(trend))) : (double)NAN;
}

double trend_p_above(const struct trend *trend)
{
    return trend->blocks ? gsl_cdf_ugaussian_Q(deviate(trend)) : (double)NAN;
}

static double median_of(const double *values, size_t n, double *scratch)
{
    memcpy(scratch, values, n * sizeof *values);
    return quantile_median(scratch, n);
}

double trend_change(const double *x, const double *y, size_t n, double *scratch)
{
    if (n < 2)
        return (double)NAN;
    size_t third = (n + 1) / 3, last = n - third;
    double run = median_of(x + last, third, scratch) - median_of(x, third, scratch);
    double rise = median_of(y + last, third, scratch) - median_of(y, third, scratch);
    return run > 0 ? rise / run * (x[n - 1] - x[0]) : (double)NAN;
}

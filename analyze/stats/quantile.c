#include "quantile.h"

#include <math.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

void quantile_sort(double *values, size_t n)
{
    gsl_sort(values, 1, n);
}

double quantile_sorted(const double *sorted, size_t n, double p)
{
    if (n == 0)
        return (double)NAN;
    double value = gsl_stats_quantile_from_sorted_data(sorted, 1, n, p);
    /* GSL weighs the two neighbours as (1 - d) a + d b, which for a == b can miss by a rounding. */
    size_t below = (size_t)floor(p * (double)(n - 1));
    size_t above = below + 1 < n ? below + 1 : below;
    return fmin(fmax(value, sorted[below]), sorted[above]);
}

double quantile_median(double *values, size_t n)
{
    if (n == 0)
        return (double)NAN;
    /* By selection, which takes half of a sort's work and less. */
    double upper = gsl_stats_select(values, 1, n, n / 2);
    if (n % 2)
        return upper;
    double lower = gsl_stats_select(values, 1, n, n / 2 - 1);
    return lower / 2 + upper / 2; /* whose sum could overflow */
}

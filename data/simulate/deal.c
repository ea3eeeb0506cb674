#include "deal.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

/* Quartiles of the normal distribution stand 0.6745 sigma from its median. */
#define QUARTILE_OF_SIGMA 0.674489750196082

/* From this many values on, the quartiles (even n) do not lie beside the innermost two; below,
 * those stay on the median. */
#define INNER_FREE 8

static void fill_scores(double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = gsl_cdf_ugaussian_Pinv(((double)i + 1 - 0.375) / ((double)n + 0.25));
    if (n % 2)
        values[n / 2] = 0;
}

void deal_quartiles(double *values, size_t n, struct quartiles planted)
{
    if (n == 0)
        return;
    if (n <= 2) {
        double half = n == 1 ? 0 : planted.q3 - planted.q1;
        values[0] = planted.median - half;
        values[n - 1] = planted.median + (n == 1 ? 0 : half);
        return;
    }
    fill_scores(values, n);
    /*
     * With value = median + score * (score < 0 ? low : high), quartiles of the scores at -b and b
     * become median - low * b and median + high * b. For even n the median lies between the two
     * innermost values, which must therefore be as far below it as above: their scores take no
     * part here and they get the smaller scale afterwards.
     */
    double inner = values[n / 2];
    if (n % 2 == 0)
        values[n / 2 - 1] = values[n / 2] = 0;
    double b = gsl_stats_quantile_from_sorted_data(values, 1, n, 0.75);
    double low = (planted.median - planted.q1) / b, high = (planted.q3 - planted.median) / b;
    for (size_t i = 0; i < n; i++)
        values[i] = planted.median + values[i] * (values[i] < 0 ? low : high);
    if (n % 2 == 0 && n >= INNER_FREE) {
        double step = inner * (low < high ? low : high);
        values[n / 2 - 1] -= step;
        values[n / 2] += step;
    }
}

void deal_skewed(double *values, size_t n, double median, double sigma)
{
    double low = sigma * QUARTILE_OF_SIGMA * 2 / 3, high = 2 * low;
    deal_quartiles(values, n, (struct quartiles){median - low, median, median + high});
}

void deal_by_wish(const double *values, const double *wishes, size_t n, double *dealt,
                  size_t *scratch)
{
    gsl_sort_index(scratch, wishes, 1, n);
    for (size_t rank = 0; rank < n; rank++)
        dealt[scratch[rank]] = values[rank];
}

#include "ranks.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "quantile.h"

/*
 * counts[v]: how many of the 2^n sign patterns give rank sum v. Adding rank i to every pattern so
 * far gives the recurrence; counts are sums of positive doubles, so nothing cancels.
 */
static double *signed_rank_counts(size_t n)
{
    size_t most = n * (n + 1) / 2;
    double *counts = calloc(most + 1, sizeof *counts);
    if (!counts)
        return NULL;
    counts[0] = 1;
    for (size_t rank = 1, top = 0; rank <= n; rank++) {
        top += rank;
        for (size_t v = top; v >= rank; v--)
            counts[v] += counts[v - rank];
    }
    return counts;
}

/*
 * counts[u]: how many ways m x's and n y's can be ordered so that u pairs have x above y: the
 * number of partitions of u into at most m parts of at most n each. Built part size by part size.
 */
static double *mann_whitney_counts(size_t m, size_t n)
{
    size_t most = m * n;
    /* ways[k * (most + 1) + u]: k parts so far with sum u. */
    double *ways = calloc((m + 1) * (most + 1), sizeof *ways);
    double *counts = calloc(most + 1, sizeof *counts);
    if (!ways || !counts)
        goto out;
    ways[0] = 1;
    for (size_t size = 1; size <= n; size++)
        for (size_t k = 1; k <= m; k++)
            for (size_t u = size; u <= k * size; u++)
                ways[k * (most + 1) + u] += ways[(k - 1) * (most + 1) + u - size];
    for (size_t k = 0; k <= m; k++)
        for (size_t u = 0; u <= most; u++)
            counts[u] += ways[k * (most + 1) + u];
out:
    free(ways);
    if (!ways) {
        free(counts);
        counts = NULL;
    }
    return counts;
}

static double below(double *counts, size_t most, size_t k)
{
    if (!counts)
        return (double)NAN;
    double sum = 0, total = 0;
    for (size_t v = 0; v <= most; v++) {
        total += counts[v];
        if (v <= k)
            sum += counts[v];
    }
    free(counts);
    return sum / total;
}

double ranks_signed_rank_below(size_t n, size_t k)
{
    return below(signed_rank_counts(n), n * (n + 1) / 2, k);
}

double ranks_mann_whitney_below(size_t x_count, size_t y_count, size_t k)
{
    return below(mann_whitney_counts(x_count, y_count), x_count * y_count, k);
}

/*
 * The largest `cut` such that the interval from the (cut+1)-th smallest to the (cut+1)-th largest
 * of `most` sorted values still has the confidence asked for; its coverage goes to *coverage. The
 * statistic counts how many of those values are above the centre, so P(statistic <= cut) is one
 * side's miss.
 */
static size_t exact_cut(const double *counts, size_t most, double confidence, double *coverage)
{
    double total = 0, sum = counts[0];
    for (size_t v = 0; v <= most; v++)
        total += counts[v];
    size_t cut = 0;
    *coverage = fmax(0, 1 - 2 * sum / total);
    while (2 * (cut + 1) < most) {
        double next = 1 - 2 * (sum + counts[cut + 1]) / total;
        if (next < confidence)
            break;
        sum += counts[++cut];
        *coverage = next;
    }
    return cut;
}

static double exact_p(const double *counts, size_t most, double statistic)
{
    double total = 0, lower = 0, upper = 0;
    for (size_t v = 0; v <= most; v++) {
        total += counts[v];
        if ((double)v <= statistic)
            lower += counts[v];
        if ((double)v >= statistic)
            upper += counts[v];
    }
    return fmin(1, 2 * fmin(lower, upper) / total);
}

static size_t normal_cut(double mean, double deviation, double confidence, double *coverage)
{
    double cut = floor(mean - gsl_cdf_ugaussian_Pinv((1 + confidence) / 2) * deviation - 0.5);
    cut = fmax(cut, 0);
    *coverage = 1 - 2 * gsl_cdf_ugaussian_P((cut + 0.5 - mean) / deviation);
    return (size_t)cut;
}

static double normal_p(double mean, double deviation, double statistic)
{
    double away = fmax(0, fabs(statistic - mean) - 0.5);
    return 2 * gsl_cdf_ugaussian_Q(away / deviation);
}

/* What both kinds share: the averages or differences, the distribution of how many lie above zero.
 */
static void take_interval(double *values, size_t most, const double *counts, double mean,
                          double deviation, double confidence, struct rank_interval *interval)
{
    quantile_sort(values, most);
    interval->centre = quantile_sorted(values, most, 0.5);
    double above = 0; /* ties with zero count half: an effect of exactly nothing is no evidence */
    for (size_t i = 0; i < most; i++)
        above += values[i] > 0 ? 1 : values[i] == 0 ? 0.5 : 0;
    size_t cut;
    if (counts) {
        cut = exact_cut(counts, most, confidence, &interval->coverage);
        interval->p = exact_p(counts, most, above);
    } else {
        cut = normal_cut(mean, deviation, confidence, &interval->coverage);
        interval->p = normal_p(mean, deviation, above);
    }
    interval->low = interval->coverage > 0 ? values[cut] : (double)NAN;
    interval->high = interval->coverage > 0 ? values[most - 1 - cut] : (double)NAN;
}

int ranks_one_sample(const double *values, size_t n, double confidence,
                     struct rank_interval *interval)
{
    size_t most = n * (n + 1) / 2;
    double *averages = calloc(most, sizeof *averages);
    double *counts = n <= RANKS_EXACT_UNITS ? signed_rank_counts(n) : NULL;
    int status = -1;
    if (!averages || (n <= RANKS_EXACT_UNITS && !counts))
        goto out;
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            averages[count++] = values[i] / 2 + values[j] / 2;
    double units = (double)n;
    take_interval(averages, most, counts, units * (units + 1) / 4,
                  sqrt(units * (units + 1) * (2 * units + 1) / 24), confidence, interval);
    status = 0;
out:
    free(averages);
    free(counts);
    return status;
}

int ranks_two_samples(const double *x, size_t x_count, const double *y, size_t y_count,
                      double confidence, struct rank_interval *interval)
{
    size_t most = x_count * y_count;
    bool exact = x_count + y_count <= RANKS_EXACT_UNITS;
    double *differences = calloc(most, sizeof *differences);
    double *counts = exact ? mann_whitney_counts(x_count, y_count) : NULL;
    int status = -1;
    if (!differences || (exact && !counts))
        goto out;
    size_t count = 0;
    for (size_t i = 0; i < x_count; i++)
        for (size_t j = 0; j < y_count; j++)
            differences[count++] = x[i] - y[j];
    double m = (double)x_count, n = (double)y_count;
    take_interval(differences, most, counts, m * n / 2, sqrt(m * n * (m + n + 1) / 12), confidence,
                  interval);
    status = 0;
out:
    free(differences);
    free(counts);
    return status;
}

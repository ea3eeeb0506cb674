#include "cluster.h"

#include <math.h>
#include <stdlib.h>

/* Sums over bins 0..i-1, for the moments of any segment in constant time. */
struct sums {
    double count, first, second;
};

struct problem {
    const struct sums *sums;
    double total, smallest_variance;
};

/* Minus twice the log likelihood of the segment, with its share of the mixture. */
static double cost(const struct problem *problem, size_t first, size_t end)
{
    const struct sums *a = &problem->sums[first], *b = &problem->sums[end];
    double n = b->count - a->count, mean = (b->first - a->first) / n;
    double variance = (b->second - a->second) / n - mean * mean;
    double share = n / problem->total;
    return n * log((fmax(variance, 0) + problem->smallest_variance) / (share * share));
}

static struct sums *sum_up(const struct cluster_bin *bins, size_t bin_count)
{
    struct sums *sums = calloc(bin_count + 1, sizeof *sums);
    if (!sums)
        return NULL;
    /* Around the middle, where squares cancel least. */
    double origin = bins[bin_count / 2].centre;
    for (size_t i = 0; i < bin_count; i++) {
        double x = bins[i].centre - origin;
        sums[i + 1].count = sums[i].count + bins[i].count;
        sums[i + 1].first = sums[i].first + bins[i].count * x;
        sums[i + 1].second = sums[i].second + bins[i].count * x * x;
    }
    return sums;
}

int cluster_bins(const struct cluster_bin *bins, size_t bin_count, double narrowest,
                 struct cluster *cluster)
{
    size_t most = bin_count < CLUSTER_MOST ? bin_count : CLUSTER_MOST, width = bin_count + 1;
    struct sums *sums = sum_up(bins, bin_count);
    double *best = calloc(most + 1, width * sizeof *best); /* best[k * width + end] */
    size_t *cut = calloc(most + 1, width * sizeof *cut);   /* where the k-th segment begins */
    int status = -1;
    if (!sums || !best || !cut)
        goto out;
    struct problem problem = {sums, sums[bin_count].count, narrowest * narrowest};
    for (size_t end = 1; end <= bin_count; end++)
        best[width + end] = cost(&problem, 0, end);
    for (size_t k = 2; k <= most; k++) {
        for (size_t end = k; end <= bin_count; end++) {
            double least = HUGE_VAL;
            for (size_t first = k - 1; first < end; first++) {
                double sum = best[(k - 1) * width + first] + cost(&problem, first, end);
                if (sum < least) {
                    least = sum;
                    cut[k * width + end] = first;
                }
            }
            best[k * width + end] = least;
        }
    }
    /* Mean, variance and share of each segment; the shares add up to one. */
    double least = HUGE_VAL;
    for (size_t k = 1; k <= most; k++) {
        double criterion = best[k * width + bin_count] + (3 * (double)k - 1) * log(problem.total);
        if (criterion < least) {
            least = criterion;
            cluster->count = k;
        }
    }
    for (size_t k = cluster->count, end = bin_count; k >= 1; k--) {
        cluster->firsts[k - 1] = k > 1 ? cut[k * width + end] : 0;
        end = cluster->firsts[k - 1];
    }
    status = 0;
out:
    free(sums);
    free(best);
    free(cut);
    return status;
}

/*
 * Optimal clustering in one dimension: the segments that describe a histogram best.
 *
 * Each segment is taken for a normal distribution of its own; of all ways to cut the bins into k
 * segments the most likely one is found exactly by dynamic programming (Wang and Song,
 * Ckmeans.1d.dp: Optimal k-means Clustering in One Dimension by Dynamic Programming, The R Journal
 * 3/2, 2011, there for sums of squares), and of all k the one with the least Bayesian information
 * criterion (Schwarz, Annals of Statistics 6, 1978) is taken. No start values, no iterations, no
 * chance.
 */
#ifndef PAGEWALK_CLUSTER_H
#define PAGEWALK_CLUSTER_H

#include <stddef.h>

#define CLUSTER_MOST 6

struct cluster_bin {
    double centre;
    double count; /* > 0 */
};

/* The segments: firsts[0] = 0 < firsts[1] < ... are the bins each begins with. */
struct cluster {
    size_t firsts[CLUSTER_MOST];
    size_t count;
};

/*
 * `bins` by ascending centre, at least one. `narrowest`, above 0 and in units of the centres, is the
 * smallest standard deviation a segment is taken to have. Time grows with the square of bin_count. Returns 0, or -1 when memory ran out.
 */
int cluster_bins(const struct cluster_bin *bins, size_t bin_count, double narrowest,
                 struct cluster *cluster);

#endif

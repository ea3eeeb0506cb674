/*
 * Headline deltas: the differences an article states, and when another way to get them would make
 * it state something else.
 *
 * They are the page-size, guest-host and translation deltas at the largest span of their machine,
 * side, workload, line and stride. An article prints the first two in whole percent, and the extra
 * time of translation in ns at the place of the first digit of the quartile spread (half the
 * distance between the quartiles), 2 decimals at most.
 *
 * A figure moves when it would print differently, by at least one in the last place, and either
 *   - changes by more than its spread: the width of the delta's interval where that has 95%
 *     coverage, else the larger of that width and the distance between the quartiles of the two
 *     cells together; or
 *   - prints with the other sign, where the interval had left no doubt of the sign.
 * A bias, which is not there by chance, moves it from half the spread on: the interval would miss.
 *
 *     -13.4% with an interval from -14.1 to -12.7: -13.6% prints as -14, but has not moved; -14.6%
 *     has not moved as long as it may be chance; -15.0% has.
 *
 * Misses every figure an article takes from elsewhere: smaller spans, medians of cells, ratios.
 */
#ifndef PAGEWALK_HEADLINE_H
#define PAGEWALK_HEADLINE_H

#include "survey.h"

struct headline {
    const struct delta *delta;
    const char *name; /* "page-size chase 2M hugetlb span 1G against 4K base" */
    bool in_ns;       /* else percent */
    double figure;
    double spread;      /* in the unit of the figure; 0 where there is none to go by */
    double place;       /* of the last digit printed: 1, 0.1, 0.01 */
    bool signed_surely; /* a 95% interval leaves out 0 */
};

/* Another way to get a figure. */
struct recipe {
    bool mean;            /* of clean chunks, then of measurements, in place of medians */
    double clean_share;   /* of chunks, at least, and one chunk; NaN: kept as analysed */
    const bool *left_out; /* by number of the sample; NULL: none */
};

/* Sets survey->headlines, in the order of the deltas. Deltas without a number are none. */
void headlines_find(struct survey *survey);

/* The figure of this pair of values, or NaN. */
double headline_of(const struct headline *headline, double from_ns, double against_ns);

/* The figure by another recipe; NaN where that leaves a cell without a value. `scratch` has room
 * for sample_count. */
double headline_recompute(const struct survey *survey, const struct headline *headline,
                          const struct recipe *recipe, double *scratch);

/* All false for NaN. */
bool headline_prints_else(const struct headline *headline, double figure);
bool headline_moves(const struct headline *headline, double figure);
bool headline_is_biased(const struct headline *headline, double without_bias);

/*
 * The first headline of this cell, or for NULL of any cell of the machine and side, that moves when
 * samples are left out, and its new figure; NULL when none does. The fewer are left, the further a
 * figure strays by chance: with the share s of measurements left the difference between the means
 * of a part and of all has sqrt(1/s - 1) standard errors of the latter, and the spread is wider by
 * that where it is above 1.
 */
const struct headline *headline_without(struct survey *survey, const char *machine,
                                        const char *side, const struct cell *cell,
                                        const bool *left_out, double *figure);

/* "; DONE, page-size ... is -9.5% in place of -13.4%", DONE being "without them"; "" for NULL. */
const char *headline_note(struct survey *survey, const struct headline *headline, const char *done,
                          double figure);

/* "-13.4%" or "12.81 ns": one digit more than printed. */
#define HEADLINE_TEXT_SIZE 48
char *headline_text(const struct headline *headline, double figure, char text[HEADLINE_TEXT_SIZE]);

#endif

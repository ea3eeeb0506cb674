#include "ticks.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../../collect/size.h"

/* Steps in the paper's order of preference. */
static const double steps[] = {1, 5, 2, 2.5, 4, 3};
#define STEP_COUNT ((int)(sizeof steps / sizeof *steps))
#define WEIGHT_SIMPLICITY 0.25
#define WEIGHT_COVERAGE 0.2
#define WEIGHT_DENSITY 0.5
#define WEIGHT_LEGIBILITY 0.05 /* all labels look alike here: always the full 1 */

struct sequence {
    double score, first, step;
    int count;
};

/* `skip`: every so-many-th multiple of the step is taken. */
static double simplicity(int step, int skip, bool has_zero)
{
    return 1 - (double)step / (STEP_COUNT - 1) - skip + (has_zero ? 1 : 0);
}

static double coverage(double low, double high, double first, double last)
{
    double tenth = 0.1 * (high - low);
    return 1 -
           0.5 * ((high - last) * (high - last) + (low - first) * (low - first)) / (tenth * tenth);
}

static double coverage_at_most(double low, double high, double span)
{
    double range = high - low;
    if (span <= range)
        return 1;
    double half = (span - range) / 2;
    return coverage(low, high, low - half, high + half);
}

static double density(int count, int wanted, double low, double high, double first, double last)
{
    double got = (count - 1) / (last - first);
    double ideal = (wanted - 1) / (fmax(last, high) - fmin(first, low));
    return 2 - fmax(got / ideal, ideal / got);
}

static double density_at_most(int count, int wanted)
{
    return count >= wanted ? 2 - (double)(count - 1) / (wanted - 1) : 1;
}

static double weigh(double simple, double cover, double dense)
{
    return WEIGHT_SIMPLICITY * simple + WEIGHT_COVERAGE * cover + WEIGHT_DENSITY * dense +
           WEIGHT_LEGIBILITY;
}

/* All places for `count` labels `step` apart, starting at multiples of step / skip. */
static void try_starts(double low, double high, int wanted, int step_index, int skip, int count,
                       double step, struct sequence *best)
{
    double from = floor(high / step) * skip - (count - 1) * skip, to = ceil(low / step) * skip;
    for (double start = from; start <= to; start++) {
        double first = start * step / skip, last = first + step * (count - 1);
        double turns = first / step;
        bool has_zero = fabs(turns - round(turns)) < 1e-9 && first <= 0 && last >= 0;
        double score =
            weigh(simplicity(step_index, skip, has_zero), coverage(low, high, first, last),
                  density(count, wanted, low, high, first, last));
        if (score > best->score)
            *best = (struct sequence){score, first, step, count};
    }
}

/* The paper's nested search: each loop ends where even the best still possible would not win. */
static struct sequence search(double low, double high, int wanted)
{
    struct sequence best = {.score = -2};
    for (int skip = 1; weigh(simplicity(0, skip, true), 1, 1) >= best.score; skip++) {
        for (int i = 0; i < STEP_COUNT; i++) {
            double simple = simplicity(i, skip, true);
            if (weigh(simple, 1, 1) < best.score)
                continue;
            for (int count = 2; count <= TICKS_MOST; count++) {
                double dense = density_at_most(count, wanted);
                if (weigh(simple, 1, dense) < best.score)
                    break;
                double smallest = (high - low) / (count + 1) / skip / steps[i];
                for (double z = ceil(log10(smallest));; z++) {
                    double step = skip * steps[i] * pow(10, z);
                    double cover = coverage_at_most(low, high, step * (count - 1));
                    if (weigh(simple, cover, dense) < best.score)
                        break;
                    try_starts(low, high, wanted, i, skip, count, step, &best);
                }
            }
        }
    }
    return best;
}

/* Fewest decimals that show the step exactly. */
static int decimals_of(double step)
{
    int decimals = 0;
    for (double scaled = step; decimals < 12 && fabs(scaled - round(scaled)) > 1e-6 * scaled;
         scaled *= 10)
        decimals++;
    return decimals;
}

/* "12,000": from five digits on, groups of three. */
static void write_label(double value, int decimals, char label[TICKS_TEXT_SIZE])
{
    char plain[TICKS_TEXT_SIZE];
    if (fabs(value) >= 1e15) { /* beyond what a double holds digit by digit */
        snprintf(label, TICKS_TEXT_SIZE, "%.4g", value);
        return;
    }
    snprintf(plain, sizeof plain, "%.*f", decimals, value == 0 ? 0 : fabs(value));
    size_t whole = strcspn(plain, "."), at = 0;
    if (value < 0) {
        memcpy(label, "\xe2\x88\x92", 3); /* U+2212, as wide as a plus */
        at = 3;
    }
    for (size_t i = 0; plain[i] && at + 2 < TICKS_TEXT_SIZE; i++) {
        if (whole >= 5 && i && i < whole && (whole - i) % 3 == 0)
            label[at++] = ',';
        label[at++] = plain[i];
    }
    label[at] = '\0';
}

void ticks_linear(double low, double high, int wanted, struct ticks *ticks)
{
    /* Near 1, where nothing overflows: charts may be of anything that was logged. */
    double unit = pow(10, floor(log10(fmax(fabs(low), fabs(high)))));
    struct sequence best = search(low / unit, high / unit, wanted);
    best.first *= unit;
    best.step *= unit;
    int decimals = decimals_of(best.step);
    ticks->count = 0;
    for (int i = 0; i < best.count; i++) {
        struct tick *tick = &ticks->items[ticks->count++];
        tick->value = best.first + i * best.step;
        if (fabs(tick->value) < best.step / 1e6)
            tick->value = 0;
        write_label(tick->value, decimals, tick->label);
    }
}

static void add_size(struct ticks *ticks, double bytes)
{
    struct tick *tick = &ticks->items[ticks->count++];
    tick->value = bytes;
    size_label((uint64_t)llround(bytes), tick->label);
}

/* The closest spacing that fits; a somewhat wider one is better when it divides the range evenly,
 * because then no label has to give way to the last. */
static double choose_step(double unit, double octaves, bool (*fits)(double, void *), void *context)
{
    double first = 0;
    for (double step = unit; step < octaves; step = step < 1 ? 1 : step + 1) {
        if (octaves / step >= TICKS_MOST || !fits(step, context))
            continue;
        bool even = fabs(octaves / step - round(octaves / step)) < 1e-9;
        if (even && (first == 0 || octaves / step >= 4))
            return step;
        if (first == 0)
            first = step;
    }
    return first > 0 ? first : octaves;
}

void ticks_sizes(double low, double high, bool (*fits)(double octaves, void *context),
                 void *context, struct ticks *ticks)
{
    ticks->count = 0;
    add_size(ticks, low);
    if (high <= low)
        return;
    double first = ceil(log2(low)), last = floor(log2(high));
    /* Less than two octaves leave one power of two or none inside: one and a half helps. */
    double step = choose_step(last - first >= 2 ? 1 : 0.5, log2(high / low), fits, context);
    for (double exponent = first; exponent <= last && ticks->count < TICKS_MOST - 1;
         exponent += step) {
        double bytes = exponent == floor(exponent) ? exp2(exponent) : 1.5 * exp2(floor(exponent));
        bool clear_of_ends = fits(log2(bytes / low), context) && fits(log2(high / bytes), context);
        if (bytes > low && bytes < high && clear_of_ends)
            add_size(ticks, bytes);
    }
    add_size(ticks, high);
}

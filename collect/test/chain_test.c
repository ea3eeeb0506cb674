/*
 * The chain: one cycle over all lines, for any number of lines; random by what a cache or a
 * prefetcher could notice; sparse offsets that fill the cache sets evenly.
 *
 * Chi-square sums are compared with mean + 6 standard deviations of the chi-square distribution
 * (df + 6 sqrt(2 df)). The seeds are fixed, so a result never changes from run to run; each bound
 * is also shown to be broken by a pattern that is not random.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "../chain.h"
#include "../cycle.h"
#include "../random.h"

static const uint64_t counts[] = {1,    2,    3,    4,    5,     6,     7,     8,     9,     15,
                                  16,   17,   31,   33,   100,   127,   128,   129,   1000,  1023,
                                  1024, 1025, 4095, 5793, 10007, 65535, 65536, 65537, 100000};
#define COUNTS (sizeof counts / sizeof *counts)

static double chi_square(const unsigned *observed, unsigned bins, double total)
{
    double sum = 0, expected = total / bins;
    for (unsigned i = 0; i < bins; i++)
        sum += (observed[i] - expected) * (observed[i] - expected) / expected;
    return sum;
}

static double highest(unsigned bins)
{
    return bins - 1 + 6 * sqrt(2.0 * (bins - 1));
}

/* Too even is not random either: a lattice fills its bins with equal numbers. */
static double lowest(unsigned bins)
{
    return bins - 1 - 5 * sqrt(2.0 * (bins - 1));
}

static void position_and_line_are_inverse(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNTS; i++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            struct cycle cycle;
            cycle_init(&cycle, counts[i], seed);
            unsigned char *seen = calloc(counts[i], 1);
            assert_non_null(seen);
            for (uint64_t position = 0; position < counts[i]; position++) {
                uint64_t line = cycle_line(&cycle, position);
                assert_true(line < counts[i]);
                assert_int_equal(seen[line]++, 0);
                assert_true(cycle_position(&cycle, line) == position);
            }
            free(seen);
        }
}

/* Large counts cannot be walked in a test; the inverse at random positions is proof enough of a
 * bijection there, since the rounds are the same. */
static void inverse_holds_for_large_counts(void **state)
{
    (void)state;
    struct random random = {.state = 1};
    static const uint64_t large[] = {UINT64_C(1) << 23, (UINT64_C(1) << 33) + 1,
                                     (UINT64_C(1) << 40) - 1, UINT64_C(1) << 62};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        struct cycle cycle;
        cycle_init(&cycle, large[i], i);
        for (int j = 0; j < 10000; j++) {
            uint64_t position = random_below(&random, large[i]);
            uint64_t line = cycle_line(&cycle, position);
            assert_true(line < large[i]);
            assert_true(cycle_position(&cycle, line) == position);
        }
    }
}

/* Follows the pointers in memory and counts every line once. */
static void lap(uint64_t lines, uint64_t stride, uint64_t line, uint64_t seed)
{
    struct chain chain;
    uint64_t span = lines * stride;
    unsigned char *memory = aligned_alloc(4096, (span + 4095) / 4096 * 4096);
    unsigned char *seen = calloc(lines, 1);
    assert_non_null(memory);
    assert_non_null(seen);
    chain_init(&chain, span, stride, line, seed);
    assert_true(chain.lines == lines);
    /* In pieces, as the collector links them. */
    chain_link(&chain, memory, 0, lines / 3);
    chain_link(&chain, memory, lines / 3, lines);
    unsigned char *start = chain_start(&chain, memory, 0, 1);
    unsigned char *at = start;
    for (uint64_t i = 0; i < lines; i++) {
        assert_true(at >= memory && at < memory + span);
        uint64_t offset = (uint64_t)(at - memory);
        assert_int_equal(offset % line, 0);
        assert_true(offset == chain_offset(&chain, offset / stride));
        assert_int_equal(seen[offset / stride]++, 0);
        memcpy(&at, at, sizeof(unsigned char *));
    }
    assert_ptr_equal(at, start);
    free(seen);
    free(memory);
}

static void dense_lap_visits_every_line_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNTS; i++) {
        lap(counts[i], 128, 128, i);
        lap(counts[i], 64, 64, 1000 + i);
    }
}

static void sparse_lap_visits_every_line_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNTS && counts[i] <= 4095; i++) {
        lap(counts[i], 16384, 128, i);
        lap(counts[i], 4096 + 64, 64, 2000 + i); /* 65 slots */
    }
}

#define BINS 64

static void distances(const struct cycle *cycle, bool sequential, unsigned bins[BINS])
{
    memset(bins, 0, BINS * sizeof *bins);
    for (uint64_t a = 0; a < cycle->count; a++) {
        uint64_t next = sequential ? (a + 1) % cycle->count : cycle_next(cycle, a);
        uint64_t distance = (next + cycle->count - a) % cycle->count;
        bins[distance * BINS / cycle->count]++;
    }
}

static void distances_between_neighbours_are_uniform(void **state)
{
    (void)state;
    static const uint64_t sizes[] = {4096, 10007, 65536, 100000, 262144};
    unsigned bins[BINS];
    struct cycle cycle;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint64_t seed = 0; seed < 8; seed++) {
            cycle_init(&cycle, sizes[i], seed);
            distances(&cycle, false, bins);
            double sum = chi_square(bins, BINS, (double)sizes[i]);
            if (sum > highest(BINS) || sum < lowest(BINS))
                fail_msg("%d lines, seed %d: chi-square %.1f", (int)sizes[i], (int)seed, sum);
        }
    distances(&cycle, true, bins);
    assert_true(chi_square(bins, BINS, (double)cycle.count) > highest(BINS));
}

/* Where the next line lies must not depend on where this one does: in the high bits (which page),
 * nor in the low ones (which cache set), nor on the line before last. */
static void neighbours_are_independent(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        unsigned high[BINS] = {0}, low[BINS] = {0}, second[BINS] = {0}, mixed[BINS] = {0};
        struct cycle cycle;
        cycle_init(&cycle, 65536, seed);
        for (uint64_t a = 0; a < 65536; a++) {
            uint64_t next = cycle_next(&cycle, a);
            uint64_t after = cycle_next(&cycle, next);
            high[(a >> 13) * 8 + (next >> 13)]++;
            low[(a & 7) * 8 + (next & 7)]++;
            second[(a >> 13) * 8 + (after >> 13)]++;
            mixed[(a & 7) * 8 + (next >> 13)]++;
        }
        const unsigned *tables[] = {high, low, second, mixed};
        for (int i = 0; i < 4; i++) {
            double sum = chi_square(tables[i], BINS, 65536);
            if (sum > highest(BINS))
                fail_msg("table %d, seed %d: chi-square %.1f", i, (int)seed, sum);
        }
    }
}

/* Successive distances repeat about as often as chance has it: a prefetcher of strides finds
 * nothing. With 65536 lines and 65536 pairs, one repetition is expected. */
static void distances_do_not_repeat(void **state)
{
    (void)state;
    struct cycle cycle;
    uint64_t repeated = 0, a = 0, last = 0;
    cycle_init(&cycle, 65536, 5);
    for (int i = 0; i < 65536; i++) {
        uint64_t next = cycle_next(&cycle, a);
        uint64_t distance = (next - a) & 65535;
        repeated += distance == last;
        last = distance;
        a = next;
    }
    assert_true(repeated <= 10);
}

static void seeds_give_different_cycles(void **state)
{
    (void)state;
    struct cycle one, two, again;
    unsigned same = 0;
    cycle_init(&one, 65536, 1);
    cycle_init(&two, 65536, 2);
    cycle_init(&again, 65536, 1);
    for (uint64_t a = 0; a < 65536; a++) {
        same += cycle_next(&one, a) == cycle_next(&two, a);
        assert_true(cycle_next(&one, a) == cycle_next(&again, a));
    }
    assert_true(same <= 10); /* one by chance */
}

#define SETS 2048 /* of a 1 MB cache of 8 ways and 64-byte lines */

static unsigned sets_used(const unsigned *sets, unsigned count)
{
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++)
        used += sets[i] != 0;
    return used;
}

static void sparse_offsets_fill_the_sets_evenly(void **state)
{
    (void)state;
    static const uint64_t lines[] = {64, 128};
    for (int i = 0; i < 2; i++) {
        static unsigned sets[SETS];
        unsigned count = (unsigned)(SETS * 64 / lines[i]); /* sets of lines of this size */
        struct chain chain;
        memset(sets, 0, sizeof sets);
        chain_init(&chain, UINT64_C(1) << 30, 16384, lines[i], 7);
        for (uint64_t j = 0; j < chain.lines; j++)
            sets[chain_offset(&chain, j) / lines[i] % count]++;
        double sum = chi_square(sets, count, (double)chain.lines);
        assert_true(sum < highest(count));
        assert_true(sum > lowest(count));
        assert_int_equal(sets_used(sets, count), count);
    }
}

/* The check above is worth something: offsets that repeat after 64 lines, or none, fail it. */
static void periodic_offsets_would_not(void **state)
{
    (void)state;
    static unsigned sets[SETS], plain[SETS];
    for (uint64_t j = 0; j < 65536; j++) {
        sets[(j * 16384 + 64 * random_hash_below(7, j % 64, 256)) / 64 % SETS]++;
        plain[j * 16384 / 64 % SETS]++;
    }
    assert_true(chi_square(sets, SETS, 65536) > highest(SETS));
    assert_true(sets_used(sets, SETS) <= 8 * 64);
    assert_true(chi_square(plain, SETS, 65536) > highest(SETS));
    assert_int_equal(sets_used(plain, SETS), 8);
}

static void offsets_of_neighbours_are_independent(void **state)
{
    (void)state;
    unsigned pairs[BINS] = {0};
    struct chain chain;
    chain_init(&chain, UINT64_C(1) << 30, 16384, 128, 3);
    for (uint64_t j = 0; j + 1 < chain.lines; j++) {
        uint64_t here = chain_offset(&chain, j) % 16384 / 2048;
        uint64_t next = chain_offset(&chain, j + 1) % 16384 / 2048;
        pairs[here * 8 + next]++;
    }
    assert_true(chi_square(pairs, BINS, 65535) < highest(BINS));
}

static void streams_walk_equal_disjoint_arcs(void **state)
{
    (void)state;
    static const uint64_t sizes[] = {16, 17, 1000, 4096, 10007};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned streams = 1; streams <= 16; streams++) {
            uint64_t lines = sizes[i], visited = 0;
            struct chain chain;
            unsigned char *memory = aligned_alloc(4096, (lines * 64 + 4095) / 4096 * 4096);
            unsigned char *seen = calloc(lines, 1);
            assert_non_null(memory);
            assert_non_null(seen);
            chain_init(&chain, lines * 64, 64, 64, 9);
            chain_link(&chain, memory, 0, lines);
            for (unsigned s = 0; s < streams; s++) {
                unsigned char *at = chain_start(&chain, memory, s, streams);
                unsigned char *end = chain_start(&chain, memory, (s + 1) % streams, streams);
                uint64_t arc = 0;
                do {
                    assert_int_equal(seen[(at - memory) / 64]++, 0);
                    memcpy(&at, at, sizeof(unsigned char *));
                    arc++;
                } while (at != end);
                assert_in_range(arc, lines / streams, lines / streams + 1);
                visited += arc;
            }
            assert_true(visited == lines);
            free(seen);
            free(memory);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(position_and_line_are_inverse),
        cmocka_unit_test(inverse_holds_for_large_counts),
        cmocka_unit_test(dense_lap_visits_every_line_once),
        cmocka_unit_test(sparse_lap_visits_every_line_once),
        cmocka_unit_test(distances_between_neighbours_are_uniform),
        cmocka_unit_test(neighbours_are_independent),
        cmocka_unit_test(distances_do_not_repeat),
        cmocka_unit_test(seeds_give_different_cycles),
        cmocka_unit_test(sparse_offsets_fill_the_sets_evenly),
        cmocka_unit_test(periodic_offsets_would_not),
        cmocka_unit_test(offsets_of_neighbours_are_independent),
        cmocka_unit_test(streams_walk_equal_disjoint_arcs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

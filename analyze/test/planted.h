/*
 * Campaigns with something planted, for tests of the checks that should find it.
 *
 * Guests measure 4 KB and 2 MB pages, hosts 16 KB pages: dense spans of 64 KB (the negative
 * control), 8 MB, 64 MB and 1 GB, and 1 GB with one line in 16 KB; with `control_pages` the control
 * also in pages of 4 MB, 8 MB and so on. Values are normal: a part of the
 * run (the same in all its cells), a part of the measurement, a part of the chunk; whatever else is
 * wanted comes from `factor` and `dirty`.
 */
#ifndef PAGEWALK_TEST_PLANTED_H
#define PAGEWALK_TEST_PLANTED_H

#include "../diagnose/diagnose.h"

/* ORDER_TURNED: sorted, and the other way round in every second round. */
enum planted_order { ORDER_SHUFFLED, ORDER_SORTED, ORDER_REPEATED, ORDER_TURNED };
enum planted_starts { STARTS_ALTERNATE, STARTS_GUEST_FIRST, STARTS_UNKNOWN };

/* Where a chunk stands. */
struct place {
    bool guest, huge;
    int extra; /* 1 and up: one of control_pages */
    int run, round, chunk;
    double position; /* in the run, 0 to 1 */
    uint64_t span, stride;
    uint64_t number; /* of the measurement in the run */
};

struct planted {
    unsigned long seed;
    int runs, rounds, chunks; /* runs of each side; no hosts: guests only */
    int control_pages;        /* further page sizes that guests measure, in the control alone */
    bool no_hosts;
    enum planted_order order;
    enum planted_starts starts;
    double run_noise, noise, chunk_noise;   /* standard deviations in percent */
    double (*factor)(const struct place *); /* times the value; NULL: 1 */
    bool (*dirty)(const struct place *);    /* whether a fault spoils the chunk; NULL: none */
};

/* 8 runs of each side, 3 rounds, 24 chunks, 0.5% between runs, 0.5% between measurements, 0.5%
 * between chunks, shuffled, alternating. */
struct planted planted_clean(unsigned long seed);

/* Builds the campaign and analyzes it up to the intervals. */
void planted_build(struct campaign *campaign, const struct planted *planted);

/* Builds, diagnoses, and checks that no text of the frame holds nan or inf. */
void planted_diagnose(struct campaign *campaign, struct diagnosis *diagnosis,
                      const struct planted *planted);

/* The finding, which must be there; `subject` NULL: the first of the check. */
const struct finding *planted_find(const struct diagnosis *diagnosis, const char *side,
                                   const char *check, const char *subject);

/* The frame as CSV, to be freed with text_free(). */
struct text planted_csv(struct campaign *campaign, const struct diagnosis *diagnosis);

#endif

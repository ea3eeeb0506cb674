/*
 * What might have moved while a campaign was measured, and whether an article's number would.
 *
 * Each check looks at the loop measurements of one machine and side (a guest-host pair: of both)
 * and says what it found in one row or a few. Its method, the source of it, and what it can miss
 * stand at the top of its file (checks.h lists them).
 *
 * Verdicts: `ok`; `notice`, something moved, but no figure an article would print; `warning`, a
 * headline delta (headline.h), named in the note, prints another figure without what moved or by
 * other rules, or where the data cannot show what moved (pair-order) with as little of it as runs
 * differ by anyway; `not testable`, the logs lack what the check needs. A P value is adjusted by
 * Holm's method over all that its check looked at (bimodal-runs: once over runs as a whole, once
 * over all cells), and counts below FINDING_SIGNIFICANCE.
 *
 * What is resampled is seeded from the digests of the inputs: same logs, same findings.
 */
#ifndef PAGEWALK_DIAGNOSE_H
#define PAGEWALK_DIAGNOSE_H

#include "../model.h"
#include "../results/frame.h"
#include "../results/write.h"

#define FINDING_SIGNIFICANCE 0.05

enum finding_verdict {
    FINDING_OK,
    FINDING_NOTICE,
    FINDING_WARNING,
    FINDING_NOT_TESTABLE,
    FINDING_VERDICTS /* how many there are */
};

struct finding {
    const char *machine, *side; /* side "" where the check is of both */
    const char *check;
    const char *subject; /* what of the machine and side; "" where it is all of it */
    double value;        /* in the unit that the note or the check's file names; NaN: none */
    double p;            /* adjusted; NaN: none */
    enum finding_verdict verdict;
    const char *note;
};

struct diagnosis {
    struct arena arena; /* owns the texts that are not the campaign's */
    struct finding *findings;
    size_t count, capacity;
};

/*
 * Fills `diagnosis` with findings sorted by machine and side, checks in a fixed order. The
 * campaign's chunks, cells, deltas and their intervals must stand, and outlive the diagnosis; of
 * the method, margins.equivalence is used. On failure the diagnosis is empty. Errors: out of
 * memory.
 */
int diagnose(struct diagnosis *diagnosis, const struct campaign *campaign,
             const struct method *method, struct error *error);
void diagnosis_free(struct diagnosis *diagnosis);

/* "ok", "notice", "warning", "not testable". */
const char *finding_verdict_name(enum finding_verdict verdict);

size_t diagnosis_count(const struct diagnosis *diagnosis, enum finding_verdict verdict);

/* Adds the columns machine, side, check, subject, value, p, verdict, note and a row a finding to a
 * frame that frame_init() has set up; frame->failed when memory ran out. */
void diagnose_frame(struct frame *frame, const struct diagnosis *diagnosis);

#endif

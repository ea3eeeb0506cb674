/*
 * The frames of a results directory, made from a campaign: one function a file. Columns are those
 * of the format (README, "Results"); rows come in the order the campaign holds them, which is
 * sorted.
 */
#ifndef PAGEWALK_FRAMES_H
#define PAGEWALK_FRAMES_H

#include "../model.h"
#include "frame.h"

enum results_file {
    RESULTS_MEASUREMENTS,
    RESULTS_CELLS,
    RESULTS_DELTAS,
    RESULTS_ACCOUNTING,
    RESULTS_PROBLEMS,
    RESULTS_RUNS,
    RESULTS_TIERS,
    RESULTS_DROPS,
    RESULTS_FILES /* how many there are */
};

/* Builds the frame for one file into `frame` (free with frame_free; text lives in the campaign's
 * arena). Errors: out of memory. */
int frames_build(struct frame *frame, enum results_file file, struct campaign *campaign,
                 struct error *error);

#endif

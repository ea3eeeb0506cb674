/*
 * An output directory that is there whole or not at all.
 *
 * Work goes into a hidden folder beside the target; directory_commit() exchanges the two atomically
 * (renameat2 RENAME_EXCHANGE) and removes what was there before. Where the file system cannot
 * exchange, the old folder is renamed aside and put back if the second rename fails. A program that
 * is killed leaves its hidden folder behind; the next one for the same target removes it. A lock
 * tells it from one that is still in use.
 *
 * A mistyped -o must never eat somebody's files: a folder that is already there is replaced only if
 * it is empty, or holds `marker` and nothing but files that an earlier commit wrote. Each commit
 * leaves their names in a manifest (manifest.h). A symbolic link to a folder is followed. Inside an
 * earlier output of any program of ours there is no place for another: it would be a foreign file
 * there.
 *
 *     struct directory out;
 *     if (directory_begin(&out, "results", "results.json", &error) == 0) {
 *         ... write files below out.work ...
 *         status = directory_commit(&out, &error); // or directory_abandon(&out)
 *     }
 */
#ifndef PAGEWALK_DIRECTORY_H
#define PAGEWALK_DIRECTORY_H

#include "error.h"

/* The markers of our programs: of results and of a report. */
#define DIRECTORY_RESULTS "results.json"
#define DIRECTORY_REPORT ".pagewalk-report"

struct directory {
    char *target;
    char *work; /* write here; owned by the structure */
    int lock;   /* open on `work`, locked as long as it is in use */
};

int directory_begin(struct directory *directory, const char *target, const char *marker,
                    struct error *error);
int directory_commit(struct directory *directory, struct error *error);
void directory_abandon(struct directory *directory);

/* Makes the folder that will hold `path` (and its parents), below an existing root. */
int directory_make_parents(const char *path, struct error *error);

#endif

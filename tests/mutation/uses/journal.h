/*
 * What has been found out of a unit's edits so far: a run that is interrupted goes on where it was.
 *
 * A text file: the head, which says of what module, and at which geometries, then a line for each
 * edit that has an outcome: its number, the outcome's, and seconds. A file with another head is
 * begun anew; a line that is not whole is not there.
 */
#ifndef LW_TESTS_USES_JOURNAL_H
#define LW_TESTS_USES_JOURNAL_H

#include <stdio.h>

#include "common/diag.h"
#include "compare.h"

typedef struct journal {
    FILE *f; /* NULL: nothing is kept */
    struct known {
        outcome_t outcome; /* BROKEN: not tried yet */
        double seconds;
    } * known;
    int edits;
    char path[PATH_MAX];
} journal_t;

/* Opens the file for a unit with so many edits; NULL: no file. 0, or a negative errno with a
 * message. */
int journal_open(journal_t *j, const char *path, const unit_under_t *u, const char *rtl, int edits,
                 diag_t *diag);

/* The line must be in the file before the next edit is tried. 0, or a negative errno. */
int journal_add(journal_t *j, int edit, outcome_t outcome, double seconds, diag_t *diag);

/* done: the file is not needed any more. */
void journal_close(journal_t *j, bool done);

#endif

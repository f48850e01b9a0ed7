/* A folder for one run's files in TMPDIR or /tmp. It is locked as long as the program that made it
 * or a tool below it runs; one without a lock was left by a program that was killed, and is removed
 * when the next one is made. */
#ifndef LW_SYNTH_SCRATCH_H
#define LW_SYNTH_SCRATCH_H

#include <limits.h>

#include "common/diag.h"

typedef struct scratch {
    char dir[PATH_MAX]; /* "" before scratch_open() */
    int lock;
} scratch_t;

/* 0, or a negative errno with a message. */
int scratch_open(scratch_t *s, diag_t *d);
/* Removes it with all that is in it. */
void scratch_close(scratch_t *s);

#endif

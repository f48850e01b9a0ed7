/*
 * Toggle counts of a run: how often each bit of a unit's inputs and state changed from one clock
 * edge to the next. `lockwarp synth --activity` reads the file (docs/synthesis.md).
 */
#ifndef LW_LOCKSTEP_ACTIVITY_LOG_H
#define LW_LOCKSTEP_ACTIVITY_LOG_H

#include "common/diag.h"
#include "common/unit.h"

typedef struct activity_log activity_log_t;

/* For a unit at a configuration, both of which must outlive it. NULL: out of memory. */
activity_log_t *activity_log_open(const unit_desc_t *d, const void *cfg);

/* One clock edge: the inputs at it and the state after it. */
void activity_log_edge(activity_log_t *a, const void *in, const void *state);

/* Writes the counts and frees the log. 0, or a negative errno with the file in the diag. */
int activity_log_close(activity_log_t *a, const char *path, diag_t *d);

#endif

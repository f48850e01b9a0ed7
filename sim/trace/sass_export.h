/*
 * Writes a native trace for Accel-Sim: kernelslist.g and a kernel-N.traceg a launch, in the layout
 * of its tracer's version 5 (docs/traces.md says what the format takes and what gets lost).
 */
#ifndef LW_TRACE_SASS_EXPORT_H
#define LW_TRACE_SASS_EXPORT_H

#include <stdint.h>
#include <stdio.h>

#include "common/diag.h"

typedef enum sass_compress { SASS_PLAIN, SASS_XZ, SASS_ZST } sass_compress_t;

/* Of the addresses of an instruction: the shortest; or this one wherever it can say them. */
typedef enum sass_encoding { SASS_AUTO, SASS_LIST, SASS_STRIDE, SASS_DELTA } sass_encoding_t;

typedef struct sass_export {
    const char *dir; /* made if it is not there; the list is written last */
    sass_compress_t compress;
    sass_encoding_t encoding;
} sass_export_t;

/* What the format could not carry: static instructions and registers, summed over launches. */
typedef struct sass_loss {
    uint64_t launches;
    uint64_t merged;    /* registers that share a name with another: a line has one destination and
                           four sources */
    uint64_t shared;    /* registers that share a name for want of more than 255 */
    uint64_t intervals; /* instructions that hold their unit longer than its interval */
    uint64_t barriers;  /* barriers other than "0, all warps" */
    uint64_t mixed;     /* generic accesses of lanes in several spaces: the first lane's counts */
    uint64_t uncached;  /* stores and atomics with a cache operator */
} sass_loss_t;

/* path: a native trace. 0, or a negative errno with a message in d. Adds to loss. */
int sass_export(const char *path, const sass_export_t *x, sass_loss_t *loss, diag_t *d);

void sass_loss_print(const sass_loss_t *loss, FILE *out);

#endif

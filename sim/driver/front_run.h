/* Functional runs of any front end (front/front.h), without timing. */
#ifndef LW_DRIVER_FRONT_RUN_H
#define LW_DRIVER_FRONT_RUN_H

#include <stdint.h>

#include "common/diag.h"
#include "front/front.h"

/* Every CTA in turn, its warps one after another from barrier to barrier. Adds to the counts.
 * 0; -EFAULT: the front end set its error (no message); -EDEADLK with a message: a barrier that
 * its warps cannot meet. */
int front_run(front_t *f, uint64_t *warp_insts, uint64_t *thread_insts, diag_t *d);

#endif

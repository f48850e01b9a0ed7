/* The kernel chase: one lane's loads, each of the address that the one before brought. */
#ifndef LW_MICRO_CHASE_H
#define LW_MICRO_CHASE_H

#include "micro/micro.h"

enum { CHASE_HOPS = 64 };

/* Runs it round `lines` lines (CHASE_HOPS at most) `stride` bytes apart, in the L2 beforehand or
 * not. */
micro_result_t chase_run(micro_t *m, const gpu_cfg_t *c, uint64_t lines, uint64_t stride,
                         bool preload);

#endif

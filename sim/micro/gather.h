/*
 * The kernel gather: one warp, four loads that wait for nothing, every lane a line of its own; what
 * the derivations of misses in number need of it.
 */
#ifndef LW_MICRO_GATHER_H
#define LW_MICRO_GATHER_H

#include "micro/micro.h"

/* One L2 slice, with room for everything, so that all is in order. */
gpu_cfg_t gather_machine(const gpu_cfg_t *c);

/* Whether the derivation covers this machine; if not, says so in the table. */
bool gather_applies(micro_t *m);

/* Core cycles of the four loads' issue. */
void gather_issue(const gpu_cfg_t *c, uint64_t load[4]);

/* Core cycle in which the first request is in the memory stage. */
uint64_t gather_first(const gpu_cfg_t *c);

/* Cycles of the whole kernel if its last line comes in this cycle. */
uint64_t gather_end(const gpu_cfg_t *c, uint64_t last_back);

/* Its launch, and the run of that: lane t of load k on base + (k x lanes + t) x stride, all of them
 * in the L2. */
micro_launch_t gather_launch(const gpu_cfg_t *c, uint64_t stride);
micro_result_t gather_run(micro_t *m, const gpu_cfg_t *c, uint64_t stride);

#endif

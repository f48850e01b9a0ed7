/*
 * What the policies that hold warps back share: the scheduler beneath them, and its counters.
 */
#ifndef LW_POLICY_THROTTLE_H
#define LW_POLICY_THROTTLE_H

#include <stdint.h>

#include "common/state_members.h"
#include "gpu/gpu.h"
#include "policy/policy_option.h"

/* The option that names the scheduler beneath (throttle_t.scheduler), but for its offset. */
#define THROTTLE_SCHEDULER                                                                         \
    .name = "scheduler", .value = GPU_SCHED_GTO, .doc = "warp choice beneath",                     \
    .names = throttle_schedulers
extern const policy_name_t throttle_schedulers[];

typedef struct throttle {
    uint64_t instructions; /* issued */
    uint64_t held;         /* over these: ready warps that were held back at that moment */
    uint32_t scheduler;    /* option: GPU_SCHED_* */
} throttle_t;

void throttle_state(throttle_t *t, state_io_t *io);

/* A pick_warp: the choice of the scheduler beneath among the ready warps that are not held, or
 * GPU_PICK_WAIT. The policy must wake the SM when held changes without an instruction being
 * issued. */
int throttle_pick(throttle_t *t, const gpu_t *g, uint32_t sm, uint32_t sched, uint64_t ready,
                  uint64_t held);

/* Of the ready warps those beyond the `limit` oldest that do not wait at a barrier. A warp at a
 * barrier is not counted, because those that it waits for may be among the held. */
uint64_t throttle_beyond(const gpu_t *g, uint32_t sm, uint64_t ready, uint32_t limit);

#endif

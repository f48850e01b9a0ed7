/*
 * What the policies that prefetch share: the queue before the L1, and counters. A policy of this
 * kind brings its queue along: l1_prefetch_queue of a preset is what there is without one, and is
 * raised to the policy's `queue` if it is less.
 */
#ifndef LW_POLICY_PREFETCHER_H
#define LW_POLICY_PREFETCHER_H

#include "policy/policy.h"

/* The option of the queue (prefetcher_t.queue), but for its offset: as deep as the apres paper's
 * demand request queue (section IV). */
#define PREFETCHER_QUEUE                                                                           \
    "queue", 32, 1, 256, "prefetches that wait in an SM; l1_prefetch_queue, if that is more"

typedef struct prefetcher {
    uint32_t queue;      /* option */
    uint64_t asked;      /* prefetches handed to the L1 */
    uint64_t queue_full; /* of these, dropped for want of room */
    uint64_t outside;    /* not handed on: outside device memory */
} prefetcher_t;

/* Of a policy's init: 0, or -EINVAL with a message in d. */
int prefetcher_init(const prefetcher_t *p, const policy_run_t *run, diag_t *d);
void prefetcher_state(prefetcher_t *p, state_io_t *io);
/* Asks for the line of an address, for the load at pc and the warp slot. */
void prefetcher_ask(prefetcher_t *p, const policy_run_t *run, uint32_t sm, uint64_t addr,
                    uint32_t pc, uint32_t warp);

#endif

/*
 * A request buffer before the L1: a policy may put one between the memory stage and the tags, of
 * every SM. It takes requests (reads, stores, atomics) in the order of the memory stage and offers
 * them to the L1 in an order of its own. docs/gpu.md ("A request buffer") draws the states of a
 * request and the order of the calls in an SM-cycle; this header says what each call may do.
 *
 * Requests are never reordered across a barrier: while requests of a warp are in the buffer or
 * before it, the warp does not issue a barrier.
 *
 * Sleep. In a cycle in which nothing has changed the calls may be left out. So what they return is
 * a function of what the policy has seen before (requests pushed, answers) and of nothing else,
 * unless the policy asks for a cycle with gpu_sm_wake_at(). In a cycle that it asked for, the
 * request that waits is presented to can_accept, and the one offered is looked up, whatever came of
 * it before; so is one whose last answer was GPU_L1_NO_NET, in every cycle that is simulated. A
 * buffer that changes by itself (a delay, a slot that becomes free) asks for each cycle in which it
 * may offer or accept another request.
 */
#ifndef LW_GPU_REQUEST_BUFFER_H
#define LW_GPU_REQUEST_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu/req.h"

/* What the L1 did with the request that the buffer offered. */
typedef enum gpu_l1_answer {
    GPU_L1_ACCEPTED,
    GPU_L1_NO_WAY, /* rejected, as all that follow: every way reserved */
    GPU_L1_NO_MSHR,
    GPU_L1_NO_MERGE, /* the line's MSHR is full */
    GPU_L1_NO_QUEUE, /* miss queue full */
    GPU_L1_NO_INJECT,
    GPU_L1_NO_NET, /* a bypass or an atomic: the crossbar's input full */
    GPU_L1_HELD,   /* a policy decided GPU_L1_HOLD */
} gpu_l1_answer_t;

/* What the policy brings: all four functions. A launch ends with an empty buffer. */
typedef struct gpu_request_buffer {
    /* False: a register. A request that is pushed can be offered from the next cycle on, and a
     * request that leaves makes room for another in the same cycle. True: the buffer takes first
     * and offers afterwards, so that a request may pass through it in one cycle. */
    bool through;

    /* Does the buffer take r in this cycle? r is at the buffer's input in this cycle, whatever the
     * answer is; nothing else changes. At most one call in an SM-cycle. */
    bool (*can_accept)(void *ctx, const gpu_req_t *r, uint64_t cycle);
    /* Takes r, after a can_accept of r that was true, in the same cycle. */
    void (*push)(void *ctx, const gpu_req_t *r, uint64_t cycle);
    /* The request that the buffer offers to the L1 in this cycle, a copy in *r; false: none.
     * Changes nothing. At most one call in an SM-cycle, and none while the buffer is empty. */
    bool (*peek)(void *ctx, uint32_t sm, uint64_t cycle, gpu_req_t *r);
    /* What the L1 did with the offered request: it has left the buffer, or it was rejected and
     * stays. r->hash is as on_l1_access left it. A rejection that repeats without a change is not
     * answered again, so that repeating the same answer must have no effect on the policy. */
    void (*answer)(void *ctx, const gpu_req_t *r, gpu_l1_answer_t answer, uint64_t cycle);
} gpu_request_buffer_t;

/* ---- The GPU's side: one in each SM (ldst.c, ldst_issue.c, sm.c; policies do not see it) ---- */

struct gpu_hook_table;

typedef struct request_buffer {
    bool present;   /* in this launch */
    bool refused;   /* can_accept was false, and no answer and no push has come since */
    bool settled;   /* it offers nothing, or again the request that was rejected */
    uint8_t idx;    /* the request that was looked up last: number in its instruction, */
    uint16_t op;    /* and memory instruction */
    uint32_t count; /* requests inside */
} request_buffer_t;

/* A launch begins. */
void request_buffer_start(request_buffer_t *b, const struct gpu_hook_table *h);

/* can_accept, then push if that is true; false: the buffer refuses r. */
bool request_buffer_take(request_buffer_t *b, const struct gpu_hook_table *h, const gpu_req_t *r,
                         uint64_t cycle);

/* peek; false: the buffer is empty or offers nothing. */
bool request_buffer_offer(request_buffer_t *b, const struct gpu_hook_table *h, uint32_t sm,
                          uint64_t cycle, gpu_req_t *r);

/* Is r the request that was looked up last? */
static inline bool request_buffer_repeats(const request_buffer_t *b, const gpu_req_t *r)
{
    return b->op == r->owner && b->idx == r->idx;
}

/* answer, after a lookup of r as peek named it. */
void request_buffer_answer(request_buffer_t *b, const struct gpu_hook_table *h, const gpu_req_t *r,
                           gpu_l1_answer_t answer, uint64_t cycle);

/* changed: something in the SM has changed since the last lookup. */

/* Has the request before the buffer a chance in the next cycle? */
static inline bool request_buffer_may_take(const request_buffer_t *b, bool changed)
{
    return !b->refused || changed;
}

/* Has one inside? */
static inline bool request_buffer_may_offer(const request_buffer_t *b, bool changed)
{
    return b->count && (!b->settled || changed);
}

#endif

/*
 * Hooks: the events at which a management scheme (policy/) observes the GPU model or decides
 * something in it. A policy fills a const gpu_hooks_t with the functions it needs (the others NULL)
 * and attaches it once, before the first kernel, with gpu_attach() of gpu.h. The model knows no
 * policy. A hook without a policy costs one predictable branch.
 *
 * Results do not depend on how the simulator sleeps. Therefore:
 *  - A hook is called when its event happens, never because time passed. on_cycle is called in the
 *    cycles in which the SM is simulated. A policy may do nothing there that an idle cycle would do
 *    differently (its unit must be idle then: unit.h, `idle`). A policy whose unit works without
 *    events keeps its SM awake with gpu_sm_wake_at().
 *  - on_l1_access is called when a read first stands at the head of the memory stage, and again
 *    after each change in the SM that could alter the answer (a fill, a free queue entry). It is
 *    not called in the cycles in between. A policy whose decision may change by itself calls
 *    gpu_sm_wake_at().
 *  - on_dispatch is called in the core cycles that gpu_dispatch_wake_at() asks for, and in the
 *    first one of a launch. A policy may do nothing there that would have another effect without
 *    this cycle.
 *  - The request buffer before the L1 has rules of its own: request_buffer.h.
 *
 * A core cycle begins with on_dispatch, after which SMs with room get CTAs (pick_cta,
 * on_cta_ready); with tick_order release this is at the end of the cycle before. Then each SM has
 * its cycle. Order within an SM-cycle:
 *   1. a reply          on_l1_fill, or on_l2_reply, on_l1_evict, on_late_fill
 *   2. memory stage     on_l1_access, pick_victim, on_l1_evict, on_l1_result, or on_l1_write,
 *                       on_l1_evict; with a request buffer also its calls (docs/gpu.md draws their
 *                       order)
 *      or a prefetch    on_prefetch, pick_victim, on_l1_evict, on_prefetch_result
 *   3. issue            pick_warp, on_pick, on_load_issue, on_loop_exit, on_warp_finish
 *   4. on_cycle
 * An SM-cycle has at most one late fill, and at most one accepted read or one prefetch.
 *
 * Several policies may attach to one hook; they are called in the order of attachment. A decision
 * with one owner (below) takes one policy only: a second attachment is refused.
 */
#ifndef LW_GPU_HOOKS_H
#define LW_GPU_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "front/front.h"
#include "gpu/req.h"
#include "gpu/request_buffer.h"

typedef enum gpu_l1_tag {
    GPU_TAG_ABSENT,
    GPU_TAG_PRESENT,
    GPU_TAG_PENDING, /* allocated, data pending: counts as a hit */
} gpu_l1_tag_t;

/* A load from global or local memory is issued; its requests follow. */
typedef struct gpu_load_issue {
    const inst_t *inst;
    const warp_step_t *step;
    uint64_t cycle;
    uint32_t sm, warp;
    uint32_t requests; /* at least 1; owner of each is op, idx counts them from 0 */
    uint16_t op;       /* number of the instruction among the outstanding ones of the SM */
    bool uncached;     /* volatile: its requests may not hit in the L1 */
} gpu_load_issue_t;

/* A read (never a store, atomic or volatile read) at the head of the memory stage. */
typedef struct gpu_l1_access {
    gpu_req_t *req; /* the policy may set req->hash, which is kept over retries */
    uint64_t cycle; /* core cycle */
    uint32_t set;
    uint32_t way; /* of the matching line; 0 if absent */
    gpu_l1_tag_t tag;
} gpu_l1_access_t;

/* What to do with a read. If several policies decide, the last decision in this list
 * counts. So a prediction counts, and reaches the L2, only for reads that no other policy bypasses
 * or holds. */
typedef enum gpu_l1_decision {
    GPU_L1_NORMAL,
    GPU_L1_BYPASS_IF_NO_WAY, /* as normal; a miss that finds every way reserved bypasses the L1 in
                              * the same cycle, request.bypass clear, if there is room to leave */
    GPU_L1_PREDICTED_BYPASS, /* absent: bypass the L1 with request.bypass set; else as normal */
    GPU_L1_KEEP,             /* as normal, whatever is predicted; BYPASS_IF_NO_WAY of another
                              * policy still applies */
    GPU_L1_BYPASS,           /* for every tag: bypass the L1, request.bypass clear */
    GPU_L1_HOLD,             /* not now: keep it at the head (counted as fail_policy) */
} gpu_l1_decision_t;

typedef enum gpu_l1_outcome {
    GPU_L1_HIT,
    GPU_L1_PENDING_HIT, /* merged into the line's MSHR */
    GPU_L1_MISS,        /* line (set, way) allocated */
    GPU_L1_BYPASSED,
} gpu_l1_outcome_t;

/* The commit of an accepted access: exactly once for each read. */
typedef struct gpu_l1_result {
    const gpu_req_t *req; /* bypassed: as sent; flag GPU_REQ_PREDICTED: predicted */
    uint64_t cycle;
    uint16_t op; /* the load of the request: op of gpu_load_issue_t */
    uint32_t set;
    uint32_t way; /* hit: of the line; miss: of the victim; bypass: 0 */
    gpu_l1_outcome_t outcome;
    bool victim_valid;    /* miss: a valid line was replaced (false: the way was empty) */
    uint64_t victim_line; /* its line number */
} gpu_l1_result_t;

/* All data of a pending line have arrived: it is valid from now on. */
typedef struct gpu_l1_fill {
    uint64_t cycle;
    uint64_t line;
    uint32_t sm, set, way;
} gpu_l1_fill_t;

/* A store, atomic or reduction that the L1 accepts: exactly once for each. A line that it evicts
 * leaves after it. */
typedef struct gpu_l1_write {
    const gpu_req_t *req;
    uint64_t cycle;
    uint32_t set;
    uint32_t way; /* of the matching line; 0 if absent */
    bool hit;     /* present or pending */
} gpu_l1_write_t;

/* A bypassed line is filled after all, because the L2 returned its bit. */
typedef struct gpu_late_fill {
    const gpu_req_t *req; /* as sent, with its hash */
    uint64_t cycle;
    uint32_t set, way;
    bool victim_valid;
    uint64_t victim_line;
} gpu_late_fill_t;

/* The outcome of a prefetch that gpu_l1_prefetch() or its like queued, once for each. */
typedef enum gpu_prefetch_outcome {
    GPU_PREFETCH_ISSUED,  /* line (set, way) allocated, request sent */
    GPU_PREFETCH_PRESENT, /* this and the following: dropped */
    GPU_PREFETCH_PENDING,
    GPU_PREFETCH_POLICY, /* refused by on_prefetch, or every way protected */
    GPU_PREFETCH_NO_WAY, /* every way reserved */
    GPU_PREFETCH_NO_MSHR,
    GPU_PREFETCH_NO_QUEUE, /* miss queue full */
} gpu_prefetch_outcome_t;

typedef struct gpu_prefetch_result {
    const gpu_req_t *req; /* flags: GPU_REQ_PREFETCH; owner: the asker's mark */
    uint64_t cycle;
    uint32_t set;
    uint32_t way; /* issued: of the victim; present or pending: of the line; else 0 */
    gpu_prefetch_outcome_t outcome;
    bool victim_valid; /* issued: a valid line was replaced */
    uint64_t victim_line;
} gpu_prefetch_result_t;

typedef enum gpu_evict_cause {
    GPU_EVICT_MISS,      /* replaced by an allocating read */
    GPU_EVICT_LATE_FILL, /* replaced by a late fill */
    GPU_EVICT_STORE,     /* write-evict */
    GPU_EVICT_KERNEL,    /* invalidated at kernel start */
    GPU_EVICT_PREFETCH,  /* replaced by a prefetch */
    GPU_EVICT_FAILED,    /* the memory outside an L1 alone has refused it (alone_fail) */
} gpu_evict_cause_t;

/* A valid line leaves the L1. */
typedef struct gpu_l1_evict {
    uint64_t cycle;
    uint64_t line;
    uint32_t sm, set, way;
    uint32_t
        hits; /* since its allocation, merges included; of a prefetched line its first read, too */
    gpu_evict_cause_t cause;
    bool unread; /* a prefetched line that no demand read has hit */
} gpu_l1_evict_t;

/* A choice of victim. Ways are bits of the masks, so only caches of up to 64 ways can have an
 * owner of pick_victim. */
typedef struct gpu_l1_victim {
    const gpu_req_t *req;
    uint64_t cycle;
    uint32_t set;
    uint64_t free;     /* empty ways */
    uint64_t reserved; /* ways whose fill is pending: may not be taken */
    uint32_t lru_way;  /* the baseline's choice; 0 if every way is reserved */
    bool late;         /* for a late fill */
} gpu_l1_victim_t;

#define GPU_VICTIM_NONE      (-1) /* every way reserved: an associativity stall */
#define GPU_VICTIM_PROTECTED (-2) /* every candidate protected: the request bypasses, bit clear */

/* An accepted request at an L2 slice; sectors of one request count once. */
typedef struct gpu_l2_request {
    const gpu_req_t *req;
    uint64_t cycle; /* L2 cycle */
    uint32_t slice; /* channel * l2_slices + slice within the channel */
    uint32_t set, way;
    bool hit;    /* present or pending; false: (set, way) was allocated for it */
    bool write;  /* store, atomic or reduction */
    bool bypass; /* request.bypass */
} gpu_l2_request_t;

/* A CTA that takes up residence on an SM, its warps in slots first_warp ... + n_warps - 1. */
typedef struct gpu_cta_event {
    uint64_t cycle;
    uint32_t sm;
    uint32_t cta; /* number in the grid */
    uint32_t slot;
    uint32_t first_warp, n_warps;
} gpu_cta_event_t;

/* A scheduler issues an instruction of a warp. */
typedef struct gpu_pick {
    uint64_t cycle;
    uint64_t ready; /* the slots among which there was a choice */
    uint32_t sm, sched, warp;
} gpu_pick_t;

/* H(name, return type, arguments): any number of policies; all are called.
 *
 * on_l1_access: decisions combine as gpu_l1_decision_t says. on_l2_request: the bits are ORed.
 * on_prefetch: called for a prefetch whose line is absent; may set req->hash; true refuses the
 * prefetch. on_loop_exit: the warp has issued an instruction of natural loop `loop` (inst_t.loop),
 * and none of its lanes, running or waiting for others, is in the loop any more; of nested loops
 * the innermost comes first. Traces do not have single lanes: there the warp's next instruction
 * lies outside the loop, or there is none. */
/* clang-format off */
#define GPU_HOOKS_SHARED(H) \
  H(on_kernel_start, void, (void *ctx, const front_t *front)) \
  H(on_dispatch,     void, (void *ctx, uint64_t cycle)) \
  H(on_cta_ready,    void, (void *ctx, const gpu_cta_event_t *e)) \
  H(on_cta_finish,   void, (void *ctx, const gpu_cta_event_t *e)) \
  H(on_load_issue,   void, (void *ctx, const gpu_load_issue_t *e)) \
  H(on_l1_access,    gpu_l1_decision_t, (void *ctx, const gpu_l1_access_t *a)) \
  H(on_l1_result,    void, (void *ctx, const gpu_l1_result_t *r)) \
  H(on_prefetch,     bool, (void *ctx, const gpu_l1_access_t *a)) \
  H(on_prefetch_result, void, (void *ctx, const gpu_prefetch_result_t *r)) \
  H(on_l1_write,     void, (void *ctx, const gpu_l1_write_t *w)) \
  H(on_l1_evict,     void, (void *ctx, const gpu_l1_evict_t *e)) \
  H(on_l1_fill,      void, (void *ctx, const gpu_l1_fill_t *f)) \
  H(on_late_fill,    void, (void *ctx, const gpu_late_fill_t *f)) \
  H(on_l2_request,   bool, (void *ctx, const gpu_l2_request_t *r)) \
  H(on_l2_reply,     void, (void *ctx, const gpu_req_t *reply, uint64_t cycle)) \
  H(on_pick,         void, (void *ctx, const gpu_pick_t *p)) \
  H(on_loop_exit,    void, (void *ctx, uint32_t sm, uint32_t warp, uint32_t loop, uint64_t cycle)) \
  H(on_warp_finish,  void, (void *ctx, uint32_t sm, uint32_t warp, uint64_t cycle)) \
  H(on_cycle,        void, (void *ctx, uint32_t sm, uint64_t cycle))

/* One owner each; so has the request buffer (gpu_hooks_t).
 *
 * pick_cta: the number of the CTA that the SM takes next, each number of the grid once (anything else
 * is a fatal error), or GPU_PICK_NONE: none now.
 *
 * pick_warp: a slot of `ready` (which is never 0), GPU_PICK_NONE: none now, or GPU_PICK_WAIT: none
 * until something issues, becomes ready or is woken on the SM. The SM may sleep until then, so a choice
 * that changes for another reason needs gpu_sm_wake_at(). Each slot returned is an instruction issued.
 * A scheduler with two issue ports asks again, with that warp alone in `ready`. The owner can read
 * the state of warps with gpu_warps_*() of gpu.h.
 *
 * pick_victim: a way, or GPU_VICTIM_*. */
#define GPU_HOOKS_OWNED(H) \
  H(pick_cta,    int64_t, (void *ctx, uint32_t sm, uint64_t cycle)) \
  H(pick_warp,   int,     (void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)) \
  H(pick_victim, int,     (void *ctx, const gpu_l1_victim_t *v))
/* clang-format on */

#define GPU_PICK_NONE (-1)
#define GPU_PICK_WAIT (-2)

typedef struct gpu_hooks {
    const char *policy;                         /* name, for messages */
    const gpu_request_buffer_t *request_buffer; /* before the L1, one owner; NULL: none */
#define GPU_HOOK_MEMBER(name, ret, args) ret(*name) args;
    GPU_HOOKS_SHARED(GPU_HOOK_MEMBER)
    GPU_HOOKS_OWNED(GPU_HOOK_MEMBER)
#undef GPU_HOOK_MEMBER
} gpu_hooks_t;

#endif

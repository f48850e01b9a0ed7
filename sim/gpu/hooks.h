/*
 * Hooks: the moments at which a management scheme (policy/) looks at, or decides something in,
 * the GPU model. A policy fills a const gpu_hooks_t with the functions it needs (the others
 * NULL) and attaches it once, before the first kernel, with gpu_attach() of gpu.h. The model
 * knows no policy; a hook that nobody registered costs one predictable branch.
 *
 * Rules that keep results independent of how the simulator sleeps:
 *  - A hook is called only when its moment happens, never because time passed; on_cycle is
 *    called in the cycles in which the SM is simulated, so a policy may do nothing there that
 *    an idle cycle would do differently (its unit must be idle then: unit.h, `idle`). A policy
 *    whose unit is busy without events keeps its SM awake with gpu_sm_wake_at().
 *  - on_l1_access is called when a read first stands at the head of the memory stage, and again
 *    after each change in the SM that could alter the answer (a fill, a queue entry freed), not
 *    in cycles in between. A policy whose decision may change by itself calls gpu_sm_wake_at().
 *  - request_next and request_push are called once an SM-cycle at most, and not at all in a cycle
 * in which nothing has changed: what they return is a function of what the policy was told before
 *    (requests taken, answers), and they change nothing, but that a request_push that returns true
 *    takes the request. A buffer that changes by itself (a delay, a place made for the request that
 *    waits before it) asks with gpu_sm_wake_at() for each cycle in which it may name or take
 * another: in a cycle asked for the request that waits is offered, and the one named is looked up,
 * whatever came of it before.
 *  - Order within one SM-cycle: replies (on_l2_reply, on_late_fill, on_l1_evict), the memory
 *    stage (request_next, on_l1_access, pick_victim, on_l1_evict, on_l1_result, request_answer,
 *    request_push; with request_through request_push, then the rest), or a prefetch (on_prefetch,
 *    pick_victim, on_l1_evict, on_prefetch_result), issue
 *    (pick_warp, on_load_issue, on_loop_exit, on_warp_finish), on_cycle. At most one read is
 * accepted or one prefetch taken up, and at most one late fill made in an SM-cycle, the late fill
 * first.
 *
 * Several policies may attach to one moment: they are called in the order of attachment. A
 * decision hook marked "owner" takes only one; a second attachment is refused.
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
    GPU_TAG_PENDING, /* allocated, data on their way: counts as a hit */
} gpu_l1_tag_t;

/* A read (never a store, atomic or volatile read) at the head of the memory stage. */
typedef struct gpu_l1_access {
    gpu_req_t *req; /* the policy may set req->hash; it sticks over retries */
    uint64_t cycle; /* core cycle */
    uint32_t set;
    uint32_t way; /* of the matching line; 0 if absent */
    gpu_l1_tag_t tag;
} gpu_l1_access_t;

/* Of several policies' decisions the last in this list counts, so that a prediction (BYPASS) is
 * heeded, and reaches the L2, only for reads that no other decider sends round. */
typedef enum gpu_l1_decision {
    GPU_L1_NORMAL,
    GPU_L1_PREDICTED_BYPASS, /* if absent: go round the L1 with request.bypass set; else as normal */
    GPU_L1_BYPASS,  /* whatever the tag: go round the L1, request.bypass clear */
    GPU_L1_HOLD,   /* not now: keep it at the head (counted as fail_policy) */
} gpu_l1_decision_t;

typedef enum gpu_l1_outcome {
    GPU_L1_HIT,
    GPU_L1_PENDING_HIT, /* merged into the line's MSHR */
    GPU_L1_MISS,        /* line (set, way) allocated */
    GPU_L1_BYPASSED,    /* sent round the cache */
} gpu_l1_outcome_t;

/* The commit of an accepted access: exactly once for each read. */
typedef struct gpu_l1_result {
    const gpu_req_t *req; /* bypassed: as sent, GPU_REQ_PREDICTED telling a prediction's from others */
    uint64_t cycle;
    uint32_t set;
    uint32_t way; /* hit: the line; miss: the place of the victim; bypass: 0 */
    gpu_l1_outcome_t outcome;
    bool victim_valid;    /* miss: a valid line was replaced (false: the way was empty) */
    uint64_t victim_line; /* its line number */
} gpu_l1_result_t;

/* A bypassed line that is filled after all, because the L2 returned its bit. */
typedef struct gpu_late_fill {
    const gpu_req_t *req; /* as sent, with its hash */
    uint64_t cycle;
    uint32_t set, way;
    bool victim_valid;
    uint64_t victim_line;
} gpu_late_fill_t;

/* What became of a prefetch that gpu_l1_prefetch() had queued, once each. */
typedef enum gpu_prefetch_outcome {
    GPU_PREFETCH_ISSUED,  /* line (set, way) allocated, request sent */
    GPU_PREFETCH_PRESENT, /* dropped, as all that follow */
    GPU_PREFETCH_PENDING,
    GPU_PREFETCH_POLICY, /* refused by on_prefetch, or every way protected */
    GPU_PREFETCH_NO_WAY, /* every way reserved */
    GPU_PREFETCH_NO_MSHR,
    GPU_PREFETCH_NO_QUEUE, /* miss queue full */
} gpu_prefetch_outcome_t;

typedef struct gpu_prefetch_result {
    const gpu_req_t *req; /* flags: GPU_REQ_PREFETCH */
    uint64_t cycle;
    uint32_t set;
    uint32_t way; /* issued: the place of the victim; present or pending: the line; else 0 */
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
    uint32_t lru_way;  /* what the baseline would take; 0 if every way is reserved */
    bool late;         /* for a late fill */
} gpu_l1_victim_t;

#define GPU_VICTIM_NONE      (-1) /* every way reserved: an associativity stall */
#define GPU_VICTIM_PROTECTED (-2) /* every candidate protected: the request bypasses, bit clear */

/* An accepted request at an L2 slice; sectors of one request count once. */
typedef struct gpu_l2_request {
    const gpu_req_t *req;
    uint64_t cycle; /* icnt cycle */
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

/* H(name, return type, arguments): any number of policies; all are called. Decisions of on_l1_access
 * combine as said there; bits of on_l2_request are ORed. on_prefetch is
 * asked of a prefetch whose line is absent, and may set req->hash: true refuses it. on_loop_exit:
 * the warp has issued an instruction of natural loop `loop` (inst_t.loop), and its next one lies
 * outside, or there is none; of nested loops the innermost first. A warp whose lanes leave a loop
 * apart may come back to it, and leave it again. */
/* clang-format off */
#define GPU_HOOKS_SHARED(H) \
  H(on_kernel_start, void, (void *ctx, const front_t *front)) \
  H(on_cta_ready,    void, (void *ctx, const gpu_cta_event_t *e)) \
  H(on_cta_finish,   void, (void *ctx, const gpu_cta_event_t *e)) \
  H(on_load_issue,   void, (void *ctx, uint32_t sm, uint32_t warp, const inst_t *inst, \
                            const warp_step_t *step, uint64_t cycle)) \
  H(on_l1_access,    gpu_l1_decision_t, (void *ctx, const gpu_l1_access_t *a)) \
  H(on_l1_result,    void, (void *ctx, const gpu_l1_result_t *r)) \
  H(on_prefetch,     bool, (void *ctx, const gpu_l1_access_t *a)) \
  H(on_prefetch_result, void, (void *ctx, const gpu_prefetch_result_t *r)) \
  H(on_l1_evict,     void, (void *ctx, const gpu_l1_evict_t *e)) \
  H(on_late_fill,    void, (void *ctx, const gpu_late_fill_t *f)) \
  H(on_l2_request,   bool, (void *ctx, const gpu_l2_request_t *r)) \
  H(on_l2_reply,     void, (void *ctx, const gpu_req_t *reply, uint64_t cycle)) \
  H(on_loop_exit,    void, (void *ctx, uint32_t sm, uint32_t warp, uint32_t loop, uint64_t cycle)) \
  H(on_warp_finish,  void, (void *ctx, uint32_t sm, uint32_t warp, uint64_t cycle)) \
  H(on_cycle,        void, (void *ctx, uint32_t sm, uint64_t cycle))

/* One owner each. pick_cta: the number of the CTA that SM takes next, each number of the grid
 * once (anything else is a fatal error), or GPU_PICK_NONE for none now. pick_warp: a slot out of
 * ready (never 0), GPU_PICK_NONE for none now, or GPU_PICK_WAIT for none as long as nothing issues,
 * becomes ready or is woken on the SM: the SM may sleep meanwhile, so that a choice that changes for
 * another reason needs gpu_sm_wake_at(). Each slot returned is an instruction issued; where a
 * scheduler has two issue ports, it asks again with that warp alone in ready. What the owner may want
 * to know of the warps: gpu_warps_*() of gpu.h. pick_victim: a way, or GPU_VICTIM_*. */
#define GPU_HOOKS_OWNED(H) \
  H(pick_cta,    int64_t, (void *ctx, uint32_t sm, uint64_t cycle)) \
  H(pick_warp,   int,     (void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)) \
  H(pick_victim, int,     (void *ctx, const gpu_l1_victim_t *v))
/* clang-format on */

#define GPU_PICK_NONE (-1)
#define GPU_PICK_WAIT (-2)

typedef struct gpu_hooks {
    const char *policy; /* name, for messages */
    const gpu_request_buffer_t *request_buffer; /* before the L1, one owner; NULL: none */
#define GPU_HOOK_MEMBER(name, ret, args) ret(*name) args;
    GPU_HOOKS_SHARED(GPU_HOOK_MEMBER)
    GPU_HOOKS_OWNED(GPU_HOOK_MEMBER)
#undef GPU_HOOK_MEMBER
} gpu_hooks_t;

#endif

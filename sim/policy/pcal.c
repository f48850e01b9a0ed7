/*
 * Policy pcal: static priority-based cache allocation (Li et al., "Priority-based cache allocation
 * in throughput processors", HPCA 2015). The `tokens` oldest warps of an SM may allocate in the L1;
 * the next `non_polluting` ones hit there, but their misses bypass it; the others are throttled:
 * they may not issue loads.
 *
 * A warp at a barrier keeps its token, and one throttled warp more may issue loads meanwhile. When
 * the warp with a token issues its last instruction, the token passes to another (new warps are
 * younger than those there), and the memory stage looks again in the next cycle.
 */
#include "policy/policy.h"
#include "policy/throttle.h"

/* What the accesses of a class of warps came to. */
typedef struct class_counts {
    uint64_t hits, misses;
} class_counts_t;

struct policy {
    policy_run_t run;
    uint32_t tokens, non_polluting; /* options */
    throttle_t n;
    class_counts_t token, other; /* misses of the latter bypassed the L1 */
};

static const policy_option_t options[] = {
    {"tokens", 8, 1, 64, "warps of an SM that may allocate lines in the L1",
     .at = offsetof(policy_t, tokens)},
    {"non_polluting", 64, 0, 64, "warps beyond these that read but do not allocate",
     .at = offsetof(policy_t, non_polluting)},
    {THROTTLE_SCHEDULER, .at = offsetof(policy_t, n.scheduler)},
};

static const policy_count_t counts[] = {
    {"instructions", offsetof(policy_t, n.instructions)},
    {"held", offsetof(policy_t, n.held)},
    {"token_hits", offsetof(policy_t, token.hits)},
    {"token_misses", offsetof(policy_t, token.misses)},
    {"non_polluting_hits", offsetof(policy_t, other.hits)},
    {"non_polluting_bypasses", offsetof(policy_t, other.misses)},
};

static bool has_token(const policy_t *p, uint32_t sm, uint32_t warp)
{
    uint64_t tokens = gpu_warps_oldest(p->run.gpu, sm, gpu_warps_live(p->run.gpu, sm), p->tokens);
    return tokens >> warp & 1;
}

static int pick_warp(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    policy_t *p = ctx;
    (void)cycle;
    uint64_t held = throttle_beyond(p->run.gpu, sm, ready, p->tokens + p->non_polluting);
    if (held)
        held = gpu_warps_loading(p->run.gpu, sm, held);
    return throttle_pick(&p->n, p->run.gpu, sm, sched, ready, held);
}

static gpu_l1_decision_t on_l1_access(void *ctx, const gpu_l1_access_t *a)
{
    const policy_t *p = ctx;
    if (a->tag != GPU_TAG_ABSENT || has_token(p, a->req->sm, a->req->warp))
        return GPU_L1_NORMAL;
    return GPU_L1_BYPASS;
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    class_counts_t *n = has_token(p, r->req->sm, r->req->warp) ? &p->token : &p->other;
    if (r->outcome == GPU_L1_HIT || r->outcome == GPU_L1_PENDING_HIT)
        n->hits++;
    else
        n->misses++;
}

static void on_warp_finish(void *ctx, uint32_t sm, uint32_t warp, uint64_t cycle)
{
    const policy_t *p = ctx;
    (void)warp;
    gpu_sm_wake_at(p->run.gpu, sm, cycle + 1);
}

static const gpu_hooks_t hooks = {
    .policy = "pcal",
    .on_warp_finish = on_warp_finish,
    .on_l1_access = on_l1_access,
    .on_l1_result = on_l1_result,
    .pick_warp = pick_warp,
};

/* ---- Checkpoints ---- */

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, tokens,) F(KEEP, non_polluting,) F(PART, n, throttle_state(&o->n, io)) \
    F(COUNTS, token,) F(COUNTS, other,)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

const policy_ops_t policy_pcal = {
    .name = "pcal",
    .doc = "warps with tokens allocate in the L1, others read, the rest is throttled (PCAL, "
           "static; Li "
           "et al., 2015)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_PICK_WARP,
    .bytes = sizeof(policy_t),
    .options = options,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_counts = sizeof counts / sizeof *counts,
    .walk = walk,
};

/*
 * Policy pcal: static priority-based cache allocation (Li et al., "Priority-based cache allocation
 * in throughput processors", HPCA 2015). The `tokens` oldest warps of an SM may allocate in the L1;
 * the next `non_polluting` ones hit there, but their misses go round it; the others are throttled:
 * they may not issue loads.
 *
 * A warp at a barrier keeps its token, but lends its place above the throttled ones. A token passes
 * on when its warp issues its last instruction (warps that come are younger than those there): the
 * memory stage looks again in the next cycle.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "policy/policy.h"
#include "policy/throttle.h"

enum { OPT_TOKENS, OPT_NON_POLLUTING, OPT_SCHEDULER, OPT_COUNT };

static const policy_option_t options[OPT_COUNT] = {
    [OPT_TOKENS] = {"tokens", 8, 1, 64, "warps of an SM that may allocate lines in the L1"},
    [OPT_NON_POLLUTING] = {"non_polluting", 64, 0, 64,
                           "warps beyond these that read but do not allocate"},
    [OPT_SCHEDULER] = THROTTLE_SCHEDULER,
};

/* What the accesses of a class of warps came to. */
typedef struct class_counts {
    uint64_t hits, misses;
} class_counts_t;

struct policy {
    gpu_t *gpu;
    uint32_t tokens, places, scheduler;
    throttle_t n;
    class_counts_t token, other; /* misses of the latter went round the L1 */
};

static bool has_token(const policy_t *p, uint32_t sm, uint32_t warp)
{
    uint64_t tokens = gpu_warps_oldest(p->gpu, sm, gpu_warps_live(p->gpu, sm), p->tokens);
    return tokens >> warp & 1;
}

static int pick_warp(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    policy_t *p = ctx;
    (void)cycle;
    uint64_t places = gpu_warps_live(p->gpu, sm) & ~gpu_warps_at_barrier(p->gpu, sm);
    uint64_t held = ready & ~gpu_warps_oldest(p->gpu, sm, places, p->places);
    if (held)
        held = gpu_warps_loading(p->gpu, sm, held);
    return throttle_pick(&p->n, p->gpu, sm, sched, p->scheduler, ready, held);
}

static gpu_l1_verdict_t on_l1_access(void *ctx, const gpu_l1_access_t *a)
{
    const policy_t *p = ctx;
    if (a->tag != GPU_TAG_ABSENT || has_token(p, a->req->sm, a->req->warp))
        return GPU_L1_NORMAL;
    return GPU_L1_ROUND;
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
    gpu_sm_wake_at(p->gpu, sm, cycle + 1);
}

static const gpu_hooks_t hooks = {
    .policy = "pcal",
    .on_warp_finish = on_warp_finish,
    .on_l1_access = on_l1_access,
    .on_l1_result = on_l1_result,
    .pick_warp = pick_warp,
};

static void destroy(policy_t *p)
{
    free(p);
}

static int create(const policy_env_t *env, const uint64_t *opt, policy_t **out, diag_t *d)
{
    policy_t *p = calloc(1, sizeof *p);
    if (!p)
        return diag_at(d, "pcal", 0, 0, "out of memory");
    p->gpu = env->gpu;
    p->tokens = (uint32_t)opt[OPT_TOKENS];
    p->places = (uint32_t)(opt[OPT_TOKENS] + opt[OPT_NON_POLLUTING]);
    p->scheduler = (uint32_t)opt[OPT_SCHEDULER];
    *out = p;
    return 0;
}

static unsigned report(const policy_t *p, policy_row_t *rows)
{
    const policy_row_t all[] = {
        {"instructions", false, p->n.instructions, 0},
        {"held", false, p->n.held, 0},
        {"token_hits", false, p->token.hits, 0},
        {"token_misses", false, p->token.misses, 0},
        {"non_polluting_hits", false, p->other.hits, 0},
        {"non_polluting_bypasses", false, p->other.misses, 0},
    };
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof all[0];
}

static unit_inst_t *instance(const policy_t *p, unsigned i)
{
    (void)p, (void)i;
    return NULL;
}

STATE_LAYOUT("pcal's policy", sizeof(policy_t), 72);

static void state(policy_t *p, state_io_t *io)
{
    STATE(io, p->n);
    STATE(io, p->token);
    STATE(io, p->other);
}

const policy_ops_t policy_pcal = {
    .name = "pcal",
    .doc = "warps with tokens allocate in the L1, others read, the rest is throttled (PCAL, "
           "static; Li "
           "et al., 2015)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_PICK_WARP,
    .options = options,
    .n_options = OPT_COUNT,
    .create = create,
    .destroy = destroy,
    .report = report,
    .instance = instance,
    .state = state,
};

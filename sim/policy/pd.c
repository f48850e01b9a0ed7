/*
 * Policy pd: static protecting distance. A line is protected until its set has seen `distance`
 * accesses after the one that allocated it (with renew: after its last use). A victim is the least
 * recent line that is not protected; where every way that could be taken is protected the request
 * bypasses the L1.
 *
 * Source: Duong et al., "Improving cache management policies using dynamic reuse distances", MICRO
 * 2012: the static policy with bypass; as compared with in Koo et al.,
 * "Access pattern-aware cache management for improving data utilization in GPU", ISCA 2017 (PD-N).
 */
#include "common/bits.h"
#include "policy/distance.h"
#include "policy/policy.h"
#include "policy/stamps.h"

typedef struct sm {
    distance_t held;
    stamps_t used; /* of its lines */
    bool refused;  /* pick_victim has bypassed the request at the head */
    bool spared;   /* pick_victim has not taken the least recent line */
} sm_t;

typedef struct counts {
    uint64_t accesses, allocations;
    uint64_t spared;   /* misses that took another line than the least recent one */
    uint64_t bypasses; /* every candidate protected */
} counts_t;

struct policy {
    policy_run_t run;
    uint32_t distance, renew; /* options */
    sm_t *sm;
    counts_t n;
};

static const policy_option_t options[] = {
    {"distance", 16, 1, 1000000, "accesses of the set that protect a line",
     .at = offsetof(policy_t, distance)},
    {"renew", .doc = "counted from the line's last use, not its allocation",
     .at = offsetof(policy_t, renew), .names = policy_off_on},
};

/* ---- Checkpoints ---- */

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, distance,) F(KEEP, renew,) F(KEEP, sm,) F(COUNTS, n,)
#define SM_MEMBERS(F) \
    F(KEEPS, held,) F(PART, used, STATE(io, o->used.clock)) F(BOOL, refused,) \
    F(BOOL, spared,)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);

static void walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *e = element;
    (void)p;
    STATE_WALK(e, io, SM_MEMBERS);
}

static const policy_part_t sm_parts[] = {
    {.at = offsetof(sm_t, held.seen),
     .size = sizeof(uint64_t),
     .count = policy_l1_sets,
     .lines = true},
    {.at = offsetof(sm_t, held.until),
     .size = sizeof(uint64_t),
     .count = policy_l1_lines,
     .lines = true},
    {.at = offsetof(sm_t, used.touch),
     .size = sizeof(uint64_t),
     .count = policy_l1_lines,
     .lines = true},
};

static const policy_part_t parts[] = {
    {.at = offsetof(policy_t, sm),
     .size = sizeof(sm_t),
     .count = policy_sms,
     .walk = walk_sm,
     .parts = sm_parts,
     .n_parts = sizeof sm_parts / sizeof *sm_parts},
};

static const policy_count_t counts[] = {
    {"accesses", offsetof(policy_t, n.accesses)},
    {"allocations", offsetof(policy_t, n.allocations)},
    {"spared", offsetof(policy_t, n.spared)},
    {"protected_bypasses", offsetof(policy_t, n.bypasses)},
};

static size_t line_index(const policy_t *p, uint32_t set, uint32_t way)
{
    return (size_t)set * p->run.cfg->l1_ways + way;
}

static int pick_victim(void *ctx, const gpu_l1_victim_t *v)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[v->req->sm];
    size_t first = line_index(p, v->set, 0);
    bool access = !v->late && !(v->req->flags & GPU_REQ_PREFETCH);
    const uint32_t ways = p->run.cfg->l1_ways;
    const uint64_t cand = bits_mask(ways) & ~v->reserved;
    const uint64_t open = cand & ~distance_held(&sm->held, v->set, ways, cand, access);
    sm->refused = sm->spared = false;
    if (v->free)
        return (int)bits_lowest(v->free);
    if (!cand)
        return GPU_VICTIM_NONE;
    sm->refused = access && !open;
    if (!open)
        return GPU_VICTIM_PROTECTED;
    uint32_t way = stamps_oldest_of(&sm->used, first, open);
    sm->spared = access && way != stamps_oldest_of(&sm->used, first, cand);
    return (int)way;
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    sm->held.seen[r->set]++;
    size_t i = line_index(p, r->set, r->way);
    p->n.accesses++;
    if (r->outcome == GPU_L1_BYPASSED) {
        p->n.bypasses += sm->refused && !(r->req->flags & GPU_REQ_PREDICTED);
    } else {
        bool miss = r->outcome == GPU_L1_MISS;
        stamps_use(&sm->used, i);
        if (miss || p->renew)
            distance_protect(&sm->held, r->set, p->run.cfg->l1_ways, r->way, p->distance);
        p->n.allocations += miss;
        p->n.spared += miss && sm->spared;
    }
    sm->refused = sm->spared = false;
}

/* A line that no access has brought takes (set, way). */
static void allocate(policy_t *p, const gpu_req_t *r, uint32_t set, uint32_t way, uint64_t accesses)
{
    sm_t *sm = &p->sm[r->sm];
    distance_protect(&sm->held, set, p->run.cfg->l1_ways, way, accesses);
    stamps_use(&sm->used, line_index(p, set, way));
}

/* A prefetched line is not protected. */
static void on_prefetch_result(void *ctx, const gpu_prefetch_result_t *r)
{
    policy_t *p = ctx;
    if (r->outcome == GPU_PREFETCH_ISSUED)
        allocate(p, r->req, r->set, r->way, 0);
}

static void on_late_fill(void *ctx, const gpu_late_fill_t *f)
{
    policy_t *p = ctx;
    allocate(p, f->req, f->set, f->way, p->distance);
}

static void on_kernel_start(void *ctx, const front_t *front)
{
    (void)front;
    policy_forget(ctx);
}

static const gpu_hooks_t hooks = {
    .policy = "pd",
    .on_kernel_start = on_kernel_start,
    .on_l1_result = on_l1_result,
    .on_prefetch_result = on_prefetch_result,
    .on_late_fill = on_late_fill,
    .pick_victim = pick_victim,
};

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

const policy_ops_t policy_pd = {
    .name = "pd",
    .doc =
        "static protecting distance: lines are protected for N accesses of their set (PD-N; Duong "
        "et al., 2012)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_PROTECTION,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = sizeof parts / sizeof *parts,
    .n_counts = sizeof counts / sizeof *counts,
    .walk = walk,
};

/*
 * Policy pd: static protecting distance. A line is protected until its set has seen `distance`
 * accesses after the one that allocated it (with renew: after its last use). A victim is the least
 * recent line that is not protected; where every way that could be taken is protected the request
 * goes round the L1.
 *
 * Source: Duong et al., "Improving cache management policies using dynamic reuse distances", MICRO
 * 2012: the static policy with bypass; as compared with in Koo et al.,
 * "Access pattern-aware cache management for improving data utilization in GPU", ISCA 2017 (PD-N).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "policy/policy.h"

enum { OPT_DISTANCE, OPT_RENEW, OPT_COUNT };

static const policy_option_t options[OPT_COUNT] = {
    [OPT_DISTANCE] = {"distance", 16, 1, 1000000, "accesses of the set that protect a line"},
    [OPT_RENEW] = {"renew", 0, 0, 1, "1: counted from the line's last use, not its allocation"},
};

typedef struct line {
    uint64_t until; /* protected while its set has seen fewer accesses */
    uint64_t touch; /* clock of its last use */
} line_t;

typedef struct sm {
    uint64_t *seen; /* accesses of each set */
    line_t *line;   /* [set * ways + way] */
    uint64_t clock;
    bool refused; /* pick_victim has sent the request at the head round the L1 */
    bool spared;  /* pick_victim has not taken the least recent line */
} sm_t;

typedef struct counts {
    uint64_t accesses, allocations;
    uint64_t spared;   /* misses that took another line than the least recent one */
    uint64_t bypasses; /* every candidate protected */
} counts_t;

struct policy {
    uint32_t n_sms, sets, ways;
    uint64_t distance;
    bool renew;
    sm_t *sm;
    counts_t n;
};

static line_t *lines_of(const policy_t *p, sm_t *sm, uint32_t set)
{
    return sm->line + (size_t)set * p->ways;
}

/* The least recently used way of a mask that is not 0. */
static uint32_t least_recent(const line_t *line, uint64_t mask)
{
    uint32_t best = bits_lowest(mask);
    for (uint64_t m = mask & (mask - 1); m; m &= m - 1)
        if (line[bits_lowest(m)].touch < line[best].touch)
            best = bits_lowest(m);
    return best;
}

static int pick_victim(void *ctx, const gpu_l1_victim_t *v)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[v->req->sm];
    const line_t *line = lines_of(p, sm, v->set);
    bool access = !v->late && !(v->req->flags & GPU_REQ_PREFETCH);
    uint64_t now = sm->seen[v->set] + access;
    uint64_t cand = bits_mask(p->ways) & ~v->reserved, open = 0;
    sm->refused = sm->spared = false;
    if (v->free)
        return (int)bits_lowest(v->free);
    if (!cand)
        return GPU_VICTIM_NONE;
    for (uint64_t m = cand; m; m &= m - 1)
        if (now >= line[bits_lowest(m)].until)
            open |= m & -m;
    sm->refused = access && !open;
    if (!open)
        return GPU_VICTIM_PROTECTED;
    uint32_t way = least_recent(line, open);
    sm->spared = access && way != least_recent(line, cand);
    return (int)way;
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    uint64_t seen = ++sm->seen[r->set];
    line_t *line = &lines_of(p, sm, r->set)[r->way];
    p->n.accesses++;
    if (r->outcome == GPU_L1_BYPASSED) {
        p->n.bypasses += sm->refused && !(r->req->flags & GPU_REQ_BYPASS);
    } else {
        bool miss = r->outcome == GPU_L1_MISS;
        line->touch = ++sm->clock;
        if (miss || p->renew)
            line->until = seen + p->distance;
        p->n.allocations += miss;
        p->n.spared += miss && sm->spared;
    }
    sm->refused = sm->spared = false;
}

/* A prefetched line is not protected. */
static void on_prefetch_result(void *ctx, const gpu_prefetch_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    if (r->outcome == GPU_PREFETCH_ISSUED)
        lines_of(p, sm, r->set)[r->way] = (line_t){.touch = ++sm->clock};
}

static void on_late_fill(void *ctx, const gpu_late_fill_t *f)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[f->req->sm];
    lines_of(p, sm, f->set)[f->way] =
        (line_t){.until = sm->seen[f->set] + p->distance, .touch = ++sm->clock};
}

static void on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    (void)front;
    for (uint32_t i = 0; i < p->n_sms; i++) {
        memset(p->sm[i].seen, 0, p->sets * sizeof *p->sm[i].seen);
        memset(p->sm[i].line, 0, (size_t)p->sets * p->ways * sizeof *p->sm[i].line);
    }
}

static const gpu_hooks_t hooks = {
    .policy = "pd",
    .on_kernel_start = on_kernel_start,
    .on_l1_result = on_l1_result,
    .on_prefetch_result = on_prefetch_result,
    .on_late_fill = on_late_fill,
    .pick_victim = pick_victim,
};

static void destroy(policy_t *p)
{
    for (uint32_t i = 0; p && p->sm && i < p->n_sms; i++) {
        free(p->sm[i].seen);
        free(p->sm[i].line);
    }
    if (p)
        free(p->sm);
    free(p);
}

static int make(policy_t *p, const policy_env_t *env, diag_t *d)
{
    p->sm = calloc(p->n_sms, sizeof *p->sm);
    for (uint32_t i = 0; p->sm && i < p->n_sms; i++) {
        p->sm[i].seen = calloc(p->sets, sizeof *p->sm[i].seen);
        p->sm[i].line = calloc((size_t)p->sets * p->ways, sizeof *p->sm[i].line);
        if (!p->sm[i].seen || !p->sm[i].line)
            return diag_at(d, "pd", 0, 0, "out of memory");
    }
    if (!p->sm)
        return diag_at(d, "pd", 0, 0, "out of memory");
    if (env->cfg->l1_ways > 64)
        return diag_at(d, "pd", 0, 0, "expected an L1 of at most 64 ways, found %u",
                       env->cfg->l1_ways);
    return 0;
}

static int create(const policy_env_t *env, const uint64_t *opt, policy_t **out, diag_t *d)
{
    policy_t *p = calloc(1, sizeof *p);
    if (!p)
        return diag_at(d, "pd", 0, 0, "out of memory");
    p->n_sms = env->cfg->n_sms;
    p->sets = env->cfg->l1_sets;
    p->ways = env->cfg->l1_ways;
    p->distance = opt[OPT_DISTANCE];
    p->renew = opt[OPT_RENEW];
    int rc = make(p, env, d);
    if (rc) {
        destroy(p);
        return rc;
    }
    *out = p;
    return 0;
}

static unsigned report(const policy_t *p, policy_row_t *rows)
{
    const policy_row_t all[] = {
        {"accesses", false, p->n.accesses, 0},
        {"allocations", false, p->n.allocations, 0},
        {"spared", false, p->n.spared, 0},
        {"protected_bypasses", false, p->n.bypasses, 0},
    };
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof all[0];
}

static unit_inst_t *instance(const policy_t *p, unsigned i)
{
    (void)p, (void)i;
    return NULL;
}

STATE_LAYOUT("pd's policy", sizeof(policy_t), 72);
STATE_LAYOUT("pd's sm_t", sizeof(sm_t), 32);

static void state(policy_t *p, state_io_t *io)
{
    STATE(io, p->n);
    for (uint32_t i = 0; i < p->n_sms; i++) {
        sm_t *sm = &p->sm[i];
        state_bytes(io, sm->seen, p->sets * sizeof *sm->seen);
        state_bytes(io, sm->line, (size_t)p->sets * p->ways * sizeof *sm->line);
        STATE(io, sm->clock);
        STATE(io, sm->refused);
        STATE(io, sm->spared);
    }
}

const policy_ops_t policy_pd = {
    .name = "pd",
    .doc =
        "static protecting distance: lines are protected for N accesses of their set (PD-N; Duong "
        "et al., 2012)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_PROTECTION,
    .options = options,
    .n_options = OPT_COUNT,
    .create = create,
    .destroy = destroy,
    .report = report,
    .instance = instance,
    .state = state,
};

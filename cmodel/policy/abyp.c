/*
 * Policy abyp: PC-based bypassing (Tian et al., GPGPU-8 2015). One `abyp` unit an SM and one
 * `abyp.l2bit` unit an L2 slice, each behind an engine (C, RTL or lockstep).
 *
 * A unit's clock cycle is an SM-cycle (an icnt cycle for abyp.l2bit). The hooks of one SM-cycle
 * collect the cycle's inputs: a late fill first, then at most one access; on_cycle clocks the
 * unit if anything happened. Cycles without an enable change nothing (the units are idle always)
 * and are skipped.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abyp/abyp.h"
#include "abyp/abyp_l2bit.h"
#include "common/bits.h"
#include "policy/policy.h"
#include "policy/shadow.h"

enum { OPT_ENTRIES, OPT_CTR_W, OPT_THRESHOLD, OPT_PC_SHIFT, OPT_COUNT };

static const policy_option_t options[OPT_COUNT] = {
    [OPT_ENTRIES] = {"entries", 128, 2, 1024, "counters of the prediction table, a power of two"},
    [OPT_CTR_W] = {"ctr_w", 4, 1, 8, "bits per counter"},
    [OPT_THRESHOLD] = {"threshold", 1, 1, 255, "a counter at or above it predicts bypass"},
    [OPT_PC_SHIFT] = {"pc_shift", 3, 0, 8, "low PC bits that the hash leaves out"},
};

/* What one policy instance counts, summed over SMs and slices. */
typedef struct counts {
    uint64_t lookups;        /* accepted accesses */
    uint64_t predictions;    /* misses that were decided */
    uint64_t bypasses;       /* of these, predicted bypass */
    uint64_t increments;     /* victims that trained */
    uint64_t decrements;     /* hits that trained */
    uint64_t late_fills;     /* bypassed blocks filled on the L2's advice */
    uint64_t wrong_bypasses; /* bypassed, then read while an LRU cache would have held it */
    uint64_t wrong_replaced; /* replaced, then missed while an LRU cache would have held it */
    uint64_t dead_accesses;  /* hits on blocks that were filled although predicted dead */
    uint64_t bits_returned;  /* L2 reads answered with the bypassBit */
} counts_t;

typedef struct sm {
    unit_inst_t *unit;
    abyp_in_t in;   /* this cycle's inputs so far */
    bool active;    /* in holds something to clock */
    bool predicted; /* the verdict on the read now at the head */
    shadow_t shadow;
    uint8_t *late; /* per line: filled although predicted dead */
} sm_t;

struct policy {
    gpu_t *gpu;
    const gpu_cfg_t *cfg;
    unsigned n_sms, n_slices;
    sm_t *sm;
    unit_inst_t **slice;
    counts_t n;
};

static size_t line_index(const policy_t *p, uint32_t set, uint32_t way)
{
    return (size_t)set * p->cfg->l1_ways + way;
}

/* Ends the run when a unit's two sides have differed. */
static void check(policy_t *p, int rc)
{
    if (__builtin_expect(rc != 0, 0))
        gpu_halt(p->gpu, "abyp: the C model and the RTL differ");
}

static void on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    (void)front;
    for (unsigned i = 0; i < p->n_sms; i++) {
        shadow_clear(&p->sm[i].shadow);
        memset(p->sm[i].late, 0, (size_t)p->cfg->l1_sets * p->cfg->l1_ways);
    }
}

static gpu_l1_verdict_t on_l1_access(void *ctx, const gpu_l1_access_t *a)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[a->req->sm];
    abyp_out_t out = {0};
    unit_inst_at(sm->unit, a->cycle);
    sm->in.acc_valid = 1;
    sm->in.acc_pc = a->req->pc;
    sm->in.acc_hit = a->tag != GPU_TAG_ABSENT;
    sm->in.acc_accept = 0;
    sm->in.acc_set = (uint16_t)a->set;
    sm->in.acc_way = (uint8_t)a->way;
    check(p, unit_inst_eval(sm->unit, &sm->in, &out));
    a->req->hash = out.acc_hash;
    sm->predicted = out.predict;
    return out.predict ? GPU_L1_BYPASS : GPU_L1_NORMAL;
}

/* The measures of section 5.3; none of them feeds back into the unit. */
static void observe(policy_t *p, sm_t *sm, const gpu_l1_result_t *r)
{
    uint64_t line = r->req->line;
    shadow_mark_t mark = shadow_read(&sm->shadow, r->set, line);
    bool miss = r->outcome == GPU_L1_MISS || r->outcome == GPU_L1_BYPASSED;
    if (mark == SHADOW_BYPASSED)
        p->n.wrong_bypasses++;
    if (mark == SHADOW_REPLACED && miss)
        p->n.wrong_replaced++;
    if (r->outcome == GPU_L1_BYPASSED)
        shadow_set_mark(&sm->shadow, r->set, line, SHADOW_BYPASSED);
    if (r->outcome == GPU_L1_MISS) {
        if (r->victim_valid)
            shadow_set_mark(&sm->shadow, r->set, r->victim_line, SHADOW_REPLACED);
        sm->late[line_index(p, r->set, r->way)] = 0;
    }
    if (r->outcome == GPU_L1_HIT && sm->late[line_index(p, r->set, r->way)])
        p->n.dead_accesses++;
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    observe(p, sm, r);
    p->n.lookups++;
    /* A read sent round the cache by somebody else's decision is not this predictor's miss. */
    if (r->outcome == GPU_L1_BYPASSED && !sm->predicted)
        return;
    sm->in.acc_valid = 1;
    sm->in.acc_pc = r->req->pc;
    sm->in.acc_hit = r->outcome == GPU_L1_HIT || r->outcome == GPU_L1_PENDING_HIT;
    sm->in.acc_accept = 1;
    sm->in.acc_set = (uint16_t)r->set;
    sm->in.acc_way = (uint8_t)r->way;
    sm->in.vic_valid = r->victim_valid;
    sm->active = true;
    if (sm->in.acc_hit) {
        p->n.decrements++;
        return;
    }
    p->n.predictions++;
    p->n.bypasses += r->outcome == GPU_L1_BYPASSED;
    p->n.increments += r->outcome == GPU_L1_MISS && r->victim_valid;
}

static void on_late_fill(void *ctx, const gpu_late_fill_t *f)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[f->req->sm];
    sm->in.fill_valid = 1;
    sm->in.fill_set = (uint16_t)f->set;
    sm->in.fill_way = (uint8_t)f->way;
    sm->in.fill_hash = f->req->hash;
    sm->active = true;
    p->n.late_fills++;
    sm->late[line_index(p, f->set, f->way)] = 1;
    shadow_set_mark(&sm->shadow, f->set, f->req->line, SHADOW_NONE);
    if (f->victim_valid)
        shadow_set_mark(&sm->shadow, f->set, f->victim_line, SHADOW_REPLACED);
}

static void on_cycle(void *ctx, uint32_t n, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    if (sm->active) {
        unit_inst_at(sm->unit, cycle);
        check(p, unit_inst_tick(sm->unit, &sm->in));
        sm->active = false;
    }
    memset(&sm->in, 0, sizeof sm->in);
}

static bool on_l2_request(void *ctx, const gpu_l2_request_t *r)
{
    policy_t *p = ctx;
    abyp_l2bit_in_t in = {
        .acc_en = 1,
        .acc_write = r->write,
        .acc_hit = r->hit,
        .acc_bypass = r->bypass,
        .acc_set = (uint16_t)r->set,
        .acc_way = (uint8_t)r->way,
    };
    abyp_l2bit_out_t out = {0};
    unit_inst_at(p->slice[r->slice], r->cycle);
    check(p, unit_inst_eval(p->slice[r->slice], &in, &out));
    check(p, unit_inst_tick(p->slice[r->slice], &in));
    p->n.bits_returned += out.ret_bypass;
    return out.ret_bypass;
}

static const gpu_hooks_t hooks = {
    .policy = "abyp",
    .on_kernel_start = on_kernel_start,
    .on_l1_access = on_l1_access,
    .on_l1_result = on_l1_result,
    .on_late_fill = on_late_fill,
    .on_l2_request = on_l2_request,
    .on_cycle = on_cycle,
};

static void destroy(policy_t *p)
{
    if (!p)
        return;
    for (unsigned i = 0; p->sm && i < p->n_sms; i++) {
        unit_inst_free(p->sm[i].unit);
        shadow_free(&p->sm[i].shadow);
        free(p->sm[i].late);
    }
    for (unsigned i = 0; p->slice && i < p->n_slices; i++)
        unit_inst_free(p->slice[i]);
    free(p->sm);
    free(p->slice);
    free(p);
}

static int create_units(policy_t *p, const policy_env_t *env, const uint64_t *opt, diag_t *d)
{
    abyp_cfg_t want = {
        .entries = (uint32_t)opt[OPT_ENTRIES],
        .ctr_w = (uint32_t)opt[OPT_CTR_W],
        .threshold = (uint32_t)opt[OPT_THRESHOLD],
        .pc_shift = (uint32_t)opt[OPT_PC_SHIFT],
        .sets = env->cfg->l1_sets,
        .ways = env->cfg->l1_ways,
    };
    abyp_l2bit_cfg_t want_l2 = {.sets = env->cfg->l2_sets, .ways = env->cfg->l2_ways};
    size_t lines = (size_t)env->cfg->l1_sets * env->cfg->l1_ways;
    char label[24];
    for (unsigned i = 0; i < p->n_sms; i++) {
        sm_t *sm = &p->sm[i];
        snprintf(label, sizeof label, "sm%u", i);
        sm->unit = unit_inst_new(&abyp_unit, &want, env->engine, label, d);
        sm->late = calloc(lines, 1);
        if (!sm->unit)
            return -EINVAL;
        if (!sm->late || shadow_init(&sm->shadow, want.sets, want.ways))
            return diag_at(d, "abyp", 0, 0, "out of memory");
    }
    for (unsigned i = 0; i < p->n_slices; i++) {
        snprintf(label, sizeof label, "slice%u", i);
        p->slice[i] = unit_inst_new(&abyp_l2bit_unit, &want_l2, env->engine, label, d);
        if (!p->slice[i])
            return -EINVAL;
    }
    return 0;
}

static int create(const policy_env_t *env, const uint64_t *opt, policy_t **out, diag_t *d)
{
    if (!bits_is_pow2(opt[OPT_ENTRIES]))
        return diag_at(d, "abyp.entries", 0, 0, "expected a power of two");
    policy_t *p = calloc(1, sizeof *p);
    if (!p)
        return diag_at(d, "abyp", 0, 0, "out of memory");
    p->gpu = env->gpu;
    p->cfg = env->cfg;
    p->n_sms = env->cfg->n_sms;
    p->n_slices = gpu_n_slices(env->gpu);
    p->sm = calloc(p->n_sms, sizeof *p->sm);
    p->slice = calloc(p->n_slices, sizeof(unit_inst_t *));
    int rc = p->sm && p->slice ? create_units(p, env, opt, d)
                               : diag_at(d, "abyp", 0, 0, "out of memory");
    if (rc) {
        destroy(p);
        return rc;
    }
    *out = p;
    return 0;
}

static double ratio(uint64_t a, uint64_t b)
{
    return b ? (double)a / (double)b : 0.0;
}

static unsigned report(const policy_t *p, policy_row_t *rows)
{
    const counts_t *n = &p->n;
    const policy_row_t all[] = {
        {"lookups", false, n->lookups, 0},
        {"predictions", false, n->predictions, 0},
        {"bypass_predictions", false, n->bypasses, 0},
        {"late_fills", false, n->late_fills, 0},
        {"increments", false, n->increments, 0},
        {"decrements", false, n->decrements, 0},
        {"bits_returned", false, n->bits_returned, 0},
        {"wrong_bypasses", false, n->wrong_bypasses, 0},
        {"wrong_replaced", false, n->wrong_replaced, 0},
        {"dead_accesses", false, n->dead_accesses, 0},
        {"coverage", true, 0, ratio(n->bypasses, n->predictions)},
        {"fills_prevented", true, 0, ratio(n->bypasses - n->late_fills, n->predictions)},
        {"false_positives", true, 0, ratio(n->wrong_bypasses + n->wrong_replaced, n->predictions)},
        {"false_positives_sdbp", true, 0, ratio(n->dead_accesses, n->bypasses)},
    };
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof all[0];
}

static unit_inst_t *instance(const policy_t *p, unsigned i)
{
    if (i < p->n_sms)
        return p->sm[i].unit;
    return i < p->n_sms + p->n_slices ? p->slice[i - p->n_sms] : NULL;
}

STATE_LAYOUT("abyp's policy", sizeof(policy_t) - sizeof(counts_t), 40);
STATE_LAYOUT("abyp's sm_t", sizeof(sm_t), 88);

static void state(policy_t *p, state_io_t *io)
{
    STATE(io, p->n);
    for (unsigned i = 0; i < p->n_sms; i++) {
        sm_t *sm = &p->sm[i];
        unit_inst_state(sm->unit, io);
        STATE(io, sm->in);
        STATE(io, sm->active);
        STATE(io, sm->predicted);
        shadow_state(&sm->shadow, io);
        state_bytes(io, sm->late, (size_t)p->cfg->l1_sets * p->cfg->l1_ways);
    }
    for (unsigned i = 0; i < p->n_slices; i++)
        unit_inst_state(p->slice[i], io);
}

const policy_ops_t policy_abyp = {
    .name = "abyp",
    .doc = "PC-based L1 bypassing with L2 bypassBits (Tian et al., 2015)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_BYPASS,
    .options = options,
    .n_options = OPT_COUNT,
    .create = create,
    .destroy = destroy,
    .report = report,
    .instance = instance,
    .state = state,
};

/*
 * Policy abyp: PC-based bypassing (Tian et al., GPGPU-8 2015). One `abyp` unit an SM and one
 * `abyp.l2bit` unit an L2 slice, each behind an engine (C, RTL or lockstep).
 *
 * A unit's clock cycle is an SM-cycle (an icnt cycle for abyp.l2bit). The hooks of one SM-cycle
 * collect the cycle's inputs: a late fill first, then at most one access, a prefetch being one;
 * on_cycle clocks the unit if anything happened. Cycles without an enable change nothing (the units
 * are idle always) and are skipped.
 *
 * A prefetch is looked up as a read is. Predicted bypass, it is dropped; allocated, it writes its
 * hash and its victim trains. It is no prediction on a miss, so that none of the ratios counts it.
 */
#include <string.h>

#include "abyp/abyp.h"
#include "abyp/abyp_l2bit.h"
#include "policy/policy.h"
#include "policy/shadow.h"

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
    uint64_t dead_blocks;    /* of those blocks, the ones that were hit */
    uint64_t dead_in_lru;    /* of dead_accesses, those that an LRU cache would have hit */
    uint64_t bits_returned;  /* L2 reads answered with the bypassBit */
    uint64_t prefetch_drops; /* prefetches of absent lines, predicted bypass */
    uint64_t prefetch_fills; /* prefetches that allocated */
} counts_t;

/* Was a line filled although predicted dead, and has it been hit since? */
typedef enum late { LATE_NO, LATE_UNREAD, LATE_READ } late_t;

typedef struct sm {
    unit_inst_t *unit;
    abyp_in_t in;  /* this cycle's inputs so far */
    bool active;   /* in holds something to clock */
    bool accepted; /* the access in it is accepted in this cycle */
    shadow_t shadow;
    uint8_t *late; /* per line: late_t */
} sm_t;

typedef struct slice {
    unit_inst_t *unit;
} slice_t;

struct policy {
    policy_run_t run;
    uint32_t entries, ctr_w, threshold, pc_shift; /* options */
    sm_t *sm;
    slice_t *slice;
    counts_t n;
};

static const policy_option_t options[] = {
    {"entries", 128, 1, 1024, "counters of the prediction table",
     .at = offsetof(policy_t, entries)},
    {"ctr_w", 4, 1, 8, "bits per counter", .at = offsetof(policy_t, ctr_w)},
    {"threshold", 1, 1, 255, "a counter at or above it predicts bypass",
     .at = offsetof(policy_t, threshold)},
    {"pc_shift", 3, 0, 8, "low PC bits that the hash leaves out",
     .at = offsetof(policy_t, pc_shift)},
};

static void configure(const policy_t *p, void *cfg)
{
    *(abyp_cfg_t *)cfg = (abyp_cfg_t){
        .entries = p->entries,
        .ctr_w = p->ctr_w,
        .threshold = p->threshold,
        .pc_shift = p->pc_shift,
        .sets = p->run.cfg->l1_sets,
        .ways = p->run.cfg->l1_ways,
    };
}

static void configure_l2bit(const policy_t *p, void *cfg)
{
    *(abyp_l2bit_cfg_t *)cfg = (abyp_l2bit_cfg_t){
        .sets = p->run.cfg->l2_sets,
        .ways = p->run.cfg->l2_ways,
    };
}

/* ---- Checkpoints ---- */

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, entries,) F(KEEP, ctr_w,) F(KEEP, threshold,) F(KEEP, pc_shift,) \
    F(KEEP, sm,) F(KEEP, slice,) F(COUNTS, n,)
#define SM_MEMBERS(F) \
    F(KEEP, unit,) F(MADES, in,) F(MADE, active,) F(MADE, accepted,) \
    F(PART, shadow, shadow_state(&o->shadow, io)) F(KEEP, late,)
#define SLICE_MEMBERS(F) \
    F(KEEP, unit,)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);
STATE_LIST(slice_t, SLICE_MEMBERS);

static void walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *e = element;
    (void)p;
    STATE_WALK(e, io, SM_MEMBERS);
}

static void walk_slice(const policy_t *p, void *element, state_io_t *io)
{
    slice_t *e = element;
    (void)p;
    STATE_WALK(e, io, SLICE_MEMBERS);
}

static const policy_part_t sm_parts[] = {
    {.at = offsetof(sm_t, unit), .unit = &abyp_unit, .configure = configure},
    {.at = offsetof(sm_t, shadow.line),
     .size = sizeof(uint64_t),
     .count = policy_l1_lines,
     .lines = true},
    {.at = offsetof(sm_t, shadow.mark),
     .size = 1,
     .count = policy_l1_lines,
     .lines = true,
     .most = SHADOW_REPLACED},
    {.at = offsetof(sm_t, shadow.used.touch),
     .size = sizeof(uint64_t),
     .count = policy_l1_lines,
     .lines = true},
    {.at = offsetof(sm_t, late),
     .size = 1,
     .count = policy_l1_lines,
     .lines = true,
     .most = LATE_READ},
};

static const policy_part_t slice_parts[] = {
    {.at = offsetof(slice_t, unit), .unit = &abyp_l2bit_unit, .configure = configure_l2bit},
};

static const policy_part_t parts[] = {
    {.at = offsetof(policy_t, sm),
     .size = sizeof(sm_t),
     .count = policy_sms,
     .each = "sm",
     .walk = walk_sm,
     .parts = sm_parts,
     .n_parts = sizeof sm_parts / sizeof *sm_parts},
    {.at = offsetof(policy_t, slice),
     .size = sizeof(slice_t),
     .count = policy_slices,
     .each = "slice",
     .walk = walk_slice,
     .parts = slice_parts,
     .n_parts = sizeof slice_parts / sizeof *slice_parts},
};

static const policy_count_t counts[] = {
    {"lookups", offsetof(policy_t, n.lookups)},
    {"predictions", offsetof(policy_t, n.predictions)},
    {"bypass_predictions", offsetof(policy_t, n.bypasses)},
    {"late_fills", offsetof(policy_t, n.late_fills)},
    {"increments", offsetof(policy_t, n.increments)},
    {"decrements", offsetof(policy_t, n.decrements)},
    {"bits_returned", offsetof(policy_t, n.bits_returned)},
    {"wrong_bypasses", offsetof(policy_t, n.wrong_bypasses)},
    {"wrong_replaced", offsetof(policy_t, n.wrong_replaced)},
    {"dead_accesses", offsetof(policy_t, n.dead_accesses)},
    {"dead_blocks", offsetof(policy_t, n.dead_blocks)},
    {"dead_in_lru", offsetof(policy_t, n.dead_in_lru)},
    {"prefetch_drops", offsetof(policy_t, n.prefetch_drops)},
    {"prefetch_fills", offsetof(policy_t, n.prefetch_fills)},
};

static size_t line_index(const policy_t *p, uint32_t set, uint32_t way)
{
    return (size_t)set * p->run.cfg->l1_ways + way;
}

/* Ends the run when a unit's two sides have differed. */
static void check(policy_t *p, int rc)
{
    if (__builtin_expect(rc != 0, 0))
        gpu_halt(p->run.gpu, "abyp: the C model and the RTL differ");
}

static void on_kernel_start(void *ctx, const front_t *front)
{
    (void)front;
    policy_forget(ctx);
}

/* The prediction; the request carries its hash from here on. Asked with the inputs of an access
 * that is accepted, as most are. */
static bool look_up(policy_t *p, const gpu_l1_access_t *a)
{
    sm_t *sm = &p->sm[a->req->sm];
    abyp_out_t out = {0};
    check(p, unit_inst_at(sm->unit, a->cycle));
    sm->in.acc_valid = 1;
    sm->in.acc_pc = a->req->pc;
    sm->in.acc_hit = a->tag != GPU_TAG_ABSENT;
    sm->in.acc_accept = 1;
    sm->in.acc_set = (uint16_t)a->set;
    sm->in.acc_way = (uint16_t)a->way;
    check(p, unit_inst_eval(sm->unit, &sm->in, &out));
    a->req->hash = out.acc_hash;
    return out.predict;
}

/* An access that is accepted in this cycle. */
static void commit(sm_t *sm, const gpu_req_t *r, bool hit, uint32_t set, uint32_t way,
                   bool victim_valid)
{
    sm->in.acc_valid = 1;
    sm->in.acc_pc = r->pc;
    sm->in.acc_hit = hit;
    sm->in.acc_set = (uint16_t)set;
    sm->in.acc_way = (uint16_t)way;
    sm->in.vic_valid = victim_valid;
    sm->accepted = sm->active = true;
}

/* (set, way) was filled, predicted dead or not, and replaced victim if that was valid. */
static void observe_fill(policy_t *p, sm_t *sm, uint32_t set, uint32_t way, bool dead,
                         bool victim_valid, uint64_t victim)
{
    if (victim_valid)
        shadow_set_mark(&sm->shadow, set, victim, SHADOW_REPLACED);
    sm->late[line_index(p, set, way)] = dead ? LATE_UNREAD : LATE_NO;
}

/* A hit, before the shadow has seen it. */
static void observe_hit(policy_t *p, const sm_t *sm, const gpu_l1_result_t *r)
{
    uint8_t *late = &sm->late[line_index(p, r->set, r->way)];
    if (*late == LATE_NO)
        return;
    p->n.dead_accesses++;
    p->n.dead_blocks += *late == LATE_UNREAD;
    p->n.dead_in_lru += shadow_holds(&sm->shadow, r->set, r->req->line);
    *late = LATE_READ;
}

/* The measures of section 5.3; none of them feeds back into the unit. */
static void observe(policy_t *p, sm_t *sm, const gpu_l1_result_t *r, bool bypassed)
{
    uint64_t line = r->req->line;
    if (r->outcome == GPU_L1_HIT)
        observe_hit(p, sm, r);
    shadow_mark_t mark = shadow_read(&sm->shadow, r->set, line);
    bool miss = r->outcome == GPU_L1_MISS || r->outcome == GPU_L1_BYPASSED;
    if (mark == SHADOW_BYPASSED)
        p->n.wrong_bypasses++;
    if (mark == SHADOW_REPLACED && miss)
        p->n.wrong_replaced++;
    if (bypassed)
        shadow_set_mark(&sm->shadow, r->set, line, SHADOW_BYPASSED);
    if (r->outcome == GPU_L1_MISS)
        observe_fill(p, sm, r->set, r->way, false, r->victim_valid, r->victim_line);
}

static gpu_l1_decision_t on_l1_access(void *ctx, const gpu_l1_access_t *a)
{
    return look_up(ctx, a) ? GPU_L1_PREDICTED_BYPASS : GPU_L1_NORMAL;
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    bool hit = r->outcome == GPU_L1_HIT || r->outcome == GPU_L1_PENDING_HIT;
    bool bypassed = r->outcome == GPU_L1_BYPASSED && r->req->flags & GPU_REQ_PREDICTED;
    observe(p, sm, r, bypassed);
    p->n.lookups++;
    /* A read that another policy bypasses is not this predictor's miss. */
    if (r->outcome == GPU_L1_BYPASSED && !bypassed)
        return;
    commit(sm, r->req, hit, r->set, r->way, r->victim_valid);
    p->n.predictions += !hit;
    p->n.bypasses += bypassed;
}

static bool on_prefetch(void *ctx, const gpu_l1_access_t *a)
{
    policy_t *p = ctx;
    bool drop = look_up(p, a);
    p->n.prefetch_drops += drop;
    return drop;
}

static void on_prefetch_result(void *ctx, const gpu_prefetch_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    if (r->outcome != GPU_PREFETCH_ISSUED)
        return;
    observe_fill(p, sm, r->set, r->way, false, r->victim_valid, r->victim_line);
    commit(sm, r->req, false, r->set, r->way, r->victim_valid);
    p->n.prefetch_fills++;
}

static void on_late_fill(void *ctx, const gpu_late_fill_t *f)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[f->req->sm];
    sm->in.fill_valid = 1;
    sm->in.fill_set = (uint16_t)f->set;
    sm->in.fill_way = (uint16_t)f->way;
    sm->in.fill_hash = f->req->hash;
    sm->active = true;
    p->n.late_fills++;
    shadow_set_mark(&sm->shadow, f->set, f->req->line, SHADOW_NONE);
    observe_fill(p, sm, f->set, f->way, true, f->victim_valid, f->victim_line);
}

static void on_cycle(void *ctx, uint32_t n, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    if (sm->active) {
        abyp_out_t out = {0};
        sm->in.acc_accept = sm->accepted;
        check(p, unit_inst_at(sm->unit, cycle));
        check(p, unit_inst_clock(sm->unit, &sm->in, &out));
        p->n.increments += out.trains_up;
        p->n.decrements += out.trains_down;
        sm->active = false;
    }
    sm->accepted = false;
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
    check(p, unit_inst_at(p->slice[r->slice].unit, r->cycle));
    check(p, unit_inst_clock(p->slice[r->slice].unit, &in, &out));
    p->n.bits_returned += out.ret_bypass;
    return out.ret_bypass;
}

static const gpu_hooks_t hooks = {
    .policy = "abyp",
    .on_kernel_start = on_kernel_start,
    .on_l1_access = on_l1_access,
    .on_l1_result = on_l1_result,
    .on_prefetch = on_prefetch,
    .on_prefetch_result = on_prefetch_result,
    .on_late_fill = on_late_fill,
    .on_l2_request = on_l2_request,
    .on_cycle = on_cycle,
};

static int init(policy_t *p, diag_t *d)
{
    (void)d;
    for (uint32_t i = 0; i < p->run.cfg->n_sms; i++)
        p->sm[i].shadow.ways = p->run.cfg->l1_ways;
    return 0;
}

static unsigned derive(const policy_t *p, policy_row_t *rows)
{
    const counts_t *n = &p->n;
    const policy_row_t all[] = {
        policy_ratio("coverage", n->bypasses, n->predictions),
        policy_ratio("fills_prevented", n->bypasses - n->late_fills, n->predictions),
        policy_ratio("false_positives", n->wrong_bypasses + n->wrong_replaced, n->predictions),
        policy_ratio("false_positives_sdbp", n->dead_accesses, n->bypasses),
    };
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof all[0];
}

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

const policy_ops_t policy_abyp = {
    .name = "abyp",
    .doc = "PC-based L1 bypassing with L2 bypassBits (Tian et al., 2015)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_BYPASS,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = sizeof parts / sizeof *parts,
    .n_counts = sizeof counts / sizeof *counts,
    .init = init,
    .derive = derive,
    .walk = walk,
};

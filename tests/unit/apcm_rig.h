/*
 * Policy apcm without a GPU that runs: a test calls its hooks, as the model would in one SM-cycle
 * after another, and sees what reaches the unit at each edge. The engine is one of this file: the C
 * model, and a copy of the inputs that it was clocked with.
 */
#ifndef LW_TESTS_APCM_RIG_H
#define LW_TESTS_APCM_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "apcm/apcm.h"
#include "gpu/gpu_int.h"
#include "gpu_synth.h"
#include "policy/policy.h"

extern const policy_ops_t policy_apcm;

enum { RIG_WARPS = 8, RIG_INSTS = 8, RIG_LOOPS = 4, RIG_SMS = 2, RIG_MAX_TICKS = 4096 };

/* What an instance was clocked with, and in which cycles. */
typedef struct spy {
    apcm_in_t in;   /* at the last edge */
    uint64_t ticks; /* so far */
} spy_t;

typedef struct rig {
    gpu_cfg_t cfg;
    policy_set_t set;
    gpu_t *gpu;
    policy_t *p;
    const gpu_hooks_t *h;
    uint64_t cycle;
    front_t front;
    inst_t inst[RIG_INSTS]; /* instruction i at pc 8 * i */
    bool inside[RIG_WARPS][RIG_LOOPS + 1];
    uint8_t generic; /* where a generic address leads */
    gpu_req_t req;   /* that was looked up last */
    uint32_t set_of_req, way_of_req;
} rig_t;

/* ---- The engine ---- */

static spy_t rig_spies[RIG_SMS];
static unsigned rig_n_spies;

static int spy_open(unit_inst_t *u, const void *cfg, diag_t *d)
{
    int rc = unit_engine_c.open(u, cfg, d);
    if (rc)
        return rc;
    assert_true(rig_n_spies < RIG_SMS);
    u->side = &rig_spies[rig_n_spies++];
    return 0;
}

static int spy_eval(unit_inst_t *u, const void *in, void *out)
{
    u->desc->eval(u->model, in, out);
    return 0;
}

static int spy_tick(unit_inst_t *u, const void *in)
{
    spy_t *s = u->side;
    memcpy(&s->in, in, sizeof s->in);
    s->ticks++;
    u->desc->tick(u->model, in);
    return 0;
}

static uint64_t spy_sleep(unit_inst_t *u, const void *held)
{
    (void)held;
    return u->desc->quiet(u->model);
}

static int spy_skip(unit_inst_t *u, uint64_t n)
{
    (u->desc->skip)(u->model, n);
    return 0;
}

static unit_engine_t rig_engine(void)
{
    unit_engine_t e = unit_engine_c;
    e.open = spy_open;
    e.eval = spy_eval;
    e.tick = spy_tick;
    e.sleep = spy_sleep;
    e.skip = spy_skip;
    return e;
}

/* ---- The machine ---- */

/* Warps are numbered from 1 as the front's, so that none is NULL. */
static bool rig_in_loop(void *ctx, const front_warp_t *w, uint32_t loop)
{
    const rig_t *r = ctx;
    return r->inside[(uintptr_t)w - 1][loop];
}

static const front_ops_t rig_front = {.in_loop = rig_in_loop};

/* A kernel of loads, load i at pc 8 * i; all warps are there. */
static inline void rig_kernel(rig_t *r)
{
    for (unsigned i = 0; i < RIG_INSTS; i++)
        r->inst[i] = (inst_t){.pc = 8 * i, .kind = INST_LOAD, .space = INST_SPACE_GLOBAL};
    r->front = (front_t){.ops = &rig_front, .ctx = r, .inst = r->inst, .n_inst = RIG_INSTS};
    r->gpu->shared.front = &r->front;
    for (uint32_t i = 0; i < r->cfg.n_sms; i++)
        for (uintptr_t w = 0; w < RIG_WARPS; w++) {
            r->gpu->sm[i].warp[w].fw = (front_warp_t *)(w + 1);
            r->gpu->sm[i].warp[w].next = r->inst;
        }
}

/* A machine of so many SMs, with an L1 of sets x ways in each. */
static inline gpu_cfg_t rig_machine(uint32_t sms, uint32_t sets, uint32_t ways)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.n_sms = sms;
    c.l1_sets = sets;
    c.l1_ways = ways;
    return c;
}

/* The policy on it; false with a message if it refuses. options: "apcm.name=value ..." or NULL. */
static inline bool rig_open_on(rig_t *r, const gpu_cfg_t *cfg, const char *options, diag_t *d)
{
    static unit_engine_t engine;
    memset(r, 0, sizeof *r);
    memset(rig_spies, 0, sizeof rig_spies);
    rig_n_spies = 0;
    engine = rig_engine();
    r->cfg = *cfg;
    r->gpu = gpu_new(&r->cfg);
    assert_int_equal(policy_set_parse(&r->set, "apcm", d), 0);
    for (const char *o = options; o && *o; o += strcspn(o, " "), o += *o == ' ') {
        char key[32], value[32];
        assert_int_equal(sscanf(o, "%31[^=]=%31[^ ]", key, value), 2);
        assert_int_equal(policy_set_option(&r->set, key, value, d), 0);
    }
    const policy_env_t env = {.gpu = r->gpu, .cfg = &r->cfg, .engine = &engine};
    if (policy_set_create(&r->set, &env, d))
        return false;
    r->p = r->set.policy[0];
    r->h = policy_apcm.hooks;
    rig_kernel(r);
    return true;
}

static inline void rig_open(rig_t *r, uint32_t sms, uint32_t sets, uint32_t ways,
                            const char *options)
{
    diag_t d = {{0}};
    const gpu_cfg_t cfg = rig_machine(sms, sets, ways);
    if (!rig_open_on(r, &cfg, options, &d))
        fail_msg("%s", d.text);
}

static inline void rig_close(rig_t *r)
{
    r->gpu->shared.front = NULL;
    policy_set_destroy(&r->set);
    gpu_free(r->gpu);
}

static inline apcm_t *rig_unit(const rig_t *r, uint32_t sm)
{
    return policy_instance(r->p, sm)->model;
}

static inline uint64_t rig_count(const rig_t *r, const char *name)
{
    policy_row_t rows[POLICY_MAX_ROWS];
    unsigned n = policy_report(r->p, rows);
    for (unsigned i = 0; i < n; i++)
        if (strcmp(rows[i].name, name) == 0 && !rows[i].is_ratio)
            return rows[i].count;
    fail_msg("no count %s", name);
    return 0;
}

static inline double rig_ratio(const rig_t *r, const char *name)
{
    policy_row_t rows[POLICY_MAX_ROWS];
    unsigned n = policy_report(r->p, rows);
    for (unsigned i = 0; i < n; i++)
        if (strcmp(rows[i].name, name) == 0 && rows[i].is_ratio)
            return rows[i].ratio;
    fail_msg("no ratio %s", name);
    return 0;
}

/* What the load with that ID is, as if the CAIT had learnt it. */
static inline void rig_teach(rig_t *r, unsigned id, unsigned method, unsigned last)
{
    apcm_cait_t *c = &rig_unit(r, 0)->cait;
    c->valid[id] = 1;
    c->method[id] = (uint8_t)method;
    c->last[id] = (uint8_t)last;
    c->count[id] = (uint8_t)bits_mask(c->cfg.cnt_w);
}

/* ---- An SM-cycle: calls of these, in the order of hooks.h, and then rig_end ---- */

/* Its edge. Was the unit clocked? */
static inline bool rig_end_of(rig_t *r, uint32_t sm)
{
    const uint64_t before = rig_spies[sm].ticks;
    r->gpu->sm[sm].wake_at = UINT64_MAX;
    r->h->on_cycle(r->p, sm, r->cycle);
    return rig_spies[sm].ticks != before;
}

static inline bool rig_end(rig_t *r)
{
    const bool clocked = rig_end_of(r, 0);
    r->cycle++;
    return clocked;
}

static inline const apcm_in_t *rig_in(void)
{
    return &rig_spies[0].in;
}

/* Is the SM to be simulated in the coming cycle? */
static inline bool rig_wakes(const rig_t *r)
{
    return r->gpu->sm[0].wake_at == r->cycle;
}

/* Instruction `op` under way is the load at inst[i], by a warp of SM 0, with so many requests. */
static inline void rig_issue(rig_t *r, uint16_t op, unsigned warp, unsigned i, unsigned requests)
{
    static warp_step_t step;
    step.space = r->inst[i].space == INST_SPACE_GENERIC ? r->generic : r->inst[i].space;
    r->h->on_load_issue(r->p, &(gpu_load_issue_t){.inst = &r->inst[i],
                                                  .step = &step,
                                                  .cycle = r->cycle,
                                                  .warp = warp,
                                                  .requests = requests,
                                                  .op = op,
                                                  .uncached = r->inst[i].cache_op != 0});
}

/* Request idx of that load stands before the L1: its line is in way `way` of its set, or not there.
 */
static inline gpu_l1_decision_t rig_look(rig_t *r, uint16_t op, uint8_t idx, unsigned warp,
                                         uint64_t line, gpu_l1_tag_t tag, uint32_t way)
{
    r->req = (gpu_req_t){
        .line = line, .owner = op, .idx = idx, .warp = (uint8_t)warp, .kind = GPU_REQ_READ};
    r->set_of_req = (uint32_t)(line % r->cfg.l1_sets);
    r->way_of_req = way;
    return r->h->on_l1_access(
        r->p, &(gpu_l1_access_t){
                  .req = &r->req, .cycle = r->cycle, .set = r->set_of_req, .way = way, .tag = tag});
}

static inline int rig_victim(rig_t *r, uint64_t free, uint64_t reserved)
{
    return r->h->pick_victim(r->p, &(gpu_l1_victim_t){.req = &r->req,
                                                      .cycle = r->cycle,
                                                      .set = r->set_of_req,
                                                      .free = free,
                                                      .reserved = reserved});
}

/* The request is accepted. */
static inline void rig_result(rig_t *r, gpu_l1_outcome_t outcome, uint32_t way)
{
    gpu_req_t sent = r->req;
    if (outcome == GPU_L1_BYPASSED)
        sent.owner = 4711; /* no load any more: hooks.h */
    r->h->on_l1_result(
        r->p,
        &(gpu_l1_result_t){
            .req = &sent, .cycle = r->cycle, .set = r->set_of_req, .way = way, .outcome = outcome});
}

/* A cycle with a load, and one with a request that misses and takes a way, or hits there. */
static inline void rig_load(rig_t *r, uint16_t op, unsigned warp, unsigned i, unsigned requests)
{
    rig_issue(r, op, warp, i, requests);
    assert_true(rig_end(r));
}

static inline void rig_miss(rig_t *r, uint16_t op, uint8_t idx, unsigned warp, uint64_t line,
                            uint32_t way)
{
    rig_look(r, op, idx, warp, line, GPU_TAG_ABSENT, 0);
    rig_result(r, GPU_L1_MISS, way);
    assert_true(rig_end(r));
}

static inline void rig_hit(rig_t *r, uint16_t op, uint8_t idx, unsigned warp, uint64_t line,
                           uint32_t way)
{
    rig_look(r, op, idx, warp, line, GPU_TAG_PRESENT, way);
    rig_result(r, GPU_L1_HIT, way);
    assert_true(rig_end(r));
}

static inline void rig_finish(rig_t *r, unsigned warp)
{
    r->h->on_warp_finish(r->p, 0, warp, r->cycle);
}

/* A store evicts line `way` of a set, or a late fill puts another one there. */
static inline void rig_evict(rig_t *r, uint32_t set, uint32_t way, gpu_evict_cause_t cause)
{
    r->h->on_l1_evict(r->p,
                      &(gpu_l1_evict_t){.cycle = r->cycle, .set = set, .way = way, .cause = cause});
}

static inline void rig_late(rig_t *r, uint32_t set, uint32_t way)
{
    static const gpu_req_t req;
    r->h->on_late_fill(r->p,
                       &(gpu_late_fill_t){.req = &req, .cycle = r->cycle, .set = set, .way = way});
}

/* A prefetch for the load at inst[i] of a line that is absent; true: refused. */
static inline bool rig_prefetch(rig_t *r, unsigned i, unsigned warp, uint64_t line)
{
    r->req = (gpu_req_t){.line = line,
                         .pc = r->inst[i].pc,
                         .warp = (uint8_t)warp,
                         .kind = GPU_REQ_READ,
                         .flags = GPU_REQ_PREFETCH};
    r->set_of_req = (uint32_t)(line % r->cfg.l1_sets);
    return r->h->on_prefetch(
        r->p, &(gpu_l1_access_t){.req = &r->req, .cycle = r->cycle, .set = r->set_of_req});
}

static inline void rig_prefetched(rig_t *r, gpu_prefetch_outcome_t outcome, uint32_t way)
{
    r->h->on_prefetch_result(r->p, &(gpu_prefetch_result_t){.req = &r->req,
                                                            .cycle = r->cycle,
                                                            .set = r->set_of_req,
                                                            .way = way,
                                                            .outcome = outcome});
}

#endif

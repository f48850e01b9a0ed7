/* Policy apcm: what happens at the SM beside the requests, and the clock. */
#include <string.h>

#include "policy/apcm_int.h"

/* ---- A kernel, its warps and loads ---- */

void apcm_on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    const apcm_in_t in = {.start_en = 1, .flush_en = p->run.cfg->l1_flush != 0};
    (void)front;
    policy_forget(p);
    for (uint32_t i = 0; i < p->run.cfg->n_sms; i++) {
        sm_t *sm = &p->sm[i];
        apcm_out_t out;
        apcm_unit_done(p, unit_inst_at(sm->unit, gpu_cycle(p->run.gpu)));
        apcm_unit_done(p, unit_inst_clock(sm->unit, &in, &out));
        sm->starts = sm->finishes = sm->leaves = 0;
    }
}

void apcm_on_cta_ready(void *ctx, const gpu_cta_event_t *e)
{
    sm_t *sm = &((policy_t *)ctx)->sm[e->sm];
    sm->starts |= bits_mask(e->n_warps) << e->first_warp;
    sm->active = true;
}

void apcm_on_warp_finish(void *ctx, uint32_t n, uint32_t warp, uint64_t cycle)
{
    sm_t *sm = &((policy_t *)ctx)->sm[n];
    (void)cycle;
    sm->finishes |= UINT64_C(1) << warp;
    sm->active = true;
}

void apcm_on_load_issue(void *ctx, const gpu_load_issue_t *e)
{
    sm_t *sm = &((policy_t *)ctx)->sm[e->sm];
    sm->load = list_grow(sm->load, &sm->n_loads, e->op + 1u, sizeof *sm->load);
    load_t *l = &sm->load[e->op];
    *l = (load_t){.loop = e->inst->loop, .left = (uint16_t)e->requests};
    l->plain = e->step->space == INST_SPACE_GLOBAL && !e->uncached;
    if (!l->plain)
        return;
    sm->in.load_en = 1;
    sm->in.load_warp = (uint8_t)e->warp;
    sm->in.load_pc = e->inst->pc;
    sm->op = e->op;
    sm->active = true;
}

/* Is `loop` the one that ends the warp's protection? */
static bool ends_protection(policy_t *p, uint32_t n, uint32_t warp, uint32_t loop, uint64_t cycle)
{
    const apcm_in_t in = {.exit_en = 1, .exit_warp = (uint8_t)warp};
    apcm_out_t out;
    apcm_evaluate(p, &p->sm[n], &in, &out, cycle);
    return out.exit_watch && gpu_loop_of(p->run.gpu, (uint32_t)out.exit_pc) == loop;
}

void apcm_on_loop_exit(void *ctx, uint32_t n, uint32_t warp, uint32_t loop, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    if (!ends_protection(p, n, warp, loop, cycle))
        return;
    sm->leaves |= UINT64_C(1) << warp;
    sm->left_loop[warp] = (uint16_t)loop;
    sm->active = true;
}

/* ---- Lines that go ---- */

static void gone(policy_t *p, sm_t *sm, uint32_t set, uint32_t way)
{
    sm->gone[set * p->run.cfg->l1_ways + way] = 1;
    sm->gone_waits = sm->active = true;
}

void apcm_on_l1_evict(void *ctx, const gpu_l1_evict_t *e)
{
    policy_t *p = ctx;
    if (e->cause == GPU_EVICT_STORE)
        gone(p, &p->sm[e->sm], e->set, e->way);
}

void apcm_on_late_fill(void *ctx, const gpu_late_fill_t *f)
{
    policy_t *p = ctx;
    gone(p, &p->sm[f->req->sm], f->set, f->way);
    apcm_hold(p, &p->sm[f->req->sm], f->set, f->way, false);
}

/* ---- The clock ---- */

static void offer_warp(sm_t *sm)
{
    const uint64_t any = sm->finishes | sm->starts;
    if (!any)
        return;
    const uint32_t w = bits_lowest(any);
    const uint64_t bit = UINT64_C(1) << w;
    sm->in.warp_en = 1;
    sm->in.warp = (uint8_t)w;
    sm->in.finish = (sm->finishes & bit) != 0;
    *(sm->in.finish ? &sm->finishes : &sm->starts) &= ~bit;
}

/* The unit may say by now that the warp protects until another loop ends, or not at all. */
static void offer_exit(policy_t *p, sm_t *sm, uint32_t n, uint64_t cycle)
{
    if (!sm->leaves)
        return;
    const uint32_t w = bits_lowest(sm->leaves);
    sm->leaves &= sm->leaves - 1;
    sm->in.exit_en = 1;
    sm->in.exit_warp = (uint8_t)w;
    sm->in.exit_match = ends_protection(p, n, w, sm->left_loop[w], cycle);
}

/* The line of this cycle's access first, so that its count is never that of the line before;
 * without one it is the lowest. */
static uint8_t *next_gone(const policy_t *p, const sm_t *sm)
{
    uint8_t *own = &sm->gone[sm->in.acc_set * p->run.cfg->l1_ways + sm->in.acc_way];
    return *own ? own : memchr(sm->gone, 1, policy_l1_lines(p));
}

static void offer_gone(const policy_t *p, sm_t *sm)
{
    uint8_t *line = sm->gone_waits ? next_gone(p, sm) : NULL;
    sm->gone_waits = line != NULL;
    if (!line)
        return;
    *line = 0;
    sm->in.gone_en = 1;
    sm->in.gone_set = (uint16_t)((line - sm->gone) / p->run.cfg->l1_ways);
    sm->in.gone_way = (uint8_t)((line - sm->gone) % p->run.cfg->l1_ways);
    sm->gone_waits = memchr(sm->gone, 1, policy_l1_lines(p)) != NULL;
}

/* What the unit does at this edge. */
static void count_edge(policy_t *p, const apcm_out_t *out)
{
    p->n.pins += out->pins;
    p->n.releases += out->released;
    p->n.lapses += out->lapses;
    p->n.loads += out->took;
    p->n.untracked += out->refused;
    p->n.mta_allocations += out->allocates;
    p->n.mta_hits += out->mta_hits;
    p->n.cait_evictions += out->evict_wrote;
    p->n.cait_thresholds += out->reach_wrote;
    p->n.monitored += out->ends;
}

/* The load that was issued in this cycle has its ID. */
static void note_load(sm_t *sm, const apcm_out_t *out)
{
    load_t *l = &sm->load[sm->op];
    l->tracked = out->load_tracked;
    l->id = out->load_id;
}

static void clock_unit(policy_t *p, sm_t *sm, uint32_t n, uint64_t cycle)
{
    apcm_out_t out;
    offer_warp(sm);
    offer_exit(p, sm, n, cycle);
    offer_gone(p, sm);
    /* What is refused changes no state: by itself it does not keep the unit from coming to rest. */
    if (!sm->accepted && !sm->in.load_en && !sm->in.warp_en && !sm->in.exit_en && !sm->in.gone_en)
        sm->in = (apcm_in_t){0};
    sm->in.acc_accept = sm->accepted;
    if (sm->accepted && sm->loop) /* after this cycle's issue */
        sm->in.acc_in_loop = gpu_warp_in_loop(p->run.gpu, n, sm->in.acc_warp, sm->loop);
    apcm_unit_done(p, unit_inst_at(sm->unit, cycle));
    apcm_unit_done(p, unit_inst_clock(sm->unit, &sm->in, &out));
    count_edge(p, &out);
    if (sm->in.load_en)
        note_load(sm, &out);
    /* A read that was refused may find a way now. */
    if (out.released && sm->n_tried)
        gpu_sm_wake_at(p->run.gpu, n, cycle + 1);
}

void apcm_on_cycle(void *ctx, uint32_t n, uint64_t cycle)
{
    static const apcm_in_t nothing;
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    if (sm->active) {
        clock_unit(p, sm, n, cycle);
        const bool waits = sm->finishes | sm->starts | sm->leaves;
        sm->active = waits || sm->gone_waits || unit_inst_sleep(sm->unit, &nothing) == 0;
        if (sm->active)
            gpu_sm_wake_at(p->run.gpu, n, cycle + 1);
    }
    sm->accepted = false;
    sm->in = nothing;
}

/* Policies laws, sap and apres: what happens at the SM, and the choice of the warp. */
#include <inttypes.h>
#include <stdio.h>

#include "policy/apres_int.h"

void apres_on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    (void)front;
    for (uint32_t i = 0; i < p->run.cfg->n_sms; i++)
        p->sm[i].starts = p->sm[i].active = true;
}

void apres_on_cta_ready(void *ctx, const gpu_cta_event_t *e)
{
    sm_t *sm = &((policy_t *)ctx)->sm[e->sm];
    sm->begins |= bits_mask(e->n_warps) << e->first_warp;
    sm->active = true;
}

void apres_on_warp_finish(void *ctx, uint32_t n, uint32_t warp, uint64_t cycle)
{
    sm_t *sm = &((policy_t *)ctx)->sm[n];
    (void)cycle;
    sm->in.finish_en = 1;
    sm->in.finish |= UINT64_C(1) << warp;
    sm->active = true;
}

void apres_on_load_issue(void *ctx, const gpu_load_issue_t *e)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[e->sm];
    sm->load = list_grow(sm->load, &sm->n_loads, e->op + 1u, sizeof *sm->load);
    load_t *l = &sm->load[e->op];
    *l = (load_t){.addr = e->step->addr[bits_lowest(e->step->active)]};
    if (e->step->space != INST_SPACE_GLOBAL || e->uncached)
        return;
    p->n.loads++;
    sm->in.load_en = 1;
    sm->in.load_warp = (uint8_t)e->warp;
    sm->in.load_pc = e->inst->pc;
    sm->op = e->op;
    sm->active = true;
}

void apres_on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    load_t *l = r->op < sm->n_loads ? &sm->load[r->op] : NULL;
    if (r->req->idx || !l || !l->grouped)
        return;
    l->grouped = false;
    sm->in.result_en = 1;
    sm->in.result_hit = r->outcome == GPU_L1_HIT;
    sm->in.result_group = l->group;
    sm->in.result_pc = r->req->pc;
    sm->in.result_id = r->req->warp;
    sm->in.result_addr = l->addr;
    sm->in.result_reach = p->reach == REACH_CTA
                              ? gpu_warps_of_cta(p->run.gpu, r->req->sm, r->req->warp)
                              : bits_mask(p->run.cfg->warps_per_sm);
    sm->active = true;
}

/* Of one ready warp there is no choice, as the queue holds every warp. */
int apres_pick_warp(void *ctx, uint32_t n, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    if (!(ready & (ready - 1)))
        return (int)bits_lowest(ready);
    apres_out_t out = {0};
    sm->in.ready[sched] = ready;
    apres_evaluate(p, sm, &out, cycle);
    const uint32_t w = out.pick[sched];
    if (__builtin_expect(out.pick_valid[sched] && ready >> (w & 63) & 1, 1))
        return (int)w;
    char why[128];
    snprintf(why, sizeof why,
             "%s: the unit of sm%" PRIu32 " chooses a warp that is not ready (%" PRIu32 ")",
             p->run.ops->name, n, w);
    gpu_break(p->run.gpu, why);
    return GPU_PICK_WAIT;
}

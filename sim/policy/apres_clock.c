/* Policies laws, sap and apres: the clock, what it counts, and the prefetches that are offered. */
#include <string.h>

#include "policy/apres_int.h"

/* The owner of a request that marks a prefetch of SAP. */
enum { MARK = 1 };

/* ---- Prefetches ---- */

static bool is_good(gpu_prefetch_outcome_t o)
{
    return o == GPU_PREFETCH_ISSUED || o == GPU_PREFETCH_PRESENT || o == GPU_PREFETCH_PENDING;
}

void apres_on_prefetch_result(void *ctx, const gpu_prefetch_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    if (r->req->owner != MARK)
        return;
    p->n.taken[r->outcome]++;
    sm->in.pf_take = 1;
    sm->in.pf_good = is_good(r->outcome);
    sm->asked = false;
    sm->active = true;
}

/* What the unit offers from the next cycle on goes to the L1, or is dropped in that cycle. True:
 * the policy has something to do then. */
static bool offer(policy_t *p, sm_t *sm, uint32_t n, const apres_out_t *out)
{
    if (!out->pf_valid || sm->asked)
        return false;
    if (!gpu_memory_has(p->run.gpu, out->pf_addr)) {
        sm->outside = sm->active = true;
        return true;
    }
    if (!gpu_prefetch_room(p->run.gpu, n))
        return true;
    gpu_l1_prefetch_marked(p->run.gpu, n, out->pf_addr / p->run.cfg->line_bytes,
                           (uint32_t)out->pf_pc, out->pf_id, MARK);
    p->out.asked++;
    sm->asked = true;
    return false;
}

/* ---- The clock ---- */

/* What waited for this cycle. */
static void add_inputs(policy_t *p, sm_t *sm, uint32_t n)
{
    apres_in_t *in = &sm->in;
    in->start_en = sm->starts;
    in->begin_en = sm->begins != 0;
    in->begin = sm->begins;
    in->live = gpu_warps_live(p->run.gpu, n);
    memset(in->ready, 0, sizeof in->ready); /* the warps of this cycle have been chosen */
    if (sm->outside) {
        in->pf_take = 1;
        p->out.outside++;
    }
    sm->starts = sm->outside = false;
    sm->begins = 0;
}

/* What the unit does at this edge. */
static void count_edge(policy_t *p, const apres_in_t *in, const apres_out_t *out)
{
    counts_t *n = &p->n;
    n->groups += out->grouped;
    n->ungrouped += out->ungrouped;
    n->group_warps += out->grouped ? bits_popcount(out->members) : 0;
    n->hits += in->result_en && in->result_hit;
    n->misses += in->result_en && !in->result_hit;
    n->moves_hit += out->moves_hit;
    n->moves_miss += out->moves_miss;
    n->moves_begin += out->moves_begin;
    n->moves_target += out->moves_target;
    n->served += out->takes;
    n->drq_drops += out->dropped;
    n->pt_allocations += out->allocates;
    n->pt_replacements += out->replaces;
    n->same_warp += out->same_warp;
    n->inexact += out->inexact;
    n->mismatches += out->mismatch;
    n->no_stride += out->no_stride;
    n->predictions += out->predicts;
}

/* The load that was issued in this cycle has its entry. */
static void note_load(sm_t *sm, const apres_out_t *out)
{
    load_t *l = &sm->load[sm->op];
    l->grouped = out->grouped;
    l->group = out->group_idx;
}

static void clock_unit(policy_t *p, sm_t *sm, uint32_t n, uint64_t cycle)
{
    apres_out_t out = {0};
    add_inputs(p, sm, n);
    apres_step(p, sm, &out, cycle);
    count_edge(p, &sm->in, &out);
    if (sm->in.load_en)
        note_load(sm, &out);
    sm->active = false;
    const uint64_t quiet = apres_settle(p, sm, &out);
    sm->until = quiet == UNIT_QUIET_EVER ? UINT64_MAX : cycle + 1 + quiet;
    if (sm->apres && offer(p, sm, n, &out))
        sm->until = cycle + 1;
}

void apres_on_cycle(void *ctx, uint32_t n, uint64_t cycle)
{
    static const apres_in_t nothing;
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    if (sm->active || cycle >= sm->until) {
        clock_unit(p, sm, n, cycle);
        sm->in = nothing;
    }
    if (sm->until != UINT64_MAX)
        gpu_sm_wake_at(p->run.gpu, n, sm->until);
}

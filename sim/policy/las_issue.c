/* Policies las-warp and las: the warp scheduler of an SM. */
#include <string.h>

#include "policy/las_int.h"

uint32_t las_per(const policy_t *p)
{
    const gpu_cfg_t *cfg = p->run.cfg;
    return (cfg->warps_per_sm + cfg->schedulers - 1) / cfg->schedulers;
}

/* ---- Slots of the SM, numbers of the unit ---- */

/* Bits 0, 2, 4, ... of a mask, side by side. */
static uint64_t even_bits(uint64_t m)
{
    m &= UINT64_C(0x5555555555555555);
    m = (m | m >> 1) & UINT64_C(0x3333333333333333);
    m = (m | m >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    m = (m | m >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    m = (m | m >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (m | m >> 16) & UINT64_C(0x00000000ffffffff);
}

/* The warps of scheduler s among a mask of slots: bit w is slot w * schedulers + s. */
static uint64_t numbers_of(const policy_t *p, uint64_t slots, uint32_t s)
{
    const uint32_t n = p->run.cfg->schedulers;
    uint64_t out = 0;
    slots >>= s;
    if (n == 1 || n == 2 || n == 4) {
        for (uint32_t left = n; left > 1; left /= 2)
            slots = even_bits(slots);
        return slots;
    }
    for (uint32_t w = 0; slots; w++, slots >>= n)
        out |= (slots & 1) << w;
    return out;
}

/* ---- What happens at the SM ---- */

void las_sm_ready(policy_t *p, const gpu_cta_event_t *e)
{
    sm_t *sm = &p->sm[e->sm];
    sm->arrival[sm->n_arrivals++] =
        (arrival_t){.cta = e->cta, .first = (uint8_t)e->first_warp, .warps = (uint8_t)e->n_warps};
    sm->unset |= bits_mask(e->n_warps) << e->first_warp;
}

/* A CTA whose warps had nothing to do may be gone before they have their ranges. */
void las_sm_finish(policy_t *p, const gpu_cta_event_t *e)
{
    sm_t *sm = &p->sm[e->sm];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sm->n_arrivals; i++)
        if (sm->arrival[i].first != e->first_warp)
            sm->arrival[kept++] = sm->arrival[i];
    sm->n_arrivals = kept;
    sm->unset &= ~(bits_mask(e->n_warps) << e->first_warp);
}

/* The next warp's range. */
static void set_range(policy_t *p, sm_t *sm)
{
    const arrival_t *a = sm->arrival;
    const uint32_t slot = (uint32_t)a->first + a->done, n = p->run.cfg->schedulers;
    sm->in.set_en = 1;
    sm->in.set_new = a->done == 0;
    sm->in.set_sched = (uint8_t)(slot % n);
    sm->in.set_warp = (uint8_t)(slot / n);
    las_range(p, a->cta, a->done, sm->in.set_regions, sm->in.set_subs);
}

/* ... has arrived. */
static void range_is_set(policy_t *p, sm_t *sm)
{
    arrival_t *a = sm->arrival;
    sm->unset &= ~(UINT64_C(1) << (a->first + a->done));
    p->n.arrivals++;
    if (++a->done == a->warps)
        memmove(a, a + 1, --sm->n_arrivals * sizeof *a);
}

/* ---- The choice of the warp ---- */

/* Slots whose warp waits long, or that have none. */
static uint64_t stalled_slots(const policy_t *p, const sm_t *sm, uint32_t n)
{
    const uint64_t live = gpu_warps_live(p->run.gpu, n) & ~sm->unset;
    return ~live | gpu_warps_waiting(p->run.gpu, n, live) | gpu_warps_at_barrier(p->run.gpu, n);
}

/* As the schedulers find it. */
static void look(const policy_t *p, sm_t *sm, uint32_t n)
{
    if (sm->looked)
        return;
    const uint64_t stalled = stalled_slots(p, sm, n), all = bits_mask(las_per(p));
    for (uint32_t s = 0; s < p->run.cfg->schedulers; s++)
        sm->in.stalled[s] = numbers_of(p, stalled, s) & all;
    sm->looked = true;
}

int las_pick_warp(void *ctx, uint32_t n, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    if (sm->in.issue_en[sched]) /* the second port of a scheduler: the same warp */
        return (int)bits_lowest(ready);
    las_warp_out_t out = {0};
    look(p, sm, n);
    sm->in.run_en = 1;
    sm->in.ready[sched] = numbers_of(p, ready & ~sm->unset, sched);
    sm->asked = true;
    las_check(p, unit_inst_at(sm->unit, cycle));
    las_check(p, unit_inst_eval(sm->unit, &sm->in, &out));
    if (!out.pick_valid[sched])
        return GPU_PICK_WAIT;
    const uint32_t w = out.pick[sched];
    if (__builtin_expect(!(sm->in.ready[sched] >> (w & 63) & 1), 0)) {
        las_wrong(p, (int)n, "chooses a warp that is not ready", w);
        return GPU_PICK_WAIT;
    }
    sm->in.issue_en[sched] = 1;
    sm->in.issue_warp[sched] = (uint8_t)w;
    p->n.picks++;
    return (int)(w * p->run.cfg->schedulers + sched);
}

/* ---- The clock ---- */

/* Active warps of any scheduler that are in a mask of slots. */
static bool active_among(const policy_t *p, const sm_t *sm, uint64_t slots)
{
    for (uint32_t s = 0; s < p->run.cfg->schedulers; s++)
        if (sm->group[s] && sm->group[s] & numbers_of(p, slots, s))
            return true;
    return false;
}

static bool active_stalls(const policy_t *p, const sm_t *sm)
{
    for (uint32_t s = 0; s < p->run.cfg->schedulers; s++)
        if (sm->group[s] & sm->in.stalled[s])
            return true;
    return false;
}

/* What the unit does at this edge; true: the active warps change. */
static bool count_edge(policy_t *p, const las_warp_out_t *out)
{
    las_counts_t *n = &p->n;
    bool changes = false;
    for (uint32_t s = 0; s < p->run.cfg->schedulers; s++) {
        n->starved += out->starved[s];
        n->promotes += out->promotes[s];
        n->demotes += out->demotes[s];
        n->rescues += out->rescues[s];
        changes |= out->promotes[s] || out->demotes[s];
    }
    n->pairs += out->compares;
    return changes;
}

/* The edge of this cycle; sm->until: the next cycle in which something happens by itself. */
static void clock_unit(policy_t *p, sm_t *sm, uint64_t cycle)
{
    static const las_warp_in_t nothing;
    las_warp_out_t out = {0};
    las_check(p, unit_inst_at(sm->unit, cycle));
    las_check(p, unit_inst_clock(sm->unit, &sm->in, &out));
    const bool soon = count_edge(p, &out) || sm->in.set_en || sm->in.start_en;
    if (sm->in.set_en)
        range_is_set(p, sm);
    las_check(p, unit_inst_moore(sm->unit, &out));
    memcpy(sm->group, out.group, sizeof sm->group);
    const uint64_t quiet = unit_inst_sleep(sm->unit, &nothing);
    sm->until = quiet == UNIT_QUIET_EVER && !soon ? UINT64_MAX : cycle + 1 + (soon ? 0 : quiet);
}

void las_on_cycle(void *ctx, uint32_t n, uint64_t cycle)
{
    static const las_warp_in_t nothing;
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    look(p, sm, n);
    sm->in.start_en = sm->starts;
    if (sm->n_arrivals && !sm->starts)
        set_range(p, sm);
    sm->in.run_en = sm->asked || active_stalls(p, sm);
    if (!sm->in.run_en) /* who is stalled counts while the schedulers work */
        memset(sm->in.stalled, 0, sizeof sm->in.stalled);
    if (sm->starts || sm->in.set_en || sm->in.run_en || cycle >= sm->until)
        clock_unit(p, sm, cycle);
    sm->in = nothing;
    sm->asked = sm->starts = sm->looked = false;
    const bool next = sm->n_arrivals || active_among(p, sm, stalled_slots(p, sm, n));
    if (next || sm->until != UINT64_MAX)
        gpu_sm_wake_at(p->run.gpu, n, next ? cycle + 1 : sm->until);
}

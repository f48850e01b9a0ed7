/* Checkpoints of policies las-cta, las-warp and las: what is written, and what must hold of what is
 * read. */
#include "policy/las_int.h"

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, arrays,) F(KEEP, window,) F(KEEP, pairs,) F(KEEP, coord_w,) F(KEEP, size_w,) \
    F(KEEP, new_first,) F(KEEP, prefill,) F(KEEP, cost,) F(KEEP, active,) F(KEEP, region_w,) F(KEEP, subs,) \
    F(KEEP, deg_w,) F(KEEP, age_w,) F(KEEP, stages,) F(KEEP, block,) F(KEEP, sm,) F(KEEP, plan,) F(ANY, unfinished,) F(COUNTS, n,)
#define BLOCK_MEMBERS(F) \
    F(KEEP, unit,) F(BOOL, starts,) F(BOOL, ends,) F(BOOL, filled,) F(BOOL, add_ready,) F(BOOL, granted,) \
    F(MOST, grant_sm, LAS_SMS - 1) F(MOST, grant_slot, LAS_SLOTS - 1) F(ANY, grant_cta,) F(ANY, n_ctas,) \
    F(MOST, next, o->n_ctas) F(MOST, left, o->n_ctas) F(ANY, ready_at,) F(ANY, until,) F(ANYS, ended,) \
    F(MOSTS, place, p->run.cfg->ctas_per_sm - 1)
#define SM_MEMBERS(F) \
    F(KEEP, unit,) F(MADES, in,) F(MADE, asked,) F(BOOL, starts,) F(MADE, looked,) \
    F(MOST, n_arrivals, LAS_SLOTS) F(ANY, unset,) F(ANY, until,) F(ANYS, group,) \
    F(PART, arrival, arrivals_state(p, o, io))
#define ARRIVAL_MEMBERS(F) \
    F(ANY, cta,) F(MOST, first, LAS_SLOTS - 1) F(MOST, warps, LAS_SLOTS) F(MOST, done, LAS_SLOTS)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(block_t, BLOCK_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);
STATE_LIST(arrival_t, ARRIVAL_MEMBERS);

/* CTAs of the launch that runs; 0: none does. */
static uint32_t ctas_of(const policy_t *p)
{
    const front_t *f = gpu_front(p->run.gpu);
    return f ? f->grid[0] * f->grid[1] * f->grid[2] : 0;
}

void las_walk_block(const policy_t *p, void *element, state_io_t *io)
{
    block_t *b = element;
    STATE_WALK(b, io, BLOCK_MEMBERS);
    state_holds(io, !ctas_of(p) || b->n_ctas == ctas_of(p), "another number of CTAs than the grid");
    state_holds(io, b->left >= b->n_ctas - b->next,
                "a CTA that is granted and not in the window yet");
    state_holds(io, !b->granted, "a CTA that is granted between two cycles");
    for (uint32_t i = 0; i < LAS_SMS; i++)
        state_holds(io,
                    !(b->ended[i] & ~bits_mask(p->run.cfg->ctas_per_sm)) &&
                        (i < p->run.cfg->n_sms || !b->ended[i]) && (b->ends || !b->ended[i]),
                    "a CTA that has finished in a place that there is not");
}

/* CTAs on the SM, each once, and as many warps without a range as these say. */
static void arrivals_state(const policy_t *p, sm_t *sm, state_io_t *io)
{
    const front_t *f = gpu_front(p->run.gpu);
    uint64_t unset = 0;
    for (uint32_t i = 0; i < sm->n_arrivals && !state_error(io); i++) {
        arrival_t *a = &sm->arrival[i];
        STATE_WALK(a, io, ARRIVAL_MEMBERS);
        if (state_error(io))
            return;
        state_holds(io, f && a->cta < ctas_of(p) && a->warps == f->warps_per_cta,
                    "a CTA that the launch has not");
        const bool fits = a->done < a->warps && a->first + a->warps <= LAS_SLOTS;
        state_holds(io, fits, "a CTA whose warps have their ranges");
        const uint64_t of = fits ? bits_mask(a->warps - a->done) << (a->first + a->done) : 0;
        state_holds(io, !(unset & of), "a warp that waits twice for its range");
        unset |= of;
    }
    state_holds(io, unset == sm->unset, "a warp that waits for its range in no CTA");
}

void las_walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *sm = element;
    STATE_WALK(sm, io, SM_MEMBERS);
    state_holds(io, !(sm->unset & ~bits_mask(p->run.cfg->warps_per_sm)), "a range of no warp");
}

/* What it says without inputs is what was seen of it last; each CTA in the window came from the
 * grid. */
void las_check_block(const policy_t *p, const void *record, const void *state, state_io_t *io)
{
    const block_t *b = record;
    const las_cta_t *u = state;
    las_cta_out_t out = {0};
    uint32_t inside = 0;
    las_cta_unit.moore(u, &out);
    for (uint32_t i = 0; i < p->window; i++)
        inside += u->window.valid[i];
    state_holds(io, b->starts || out.add_ready == b->add_ready,
                "a window that has room and has none");
    state_holds(io, b->starts || inside == b->left - (b->n_ctas - b->next),
                "another number of CTAs in the window than came and were not granted");
    const uint32_t sms = p->run.cfg->n_sms;
    state_holds(io, u->next_sm < sms && (!u->sum_en || u->sum_sm < sms), "an SM that there is not");
    state_holds(io,
                !u->busy || u->job == 3 ||
                    (u->sm < sms && (u->job == 1 || u->slot < p->run.cfg->ctas_per_sm)),
                "a job for a place that there is not");
    state_holds(io, u->fresh.head < p->window && u->fresh.len <= p->window,
                "a queue that is longer than it can be");
}

void las_check_sm(const policy_t *p, const void *record, const void *state, state_io_t *io)
{
    const sm_t *sm = record;
    const las_warp_t *u = state;
    for (uint32_t s = 0; s < p->run.cfg->schedulers; s++)
        state_holds(io, u->sched.active[s] == sm->group[s], "other active warps than the unit's");
    const uint32_t per = las_per(p);
    state_holds(io,
                !u->busy ||
                    (u->cur_sched < p->run.cfg->schedulers && u->cur_warp < per && u->count < per),
                "a warp that there is not");
}

void las_walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
    if (state_loading(io) && !state_error(io))
        las_plan_restore(p);
}

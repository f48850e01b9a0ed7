/*
 * Inside an SM: what its files share. Each calls those below it, and all of them what is inline
 * here: the scoreboard and a warp's end are on the path of every instruction.
 *
 *   sm.c         life, CTAs, the cycle, sleep, dump
 *   issue.c      schedulers, issue, barriers, fetch
 *   two_level.c  the active sets of the two-level scheduler
 *   ldst.c       memory instructions: from issue through the memory stage to the last reply
 *   read_only.c  those that read constants or textures
 */
#ifndef LW_GPU_SM_INT_H
#define LW_GPU_SM_INT_H

#include "gpu/sm.h"

enum { EV_RESULT, EV_MEMOP, EV_FETCHED };

/* ---- Scoreboard ---- */

static inline void sm_add_regs(inst_regset_t *set, const inst_regset_t *more)
{
    for (unsigned i = 0; i < INST_MAX_REGS / 64; i++)
        set->w[i] |= more->w[i];
}

/* Whether the next instruction of a warp meets a pending register, and of which kind. */
static inline void sm_refresh_hazard(sm_t *sm, uint32_t w)
{
    const sm_warp_t *warp = &sm->warp[w];
    uint64_t bit = UINT64_C(1) << w;
    sm->haz_mem &= ~bit;
    sm->haz_data &= ~bit;
    if (!warp->next)
        return;
    if (inst_regset_meets(&warp->pending_mem, &warp->next->use) ||
        (warp->next->kind == INST_BARRIER && warp->unsent))
        sm->haz_mem |= bit;
    else if (inst_regset_meets(&warp->pending, &warp->next->use))
        sm->haz_data |= bit;
}

/* A register result arrives: hazards of its warp are looked at again. */
static inline void sm_release(sm_t *sm, uint32_t w, const inst_t *inst)
{
    sm_warp_t *warp = &sm->warp[w];
    for (unsigned i = 0; i < INST_MAX_REGS / 64; i++) {
        warp->pending.w[i] &= ~inst->dst.w[i];
        warp->pending_mem.w[i] &= ~inst->dst.w[i];
    }
    if ((sm->haz_mem | sm->haz_data) >> w & 1) {
        sm_refresh_hazard(sm, w);
        sm->sched_dirty = true;
    }
}

/* ---- Results and the end of a warp ---- */

/* Whether the instruction's result has a writeback port in `cycle`, or needs none. */
static inline bool sm_write_back(sm_t *sm, const inst_t *inst, uint64_t cycle)
{
    uint32_t ports = sm->sh->cfg->wb_ports;
    if (!ports || inst_regset_empty(&inst->dst))
        return true;
    if (sm->wb_cycle != cycle)
        sm->written = 0;
    sm->wb_cycle = cycle;
    if (sm->written == ports) {
        sm->stats.writeback_waits++;
        return false;
    }
    sm->written++;
    return true;
}

/* A finished warp with nothing under way leaves; with the last, the CTA. */
static inline void sm_try_retire(sm_t *sm, uint32_t w)
{
    sm_warp_t *warp = &sm->warp[w];
    if (warp->next || warp->out)
        return;
    sm_cta_t *cta = &sm->cta[warp->cta];
    if (--cta->left == 0)
        sm->finished_ctas |= UINT64_C(1) << warp->cta;
}

/* ---- issue.c ---- */

/* All schedulers; then fetch. */
void sm_schedule(sm_t *sm, uint64_t cycle);
void sm_fetch(sm_t *sm, uint64_t cycle);
/* Charges scheduler-cycles below `cycle` to the causes found last. */
void sm_charge_schedulers(sm_t *sm, uint64_t cycle);

/* ---- two_level.c ---- */

/* The pending queue's new last; a scheduler's active set, brought up to date. */
void sm_pend(sm_t *sm, uint32_t w);
uint64_t sm_active_set(sm_t *sm, uint32_t s);

/* ---- read_only.c: constants, textures ---- */

bool sm_read_only_init(sm_t *sm);
/* A launch begins: read_only. */
void sm_read_only_start(sm_t *sm);
/* Whether the loads of the step go through the memory stage; if so, the instruction is issued. */
bool sm_issue_const(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t cycle);
void sm_issue_texture(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t cycle);
/* The memory stage's head. */
void sm_serve_read_only(sm_t *sm, sm_access_t *a, uint64_t cycle);
void sm_fill_read_only(sm_t *sm, const gpu_req_t *r);
/* The result that a cache offers, if rocache_ready(&sm->l1c) or texcache_ready(&sm->l1t): its data
 * go to the registers. At most one of each is taken a cycle. */
void sm_take_constant(sm_t *sm, uint64_t cycle);
void sm_take_texture(sm_t *sm, uint64_t cycle);
/* Both, if they are ready; then a texture fragment becomes a result. */
void sm_take_read_only(sm_t *sm, uint64_t cycle);
static inline bool sm_read_only_ready(const sm_t *sm)
{
    return rocache_ready(&sm->l1c) || texcache_ready(&sm->l1t) || texcache_can_move(&sm->l1t);
}
/* The memory stage's head was refused in that many more cycles. */
void sm_charge_read_only(sm_t *sm, uint64_t cycles);

/* ---- ldst.c ---- */

/* Parts of the issue of a memory instruction: a place in the queue of the memory stage; what waits
 * for so many replies. */
sm_access_t *sm_enqueue(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t cycle);
uint16_t sm_new_op(sm_t *sm, uint32_t w, const inst_t *inst, uint32_t requests, uint64_t cycle);
/* The memory stage is done with its head. */
void sm_pop_head(sm_t *sm);

void sm_issue_memory(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t cycle);
bool sm_can_issue_memory(const sm_t *sm);
void sm_take_reply(sm_t *sm, const gpu_req_t *r, uint64_t cycle);
void sm_memory_stage(sm_t *sm, uint64_t cycle);
bool sm_port_free(const sm_t *sm, uint64_t cycle);
/* With prefetches waiting or a request buffer: the buffer's request, what the two below do, a
 * prefetch. */
void sm_busy_stage(sm_t *sm, uint64_t cycle);
void sm_lookup_stage(sm_t *sm, uint64_t cycle); /* with a lookup pipeline; sm_memory_stage too */
void sm_memop_part(sm_t *sm, uint16_t op, uint64_t ready, uint64_t cycle);
void sm_memop_complete(sm_t *sm, uint16_t op, uint64_t cycle);

#endif

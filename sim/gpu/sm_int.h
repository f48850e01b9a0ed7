/*
 * Inside an SM: what its files share. Each calls those below it, and all of them what is inline
 * here: the scoreboard and a warp's end are on the path of every instruction.
 *
 *   sm.c         life, CTAs, the cycle, sleep, dump
 *   issue.c      schedulers, issue, barriers, fetch
 *   two_level.c  the active sets of the two-level scheduler
 *   ldst_issue.c memory instructions: issue, and those under way
 *   ldst.c       the memory stage: from the queue to the last reply
 *   writeback.c  replies and results of shared memory, where they queue for the registers
 *   read_only.c  those that read constants or textures
 */
#ifndef LW_GPU_SM_INT_H
#define LW_GPU_SM_INT_H

#include "gpu/sm.h"

enum { EV_RESULT, EV_MEMOP, EV_FETCHED };

/* ---- Where instructions go ---- */

static inline const op_entry_t *sm_op(const sm_t *sm, const inst_t *inst)
{
    return &sm->sh->ops.of[inst->unit][inst->op];
}

/* The mask among sm->unit of a warp whose next instruction this is. */
static inline uint64_t *sm_route(sm_t *sm, const inst_t *inst)
{
    return &sm->unit[sm_op(sm, inst)->route];
}

/* Core cycles that reading the instruction's source registers adds. */
static inline uint32_t sm_operand_delay(const sm_t *sm, const inst_t *inst)
{
    return sm->sh->cfg->operand_delay * inst->sources;
}

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

/* A result of a warp at a fence has arrived; with fence registers none under way lets it go on. */
static __attribute__((noinline)) void sm_try_fence(sm_t *sm, uint32_t w)
{
    if (sm->sh->cfg->fence != GPU_FENCE_REGISTERS || !inst_regset_empty(&sm->warp[w].pending))
        return;
    sm->fence &= ~(UINT64_C(1) << w);
    sm->sched_dirty = true;
}

/* A register result arrives: hazards of its warp are looked at again. */
static inline void sm_release(sm_t *sm, uint32_t w, const inst_t *inst)
{
    sm_warp_t *warp = &sm->warp[w];
    for (unsigned i = 0; i < INST_MAX_REGS / 64; i++) {
        warp->pending.w[i] &= ~inst->dst.w[i];
        warp->pending_mem.w[i] &= ~inst->dst.w[i];
    }
    if (__builtin_expect(sm->fence >> w & 1, 0))
        sm_try_fence(sm, w);
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
    if (inst->unit == INST_UNIT_LDST && !sm->sh->cfg->wb_loads)
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
/* One block that was waited for and is here: of the constant cache, filled in that cycle, and of
 * the texture cache. */
void sm_take_const(sm_t *sm, uint64_t filled, uint64_t cycle);
void sm_take_texture(sm_t *sm, uint64_t cycle);
/* Those, unless results take turns; a texture fragment moves on. */
void sm_take_read_only(sm_t *sm, uint64_t cycle);
static inline bool sm_read_only_ready(const sm_t *sm)
{
    return rocache_ready(&sm->l1c) || texcache_ready(&sm->l1t) || texcache_can_move(&sm->l1t);
}
/* The memory stage's head was refused in that many more cycles. */
void sm_charge_read_only(sm_t *sm, uint64_t cycles);

/* ---- ldst_issue.c ---- */

bool sm_can_issue_memory(const sm_t *sm);
void sm_issue_memory(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t cycle);
/* Parts of the issue of a memory instruction: a place in the queue of the memory stage; what waits
 * for so many replies. */
sm_access_t *sm_enqueue(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t cycle);
uint16_t sm_new_op(sm_t *sm, uint32_t w, const inst_t *inst, uint32_t requests, uint64_t cycle);
/* Its registers are written in `cycle`; one of its replies is here, all are. */
void sm_result_at(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t cycle);
void sm_memop_part(sm_t *sm, uint16_t op, uint64_t ready, uint64_t cycle);
void sm_memop_complete(sm_t *sm, uint16_t op, uint64_t cycle);

/* ---- ldst.c ---- */

/* The memory stage is done with its head. */
void sm_pop_head(sm_t *sm);
void sm_take_reply(sm_t *sm, const gpu_req_t *r, uint64_t cycle);
void sm_memory_stage(sm_t *sm, uint64_t cycle);
bool sm_port_free(const sm_t *sm, uint64_t cycle);
/* With prefetches waiting or a request buffer: the buffer's request, what the two below do, a
 * prefetch. */
void sm_busy_stage(sm_t *sm, uint64_t cycle);
void sm_lookup_stage(sm_t *sm, uint64_t cycle); /* with a lookup pipeline; sm_memory_stage too */

/* ---- writeback.c: with sm->staged ---- */

bool sm_writeback_init(sm_t *sm);
void sm_writeback_free(sm_t *sm);
/* A reply from the crossbar, a result for the registers, a reply to its place. */
void sm_writeback(sm_t *sm, uint64_t cycle);
/* With writeback: turn. A reply's data that go to the registers wait for their turn. */
void sm_hold_bypass(sm_t *sm, const gpu_req_t *r);
/* The result of a shared-memory access whose last cycle is `done`, too. */
void sm_shared_result(sm_t *sm, const sm_access_t *a, uint64_t done);
/* The first cycle after c in which something of it can happen. */
uint64_t sm_writeback_wake(const sm_t *sm, uint64_t c);

#endif

/*
 * Constants and parameters in the memory stage, through the constant cache. An access has a block
 * of the cache's line size a cycle; a block that hits, misses or merges makes way for the next, one
 * that is refused (MSHR or merge full) is presented again and blocks everything behind it. A block
 * that missed or merged is ready when its line is here, and one of those is taken a cycle.
 */
#include "common/bits.h"
#include "gpu/sm_int.h"

/* Byte address of the first parameter of every launch, apart from device memory and from code: a
 * launch finds the lines of the one before it, as in GPGPU-Sim. */
#define PARAM_BASE (UINT64_C(1) << 45)

bool sm_read_only_init(sm_t *sm)
{
    const gpu_cfg_t *cfg = sm->sh->cfg;
    const rocache_geometry_t inst = {.id = ROCACHE_INST,
                                     .sets = cfg->l1i_sets,
                                     .ways = cfg->l1i_ways,
                                     .line_bytes = cfg->line_bytes,
                                     .mshrs = cfg->l1i_mshrs,
                                     .merge = SM_WARPS}; /* a warp waits for one line */
    const rocache_geometry_t constants = {.id = ROCACHE_CONST,
                                          .sets = cfg->l1c_sets,
                                          .ways = cfg->l1c_ways,
                                          .line_bytes = cfg->l1c_line_bytes,
                                          .mshrs = cfg->l1c_mshrs,
                                          .merge = cfg->l1c_merge};
    sm->read_only = cfg->const_path == GPU_CONST_STAGE;
    return rocache_init(&sm->l1i, sm->id, cfg, &inst) &&
           rocache_init(&sm->l1c, sm->id, cfg, &constants);
}

/* ---- Issue ---- */

bool sm_issue_read_only(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t c)
{
    const warp_step_t *st = sm->sh->step;
    bool param = st->space == INST_SPACE_PARAM, known = !sm->sh->front->no_const_addresses;
    if (inst->kind != INST_LOAD ||
        (param && known && st->addr[bits_lowest(st->active)] >= FRONT_CALL_PARAMS))
        return false;
    sm_access_t *a = sm_enqueue(sm, w, inst, c);
    a->read_only = ROCACHE_CONST;
    a->flags = known ? 0 : GPU_REQ_UNCACHED; /* nothing to look up: a hit */
    a->c.n = 1;
    if (known)
        coalesce_blocks(&a->c, st->addr, st->active, sm->l1c.shift);
    for (uint32_t i = 0; param && known && i < a->c.n; i++)
        a->c.line[i] += PARAM_BASE >> sm->l1c.shift;
    sm->stats.const_blocks += a->c.n;
    a->op = sm_new_op(sm, w, inst, a->c.n, c);
    sm->op[a->op].row = SM_NO_ROW;
    sm_add_regs(&sm->warp[w].pending, &inst->dst);
    return true;
}

/* ---- The memory stage ---- */

void sm_charge_read_only(sm_t *sm, uint64_t cycles)
{
    if (sm->read_only_fail == ROCACHE_NO_MSHR)
        sm->stats.const_fail_mshr_full += cycles;
    else
        sm->stats.const_fail_merge_full += cycles;
}

/* The warp waits for memory from now on, no longer for a result at a known time. */
static void wait_for_memory(sm_t *sm, uint32_t w, const inst_t *inst)
{
    sm_add_regs(&sm->warp[w].pending_mem, &inst->dst);
    if ((sm->haz_mem | sm->haz_data) >> w & 1) {
        sm_refresh_hazard(sm, w);
        sm->sched_dirty = true;
    }
}

static rocache_answer_t look_up(sm_t *sm, const sm_access_t *a, uint64_t c)
{
    if (!sm->l1c.sets || a->flags)
        return ROCACHE_HIT;
    return rocache_access(&sm->l1c, a->c.line[a->next] << sm->l1c.shift, a->op, a->inst->pc,
                          a->warp, c);
}

void sm_serve_read_only(sm_t *sm, sm_access_t *a, uint64_t c)
{
    rocache_answer_t answer = look_up(sm, a, c);
    bool refused = answer == ROCACHE_NO_MSHR || answer == ROCACHE_NO_MERGE;
    sm->read_only_fail = refused ? (uint8_t)answer : 0;
    if (sm->read_only_fail) {
        sm_charge_read_only(sm, 1);
        return;
    }
    ++*sm->sh->progress;
    sm->stats.const_hits += answer == ROCACHE_HIT;
    sm->stats.const_merges += answer == ROCACHE_MERGED;
    sm->stats.const_misses += answer == ROCACHE_MISS;
    if (answer == ROCACHE_HIT)
        sm_memop_part(sm, a->op, c + sm->sh->cfg->const_latency - 1, c);
    else
        wait_for_memory(sm, a->warp, a->inst);
    if (++a->next == a->c.n)
        sm_pop_head(sm);
}

/* ---- Replies ---- */

void sm_fill_read_only(sm_t *sm, const gpu_req_t *r)
{
    if (r->idx == ROCACHE_CONST) {
        rocache_fill(&sm->l1c, r);
        return;
    }
    rocache_fill(&sm->l1i, r);
    while (rocache_ready(&sm->l1i)) /* all its warps fetch again in this cycle */
        sm->fetching |= UINT64_C(1) << rocache_next(&sm->l1i);
}

void sm_take_read_only(sm_t *sm, uint64_t filled, uint64_t c)
{
    sm_memop_part(sm, rocache_next(&sm->l1c), filled + sm->sh->cfg->l1_fill_delay, c);
}

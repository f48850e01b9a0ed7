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
    sm->const_stage = cfg->const_path == GPU_CONST_STAGE;
    return rocache_init(&sm->l1i, sm->id, cfg, &inst) &&
           rocache_init(&sm->l1c, sm->id, cfg, &constants) && texcache_init(&sm->l1t, sm->id, cfg);
}

void sm_read_only_start(sm_t *sm)
{
    const front_t *f = sm->sh->front;
    sm->read_only = sm->const_stage && sm->l1c.sets != 0 && !f->no_const_addresses;
    for (uint32_t i = 0; i < f->n_inst && !sm->read_only; i++)
        sm->read_only = f->inst[i].space == INST_SPACE_TEXTURE;
}

/* ---- Issue ---- */

static void begin(sm_t *sm, uint32_t w, const inst_t *inst, sm_access_t *a, uint64_t c)
{
    a->op = sm_new_op(sm, w, inst, a->c.n, c);
    sm->op[a->op].row = SM_NO_ROW;
    sm_add_regs(&sm->warp[w].pending, &inst->dst);
}

bool sm_issue_const(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t c)
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
    begin(sm, w, inst, a, c);
    return true;
}

void sm_issue_texture(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t c)
{
    const warp_step_t *st = sm->sh->step;
    sm_access_t *a = sm_enqueue(sm, w, inst, c);
    a->read_only = ROCACHE_TEX;
    coalesce_blocks(&a->c, st->addr, st->active, sm->l1t.shift);
    sm->stats.tex_accesses++;
    sm->stats.tex_blocks += a->c.n;
    begin(sm, w, inst, a, c);
}

/* ---- The memory stage ---- */

/* Of read_only_fail: an answer of the constant cache, or, behind them, of the texture cache. */
enum { TEXTURE_FAIL = 16 };

void sm_charge_read_only(sm_t *sm, uint64_t cycles)
{
    switch (sm->read_only_fail) {
    case ROCACHE_NO_MSHR:
        sm->stats.const_fail_mshr_full += cycles;
        break;
    case ROCACHE_NO_MERGE:
        sm->stats.const_fail_merge_full += cycles;
        break;
    case TEXTURE_FAIL + TEXCACHE_NO_FRAGMENT:
        sm->stats.tex_fail_fragments += cycles;
        break;
    default:
        sm->stats.tex_fail_requests += cycles;
    }
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

/* Whether the block is here: its data are, const_latency - 1 from now. Else the block is refused,
 * or its cache hands it over. */
static bool look_up_const(sm_t *sm, const sm_access_t *a, uint64_t c)
{
    rocache_answer_t answer = ROCACHE_HIT;
    if (sm->l1c.sets && !a->flags)
        answer = rocache_access(&sm->l1c, a->c.line[a->next] << sm->l1c.shift, a->op, a->inst->pc,
                                a->warp, c);
    bool refused = answer == ROCACHE_NO_MSHR || answer == ROCACHE_NO_MERGE;
    sm->read_only_fail = refused ? (uint8_t)answer : 0;
    sm->stats.const_hits += answer == ROCACHE_HIT;
    sm->stats.const_merges += answer == ROCACHE_MERGED;
    sm->stats.const_misses += answer == ROCACHE_MISS;
    return answer == ROCACHE_HIT;
}

static bool look_up_texture(sm_t *sm, const sm_access_t *a, uint64_t c)
{
    texcache_answer_t answer = TEXCACHE_HIT;
    if (sm->l1t.sets)
        answer = texcache_access(&sm->l1t, a->c.line[a->next] << sm->l1t.shift, a->op, a->inst->pc,
                                 a->warp, c);
    bool refused = answer == TEXCACHE_NO_FRAGMENT || answer == TEXCACHE_NO_REQUEST;
    sm->read_only_fail = refused ? (uint8_t)(TEXTURE_FAIL + answer) : 0;
    sm->stats.tex_hits += answer == TEXCACHE_HIT;
    sm->stats.tex_misses += answer == TEXCACHE_MISS;
    return !sm->l1t.sets;
}

void sm_serve_read_only(sm_t *sm, sm_access_t *a, uint64_t c)
{
    bool here = a->read_only == ROCACHE_CONST ? look_up_const(sm, a, c) : look_up_texture(sm, a, c);
    if (sm->read_only_fail) {
        sm_charge_read_only(sm, 1);
        return;
    }
    ++*sm->sh->progress;
    if (here)
        sm_memop_part(sm, a->op, c + sm->sh->cfg->const_latency - 1, c);
    else if (a->read_only == ROCACHE_CONST)
        wait_for_memory(sm, a->warp, a->inst);
    if (++a->next == a->c.n)
        sm_pop_head(sm);
}

/* ---- Replies ---- */

void sm_fill_read_only(sm_t *sm, const gpu_req_t *r)
{
    switch (r->idx) {
    case ROCACHE_CONST:
        rocache_fill(&sm->l1c, r);
        break;
    case ROCACHE_TEX:
        texcache_fill(&sm->l1t, r);
        break;
    default:
        rocache_fill(&sm->l1i, r);
        while (rocache_ready(&sm->l1i)) /* all its warps fetch again in this cycle */
            sm->fetching |= UINT64_C(1) << rocache_next(&sm->l1i);
    }
}

void sm_take_const(sm_t *sm, uint64_t filled, uint64_t c)
{
    sm_memop_part(sm, rocache_next(&sm->l1c), filled + sm->sh->cfg->l1_fill_delay, c);
}

void sm_take_texture(sm_t *sm, uint64_t c)
{
    sm_memop_part(sm, texcache_next(&sm->l1t), c + sm->sh->cfg->l1_fill_delay, c);
}

void sm_take_read_only(sm_t *sm, uint64_t c)
{
    if (rocache_ready(&sm->l1c) && !sm->back.turn)
        sm_take_const(sm, c, c);
    if (texcache_ready(&sm->l1t) && !sm->back.turn)
        sm_take_texture(sm, c);
    if (texcache_can_move(&sm->l1t))
        texcache_move(&sm->l1t);
}

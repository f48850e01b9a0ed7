/*
 * Memory instructions of an SM: their issue, and those under way until their last reply.
 */
#include <stdlib.h>

#include "common/bits.h"
#include "front/memory.h"
#include "gpu/sm_int.h"

/* ---- Memory instructions under way ---- */

static void grow_ops(sm_t *sm)
{
    uint32_t n = sm->n_ops ? sm->n_ops * 2 : 64;
    n = n < SM_NIL ? n : SM_NIL;
    sm_memop_t *op = realloc(sm->op, n * sizeof *op);
    if (!op)
        memory_out();
    for (uint32_t i = sm->n_ops; i < n; i++)
        op[i].next = (uint16_t)(i + 1 < n ? i + 1 : SM_NIL);
    sm->op_free = (uint16_t)sm->n_ops;
    sm->op = op;
    sm->n_ops = n;
}

uint16_t sm_new_op(sm_t *sm, uint32_t w, const inst_t *inst, uint32_t requests, uint64_t c)
{
    if (sm->op_free == SM_NIL)
        grow_ops(sm);
    uint16_t i = sm->op_free;
    sm_memop_t *op = &sm->op[i];
    sm->op_free = op->next;
    *op = (sm_memop_t){
        .inst = inst, .issued = c, .ready = c, .remaining = requests, .warp = (uint8_t)w};
    sm->warp[w].out++;
    sm->warp[w].mem_out++;
    return i;
}

static bool is_load(const inst_t *inst)
{
    return inst->kind == INST_LOAD || inst->kind == INST_ATOMIC;
}

void sm_memop_complete(sm_t *sm, uint16_t i, uint64_t c)
{
    sm_memop_t *op = &sm->op[i];
    sm_warp_t *warp = &sm->warp[op->warp];
    uint64_t bit = UINT64_C(1) << op->warp;
    if (is_load(op->inst))
        sm_release(sm, op->warp, op->inst);
    if (op->inst->kind == INST_LOAD && op->row != SM_NO_ROW) {
        sm->stats.loads_completed++;
        sm->stats.load_latency_sum += c - op->issued;
        sm->sh->load[op->row].latency_sum += c - op->issued;
    }
    warp->out--;
    if (--warp->mem_out == 0 && (sm->fence & bit) && sm->sh->cfg->fence == GPU_FENCE_ACKS) {
        sm->fence &= ~bit;
        sm->sched_dirty = true;
    }
    op->next = sm->op_free;
    sm->op_free = i;
    sm_try_retire(sm, op->warp);
    ++*sm->sh->progress;
}

static __attribute__((noinline)) void complete_by_port(sm_t *sm, uint16_t i, uint64_t c)
{
    if (sm_write_back(sm, sm->op[i].inst, c))
        sm_memop_complete(sm, i, c);
    else
        wheel_add(&sm->wheel, c + 1, &(wheel_node_t){.num = i, .kind = EV_MEMOP});
}

/* One request or reply fewer to wait for; the instruction is not complete before `ready`. */
void sm_memop_part(sm_t *sm, uint16_t i, uint64_t ready, uint64_t c)
{
    sm_memop_t *op = &sm->op[i];
    if (ready > op->ready)
        op->ready = ready;
    if (--op->remaining)
        return;
    if (op->ready > c)
        wheel_add(&sm->wheel, op->ready, &(wheel_node_t){.num = i, .kind = EV_MEMOP});
    else if (__builtin_expect(sm->sh->cfg->wb_ports != 0, 0))
        complete_by_port(sm, i, c);
    else
        sm_memop_complete(sm, i, c);
}

/* ---- Issue ---- */

bool sm_can_issue_memory(const sm_t *sm)
{
    return sm->mem_issued < sm->sh->cfg->ldst_units && sm->q_count < sm->sh->cfg->ldst_queue &&
           (sm->op_free != SM_NIL || sm->n_ops < SM_NIL);
}

/* A result at a known time: constants and shared memory. */
void sm_result_at(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t cycle)
{
    sm->warp[w].out++;
    wheel_add(&sm->wheel, cycle,
              &(wheel_node_t){.ptr = inst, .kind = EV_RESULT, .warp = (uint8_t)w});
}

sm_access_t *sm_enqueue(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t c)
{
    uint32_t at = sm->q_head + sm->q_count++;
    if (at >= sm->sh->cfg->ldst_queue)
        at -= sm->sh->cfg->ldst_queue;
    sm_access_t *a = &sm->queue[at];
    a->inst = inst;
    a->ready = c + 1 + sm->sh->cfg->ldst_delay + sm_operand_delay(sm, inst);
    a->next = 0;
    a->op = SM_NIL;
    a->warp = (uint8_t)w;
    a->flags = 0;
    a->built = a->pieces = false;
    a->read_only = 0;
    return a;
}

static void issue_shared(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t c)
{
    const gpu_cfg_t *cfg = sm->sh->cfg;
    const warp_step_t *st = sm->sh->step;
    uint32_t passes;
    sm_access_t *a = sm_enqueue(sm, w, inst, c);
    bool atomic = inst->kind == INST_ATOMIC || inst->kind == INST_REDUCE;
    a->shared_cycles = (cfg->smem_passes == GPU_SMEM_BANKS ? coalesce_shared
                                                           : coalesce_shared_whole)(
        st->addr, st->active, inst->width, cfg->smem_banks, cfg->smem_bank_bytes, atomic, &passes);
    sm->stats.shared_accesses++;
    sm->stats.shared_conflict_cycles += a->shared_cycles - passes;
    sm->warp[w].out++; /* until it has passed the memory stage */
}

/* May the load not hit in the L1? */
static bool uncached(const sm_t *sm, const inst_t *inst)
{
    if (__builtin_expect(inst->cache_op == 0, 1))
        return false;
    return inst->cache_op == 1 || sm->sh->cfg->coalescer != GPU_COALESCE_SEGMENTS;
}

/* Must a load's requests say what they touch? If its reads bypass the L1, or a policy may decide so
 * and they keep their size. */
static bool says_pieces(const sm_t *sm, const inst_t *inst)
{
    const gpu_hook_table_t *h = sm->sh->hooks;
    if (uncached(sm, inst))
        return true;
    return __builtin_expect(h->users_on_l1_access | h->users_pick_victim, 0) &&
           sm->sh->cfg->l1_bypass_size == GPU_BYPASS_ASKED;
}

/* Requests of those lanes of a load or store that may share them. */
static void coalesce_together(const sm_t *sm, const inst_t *inst, uint32_t width, coalesced_t *out,
                              const uint64_t *addr, uint64_t active)
{
    uint32_t shift = sm->sh->map->line_shift;
    uint32_t how = sm->sh->cfg->coalescer;
    bool segments = __builtin_expect(how != GPU_COALESCE_LINES, 0);
    if (inst->kind == INST_LOAD && how == GPU_COALESCE_HALVES)
        coalesce_load_halves(out, addr, active, width, says_pieces(sm, inst));
    else if (inst->kind == INST_LOAD && segments)
        coalesce_load_segments(out, addr, active, width, uncached(sm, inst));
    else if (inst->kind == INST_LOAD)
        coalesce_load(out, addr, active, width, shift, says_pieces(sm, inst));
    else if (segments)
        coalesce_store_segments(out, addr, active, width);
    else
        coalesce_store(out, addr, active, width, shift);
}

typedef struct lane_group {
    const sm_t *sm;
    const inst_t *inst;
    const uint64_t *addr;
    uint32_t width;
} lane_group_t;

static void coalesce_lane_group(void *ctx, coalesced_t *out, uint64_t active)
{
    const lane_group_t *g = ctx;
    coalesce_together(g->sm, g->inst, g->width, out, g->addr, active);
}

static void coalesce(const sm_t *sm, const inst_t *inst, uint32_t width, coalesced_t *out,
                     const uint64_t *addr)
{
    const gpu_cfg_t *cfg = sm->sh->cfg;
    uint64_t active = sm->sh->step->active;
    if (__builtin_expect(cfg->coalesce_lanes < cfg->warp_size, 0))
        coalesce_groups(out, active, cfg->coalesce_lanes, coalesce_lane_group,
                        &(lane_group_t){sm, inst, addr, width});
    else
        coalesce_together(sm, inst, width, out, addr, active);
}

typedef struct local_row {
    const sm_t *sm;
    const inst_t *inst;
} local_row_t;

static void coalesce_local_row(void *ctx, coalesced_t *out, const uint64_t *addr)
{
    const local_row_t *r = ctx;
    coalesce(r->sm, r->inst, 4, out, addr);
}

/* Requests of a load or store. */
static void build_access(const sm_t *sm, const inst_t *inst, coalesced_t *out)
{
    const warp_step_t *st = sm->sh->step;
    if (__builtin_expect(st->space == INST_SPACE_LOCAL && inst->width > 4, 0))
        coalesce_local(out, st->addr, st->active, inst->width,
                       sm->sh->local.row ? sm->sh->local.row : sm->sh->cfg->warp_size * 4,
                       sm->sh->cfg->coalescer == GPU_COALESCE_SEGMENTS, coalesce_local_row,
                       &(local_row_t){sm, inst});
    else
        coalesce(sm, inst, inst->width, out, st->addr);
}

static void issue_load(sm_t *sm, const inst_t *inst, sm_access_t *a)
{
    build_access(sm, inst, &a->c);
    a->kind = GPU_REQ_READ;
    a->flags = uncached(sm, inst) ? GPU_REQ_UNCACHED : 0;
    a->pieces = says_pieces(sm, inst);
    sm->stats.global_loads++;
    sm->stats.load_requests += a->c.n;
}

static void issue_global(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t c)
{
    const warp_step_t *st = sm->sh->step;
    uint32_t shift = sm->sh->map->line_shift;
    sm_access_t *a = sm_enqueue(sm, w, inst, c);
    if (inst->kind == INST_LOAD) {
        issue_load(sm, inst, a);
    } else if (inst->kind == INST_STORE) {
        build_access(sm, inst, &a->c);
        a->kind = GPU_REQ_WRITE;
        sm->stats.global_stores++;
        sm->stats.store_requests += a->c.n;
    } else {
        if (sm->sh->cfg->coalescer == GPU_COALESCE_HALVES)
            coalesce_atomic_halves(&a->c, st->addr, st->active, inst->width,
                                   sm->sh->cfg->warp_size / 2);
        else
            coalesce_atomic(&a->c, st->addr, st->active, inst->width, shift);
        a->kind = inst->kind == INST_ATOMIC ? GPU_REQ_ATOMIC : GPU_REQ_REDUCE;
        sm->stats.atomics++;
        sm->stats.atomic_requests += a->c.n;
    }
    a->op = sm_new_op(sm, w, inst, a->c.n, c);
    sm->warp[w].unsent += sm->buffer.present ? a->c.n : 0;
    if (inst->kind == INST_LOAD) {
        uint32_t row = sm->sh->row_of[inst - sm->sh->front->inst];
        gpu_stats_load_t *load = &sm->sh->load[row];
        sm->op[a->op].row = row;
        load->accesses++;
        load->lanes += bits_popcount(st->active);
        load->requests += a->c.n;
        gpu_load_issue_t e = {.inst = inst,
                              .step = st,
                              .cycle = c,
                              .sm = sm->id,
                              .warp = w,
                              .requests = a->c.n,
                              .op = a->op,
                              .uncached = a->flags & GPU_REQ_UNCACHED};
        HOOK_CALL(sm->sh->hooks, on_load_issue, &e);
    }
}

void sm_issue_memory(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t c)
{
    const warp_step_t *st = sm->sh->step;
    sm->mem_issued++;
    if (!st->active)
        return; /* predicated off as a whole: nothing to wait for */
    switch (st->space) {
    case INST_SPACE_SHARED:
        issue_shared(sm, w, inst, c);
        break;
    case INST_SPACE_LOCAL:
        if (sm->sh->local.warp_bytes)
            local_place(&sm->sh->local, sm->sh->step->addr, st->active,
                        sm->id + sm->sh->cfg->n_sms * sm->warp[w].cta);
        issue_global(sm, w, inst, c);
        break;
    case INST_SPACE_GLOBAL:
        issue_global(sm, w, inst, c);
        break;
    case INST_SPACE_TEXTURE:
        sm_issue_texture(sm, w, inst, c);
        break;
    default: /* constants, parameters */
        sm->stats.const_accesses++;
        if (__builtin_expect(sm->const_stage, 0) && sm_issue_const(sm, w, inst, c))
            return;
        if (inst_regset_empty(&inst->dst))
            return;
        sm_add_regs(&sm->warp[w].pending, &inst->dst);
        sm_result_at(sm, w, inst,
                     c + sm->sh->cfg->const_latency + sm->sh->cfg->ldst_delay +
                         sm_operand_delay(sm, inst));
        return;
    }
    sm_add_regs(&sm->warp[w].pending, &inst->dst);
    sm_add_regs(&sm->warp[w].pending_mem, &inst->dst);
}

/*
 * Memory instructions of an SM: from issue through the memory stage to the last reply.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bits.h"
#include "gpu/sm_int.h"

/* ---- Memory instructions under way ---- */

static void grow_ops(sm_t *sm)
{
    uint32_t n = sm->n_ops ? sm->n_ops * 2 : 64;
    n = n < SM_NIL ? n : SM_NIL;
    sm_memop_t *op = realloc(sm->op, n * sizeof *op);
    if (!op) {
        fputs("lockwarp: out of memory\n", stderr);
        abort();
    }
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
static void result_at(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t cycle)
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
        HOOK_CALL(sm->sh->hooks, on_load_issue, sm->id, w, inst, st, c);
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
        result_at(sm, w, inst,
                  c + sm->sh->cfg->const_latency + sm->sh->cfg->ldst_delay +
                      sm_operand_delay(sm, inst));
        return;
    }
    sm_add_regs(&sm->warp[w].pending, &inst->dst);
    sm_add_regs(&sm->warp[w].pending_mem, &inst->dst);
}

/* ---- The memory stage ---- */

void sm_pop_head(sm_t *sm)
{
    if (++sm->q_head == sm->sh->cfg->ldst_queue)
        sm->q_head = 0;
    sm->q_count--;
    sm->sched_dirty = true;
}

static uint8_t to_sectors(const sm_t *sm, uint8_t pieces, bool all)
{
    uint32_t shift = sm->sh->piece_per_sector_shift, n = 1u << shift, out = 0;
    if (shift == 0)
        return pieces;
    uint32_t count = (uint32_t)(1u << sm->sh->map->line_shift) >> 5 >> shift;
    for (uint32_t s = 0; s < count; s++) {
        uint32_t mask = ((1u << n) - 1) & (uint32_t)(pieces >> (s * n));
        if (all ? mask == (1u << n) - 1 : mask != 0)
            out |= 1u << s;
    }
    return (uint8_t)out;
}

/* What a load's request asks for if it bypasses the L1. */
static __attribute__((noinline)) void ask_pieces(const sm_t *sm, gpu_req_t *r, uint8_t touched)
{
    uint32_t per_sector = 1u << sm->sh->piece_per_sector_shift;
    if (sm->sh->cfg->l1_bypass_size == GPU_BYPASS_LINE) {
        r->sectors = to_sectors(sm, touched, false);
        return;
    }
    /* Of an aligned block every sector has as much, or only one has any. */
    r->full = coalesce_block(touched);
    r->sectors = to_sectors(sm, r->full, false);
    uint32_t n = bits_popcount(r->full);
    r->chunks = (uint8_t)(n < per_sector ? n : per_sector);
}

static void build_request(sm_t *sm, sm_access_t *a)
{
    uint32_t i = a->next;
    sm->head_req = (gpu_req_t){.line = a->c.line[i],
                               .pc = a->inst->pc,
                               .owner = a->op,
                               .sm = (uint8_t)sm->id,
                               .warp = a->warp,
                               .idx = (uint8_t)i,
                               .kind = a->kind,
                               .flags = a->flags};
    if (a->kind == GPU_REQ_READ) {
        if (__builtin_expect(a->pieces, 0))
            ask_pieces(sm, &sm->head_req, a->c.touched[i]);
    } else {
        sm->head_req.sectors = to_sectors(sm, a->c.touched[i], false);
        sm->head_req.full = to_sectors(sm, a->c.full[i], true);
        sm->head_req.chunks = (uint8_t)bits_popcount(a->c.touched[i]);
    }
    a->built = true;
}

/* The shared memory is busy for the access's cycles; its result follows the last of them. */
static void serve_shared(sm_t *sm, sm_access_t *a, uint64_t c)
{
    uint64_t done = c + a->shared_cycles - 1;
    sm->stage_free = done + 1;
    if (__builtin_expect(sm->back.turn, 0) && !inst_regset_empty(&a->inst->dst)) {
        sm_shared_result(sm, a, done);
    } else {
        sm->warp[a->warp].out--;
        result_at(sm, a->warp, a->inst, done + sm->sh->cfg->smem_latency - 1);
    }
    ++*sm->sh->progress;
    sm_pop_head(sm);
}

/* A request meets the tags; false: rejected, and its cause stands in head_fail. */
static bool access_l1(sm_t *sm, gpu_req_t *r, uint64_t c)
{
    l1d_answer_t answer;
    if (r->kind == GPU_REQ_READ)
        answer = l1d_read(&sm->l1, r, sm->warp[r->warp].cta_number, sm->op[r->owner].row, c);
    else
        answer = l1d_write(&sm->l1, r, c);
    sm->l1.changed = false;
    sm->head_fail = answer.fail;
    if (answer.fail != L1D_OK) {
        sm->l1.fails[answer.fail]++;
        return false;
    }
    ++*sm->sh->progress;
    if (answer.done)
        sm_memop_part(sm, r->owner, r->kind == GPU_REQ_READ ? c + sm->hit_wait : c, c);
    else
        sm->op[r->owner].remaining += answer.replies - 1u;
    return true;
}

/* ---- A policy's request buffer before the L1 (request_buffer.h) ---- */

/* The L1 has accepted a request of the warp. */
static void count_sent(sm_t *sm, uint32_t w)
{
    if (--sm->warp[w].unsent == 0 && sm->haz_mem >> w & 1) {
        sm_refresh_hazard(sm, w);
        sm->sched_dirty = true;
    }
}

/* The request that the buffer offers is looked up; false: it offers none. */
static bool serve_buffer(sm_t *sm, uint64_t c)
{
    gpu_req_t r;
    if (!request_buffer_offer(&sm->buffer, sm->sh->hooks, sm->id, c, &r)) {
        sm->head_fail = L1D_OK;
        return false;
    }
    if (sm->head_fail != L1D_OK && sm->head_fail != L1D_FAIL_NET && !sm->l1.changed &&
        !sm->sh->never_sleep && request_buffer_repeats(&sm->buffer, &r)) {
        sm->l1.fails[sm->head_fail]++;
        return true;
    }
    if (access_l1(sm, &r, c))
        count_sent(sm, r.warp);
    request_buffer_answer(&sm->buffer, sm->sh->hooks, &r, (gpu_l1_answer_t)sm->head_fail, c);
    return true;
}

static bool push_request(sm_t *sm, const gpu_req_t *r, uint64_t c)
{
    if (!request_buffer_take(&sm->buffer, sm->sh->hooks, r, c))
        return false;
    ++*sm->sh->progress;
    return true;
}

_Static_assert((int)L1D_OK == GPU_L1_ACCEPTED && (int)L1D_FAIL_ASSOCIATIVITY == GPU_L1_NO_WAY &&
                   (int)L1D_FAIL_MSHR == GPU_L1_NO_MSHR && (int)L1D_FAIL_MERGE == GPU_L1_NO_MERGE &&
                   (int)L1D_FAIL_MISS_QUEUE == GPU_L1_NO_QUEUE &&
                   (int)L1D_FAIL_INJECT == GPU_L1_NO_INJECT && (int)L1D_FAIL_NET == GPU_L1_NO_NET &&
                   (int)L1D_FAIL_POLICY == GPU_L1_HELD,
               "gpu_l1_answer_t has the values of l1d_fail_t");

/* ---- The head of the memory stage, or of the lookup's pipeline ---- */

/* Nothing has changed since the head was rejected, so it need not be looked up again; its cycle is
 * counted. */
static inline bool still_rejected(sm_t *sm)
{
    if (__builtin_expect(sm->buffer.present, 0))
        return !request_buffer_may_take(&sm->buffer, sm->l1.changed) && !sm->sh->never_sleep;
    if (sm->head_fail == L1D_OK || sm->head_fail == L1D_FAIL_NET || sm->l1.changed ||
        sm->sh->never_sleep)
        return false;
    sm->l1.fails[sm->head_fail]++;
    return true;
}

/* The head goes to the tags, or into the buffer before them; false: not now. */
static inline bool present(sm_t *sm, gpu_req_t *r, uint64_t c)
{
    return __builtin_expect(sm->buffer.present, 0) ? push_request(sm, r, c) : access_l1(sm, r, c);
}

static void serve_global(sm_t *sm, sm_access_t *a, uint64_t c)
{
    if (!a->built)
        build_request(sm, a);
    if (sm->lookup_delay)
        ring_push(&sm->lookup, &sm->head_req, c + sm->lookup_delay);
    else if (!present(sm, &sm->head_req, c))
        return;
    a->built = false;
    if (++a->next == a->c.n)
        sm_pop_head(sm);
}

void sm_memory_stage(sm_t *sm, uint64_t c)
{
    sm_access_t *a = &sm->queue[sm->q_head];
    if (a->ready > c || sm->stage_free > c)
        return;
    if (a->op == SM_NIL)
        serve_shared(sm, a, c);
    else if (__builtin_expect(a->read_only != 0, 0))
        sm_serve_read_only(sm, a, c);
    else if (sm->lookup_delay ? !ring_full(&sm->lookup) : !still_rejected(sm))
        serve_global(sm, a, c);
}

void sm_lookup_stage(sm_t *sm, uint64_t c)
{
    ring_slot_t *head = ring_head(&sm->lookup);
    if (ring_ready(&sm->lookup) <= c && !still_rejected(sm) && present(sm, &head->r, c))
        ring_pop(&sm->lookup);
    if (sm->q_count)
        sm_memory_stage(sm, c);
}

/* ---- Prefetches ---- */

bool sm_prefetch(sm_t *sm, uint64_t line, uint32_t pc, uint32_t warp, uint64_t cycle)
{
    sm->l1.stats.prefetches_asked++;
    if (ring_full(&sm->prefetch)) {
        sm->l1.stats.prefetches_dropped_queue++;
        return false;
    }
    const gpu_req_t r = {.line = line,
                         .pc = pc,
                         .sm = (uint8_t)sm->id,
                         .warp = (uint8_t)warp,
                         .kind = GPU_REQ_READ,
                         .flags = GPU_REQ_PREFETCH};
    ring_push(&sm->prefetch, &r, cycle + 1);
    wake_lower(sm->wake, sm->id, cycle + 1);
    return true;
}

/* The L1 has no demand request in this cycle, as far as is known before it: one that is rejected
 * keeps it busy, an access to shared memory or a constant does not. */
bool sm_port_free(const sm_t *sm, uint64_t c)
{
    const sm_access_t *a = &sm->queue[sm->q_head];
    if (sm->buffer.present)
        return sm->head_fail == L1D_OK;
    if (sm->lookup_delay)
        return ring_ready(&sm->lookup) > c;
    return !sm->q_count || a->ready > c || sm->stage_free > c || a->op == SM_NIL || a->read_only;
}

static void plain_stage(sm_t *sm, uint64_t c)
{
    if (sm->lookup_delay)
        sm_lookup_stage(sm, c);
    else if (sm->q_count)
        sm_memory_stage(sm, c);
}

/* The request that the buffer offers, and the one that waits before it, in the buffer's order;
 * false: no request was looked up. */
static bool buffered_stage(sm_t *sm, uint64_t c)
{
    bool offered, changed = sm->l1.changed, through = sm->sh->hooks->buffer->through;
    if (through)
        plain_stage(sm, c);
    offered = serve_buffer(sm, c);
    sm->l1.changed = changed; /* the request before the buffer sees the change, too */
    if (!through)
        plain_stage(sm, c);
    sm->l1.changed = false;
    return offered;
}

void sm_busy_stage(sm_t *sm, uint64_t c)
{
    bool port = ring_ready(&sm->prefetch) <= c;
    if (sm->buffer.present) {
        port &= !buffered_stage(sm, c);
    } else {
        port = port && sm_port_free(sm, c);
        plain_stage(sm, c);
    }
    if (!port)
        return;
    gpu_req_t r = ring_head(&sm->prefetch)->r;
    ring_pop(&sm->prefetch);
    l1d_prefetch(&sm->l1, &r, sm->warp[r.warp].cta_number, c);
    ++*sm->sh->progress;
}

/* ---- Replies ---- */

/* A reply that the L2 may have marked, for memory instruction op. */
static void tell_reply(sm_t *sm, const gpu_req_t *r, uint16_t op, uint64_t c)
{
    HOOK_CALL(sm->sh->hooks, on_l2_reply, r, c);
    if (r->flags & GPU_REQ_RETURNED)
        l1d_late_fill(&sm->l1, r, sm->warp[r->warp].cta_number, sm->op[op].row, c);
}

/* Data for the registers that must wait for their turn. */
static __attribute__((noinline)) void hold_data(sm_t *sm, const gpu_req_t *r, uint64_t c)
{
    if (r->flags & GPU_REQ_PREDICTED)
        tell_reply(sm, r, sm->l1.bypassed[r->owner].op, c);
    sm_hold_bypass(sm, r);
}

void sm_take_reply(sm_t *sm, const gpu_req_t *r, uint64_t c)
{
    bool data = r->kind == GPU_REQ_READ || r->kind == GPU_REQ_ATOMIC;
    ++*sm->sh->progress;
    if (__builtin_expect(r->flags & GPU_REQ_READ_ONLY, 0)) {
        sm_fill_read_only(sm, r);
        return;
    }
    if (data)
        sm->l1.stats.sectors_received += gpu_req_sectors(r);
    else
        sm->l1.stats.acks_received++;
    if (r->kind == GPU_REQ_READ && !(r->flags & GPU_REQ_BYPASSED)) {
        l1d_fill(&sm->l1, r);
        return;
    }
    if (__builtin_expect(sm->back.turn, 0) && data) {
        hold_data(sm, r, c);
        return;
    }
    uint16_t wait = L1D_NIL;
    uint16_t op = r->kind == GPU_REQ_READ ? l1d_take_bypassed(&sm->l1, r, &wait, c) : r->owner;
    if (r->flags & GPU_REQ_PREDICTED)
        tell_reply(sm, r, op, c);
    sm_memop_part(sm, op, data ? c + sm->sh->cfg->l1_fill_delay : c, c);
    for (uint64_t at = c + 1; wait != L1D_NIL; at++) /* one a cycle, as of an MSHR */
        sm_memop_part(sm, l1d_next_waiting(&sm->l1, &wait, at), at + sm->sh->cfg->l1_fill_delay, c);
}

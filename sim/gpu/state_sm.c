/*
 * State of an SM: warps, CTAs, events, memory instructions.
 *
 * What a warp waits for follows from its next instruction, which the front end knows, and from what
 * is under way: masks and counts are made of that (state_sm_make.c), not read.
 */
#include <stdlib.h>

#include "common/bits.h"
#include "gpu/sm_int.h"
#include "gpu/state.h"

/* clang-format off */
#define SM_MEMBERS(F) \
    F(KEEP, sh,) F(ANY, last,) F(ANY, wake_at,) F(ANY, sched_wake,) F(ANY, fetching,) F(MADE, finished_ctas,) \
    F(ANY, stage_free,) F(MADE, q_head,) F(MADE, q_count,) F(MOST, head_fail, L1D_FAILS - 1) F(BOOL, sched_dirty,) \
    F(MOST, last_fetch, SM_WARPS - 1) F(BOOL, two_level,) F(MOSTS, cause, CAUSE_IDLE) \
    F(MOSTS, last_warp, SM_WARPS - 1) F(PART, buffer, buffer_state(&o->buffer, io)) F(KEEP, staged,) \
    F(KEEP, send_first,) F(KEEP, send_each,) F(KEEP, id,) F(ANY, mem_issued,) F(KEEP, wake,) F(KEEP, queue,) \
    F(KEEP, op,) F(MADE, n_ops,) F(MADE, op_free,) F(ANY, charged,) F(PART, lookup, ring_state(&o->lookup, cfg, io)) \
    F(KEEP, lookup_delay,) F(KEEP, hit_wait,) F(KEEP, const_stage,) F(MADE, read_only,) F(MOST, read_only_fail, 19) \
    F(PART, l1i, rocache_state(&o->l1i, cfg, "instruction cache", io)) F(PART, l1,) \
    F(PART, prefetch, ring_state(&o->prefetch, cfg, io)) F(PART, wheel,) F(PART, back,) \
    F(MADE, live,) F(ANY, have,) F(MADE, haz_mem,) F(MADE, haz_data,) F(ANY, barrier,) F(ANY, fence,) F(MADES, unit,) \
    F(KEEPS, own,) F(ANY, active,) F(ANYS, pend_seq,) F(ANY, pend_next,) F(ANYS, unit_free,) F(MADES, head_req,) \
    F(ANY, wb_cycle,) F(MOST, written, cfg->wb_ports) F(PART, warp,) F(PART, cta,) F(MADES, order,) F(MADE, resident,) \
    F(MADE, cta_limit,) F(ANY, cta_next,) F(ANY, occupied_since,) \
    F(PART, l1c, rocache_state(&o->l1c, cfg, "constant cache", io)) F(PART, l1t, texcache_state(&o->l1t, cfg, io)) \
    F(COUNTS, stats,) F(ANY, warp_instructions,) F(ANY, thread_instructions,) F(ANY, ctas_done,) F(ANY, sched_ticked,)

#define WARP_MEMBERS(F) \
    F(MADE, next,) F(MADE, fw,) F(PART, pending, STATE(io, o->pending.w)) F(PART, pending_mem, STATE(io, o->pending_mem.w)) \
    F(ANY, cta_number,) F(ANY, barrier_pc,) F(MADE, out,) F(MADE, mem_out,) F(ANY, unsent,) F(MOST, cta, SM_WARPS - 1) \
    F(MOST, buffered, sm->sh->cfg->fetch_insts) F(MOST, barrier, SM_BARRIERS - 1)

#define CTA_MEMBERS(F) \
    F(WALK, front, program_state(g, sm, o, io)) F(MADE, mask,) F(MADE, grid,) F(ANY, number,) \
    F(MADE, live,) F(MADE, left,) F(ANY, open,) F(ANYS, arrived,) F(ANYS, want,)

#define BUFFER_MEMBERS(F) \
    F(BOOL, present,) F(BOOL, refused,) F(BOOL, settled,) F(ANY, idx,) F(ANY, op,) F(ANY, count,)

#define NODE_MEMBERS(F) \
    F(WALK, ptr, inst_state(&o->ptr, f, o->kind == EV_RESULT, io)) F(MADE, next,) F(ANY, num,) F(MADE, kind,) \
    F(MOST, warp, SM_WARPS - 1)

#define MEMOP_MEMBERS(F) \
    F(WALK, inst, inst_state(&o->inst, f, true, io)) F(ANY, issued,) F(ANY, ready,) F(ANY, remaining,) F(ANY, row,) \
    F(MADE, next,) F(MOST, warp, SM_WARPS - 1)

#define ACCESS_MEMBERS(F) \
    F(WALK, inst, inst_state(&o->inst, f, true, io)) F(ANY, ready,) F(ANY, next,) F(ANY, shared_cycles,) F(ANY, op,) \
    F(MOST, warp, SM_WARPS - 1) F(MOST, kind, GPU_REQ_REDUCE) F(ANY, flags,) F(MADE, built,) F(BOOL, pieces,) \
    F(MOST, read_only, ROCACHE_TEX) F(PART, c,)

#define COALESCED_MEMBERS(F) \
    F(MOST, n, COALESCE_MAX) \
    F(PART, line, state_numbers(io, o->line, sizeof *o->line, o->n, lines, "a line")) \
    F(PART, touched, state_numbers(io, o->touched, 1, named ? o->n : 0, pieces, "pieces")) \
    F(PART, full, state_numbers(io, o->full, 1, named ? o->n : 0, pieces, "pieces"))

#define WRITEBACK_MEMBERS(F) \
    F(PART, replies, ring_state(&o->replies, cfg, io)) F(KEEP, turn,) F(BOOL, held,) \
    F(MOST, next, WRITEBACK_CLIENTS - 1) F(MADE, waiting,) F(KEEP, room,) F(ANY, done,) \
    F(PART, bypass, request_state(&o->bypass, cfg, io)) F(PART, shared, ring_state(&o->shared, cfg, io))

#define WHEEL_MEMBERS(F) \
    F(MADE, next,) F(MADE, node,) F(MADE, n_nodes,) F(WALK, count, events_state(o, f, io)) F(MADE, free,) \
    F(MADES, used,) F(MADES, slot,)
/* clang-format on */

STATE_LIST(sm_t, SM_MEMBERS);
STATE_LIST(sm_warp_t, WARP_MEMBERS);
STATE_LIST(sm_cta_t, CTA_MEMBERS);
STATE_LIST(request_buffer_t, BUFFER_MEMBERS);
STATE_LIST(wheel_node_t, NODE_MEMBERS);
STATE_LIST(sm_memop_t, MEMOP_MEMBERS);
STATE_LIST(sm_access_t, ACCESS_MEMBERS);
STATE_LIST(coalesced_t, COALESCED_MEMBERS);
STATE_LIST(writeback_t, WRITEBACK_MEMBERS);
STATE_LIST(wheel_t, WHEEL_MEMBERS);

/* A pointer into the running program, as the instruction's number. needed: it must be one. */
static void inst_number(const void **p, const front_t *f, bool needed, state_io_t *io)
{
    uint64_t none = f ? f->n_inst : 0, at = none;
    uintptr_t off = f ? (uintptr_t)*p - (uintptr_t)f->inst : 0;
    if (f && *p && off / sizeof(inst_t) < f->n_inst)
        at = off / sizeof(inst_t);
    state_count(io, &at, none, "as an instruction's number");
    if (!state_loading(io))
        return;
    *p = at < none ? &f->inst[at] : NULL;
    state_holds(io, *p || !needed, "no instruction where one is needed");
}

#define inst_state(p, f, needed, io)                                                               \
    do {                                                                                           \
        const void *at_ = *(p);                                                                    \
        inst_number(&at_, f, needed, io);                                                          \
        *(p) = at_;                                                                                \
    } while (0)

static void buffer_state(request_buffer_t *b, state_io_t *io)
{
    STATE_WALK(b, io, BUFFER_MEMBERS);
}

/* ---- CTAs and warps ---- */

/* Does an SM have this CTA? */
static bool in_flight(const gpu_t *g, uint32_t grid)
{
    for (uint32_t i = 0; i < g->n_sms; i++)
        for (uint32_t slot = 0; slot < SM_WARPS; slot++)
            if (g->sm[i].cta[slot].mask && g->sm[i].cta[slot].grid == grid)
                return true;
    return false;
}

/* A CTA's number in the grid, which no other has, and what the front end knows of it. */
static void program_state(const gpu_t *g, sm_t *sm, sm_cta_t *cta, state_io_t *io)
{
    front_t *f = sm->sh->front;
    uint32_t ctas = f->grid[0] * f->grid[1] * f->grid[2];
    state_number(io, &cta->grid, sizeof cta->grid, ctas - 1, "grid");
    if (state_loading(io) && !state_error(io))
        state_holds(io, !in_flight(g, cta->grid), "a CTA that is in flight twice");
    if (!state_error(io))
        f->ops->cta_state(f->ctx, io, cta->grid, &cta->front);
}

/* A CTA's slot says which warps are its own. */
static void cta_state(const gpu_t *g, sm_t *sm, uint32_t slot, state_io_t *io)
{
    front_t *f = sm->sh->front;
    sm_cta_t *cta = &sm->cta[slot];
    STATE_WALK(cta, io, CTA_MEMBERS);
    if (!state_loading(io) || state_error(io))
        return;
    const uint32_t n = f->warps_per_cta;
    cta->mask = bits_mask(n) << (slot * n);
    for (uint32_t i = 0; i < n && !state_error(io); i++)
        sm->warp[slot * n + i].fw = f->ops->cta_warp(f->ctx, cta->front, i);
}

/* The CTAs in the order of their arrival, by slot. */
static void ctas_state(const gpu_t *g, sm_t *sm, state_io_t *io)
{
    const front_t *f = sm->sh->front;
    uint64_t n = sm->resident;
    state_section(io, "CTAs");
    if (state_loading(io))
        sm->cta_limit = f ? (uint32_t)(gpu_ctas_at_once(sm->sh->cfg, f) / sm->sh->cfg->n_sms) : 0;
    state_count(io, &n, state_loading(io) ? sm->cta_limit : SM_WARPS, "CTAs");
    for (uint32_t i = 0; i < n && !state_error(io); i++) {
        uint8_t slot = sm->order[i];
        state_number(io, &slot, 1, SM_WARPS - 1, "a CTA's slot");
        if (state_loading(io) &&
            !state_holds(io, slot < sm->cta_limit && !sm->cta[slot].mask, "a CTA's slot twice"))
            return;
        sm->order[i] = slot;
        sm->resident = i + 1;
        cta_state(g, sm, slot, io);
    }
    sm->resident = (uint32_t)n;
}

static void warps_state(sm_t *sm, state_io_t *io)
{
    state_section(io, "warps");
    for (uint32_t w = 0; w < SM_WARPS && !state_error(io); w++)
        STATE_WALK(&sm->warp[w], io, WARP_MEMBERS);
}

/* ---- Events ---- */

/* One event: its slot, and what it brings. */
static void event_state(uint64_t *slot, wheel_node_t *n, const front_t *f, state_io_t *io)
{
    state_count(io, slot, WHEEL_SLOTS - 1, "as an event's slot");
    state_number(io, &n->kind, sizeof n->kind, EV_FETCHED, "kind");
    STATE_WALK(n, io, NODE_MEMBERS);
}

/* Events, slot by slot in their order; the nodes' places in the pool do not matter. */
static void events_state(wheel_t *w, const front_t *f, state_io_t *io)
{
    uint64_t left = w->count;
    state_count(io, &left, WHEEL_NIL - 1, "events");
    for (; state_loading(io) && left && !state_error(io); left--) {
        uint64_t slot = 0;
        wheel_node_t n = {0};
        event_state(&slot, &n, f, io);
        if (!state_error(io))
            wheel_add(w, slot, &n);
    }
    for (uint64_t slot = 0; !state_loading(io) && slot < WHEEL_SLOTS; slot++) {
        if (!(w->used[slot >> 6] >> (slot & 63) & 1))
            continue;
        for (uint32_t i = w->slot[slot].head; i != WHEEL_NIL; i = w->node[i].next)
            event_state(&slot, &w->node[i], f, io);
    }
}

static void wheel_state(wheel_t *w, const front_t *f, state_io_t *io)
{
    state_section(io, "events");
    STATE_WALK(w, io, WHEEL_MEMBERS);
}

/* ---- Memory instructions ---- */

static bool possible_ops(uint64_t n)
{
    return n == 0 || n == SM_NIL || (n >= 64 && bits_is_pow2(n));
}

static void memops_state(sm_t *sm, state_io_t *io)
{
    const front_t *f = sm->sh->front;
    uint64_t n = sm->n_ops;
    state_links_t l;
    state_section(io, "memory instructions");
    state_count(io, &n, SM_NIL, "memory instructions");
    if (state_loading(io)) {
        state_holds(io, possible_ops(n), "another number of memory instructions than it ever has");
        sm->op = n ? state_alloc(io, n, sizeof *sm->op) : NULL;
        sm->n_ops = sm->op ? (uint32_t)n : 0;
    }
    if (!state_links(&l, sm->n_ops ? &sm->op->next : NULL, sizeof *sm->op, sm->n_ops, io))
        return;
    state_list(&l, STATE_LIST_FREE, &sm->op_free, NULL, io);
    for (uint32_t i = 0; i < sm->n_ops && !state_error(io); i++) {
        if (!l.list[i])
            STATE_WALK(&sm->op[i], io, MEMOP_MEMBERS);
        else if (state_loading(io))
            sm->op[i].inst = NULL; /* says that it is free */
    }
    state_links_free(&l);
}

/* The requests of an access; one to shared memory has none. */
static void requests_state(const sm_t *sm, sm_access_t *a, state_io_t *io)
{
    const gpu_cfg_t *cfg = sm->sh->cfg;
    const bool named = !a->read_only && (a->pieces || a->kind != GPU_REQ_READ);
    const uint64_t lines = a->read_only ? UINT64_MAX >> 2 : state_lines(cfg);
    const uint64_t pieces = bits_mask(cfg->line_bytes / 32);
    STATE_WALK(&a->c, io, COALESCED_MEMBERS);
    if (!state_loading(io) || state_error(io))
        return;
    state_holds(io, a->next < a->c.n, "an access beyond its last request");
    state_holds(io, !(a->flags & ~GPU_REQ_UNCACHED) && (a->read_only || named || !a->flags),
                "a volatile read of nothing");
    for (uint32_t i = 0; named && i < a->c.n && !state_error(io); i++)
        state_holds(io, a->c.touched[i] != 0, "a request that touches nothing");
}

static void access_state(sm_t *sm, sm_access_t *a, state_io_t *io)
{
    const front_t *f = sm->sh->front;
    STATE_WALK(a, io, ACCESS_MEMBERS);
    if (state_loading(io))
        a->built = false; /* its request is built again */
    if (state_error(io))
        return;
    if (a->op != SM_NIL)
        requests_state(sm, a, io);
    else if (state_loading(io))
        state_holds(io, a->shared_cycles >= 1 && a->shared_cycles < WHEEL_SLOTS / 2,
                    "an access to shared memory of another length");
}

static void queue_state(sm_t *sm, state_io_t *io)
{
    const uint32_t room = sm->sh->cfg->ldst_queue;
    uint64_t n = sm->q_count;
    state_section(io, "memory stage");
    state_count(io, &n, room, "memory instructions in the queue");
    if (state_loading(io))
        sm->q_head = 0;
    sm->q_count = (uint32_t)n;
    for (uint32_t i = 0; i < sm->q_count && !state_error(io); i++)
        access_state(sm, &sm->queue[(sm->q_head + i) % room], io);
}

static void writeback_state(writeback_t *b, const gpu_cfg_t *cfg, state_io_t *io)
{
    STATE_WALK(b, io, WRITEBACK_MEMBERS);
}

void sm_state(const gpu_t *g, sm_t *sm, state_io_t *io)
{
    const gpu_cfg_t *cfg = sm->sh->cfg;
    front_t *f = sm->sh->front;
    state_section(io, "SM");
    STATE_WALK(sm, io, SM_MEMBERS);
    ctas_state(g, sm, io);
    warps_state(sm, io);
    wheel_state(&sm->wheel, f, io);
    memops_state(sm, io);
    queue_state(sm, io);
    writeback_state(&sm->back, cfg, io);
    l1d_state(&sm->l1, cfg, f ? sm->sh->load_rows : UINT32_MAX, &sm->back.waiting, io);
    if (!state_loading(io))
        return;
    sm->l1.load = sm->sh->load;
    if (f)
        sm_read_only_start(sm);
}

/*
 * The memory stage of an SM: its queue, requests to shared memory and the L1, replies.
 */
#include "common/bits.h"
#include "gpu/sm_int.h"

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
        sm_result_at(sm, a->warp, a->inst, done + sm->sh->cfg->smem_latency - 1);
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

bool sm_prefetch(sm_t *sm, uint64_t line, uint32_t pc, uint32_t warp, uint16_t mark, uint64_t cycle)
{
    sm->l1.stats.prefetches_asked++;
    if (ring_full(&sm->prefetch)) {
        sm->l1.stats.prefetches_dropped_queue++;
        return false;
    }
    const gpu_req_t r = {.line = line,
                         .pc = pc,
                         .owner = mark,
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
        l1d_fill(&sm->l1, r, c);
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

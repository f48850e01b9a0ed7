#include "gpu/slice_int.h"

/* read_cycles is the sum over reads' sectors of (cycle of leaving - cycle of entry): the entry
 * is subtracted here, and slice_stats() adds what those inside have spent so far. */
static void enter(slice_t *s, const gpu_req_t *r, uint64_t cycle)
{
    if (r->kind != GPU_REQ_READ)
        return;
    uint64_t sectors = gpu_req_sectors(r);
    s->reading += sectors;
    s->stats.read_cycles -= sectors * cycle;
}

static void leave(slice_t *s, const gpu_req_t *r, uint64_t cycle)
{
    if (r->kind != GPU_REQ_READ)
        return;
    s->reading--;
    s->stats.read_cycles += cycle;
}

void slice_push(slice_t *s, const gpu_req_t *r, uint64_t cycle)
{
    enter(s, r, cycle);
    ring_push(&s->in, r, cycle + s->lookup_delay);
    wake_lower(s->wake, s->id, cycle + s->lookup_delay);
}

/* A reply has been taken out of `fill`. */
static void filled(slice_t *s)
{
    s->outstanding--;
    ring_pop(&s->fill);
    if (s->l3)
        return; /* the L3 reserves nothing for its replies */
    dram_returned(s->dram, s->id);
}

/* The DRAM has done a store, which is acknowledged. */
static void take_written(slice_t *s, uint64_t c)
{
    gpu_req_t r = ring_head(&s->fill)->r;
    r.kind = GPU_REQ_WRITE;
    r.sm = r.full;
    slice_reply(s, &r, r.sectors, s->whose, c);
    filled(s);
}

/* 1. A sector arrives: its MSHR joins the list of the filled ones. Or a store is done, which needs
 * a place among the replies. */
static bool take_fill(slice_t *s, uint64_t c)
{
    const gpu_req_t *r = &ring_head(&s->fill)->r;
    if (__builtin_expect(r->kind == GPU_REQ_THROUGH, 0)) {
        if (ring_full(&s->pipe))
            return false;
        take_written(s, c);
        return true;
    }
    if (__builtin_expect(s->fill_free > c, 0))
        return false;
    uint16_t m = r->owner;
    slice_mshr_t *e = &s->mshr[m];
    uint32_t line = e->index >> s->nsec_shift, bit = 1u << (e->index & (s->nsec - 1));
    s->lines[line].valid = (uint8_t)(s->lines[line].valid | bit);
    s->lines[line].pend = (uint8_t)(s->lines[line].pend & ~bit);
    if (!s->lines[line].pend)
        s->lines[line].state = WAY_VALID;
    e->from = r->flags & (GPU_REQ_FROM_L3 | GPU_REQ_FROM_DRAM);
    s->stats.fills++;
    if (__builtin_expect(s->extra, 0) && s->port)
        s->fill_free = c + slice_port_time(s, s->line_bytes);
    if (e->n == 0) {
        e->next = s->mshr_free;
        s->mshr_free = m;
    } else {
        e->next = SLICE_NIL;
        if (s->filled_head == SLICE_NIL)
            s->filled_head = m;
        else
            s->mshr[s->filled_tail].next = m;
        s->filled_tail = m;
    }
    filled(s);
    return true;
}

/* 2. The oldest reply leaves if the level above takes it. */
static bool send_reply(slice_t *s, uint64_t c)
{
    const gpu_req_t *r = &ring_head(&s->pipe)->r;
    if (!s->l2) {
        leave(s, r, c);
        ring_push(&s->up[r->sm].fill, r, c + 1);
        wake_lower(s->up_wake, r->sm, c + 1);
        ring_pop(&s->pipe);
        return true;
    }
    uint32_t flits = icnt_packet_flits(s->reply_net, r);
    if (!icnt_can_accept(s->reply_net, s->id, flits))
        return false;
    leave(s, r, c);
    icnt_push(s->reply_net, s->id, r->sm, r, flits);
    ring_pop(&s->pipe);
    return true;
}

/* 3. The next waiting request of the first filled MSHR. A store is acknowledged by the DRAM. */
static void serve_filled(slice_t *s, uint64_t c)
{
    uint16_t m = s->filled_head;
    slice_mshr_t *e = &s->mshr[m];
    const gpu_req_t *r = &s->target[m * s->merge + e->served];
    if (!gpu_req_writes(r->kind))
        slice_reply(s, r, 1u << (e->index & (s->nsec - 1)), e->from, c);
    if (++e->served < e->n)
        return;
    s->filled_head = e->next;
    e->next = s->mshr_free;
    s->mshr_free = m;
}

/* Whether the level below takes a request now; if not, it wakes this slice when it does. */
static bool below_accepts(slice_t *s)
{
    if (s->l3 ? slice_can_accept(s->l3) : dram_can_accept(s->dram))
        return true;
    *(s->l3 ? &s->l3->up_blocked : &s->dram->up_blocked) = true;
    return false;
}

/* Before 4. The oldest of `down` goes on to l2_dram_queue. */
static bool move_down(slice_t *s)
{
    if (!s->down.count || ring_full(&s->below))
        return false;
    ring_push(&s->below, &ring_head(&s->down)->r, 0);
    ring_pop(&s->down);
    return true;
}

/* 5. The oldest fetch or write-back goes down if the level below takes it. */
static bool send_down(slice_t *s, uint64_t c)
{
    if (!below_accepts(s))
        return false;
    const gpu_req_t *r = &ring_head(s->out)->r;
    if (s->l3)
        slice_push(s->l3, r, c + 1);
    else
        dram_push(s->dram, r);
    ring_pop(s->out);
    return true;
}

/* The cycle in which a request that comes in c has its rop_latency behind it. */
static inline uint64_t after_delay(const slice_t *s, uint64_t c)
{
    if (__builtin_expect(s->delay_clk != NULL, 0))
        return clock_delay(s->clk, s->delay_clk, c, s->lookup_delay);
    return c + s->lookup_delay;
}

/* As many as l2_queue of the requests taken in may be looked up in cycle c. */
static bool held_up(const slice_t *s, uint64_t c)
{
    return s->in.count >= s->queue && ring_at(&s->in, s->queue - 1)->ready <= c;
}

void slice_settle(slice_t *s, uint64_t cycle)
{
    if (cycle > s->last + 1) {
        if (s->fail != SLICE_OK)
            s->fails[s->fail] += cycle - s->last - 1;
        s->last = cycle - 1;
    }
}

/* The earliest cycle after c in which something can happen without an outside event. moved:
 * something has, so that a rejected head must be looked at again. */
static uint64_t next_wake(slice_t *s, uint64_t c, bool moved)
{
    if (s->filled_head != SLICE_NIL && !ring_full(&s->pipe))
        return c + 1;
    bool two = __builtin_expect(s->extra, 0) && s->out != &s->down; /* queues to the level below */
    if (two && s->down.count && !ring_full(&s->below))
        return c + 1;
    if (s->pulled)
        s->dram->up_blocked |= two ? ring_full(&s->below) : s->fail == SLICE_FAIL_MISS_QUEUE;
    else if (s->out->count && below_accepts(s))
        return c + 1;
    uint64_t next = ring_ready(&s->fill), t = ring_ready(&s->in);
    if (__builtin_expect(next <= c, 0)) {
        if (ring_head(&s->fill)->r.kind != GPU_REQ_THROUGH)
            next = s->fill_free; /* the next cycle, or later */
        else if (ring_full(&s->pipe))
            next = CLOCK_NEVER; /* a reply that leaves makes room */
    }
    if (t > c || s->fail == SLICE_OK || moved)
        next = t < next ? t : next;
    else if (__builtin_expect(s->fail == SLICE_FAIL_PORT, 0))
        next = s->data_free < next ? s->data_free : next;
    t = ring_ready(&s->pipe);
    if (t > c || !s->l2 ||
        icnt_can_accept(s->reply_net, s->id,
                        icnt_packet_flits(s->reply_net, &ring_head(&s->pipe)->r)))
        next = t < next ? t : next;
    if (s->l2 && !ring_full(&s->in) &&
        !(__builtin_expect(s->extra, 0) && s->open && held_up(s, c + 1))) {
        t = icnt_ready(s->req_net, s->id);
        next = t < next ? t : next;
    }
    return next > c ? next : c + 1;
}

uint64_t slice_tick(slice_t *s, uint64_t c)
{
    slice_settle(s, c);
    s->last = c;
    bool moved = false;
    if (ring_ready(&s->fill) <= c)
        moved = take_fill(s, c);
    if (ring_ready(&s->pipe) <= c)
        moved |= send_reply(s, c);
    if (s->filled_head != SLICE_NIL && !ring_full(&s->pipe)) {
        serve_filled(s, c);
        moved = true;
    }
    bool held = false;
    if (__builtin_expect(s->extra, 0)) {
        if (s->out != &s->down)
            moved |= move_down(s);
        held = s->open && held_up(s, c);
    }
    s->fail = SLICE_OK;
    if (ring_ready(&s->in) <= c) {
        s->fail = slice_look_at_head(s, c);
        if (s->fail == SLICE_OK)
            moved = true;
        else
            s->fails[s->fail]++;
    }
    if (s->out->count) {
        if (s->pulled)
            dram_offer(s->dram);
        else
            moved |= send_down(s, c);
    }
    if (s->l2 && !held && !ring_full(&s->in)) {
        const gpu_req_t *r = icnt_peek(s->req_net, s->id, c);
        if (r) {
            enter(s, r, c);
            ring_push(&s->in, r, 1 + after_delay(s, c));
            icnt_pop(s->req_net, s->id);
            moved = true;
        }
    }
    return next_wake(s, c, moved);
}

/*
 * How requests come into a DRAM channel and to its banks.
 *
 * With dram_admit push the slices above hand over what they have, in the order of their numbers,
 * while the latency pipeline has a place. Else the channel takes at most one request a cycle out of
 * them, in turn from the slice after the last that got its way, while its queue has a place; with
 * credits each request borrows one: its slice's own if that is free, else one of those that the
 * slices share, and its slice must have room in l2_fill_queue, if there is one. A write that is not
 * answered gives its credit back with its last column command, others when the slice takes the
 * answer, or with l2_fill_queue when that leaves the return queue.
 */
#include "gpu/dram_int.h"

static void enter(dram_t *d, const gpu_req_t *r, uint64_t cycle)
{
    if (dram_empty(d))
        d->active_since = cycle;
    if (__builtin_expect(d->delay_clk != NULL, 0)) {
        uint64_t ready = clock_delay(d->clk, d->delay_clk, cycle, d->cfg->dram_latency);
        gpu_req_t t = *r;
        if (r->kind == GPU_REQ_READ)
            t.pc = (uint32_t)(ready - cycle); /* nobody here asks for the instruction */
        ring_push(&d->entry, &t, ready);
    } else {
        ring_push(&d->entry, r, cycle + d->cfg->dram_latency);
    }
    if (r->kind == GPU_REQ_READ)
        d->reads_in++;
    else
        d->writes_in++;
}

void dram_push(dram_t *d, const gpu_req_t *r)
{
    uint64_t now = d->clk->next; /* the first DRAM edge that sees it */
    enter(d, r, now);
    wake_lower(d->wake, d->id, ring_at(&d->entry, d->entry.count - 1)->ready);
}

static void room_above(dram_t *d)
{
    if (!d->up_blocked)
        return;
    d->up_blocked = false;
    for (uint32_t k = 0; k < d->up_count; k++)
        wake_lower(d->up_wake, d->up_first + k, 0);
}

/* Borrows a credit for the slice, if one is free. */
static bool borrow(dram_t *d, uint32_t k)
{
    if (!d->own_credit[k])
        d->own_credit[k] = 1;
    else if (d->shared_credits < d->shared_limit)
        d->shared_credits++;
    else
        return false;
    return true;
}

void dram_repay(dram_t *d, uint32_t from)
{
    uint8_t *own = &d->own_credit[from - d->up_first];
    if (*own)
        *own = 0;
    else
        d->shared_credits--;
    if (d->no_credit) {
        d->no_credit = false;
        wake_lower(d->wake, d->id, 0);
    }
}

/* The slice whose turn it is, of the channel from 0, with the credit that its request needs.
 * Without one: up_count. */
static uint32_t choose(dram_t *d)
{
    d->no_credit = false;
    for (uint32_t i = 1; i <= d->up_count; i++) {
        uint32_t k = (d->last_borrower + i) & (d->up_count - 1);
        if (!d->down[d->up_first + k]->count)
            continue;
        if (d->cfg->dram_admit != GPU_DRAM_CREDITS)
            return k;
        if (d->fill_queue && !dram_fill_room(d, d->up_first + k))
            continue;
        if (borrow(d, k))
            return k;
        d->no_credit = true;
    }
    return d->up_count;
}

bool dram_admit(dram_t *d, uint64_t c)
{
    if (!dram_has_room(d) || ring_full(&d->entry))
        return false; /* only a command, or taking up, makes room: the channel is awake then */
    uint32_t k = choose(d);
    if (k == d->up_count)
        return false; /* the slice that comes to offer wakes it, or the one that repays a credit */
    ring_t *down = d->down[d->up_first + k];
    enter(d, &ring_head(down)->r, c);
    ring_pop(down);
    d->last_borrower = k;
    room_above(d);
    for (k = 0; k < d->up_count; k++)
        if (d->down[d->up_first + k]->count)
            return true;
    return false;
}

/* Column commands of a request. */
static uint16_t columns(const dram_t *d, const gpu_req_t *r)
{
    if (__builtin_expect(r->kind >= GPU_REQ_WRITEBACK, 0)) /* a store that missed in the L2 */
        return (uint16_t)((r->chunks * 32u + d->cfg->dram_atom_bytes - 1) /
                          d->cfg->dram_atom_bytes);
    return d->cols[gpu_req_sectors(r)];
}

void dram_enqueue(dram_t *d)
{
    const ring_slot_t *s = ring_head(&d->entry);
    uint16_t i = d->free;
    dram_req_t *q = &d->req[i];
    d->free = q->next;
    addr_dram_t at = map_dram(d->map, s->r.line);
    *q = (dram_req_t){.r = s->r,
                      .arrive = s->ready - (d->delay_clk ? s->r.pc : d->cfg->dram_latency),
                      .row = at.row,
                      .cols = columns(d, &s->r),
                      .next = DRAM_NIL};
    dram_bank_t *b = &d->bank[at.bank];
    if (b->head == DRAM_NIL)
        b->head = i;
    else
        d->req[b->tail].next = i;
    b->tail = i;
    if (b->cur == DRAM_NIL)
        d->idle |= UINT64_C(1) << at.bank;
    d->queued++;
    d->held++;
    ring_pop(&d->entry);
    if (d->cfg->dram_admit == GPU_DRAM_PUSH)
        room_above(d);
}

/* FR-FCFS within a bank: the oldest row hit, else the oldest. */
static void take(dram_t *d, unsigned bank)
{
    dram_bank_t *b = &d->bank[bank];
    uint16_t prev = DRAM_NIL, i = b->head;
    if (b->open)
        while (i != DRAM_NIL && d->req[i].row != b->row) {
            prev = i;
            i = d->req[i].next;
        }
    if (i == DRAM_NIL) {
        prev = DRAM_NIL;
        i = b->head;
    }
    if (prev == DRAM_NIL)
        b->head = d->req[i].next;
    else
        d->req[prev].next = d->req[i].next;
    if (b->tail == i)
        b->tail = prev;
    b->cur = i;
    d->held -= d->cfg->dram_hold == GPU_DRAM_TAKEN;
    dram_cmd_t cmd = dram_next_command(d, b);
    if (cmd == DRAM_COLUMN)
        d->stats.row_hits++;
    else
        d->stats.row_misses++;
    dram_classify(d, bank, cmd);
}

void dram_take_up(dram_t *d)
{
    if (d->cfg->dram_take_up == GPU_DRAM_ALL) {
        for (; d->idle; d->idle &= d->idle - 1)
            take(d, bits_lowest(d->idle));
        return;
    }
    if (!d->idle)
        return;
    uint64_t from = d->idle & ~bits_mask(d->next_bank);
    unsigned bank = bits_lowest(from ? from : d->idle);
    d->idle &= ~(UINT64_C(1) << bank);
    take(d, bank);
    d->next_bank = (d->next_bank + 1) & (d->cfg->dram_banks - 1);
}

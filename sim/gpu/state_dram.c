/*
 * State of a DRAM channel.
 */
#include "common/bits.h"
#include "gpu/dram_int.h"
#include "gpu/state.h"

/* clang-format off */
#define DRAM_MEMBERS(F) \
    F(PART, entry, ring_state(&o->entry, cfg, io)) F(ANY, col_at,) F(ANY, row_at,) F(MADE, idle,) F(MADE, free,) \
    F(BOOL, up_blocked,) F(BOOL, no_credit,) F(BOOL, no_room,) F(MOST, next_bank, cfg->dram_banks - 1) \
    F(MADES, busy,) F(ANY, rrd_ok,) F(ANYS, col_ok,) F(WALK, req, queue_state(o, io)) F(MADE, queued,) \
    F(MADE, held,) F(MADE, returning,) F(ANYS, group_ok,) F(ANYS, group_pre_ok,) F(ANY, refresh_due,) \
    F(ANY, refresh_end,) F(PART, bank,) F(MOSTS, own_credit, 1) F(MOST, shared_credits, o->shared_limit) \
    F(KEEP, shared_limit,) F(MOST, last_borrower, o->up_count - 1) F(KEEP, fill_queue,) \
    F(PART, ret, ring_state(&o->ret, cfg, io)) F(KEEP, id,) F(KEEP, write_later,) F(KEEP, n_req,) F(KEEP, group_shift,) \
    F(KEEPS, cols,) F(KEEP, cfg,) F(KEEP, map,) F(KEEP, clk,) F(KEEP, up_clk,) F(KEEP, delay_clk,) F(KEEP, wake,) \
    F(KEEP, up_wake,) F(KEEP, up,) F(KEEP, down,) F(KEEP, up_first,) F(KEEP, up_count,) F(ANY, active_since,) \
    F(ANY, reads_in,) F(ANY, writes_in,) F(COUNTS, stats,)

#define BANK_MEMBERS(F) \
    F(ANY, act_ok,) F(ANY, pre_ok,) F(ANY, col_ok,) F(ANY, row,) F(MADE, head,) F(MADE, tail,) F(MADE, cur,) F(BOOL, open,)

#define DRAM_REQ_MEMBERS(F) \
    F(PART, r, request_state(&o->r, d->cfg, io)) F(ANY, arrive,) F(MADE, row,) F(ANY, cols,) F(MADE, next,)
/* clang-format on */

STATE_LIST(dram_t, DRAM_MEMBERS);
STATE_LIST(dram_bank_t, BANK_MEMBERS);
STATE_LIST(dram_req_t, DRAM_REQ_MEMBERS);

/* A request of a bank: waiting, or the one taken up. */
static void req_state(dram_t *d, unsigned bank, uint16_t i, state_io_t *io)
{
    dram_req_t *q = &d->req[i];
    STATE_WALK(q, io, DRAM_REQ_MEMBERS);
    if (!state_loading(io) || state_error(io))
        return;
    addr_dram_t at = map_dram(d->map, q->r.line);
    q->row = at.row;
    state_holds(io, at.bank == bank, "a request at another bank");
    /* a request of most sectors, or a store that missed in the L2 */
    state_holds(io, q->cols >= 1 && q->cols <= 8u * 32u, "a request without column commands");
}

/* The lists of a channel: free entries, and of each bank what waits and what is taken up (a list of
 * at most one). */
static void queue_state(dram_t *d, state_io_t *io)
{
    const unsigned banks = d->cfg->dram_banks;
    state_links_t l;
    if (!state_links(&l, &d->req->next, sizeof *d->req, d->n_req, io))
        return;
    state_list(&l, STATE_LIST_FREE, &d->free, NULL, io);
    uint32_t listed = 0;
    for (unsigned b = 0; b < banks && !state_error(io); b++) {
        dram_bank_t *k = &d->bank[b];
        STATE_WALK(k, io, BANK_MEMBERS);
        state_list(&l, STATE_LIST_OTHER, &k->head, &k->tail, io);
        uint16_t last = STATE_END; /* a list of one */
        if (!state_loading(io) && k->cur != DRAM_NIL)
            d->req[k->cur].next = DRAM_NIL;
        state_list(&l, STATE_LIST_OTHER, &k->cur, &last, io);
        if (state_loading(io))
            state_holds(io, last == k->cur, "a bank that has taken up several requests");
        for (uint16_t i = k->head; i != DRAM_NIL && !state_error(io); i = d->req[i].next)
            req_state(d, b, i, io);
        if (k->cur != DRAM_NIL && !state_error(io))
            req_state(d, b, k->cur, io);
    }
    for (uint32_t i = 0; i < d->n_req && !state_error(io); i++)
        listed += l.list[i] != 0;
    if (state_loading(io))
        state_holds(io, listed == d->n_req, "a request that is nowhere");
    state_links_free(&l);
}

/* What follows from the banks' requests. */
static void make(dram_t *d, state_io_t *io)
{
    uint32_t waiting = 0, taken = 0;
    d->idle = d->busy[0] = d->busy[1] = d->busy[2] = 0;
    for (unsigned b = 0; b < d->cfg->dram_banks; b++) {
        const dram_bank_t *k = &d->bank[b];
        for (uint16_t i = k->head; i != DRAM_NIL; i = d->req[i].next)
            waiting++;
        if (k->cur != DRAM_NIL) {
            taken++;
            d->busy[dram_next_command(d, k)] |= UINT64_C(1) << b;
        } else if (k->head != DRAM_NIL) {
            d->idle |= UINT64_C(1) << b;
        }
    }
    d->queued = waiting + taken;
    d->held = d->cfg->dram_hold == GPU_DRAM_TAKEN ? waiting : d->queued;
    state_holds(io, d->held <= d->cfg->dram_queue, "more requests than its queue holds");
    /* every refresh is counted */
    uint64_t due = d->cfg->t_refi ? (d->stats.refreshes + 1) * d->cfg->t_refi : CLOCK_NEVER;
    state_holds(io, d->refresh_due == due, "a refresh at another time");
}

void dram_state(dram_t *d, state_io_t *io)
{
    const gpu_cfg_t *cfg = d->cfg;
    state_section(io, "DRAM channel");
    STATE_WALK(d, io, DRAM_MEMBERS);
    if (state_loading(io) && !state_error(io))
        make(d, io);
}

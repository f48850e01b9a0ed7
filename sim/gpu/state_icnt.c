/*
 * State of a crossbar.
 */
#include "common/bits.h"
#include "gpu/state.h"

/* clang-format off */
#define IN_MEMBERS(F)  F(PART, q, ring_state(&o->q, cfg, io)) F(ANY, until,) F(MADE, flits,)
#define OUT_MEMBERS(F) \
    F(PART, q, ring_state(&o->q, cfg, io)) F(ANY, until,) F(MADE, want,) F(MADE, flits,) F(MOST, next_in, n->n_in)
#define ICNT_MEMBERS(F) \
    F(KEEP, n_in,) F(KEEP, n_out,) F(KEEP, latency,) F(KEEP, gap,) F(KEEP, in_cap,) F(KEEP, out_cap,) \
    F(KEEP, sector_bytes,) F(KEEPS, data_flits,) F(KEEPS, piece_flits,) F(KEEP, replies,) F(KEEP, clk,) \
    F(KEEP, rx_clk,) F(KEEP, tx_wake,) F(KEEP, rx_wake,) F(KEEP, wake,) F(ANY, last,) F(MADE, inside,) \
    F(MADE, reading,) F(MADE, wanted,) F(MOST, blocked, bits_mask(o->n_out)) F(MOST, in_busy, bits_mask(o->n_in)) \
    F(MOST, out_busy, bits_mask(o->n_out)) F(MOST, waiting, bits_mask(o->n_in)) \
    F(PART, in, inputs_state(o, cfg, io)) F(PART, out, outputs_state(o, cfg, io)) F(COUNTS, stats,)
/* clang-format on */

STATE_LIST(icnt_in_t, IN_MEMBERS);
STATE_LIST(icnt_out_t, OUT_MEMBERS);
STATE_LIST(icnt_t, ICNT_MEMBERS);

static void inputs_state(icnt_t *n, const gpu_cfg_t *cfg, state_io_t *io)
{
    for (uint32_t i = 0; i < n->n_in && !state_error(io); i++)
        STATE_WALK(&n->in[i], io, IN_MEMBERS);
}

static void outputs_state(icnt_t *n, const gpu_cfg_t *cfg, state_io_t *io)
{
    for (uint32_t i = 0; i < n->n_out && !state_error(io); i++)
        STATE_WALK(&n->out[i], io, OUT_MEMBERS);
}

/* Flits of a port's packets. One packet alone may be larger than the buffer. */
static uint32_t flits_of(const icnt_t *n, const ring_t *q, uint32_t cap, state_io_t *io)
{
    uint64_t flits = 0;
    for (uint32_t k = 0; k < q->count; k++)
        flits += icnt_packet_flits(n, &ring_at(q, k)->r);
    state_holds(io, q->count <= 1 || flits <= cap, "more flits than a port holds");
    return (uint32_t)flits;
}

static void make_input(icnt_t *n, uint32_t i, state_io_t *io)
{
    icnt_in_t *p = &n->in[i];
    p->flits = flits_of(n, &p->q, n->in_cap, io);
    for (uint32_t k = 0; k < p->q.count && !state_error(io); k++) {
        const ring_slot_t *s = ring_at(&p->q, k);
        state_holds(io,
                    s->ready >> 32 < n->n_out && (uint32_t)s->ready == icnt_packet_flits(n, &s->r),
                    "a packet of another size, or for a port that does not exist");
        n->reading += s->r.kind == GPU_REQ_READ;
    }
    n->inside += p->q.count;
    if (!p->q.count || state_error(io))
        return;
    uint32_t to = (uint32_t)(ring_head(&p->q)->ready >> 32);
    n->out[to].want |= UINT64_C(1) << i;
    n->wanted |= UINT64_C(1) << to;
}

static void make_output(icnt_t *n, uint32_t o, state_io_t *io)
{
    icnt_out_t *p = &n->out[o];
    p->flits = flits_of(n, &p->q, n->out_cap, io);
    for (uint32_t k = 0; k < p->q.count; k++)
        n->reading += ring_at(&p->q, k)->r.kind == GPU_REQ_READ;
    n->inside += p->q.count;
}

void icnt_state(icnt_t *n, const gpu_cfg_t *cfg, state_io_t *io)
{
    state_section(io, n->replies ? "reply crossbar" : "request crossbar");
    STATE_WALK(n, io, ICNT_MEMBERS);
    if (!state_loading(io) || state_error(io))
        return;
    n->inside = n->reading = 0;
    n->wanted = 0;
    for (uint32_t o = 0; o < n->n_out; o++) {
        n->out[o].want = 0;
        make_output(n, o, io);
    }
    for (uint32_t i = 0; i < n->n_in && !state_error(io); i++)
        make_input(n, i, io);
}

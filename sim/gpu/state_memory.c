/*
 * State of what lies below the SMs: rings, replacement, slices, channels, crossbars.
 */
#include "gpu/state.h"

STATE_LAYOUT("ring_t", sizeof(ring_t), 32);
STATE_LAYOUT("ring_slot_t", sizeof(ring_slot_t), 32);
STATE_LAYOUT("repl_t", sizeof(repl_t), 32);
STATE_LAYOUT("slice_line_t", sizeof(slice_line_t), 4);
STATE_LAYOUT("slice_mshr_t", sizeof(slice_mshr_t), 12);
STATE_LAYOUT("slice_t", sizeof(slice_t) - sizeof(gpu_stats_l2_t), 568);
STATE_LAYOUT("dram_req_t", sizeof(dram_req_t), 40);
STATE_LAYOUT("dram_t", sizeof(dram_t) - sizeof(gpu_stats_dram_t), 1816);
STATE_LAYOUT("icnt_in_t", sizeof(icnt_in_t), 64);
STATE_LAYOUT("icnt_out_t", sizeof(icnt_out_t), 64);
STATE_LAYOUT("icnt_t", sizeof(icnt_t) - sizeof(gpu_stats_icnt_t), 8424);

void ring_state(ring_t *r, state_io_t *io)
{
    uint64_t n = r->count;
    STATE(io, r->head);
    state_count(io, &n, (uint64_t)r->mask + 1, "entries of a queue");
    r->count = (uint32_t)n;
    for (uint32_t i = 0; i < r->count; i++)
        STATE(io, *ring_at(r, i));
    r->ready = r->count ? ring_head(r)->ready : UINT64_MAX;
}

void repl_state(repl_t *r, uint32_t sets, state_io_t *io)
{
    STATE(io, r->now);
    if (r->stamp)
        state_bytes(io, r->stamp, (size_t)sets * r->ways * sizeof *r->stamp);
    else
        state_bytes(io, r->tree, sets * sizeof *r->tree);
}

/* clang-format off */
#define SLICE_KEEP(M) \
    M(map) M(hooks) M(wake) M(tag) M(lines) M(mshr_of) M(repl) \
    M(mshr) M(target) M(in) M(pipe) M(down) M(out) M(below) M(clk) M(delay_clk) M(fill) M(req_net) M(reply_net) M(l3) \
    M(dram) M(up) M(up_wake)
/* clang-format on */

void slice_state(slice_t *s, const gpu_cfg_t *cfg, state_io_t *io)
{
    size_t lines = (size_t)s->sets * s->ways, mshrs = s->l2 ? cfg->l2_mshrs : cfg->l3_mshrs;
    state_section(io, s->l2 ? "L2 slice" : "L3 slice");
    STATE_STRUCT(io, slice_t, s, SLICE_KEEP);
    state_bytes(io, s->tag, lines * sizeof *s->tag);
    state_bytes(io, s->lines, lines * sizeof *s->lines);
    state_bytes(io, s->mshr_of, lines * s->nsec * sizeof *s->mshr_of);
    repl_state(&s->repl, s->sets, io);
    state_bytes(io, s->mshr, mshrs * sizeof *s->mshr);
    state_bytes(io, s->target, mshrs * s->merge * sizeof *s->target);
    ring_state(&s->in, io);
    ring_state(&s->pipe, io);
    ring_state(&s->down, io);
    ring_state(&s->below, io);
    ring_state(&s->fill, io);
}

/* clang-format off */
#define DRAM_KEEP(M) \
    M(cfg) M(map) M(clk) M(up_clk) M(delay_clk) M(wake) M(up_wake) M(up) M(down) M(entry) M(ret) M(req)
/* clang-format on */

void dram_state(dram_t *d, state_io_t *io)
{
    state_section(io, "DRAM channel");
    STATE_STRUCT(io, dram_t, d, DRAM_KEEP);
    ring_state(&d->entry, io);
    ring_state(&d->ret, io);
    state_bytes(io, d->req, d->n_req * sizeof *d->req);
}

#define ICNT_KEEP(M) M(clk) M(rx_clk) M(tx_wake) M(rx_wake) M(wake) M(in) M(out)

static void in_state(icnt_in_t *p, state_io_t *io)
{
    STATE(io, p->until);
    STATE(io, p->flits);
    ring_state(&p->q, io);
}

static void out_state(icnt_out_t *p, state_io_t *io)
{
    STATE(io, p->until);
    STATE(io, p->want);
    STATE(io, p->flits);
    STATE(io, p->next_in);
    ring_state(&p->q, io);
}

void icnt_state(icnt_t *n, state_io_t *io)
{
    state_section(io, n->replies ? "reply crossbar" : "request crossbar");
    STATE_STRUCT(io, icnt_t, n, ICNT_KEEP);
    for (uint32_t i = 0; i < n->n_in; i++)
        in_state(&n->in[i], io);
    for (uint32_t i = 0; i < n->n_out; i++)
        out_state(&n->out[i], io);
}

/*
 * Every request under way, and what follows from that: whoever waits for a reply is answered
 * exactly once. A GPU for which that holds cannot be given a reply that nobody waits for.
 */
#include "gpu/state_check.h"

#include <stdlib.h>

#include "common/bits.h"
#include "gpu/dram_int.h"

static bool holds(tally_t *t, bool yes, const char *what)
{
    return state_holds(t->io, yes, what);
}

/* ---- Replies to an SM ---- */

bool tally_op(tally_t *t, uint32_t sm, uint16_t op, uint32_t n)
{
    const sm_t *s = &t->g->sm[sm];
    if (!holds(t, op < s->n_ops && s->op[op].inst, "a request of no memory instruction"))
        return false;
    t->sm[sm].op[op] += n;
    return true;
}

/* Sectors of a line for entry i of n. */
static void add_sectors(tally_t *t, uint8_t *entry, uint32_t i, uint32_t n, uint8_t sectors)
{
    if (holds(t, i < n && !(entry[i] & sectors), "a reply that nobody waits for"))
        entry[i] |= sectors;
}

static void add_read_only(tally_t *t, const gpu_req_t *r, uint8_t sectors)
{
    const sm_t *sm = &t->g->sm[r->sm];
    tally_sm_t *s = &t->sm[r->sm];
    if (r->idx == ROCACHE_CONST)
        add_sectors(t, s->constant, r->owner, sm->l1c.sets ? sm->l1c.n_mshrs : 0, sectors);
    else if (r->idx == ROCACHE_TEX)
        add_sectors(t, s->texture, r->owner, sm->l1t.sets ? sm->l1t.n_fragments : 0, sectors);
    else
        add_sectors(t, s->inst, r->owner, sm->l1i.sets ? sm->l1i.n_mshrs : 0, sectors);
}

/* Replies that bring these sectors, or say that they are written. */
static void add(tally_t *t, const gpu_req_t *r, uint8_t sectors, uint32_t acks)
{
    const sm_t *sm = &t->g->sm[r->sm];
    tally_sm_t *s = &t->sm[r->sm];
    if (r->flags & GPU_REQ_READ_ONLY && r->kind == GPU_REQ_READ)
        add_read_only(t, r, sectors);
    else if (r->kind == GPU_REQ_READ && !(r->flags & GPU_REQ_BYPASSED))
        add_sectors(t, s->mshr, r->owner, t->g->cfg.l1_mshrs, sectors);
    else if (r->kind == GPU_REQ_READ &&
             holds(t, r->owner < sm->l1.n_bypassed, "a reply to no bypassed read"))
        s->bypassed[r->owner] += bits_popcount(sectors);
    else if (r->kind == GPU_REQ_WRITE)
        tally_op(t, r->sm, r->owner, acks);
    else if (r->kind == GPU_REQ_ATOMIC || r->kind == GPU_REQ_REDUCE)
        tally_op(t, r->sm, r->owner, bits_popcount(sectors));
}

void tally_request(tally_t *t, const gpu_req_t *r, uint8_t sectors)
{
    const gpu_t *g = t->g;
    bool data = !(r->flags & GPU_REQ_READ_ONLY) || r->kind == GPU_REQ_READ;
    if (holds(t,
              r->sm < g->n_sms && r->kind <= GPU_REQ_WRITEBACK && data && sectors &&
                  !(sectors & ~g->sm[0].l1.all_sectors),
              "a request for no sector, or of no SM"))
        add(t, r, sectors, g->cfg.l2_sector_acks ? bits_popcount(sectors) : 1);
}

void tally_reply(tally_t *t, const gpu_req_t *r)
{
    bool one = r->kind == GPU_REQ_WRITE || bits_popcount(r->sectors) == 1;
    bool data = !(r->flags & GPU_REQ_READ_ONLY) || r->kind == GPU_REQ_READ;
    if (holds(t, r->sm < t->g->n_sms && r->kind <= GPU_REQ_REDUCE && one && data,
              "a reply of no sector, or to no SM"))
        add(t, r, r->sectors, 1);
}

/* ---- Crossbars ---- */

static uint32_t slice_of(const gpu_t *g, const gpu_req_t *r)
{
    return map_place(&g->map, r->line).slice;
}

/* Packets of a port: requests come from their SM and go to the slice of their line, replies the
 * other way. */
static void packet(tally_t *t, const icnt_t *n, const gpu_req_t *r, uint32_t in, uint32_t out)
{
    uint32_t sm = n->replies ? out : in, slice = n->replies ? in : out;
    holds(t,
          (sm == ICNT_PORTS || sm == r->sm) && (slice == ICNT_PORTS || slice == slice_of(t->g, r)),
          "a packet that goes astray");
    if (n->replies)
        tally_reply(t, r);
    else
        tally_request(t, r, r->sectors);
}

static void tally_net(tally_t *t, const icnt_t *n)
{
    for (uint32_t i = 0; i < n->n_in; i++)
        for (uint32_t k = 0; k < n->in[i].q.count && !state_error(t->io); k++) {
            const ring_slot_t *s = ring_at(&n->in[i].q, k);
            packet(t, n, &s->r, i, (uint32_t)(s->ready >> 32));
        }
    for (uint32_t o = 0; o < n->n_out; o++)
        for (uint32_t k = 0; k < n->out[o].q.count && !state_error(t->io); k++)
            packet(t, n, &ring_at(&n->out[o].q, k)->r, ICNT_PORTS, o);
}

/* ---- Below the SMs ---- */

/* A request of slice r->sm, of the L2 or (l3) an L3, at or below the level under it. */
static void tally_below(tally_t *t, const gpu_req_t *r, bool l3, uint32_t first, uint32_t count)
{
    gpu_t *g = t->g;
    const gpu_cfg_t *c = &g->cfg;
    if (!holds(t, r->sm >= first && r->sm < first + count, "a request of a slice elsewhere"))
        return;
    bool stores = r->kind == GPU_REQ_THROUGH || r->kind == GPU_REQ_WRITEBACK;
    if (stores) {
        holds(t, !l3 && c->l2_write_miss == GPU_WRITE_THROUGH && r->chunks && r->sectors,
              "a store below a cache that keeps it");
        if (r->kind == GPU_REQ_THROUGH && holds(t, r->full < g->n_sms, "a store of no SM")) {
            t->through[r->sm]++;
            tally_op(t, r->full, r->owner, 1);
        }
        return;
    }
    holds(t,
          (r->kind == GPU_REQ_READ || r->kind == GPU_REQ_WRITE) && r->sectors &&
              !(r->sectors & ~g->sm[0].l1.all_sectors),
          "a request below the L2 for nothing");
    if (r->kind != GPU_REQ_READ)
        return;
    uint32_t mshrs = l3 ? c->l3_mshrs : c->l2_mshrs;
    if (holds(t, r->owner < mshrs && bits_popcount(r->sectors) == 1, "a fetch of no MSHR"))
        holds(t, ++t->fetch[l3][r->sm][r->owner] == 1, "a sector that is fetched twice");
}

static void tally_ring(tally_t *t, const ring_t *q, bool l3, uint32_t first, uint32_t count)
{
    for (uint32_t k = 0; k < q->count && !state_error(t->io); k++)
        tally_below(t, &ring_at(q, k)->r, l3, first, count);
}

/* Requests inside a slice of the L2, of SMs. */
static void tally_l2(tally_t *t, slice_t *s)
{
    for (uint32_t k = 0; k < s->in.count && !state_error(t->io); k++) {
        const gpu_req_t *r = &ring_at(&s->in, k)->r;
        holds(t, slice_of(t->g, r) == s->id, "a request in another slice");
        tally_request(t, r, r->sectors);
    }
    for (uint32_t k = 0; k < s->pipe.count && !state_error(t->io); k++) {
        const gpu_req_t *r = &ring_at(&s->pipe, k)->r;
        holds(t, slice_of(t->g, r) == s->id, "a reply in another slice");
        tally_reply(t, r);
    }
}

/* Requests inside an L3, of slices. */
static void tally_l3(tally_t *t, slice_t *s)
{
    tally_ring(t, &s->in, false, s->up_first, s->up_count);
    for (uint32_t k = 0; k < s->pipe.count && !state_error(t->io); k++) {
        const gpu_req_t *r = &ring_at(&s->pipe, k)->r;
        holds(t, r->kind == GPU_REQ_READ, "a reply to a write");
        tally_below(t, r, false, s->up_first, s->up_count);
    }
}

/* Those that wait in a slice's MSHRs. Writes are answered elsewhere. */
static void tally_targets(tally_t *t, slice_t *s, const uint8_t *in_use)
{
    uint32_t mshrs = s->l2 ? t->g->cfg.l2_mshrs : t->g->cfg.l3_mshrs;
    for (uint32_t m = 0; m < mshrs; m++) {
        const slice_mshr_t *e = &s->mshr[m];
        for (uint32_t i = e->served; in_use[m] && i < e->n && !state_error(t->io); i++) {
            const gpu_req_t *r = &s->target[m * s->merge + i];
            uint8_t bit = (uint8_t)(1u << (e->index & (s->nsec - 1)));
            if (!s->l2) {
                gpu_req_t one = *r;
                one.sectors = bit;
                if (holds(t, r->kind == GPU_REQ_READ, "a write that waits for a sector"))
                    tally_below(t, &one, false, s->up_first, s->up_count);
                s->reading++;
            } else if (!gpu_req_writes(r->kind)) {
                tally_request(t, r, bit);
                holds(t, slice_of(t->g, r) == s->id, "a request in another slice");
                s->reading += r->kind == GPU_REQ_READ;
            } else {
                holds(t, s->through, "a write that waits for a sector");
            }
        }
    }
}

/* Which MSHRs are not free. */
static void mshrs_in_use(const slice_t *s, uint8_t *in_use, uint32_t n)
{
    memset(in_use, 1, n);
    for (uint16_t m = s->mshr_free; m != SLICE_NIL; m = s->mshr[m].next)
        in_use[m] = 0;
}

static void tally_slice(tally_t *t, slice_t *s)
{
    uint32_t mshrs = s->l2 ? t->g->cfg.l2_mshrs : t->g->cfg.l3_mshrs;
    uint8_t *in_use = state_alloc(t->io, mshrs, 1);
    s->reading = 0;
    if (!in_use)
        return;
    mshrs_in_use(s, in_use, mshrs);
    if (s->l2)
        tally_l2(t, s);
    else
        tally_l3(t, s);
    tally_targets(t, s, in_use);
    for (uint32_t k = 0; k < s->in.count; k++) {
        const gpu_req_t *r = &ring_at(&s->in, k)->r;
        s->reading += r->kind == GPU_REQ_READ ? gpu_req_sectors(r) : 0;
    }
    for (uint32_t k = 0; k < s->pipe.count; k++)
        s->reading += ring_at(&s->pipe, k)->r.kind == GPU_REQ_READ;
    tally_ring(t, &s->down, !s->l2, s->id, 1);
    tally_ring(t, &s->below, !s->l2, s->id, 1);
    tally_ring(t, &s->fill, !s->l2, s->id, 1);
    for (uint32_t k = 0; k < s->fill.count; k++)
        holds(t, gpu_req_returns(ring_at(&s->fill, k)->r.kind), "a reply to a write");
    free(in_use);
}

/* Pending MSHRs are those that are neither free nor filled: each has its fetch on the way. */
static void check_slice(tally_t *t, slice_t *s)
{
    uint32_t mshrs = s->l2 ? t->g->cfg.l2_mshrs : t->g->cfg.l3_mshrs;
    uint8_t *pending = state_alloc(t->io, mshrs, 1);
    const uint8_t *fetch = t->fetch[!s->l2][s->id];
    if (!pending)
        return;
    mshrs_in_use(s, pending, mshrs);
    for (uint16_t m = s->filled_head; m != SLICE_NIL; m = s->mshr[m].next)
        pending[m] = 0;
    s->outstanding = s->l2 ? t->through[s->id] : 0;
    for (uint32_t m = 0; m < mshrs; m++) {
        holds(t, fetch[m] == pending[m],
              "an MSHR whose sector is not on its way, or one that is "
              "and nobody has asked for");
        s->outstanding += pending[m];
    }
    free(pending);
}

/* ---- Channels ---- */

static void count_held(tally_t *t, const ring_t *q)
{
    for (uint32_t k = 0; k < q->count; k++)
        t->held[ring_at(q, k)->r.sm]++;
}

static void tally_queue(tally_t *t, const dram_t *d, bool l3)
{
    for (unsigned b = 0; b < d->cfg->dram_banks; b++) {
        const dram_bank_t *k = &d->bank[b];
        for (uint16_t i = k->head; i != DRAM_NIL && !state_error(t->io); i = d->req[i].next) {
            tally_below(t, &d->req[i].r, l3, d->up_first, d->up_count);
            t->held[d->req[i].r.sm]++;
        }
        if (k->cur != DRAM_NIL && !state_error(t->io)) {
            tally_below(t, &d->req[k->cur].r, l3, d->up_first, d->up_count);
            t->held[d->req[k->cur].r.sm]++;
        }
    }
}

/* A credit for each request between the slice above and the return of its answer. */
static void check_credits(tally_t *t, const dram_t *d)
{
    uint32_t shared = 0;
    for (uint32_t k = 0; k < d->up_count; k++) {
        uint32_t held = t->held[d->up_first + k];
        if (holds(t, held >= d->own_credit[k], "a credit that no request has"))
            shared += held - d->own_credit[k];
    }
    bool credits = d->cfg->dram_admit == GPU_DRAM_CREDITS;
    holds(t, !credits || shared == d->shared_credits, "another number of credits than of requests");
}

static void tally_channel(tally_t *t, dram_t *d)
{
    gpu_t *g = t->g;
    bool l3 = g->l3 != NULL;
    tally_ring(t, &d->entry, l3, d->up_first, d->up_count);
    tally_ring(t, &d->ret, l3, d->up_first, d->up_count);
    tally_queue(t, d, l3);
    if (state_error(t->io))
        return;
    d->returning = d->ret.count;
    count_held(t, &d->entry);
    count_held(t, &d->ret);
    for (uint32_t k = 0; k < d->up_count && !d->fill_queue; k++) {
        const ring_t *fill = d->up[d->up_first + k];
        d->returning += fill->count;
        count_held(t, fill);
    }
    for (uint32_t k = 0; k < d->ret.count; k++)
        holds(t, gpu_req_returns(ring_at(&d->ret, k)->r.kind), "a reply to a write");
    holds(t, d->returning <= d->cfg->dram_return_queue, "more replies than the return queue holds");
    if (d->cfg->dram_admit == GPU_DRAM_CREDITS)
        check_credits(t, d);
}

/* ---- The whole ---- */

static void free_tally(tally_t *t)
{
    for (uint32_t i = 0; i < t->g->n_sms; i++) {
        tally_sm_t *s = &t->sm[i];
        free(s->mshr);
        free(s->inst);
        free(s->constant);
        free(s->texture);
        free(s->bypassed);
        free(s->op);
        free(s->done);
        free(s->pending);
    }
    for (uint32_t i = 0; i < WAKE_MAX; i++) {
        free(t->fetch[0][i]);
        free(t->fetch[1][i]);
    }
}

static bool alloc_tally(tally_t *t)
{
    gpu_t *g = t->g;
    const gpu_cfg_t *c = &g->cfg;
    for (uint32_t i = 0; i < g->n_sms; i++) {
        tally_sm_t *s = &t->sm[i];
        s->mshr = state_alloc(t->io, c->l1_mshrs, 1);
        s->inst = state_alloc(t->io, g->sm[i].l1i.n_mshrs, 1);
        s->constant = state_alloc(t->io, g->sm[i].l1c.n_mshrs, 1);
        s->texture = state_alloc(t->io, g->sm[i].l1t.n_fragments, 1);
        s->bypassed = state_alloc(t->io, g->sm[i].l1.n_bypassed, sizeof *s->bypassed);
        s->op = state_alloc(t->io, g->sm[i].n_ops, sizeof *s->op);
    }
    for (uint32_t i = 0; i < g->n_slices; i++)
        t->fetch[0][i] = state_alloc(t->io, c->l2_mshrs, 1);
    for (uint32_t i = 0; g->l3 && i < g->n_channels; i++)
        t->fetch[1][i] = state_alloc(t->io, c->l3_mshrs, 1);
    return !state_error(t->io);
}

static void tally_all(tally_t *t)
{
    gpu_t *g = t->g;
    for (uint32_t i = 0; i < g->n_sms && !state_error(t->io); i++)
        state_make_sm(t, &g->sm[i]);
    tally_net(t, g->req_net);
    tally_net(t, g->reply_net);
    for (uint32_t i = 0; i < g->n_slices && !state_error(t->io); i++)
        tally_slice(t, &g->l2[i]);
    for (uint32_t i = 0; i < g->n_channels && !state_error(t->io); i++) {
        if (g->l3)
            tally_slice(t, &g->l3[i]);
        tally_channel(t, &g->channel[i]);
    }
}

void gpu_state_check(gpu_t *g, state_io_t *io)
{
    tally_t *t = state_alloc(io, 1, sizeof *t);
    if (!t)
        return;
    state_checking(io, "requests under way");
    t->g = g;
    t->io = io;
    if (alloc_tally(t))
        tally_all(t);
    for (uint32_t i = 0; i < g->n_sms && !state_error(io); i++)
        state_check_sm(t, &g->sm[i]);
    for (uint32_t i = 0; i < g->n_slices && !state_error(io); i++)
        check_slice(t, &g->l2[i]);
    for (uint32_t i = 0; g->l3 && i < g->n_channels && !state_error(io); i++)
        check_slice(t, &g->l3[i]);
    free_tally(t);
    free(t);
}

/* ---- For policies ---- */

void gpu_request_state(const gpu_t *g, gpu_req_t *r, state_io_t *io)
{
    request_state(r, &g->cfg, io);
}

void gpu_state_buffered(gpu_t *g, uint32_t n, const gpu_req_t *r, state_io_t *io)
{
    const sm_t *sm = &g->sm[n];
    bool named = r->kind != GPU_REQ_READ || r->flags & GPU_REQ_UNCACHED;
    bool can_be = r->sm == n && r->kind <= GPU_REQ_REDUCE && !(r->flags & ~GPU_REQ_UNCACHED) &&
                  !(r->sectors & ~sm->l1.all_sectors) && (r->sectors || !named) &&
                  r->owner < sm->n_ops && sm->op[r->owner].inst && sm->op[r->owner].next &&
                  sm->op[r->owner].warp == r->warp;
    if (state_holds(io, can_be, "a request in a buffer that no instruction waits for"))
        sm->op[r->owner].next--;
}

void gpu_state_buffered_all(const gpu_t *g, state_io_t *io)
{
    for (uint32_t n = 0; n < g->n_sms; n++)
        for (uint32_t i = 0; i < g->sm[n].n_ops; i++)
            state_holds(io, !g->sm[n].op[i].inst || !g->sm[n].op[i].next,
                        "an instruction that waits for a request that is nowhere");
}

/*
 * State of an SM: warps, CTAs, events, memory instructions, L1D.
 */
#include <stdlib.h>

#include "common/bits.h"
#include "gpu/state.h"

STATE_LAYOUT("sm_warp_t", sizeof(sm_warp_t), 104);
STATE_LAYOUT("sm_cta_t", sizeof(sm_cta_t), 64);
STATE_LAYOUT("sm_memop_t", sizeof(sm_memop_t), 40);
STATE_LAYOUT("sm_access_t", sizeof(sm_access_t), 2600);
STATE_LAYOUT("wheel_t", sizeof(wheel_t), 4256);
STATE_LAYOUT("wheel_node_t", sizeof(wheel_node_t), 16);
STATE_LAYOUT("prefetch_book_t", sizeof(prefetch_book_t), 96);
STATE_LAYOUT("lineset_t", sizeof(lineset_t), 80);
STATE_LAYOUT("l1d_t", sizeof(l1d_t) - sizeof(gpu_stats_l1d_t) - sizeof(gpu_stats_latency_t), 576);
STATE_LAYOUT("rocache_t", sizeof(rocache_t), 136);
STATE_LAYOUT("texcache_t", sizeof(texcache_t), 168);
STATE_LAYOUT("texcache_fragment_t", sizeof(texcache_fragment_t), 4);
STATE_LAYOUT("rocache_mshr_t", sizeof(rocache_mshr_t), 16);
STATE_LAYOUT("l1d_wait_t", sizeof(l1d_wait_t), 8);
STATE_LAYOUT("l1d_bypassed_t", sizeof(l1d_bypassed_t), 24);
STATE_LAYOUT("recency_t", sizeof(recency_t), 56);
STATE_LAYOUT("linemap_t", sizeof(linemap_t), 16);
STATE_LAYOUT("l1d_line_t", sizeof(l1d_line_t), 16);
STATE_LAYOUT("l1d_mshr_t", sizeof(l1d_mshr_t), 12);
STATE_LAYOUT("sm_t", sizeof(sm_t) - sizeof(l1d_t) - sizeof(wheel_t) - sizeof(gpu_stats_sm_t),
             12672);

/* A pointer into the running program, as the instruction's number; anything else (what a dead
 * entry still holds) becomes NULL. */
static void inst_state(const inst_t **p, const front_t *f, state_io_t *io)
{
    uint64_t none = f ? f->n_inst : 0, at = none;
    uintptr_t off = f ? (uintptr_t)*p - (uintptr_t)f->inst : 0;
    if (f && *p && off / sizeof(inst_t) < f->n_inst)
        at = off / sizeof(inst_t);
    state_count(io, &at, none, "as an instruction's number");
    if (state_loading(io))
        *p = at < none ? &f->inst[at] : NULL;
}

static void *allocated(state_io_t *io, uint64_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p)
        state_fail(io, "needs more memory than there is");
    return p;
}

#define WARP_KEEP(M) M(next) M(fw)
#define CTA_KEEP(M)  M(front)

static void ctas_state(sm_t *sm, state_io_t *io)
{
    const front_t *f = sm->sh->front;
    state_section(io, "CTAs");
    for (uint32_t slot = 0; slot < SM_WARPS; slot++) {
        sm_cta_t *cta = &sm->cta[slot];
        STATE_STRUCT(io, sm_cta_t, cta, CTA_KEEP);
        if (state_loading(io) && cta->mask && !f)
            state_fail(io, "has a CTA but no launch");
        if (cta->mask && !state_error(io))
            f->ops->cta_state(f->ctx, io, &cta->front);
    }
    state_section(io, "warps");
    for (uint32_t w = 0; w < SM_WARPS; w++) {
        sm_warp_t *warp = &sm->warp[w];
        STATE_STRUCT(io, sm_warp_t, warp, WARP_KEEP);
        inst_state(&warp->next, f, io);
        if (!state_loading(io) || state_error(io) || warp->cta >= SM_WARPS)
            continue;
        const sm_cta_t *cta = &sm->cta[warp->cta];
        if (cta->mask >> w & 1)
            warp->fw = f->ops->cta_warp(f->ctx, cta->front, w - bits_lowest(cta->mask));
    }
}

#define NODE_KEEP(M) M(ptr) M(next)

/* Events, slot by slot in their order; the nodes' slots in the pool do not matter. */
static void wheel_state(wheel_t *w, const front_t *f, state_io_t *io)
{
    uint64_t left = w->count;
    state_section(io, "events");
    state_count(io, &left, UINT32_MAX, "events");
    if (state_loading(io)) {
        for (; left && !state_error(io); left--) {
            uint64_t slot = 0;
            wheel_node_t n = {0};
            state_count(io, &slot, WHEEL_SLOTS - 1, "as an event's slot");
            STATE_STRUCT(io, wheel_node_t, &n, NODE_KEEP);
            const inst_t *inst = NULL;
            inst_state(&inst, f, io);
            n.ptr = inst;
            wheel_add(w, slot, &n);
        }
        return;
    }
    for (uint64_t slot = 0; slot < WHEEL_SLOTS; slot++) {
        if (!(w->used[slot >> 6] >> (slot & 63) & 1))
            continue;
        for (uint32_t i = w->slot[slot].head; i != WHEEL_NIL; i = w->node[i].next) {
            const inst_t *inst = w->node[i].ptr;
            state_count(io, &slot, WHEEL_SLOTS - 1, "as an event's slot");
            STATE_STRUCT(io, wheel_node_t, &w->node[i], NODE_KEEP);
            inst_state(&inst, f, io);
        }
    }
}

#define MEMOP_KEEP(M)  M(inst)
#define ACCESS_KEEP(M) M(inst)

static void memory_stage_state(sm_t *sm, state_io_t *io)
{
    const front_t *f = sm->sh->front;
    uint64_t n = sm->n_ops;
    state_section(io, "memory instructions");
    state_count(io, &n, SM_NIL, "memory instructions");
    if (state_loading(io) && n)
        sm->op = allocated(io, n, sizeof *sm->op);
    sm->n_ops = sm->op ? (uint32_t)n : 0;
    for (uint32_t i = 0; i < sm->n_ops; i++) {
        STATE_STRUCT(io, sm_memop_t, &sm->op[i], MEMOP_KEEP);
        inst_state(&sm->op[i].inst, f, io);
    }
    uint32_t room = sm->sh->cfg->ldst_queue;
    if (sm->q_head >= room || sm->q_count > room) {
        state_fail(io, "has a memory stage of another size");
        sm->q_head = sm->q_count = 0;
    }
    for (uint32_t i = 0; i < sm->q_count; i++) {
        sm_access_t *a = &sm->queue[(sm->q_head + i) % room];
        STATE_STRUCT(io, sm_access_t, a, ACCESS_KEEP);
        inst_state(&a->inst, f, io);
    }
}

static void lineset_state(lineset_t *s, state_io_t *io)
{
    uint64_t room = s->room, cap = s->cap;
    state_section(io, "lines seen");
    STATE(io, s->main);
    STATE(io, s->more);
    STATE(io, s->more_at);
    STATE(io, s->used);
    state_count(io, &room, LINESET_DENSE_MAX + 128, "lines");
    state_count(io, &cap, UINT32_MAX, "keys");
    uint64_t words = room / 64, pages = words / LINESET_PAGE + 1;
    if (state_loading(io)) {
        lineset_free(s);
        s->bits = room ? allocated(io, words, sizeof *s->bits) : NULL;
        s->touched = room ? allocated(io, pages, 1) : NULL;
        s->key = cap ? allocated(io, cap, sizeof *s->key) : NULL;
        s->room = room;
        s->cap = (uint32_t)cap;
    }
    if (state_error(io))
        return;
    if (cap)
        state_bytes(io, s->key, cap * sizeof *s->key);
    if (room)
        state_bytes(io, s->touched, pages);
    for (uint64_t page = 0; page * LINESET_PAGE < words; page++) {
        uint64_t first = page * LINESET_PAGE;
        uint64_t len = words - first < LINESET_PAGE ? words - first : LINESET_PAGE;
        if (s->touched[page])
            state_bytes(io, s->bits + first, len * sizeof *s->bits);
    }
}

/* The map's slots depend on the order of additions, which no result does: it is made anew. */
static void wide_state(l1d_t *d, state_io_t *io)
{
    recency_t *r = &d->recency;
    uint32_t lines = d->sets * d->ways;
    state_bytes(io, r->link, lines * sizeof *r->link);
    state_bytes(io, r->oldest, d->sets * sizeof *r->oldest);
    state_bytes(io, r->newest, d->sets * sizeof *r->newest);
    state_bytes(io, r->empty, (size_t)d->sets * r->words * sizeof *r->empty);
    state_bytes(io, r->empty_words, (size_t)d->sets * r->sums * sizeof *r->empty_words);
    if (!state_loading(io) || state_error(io))
        return;
    linemap_clear(&d->map);
    for (uint32_t i = 0; i < lines; i++)
        if (d->state[i] != WAY_INVALID)
            linemap_add(&d->map, d->tag, i);
}

static void l1d_arrays_state(l1d_t *d, const gpu_cfg_t *cfg, state_io_t *io)
{
    size_t lines = (size_t)d->sets * d->ways;
    state_section(io, "L1D");
    state_bytes(io, d->tag, lines * sizeof *d->tag);
    state_bytes(io, d->state, lines);
    state_bytes(io, d->line, lines * sizeof *d->line);
    if (d->dirty)
        state_bytes(io, d->dirty, lines * sizeof *d->dirty);
    if (d->wide)
        wide_state(d, io);
    else
        repl_state(&d->repl, d->sets, io);
    state_bytes(io, d->mshr, cfg->l1_mshrs * sizeof *d->mshr);
    state_bytes(io, d->target, (size_t)cfg->l1_mshrs * d->merge * sizeof *d->target);
    uint64_t bypassed = d->n_bypassed;
    state_count(io, &bypassed, L1D_NIL, "bypassed reads");
    if (state_loading(io) && bypassed) {
        d->bypassed = allocated(io, bypassed, sizeof *d->bypassed);
        d->n_bypassed = state_error(io) ? 0 : (uint32_t)bypassed;
    }
    if (d->n_bypassed)
        state_bytes(io, d->bypassed, d->n_bypassed * sizeof *d->bypassed);
    ring_state(&d->out, io);
    lineset_state(&d->seen, io);
    lineset_state(&d->book.gone, io);
}

static void texcache_state(texcache_t *t, state_io_t *io)
{
    size_t lines = (size_t)t->sets * t->ways;
    state_section(io, "texture cache");
    if (!t->sets)
        return;
    state_bytes(io, t->tag, lines * sizeof *t->tag);
    state_bytes(io, t->state, lines);
    repl_state(&t->repl, t->sets, io);
    state_bytes(io, t->fragment, t->n_fragments * sizeof *t->fragment);
    state_bytes(io, t->rob, t->n_fragments);
    state_bytes(io, t->result, t->n_results * sizeof *t->result);
    ring_state(&t->out, io);
}

static void rocache_state(rocache_t *c, const char *name, state_io_t *io)
{
    size_t lines = (size_t)c->sets * c->ways;
    state_section(io, name);
    if (!c->sets)
        return;
    state_bytes(io, c->tag, lines * sizeof *c->tag);
    state_bytes(io, c->state, lines);
    repl_state(&c->repl, c->sets, io);
    state_bytes(io, c->mshr, c->n_mshrs * sizeof *c->mshr);
    state_bytes(io, c->target, (size_t)c->n_mshrs * c->merge * sizeof *c->target);
    ring_state(&c->out, io);
}

/* clang-format off */
#define ROCACHE_KEEP(M, c) M(c.tag) M(c.state) M(c.repl) M(c.mshr) M(c.target) M(c.out)
#define SM_KEEP(M) \
    M(sh) M(wake) M(wheel) M(warp) M(cta) M(queue) M(op) M(n_ops) M(prefetch) \
    M(l1.hooks) M(l1.net) M(l1.addr_map) M(l1.load) M(l1.tag) M(l1.state) M(l1.line) M(l1.dirty) M(l1.repl) M(l1.mshr) \
    M(l1.target) M(l1.bypassed) M(l1.n_bypassed) M(l1.map) M(l1.recency) M(l1.out) M(l1.seen) \
    M(l1.book.gone) M(lookup) M(back.replies) M(back.shared) ROCACHE_KEEP(M, l1i) \
    ROCACHE_KEEP(M, l1c) \
    M(l1t.tag) M(l1t.state) M(l1t.repl) M(l1t.fragment) M(l1t.rob) M(l1t.result) M(l1t.out)
/* clang-format on */

void sm_state(sm_t *sm, state_io_t *io)
{
    state_section(io, "SM");
    STATE_STRUCT(io, sm_t, sm, SM_KEEP);
    ctas_state(sm, io);
    wheel_state(&sm->wheel, sm->sh->front, io);
    if (state_loading(io)) /* every event lies behind the cycle simulated last */
        sm->wheel.next = wheel_after(&sm->wheel, sm->last);
    memory_stage_state(sm, io);
    ring_state(&sm->prefetch, io);
    ring_state(&sm->lookup, io);
    ring_state(&sm->back.replies, io);
    ring_state(&sm->back.shared, io);
    rocache_state(&sm->l1i, "instruction cache", io);
    rocache_state(&sm->l1c, "constant cache", io);
    texcache_state(&sm->l1t, io);
    l1d_arrays_state(&sm->l1, sm->sh->cfg, io);
    if (state_loading(io))
        sm->l1.load = sm->sh->load;
}

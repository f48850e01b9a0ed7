/*
 * An SM that has been loaded: what its warps, CTAs and memory instructions say together. Masks of
 * warps and counts of what is under way are made here.
 */
#include "common/bits.h"
#include "gpu/sm_int.h"
#include "gpu/state_check.h"

static bool holds(tally_t *t, bool yes, const char *what)
{
    return state_holds(t->io, yes, what);
}

/* Is it a warp of a CTA that is here? */
static bool has_cta(const sm_t *sm, uint32_t w)
{
    uint32_t n = sm->sh->front ? sm->sh->front->warps_per_cta : 0;
    return n && w / n < SM_WARPS && sm->cta[w / n].mask >> w & 1;
}

/* Something under way for a warp: it does not retire before. */
static void under_way(tally_t *t, sm_t *sm, uint32_t w)
{
    if (holds(t, has_cta(sm, w), "something under way for a warp that is not here"))
        sm->warp[w].out++;
}

/* ---- What is on its way to warps ---- */

/* How often each warp's instructions are asked for. */
typedef struct fetches {
    uint8_t of[SM_WARPS];
} fetches_t;

static void count_fetch(fetches_t *f, uint32_t w)
{
    if (f->of[w] < UINT8_MAX)
        f->of[w]++;
}

/* Events: results, instructions that are complete (done[op]), instructions fetched. */
static void make_events(tally_t *t, sm_t *sm, uint8_t *done, fetches_t *fetch)
{
    const wheel_t *w = &sm->wheel;
    for (uint32_t slot = 0; slot < WHEEL_SLOTS; slot++) {
        if (!(w->used[slot >> 6] >> (slot & 63) & 1))
            continue;
        for (uint32_t i = w->slot[slot].head; i != WHEEL_NIL; i = w->node[i].next) {
            const wheel_node_t *n = &w->node[i];
            if (n->kind == EV_RESULT)
                under_way(t, sm, n->warp);
            else if (n->kind == EV_FETCHED)
                count_fetch(fetch, n->warp);
            else if (holds(t, n->num < sm->n_ops && !done[n->num], "an instruction complete twice"))
                done[n->num] = 1;
        }
    }
}

static void make_time(tally_t *t, sm_t *sm)
{
    uint64_t now = t->g->core.next;
    wheel_t *w = &sm->wheel;
    w->next = wheel_after(w, sm->last);
    if (!sm->sh->front) {
        holds(t, !w->count, "an event without a launch");
        return;
    }
    holds(t, sm->last + 1 <= now && sm->charged <= now && sm->occupied_since <= now,
          "an SM in the future");
    holds(t, !w->count || (w->next >= now && t->g->sm_wake.at[sm->id] <= w->next),
          "an event that is past, or that nobody wakes for");
}

/* A request before the tags, or before the buffer there, of an instruction under way. */
static void make_presented(tally_t *t, sm_t *sm, const gpu_req_t *r)
{
    uint8_t all = sm->l1.all_sectors;
    bool named = r->kind != GPU_REQ_READ || r->flags & GPU_REQ_UNCACHED;
    holds(t,
          r->sm == sm->id && r->kind <= GPU_REQ_REDUCE && !(r->flags & ~GPU_REQ_UNCACHED) &&
              !(r->sectors & ~all) && (r->sectors || !named),
          "a request before the L1 that cannot be one");
    if (tally_op(t, sm->id, r->owner, 1))
        holds(t, sm->op[r->owner].row <= sm->sh->load_rows && sm->op[r->owner].warp == r->warp,
              "a request of another warp's instruction");
}

static void make_access(tally_t *t, sm_t *sm, const sm_access_t *a)
{
    if (a->op == SM_NIL) {
        under_way(t, sm, a->warp);
        return;
    }
    if (!tally_op(t, sm->id, a->op, a->c.n - a->next))
        return;
    const sm_memop_t *op = &sm->op[a->op];
    holds(t, op->warp == a->warp && op->inst == a->inst, "an access of another warp's instruction");
    holds(t, a->read_only || op->row <= sm->sh->load_rows, "a load without a row");
    holds(t, a->read_only != ROCACHE_CONST || sm->const_stage, "a constant in the memory stage");
}

static void make_stage(tally_t *t, sm_t *sm)
{
    for (uint32_t i = 0; i < sm->q_count && !state_error(t->io); i++)
        make_access(t, sm, &sm->queue[(sm->q_head + i) % sm->sh->cfg->ldst_queue]);
    for (uint32_t i = 0; i < sm->lookup.count && !state_error(t->io); i++)
        make_presented(t, sm, &ring_at(&sm->lookup, i)->r);
    for (uint32_t i = 0; i < sm->prefetch.count && !state_error(t->io); i++) {
        const gpu_req_t *r = &ring_at(&sm->prefetch, i)->r;
        holds(t, r->sm == sm->id && r->kind == GPU_REQ_READ && r->flags == GPU_REQ_PREFETCH,
              "a prefetch that cannot be one");
    }
}

/* Results of shared memory on their way to the registers. */
static void make_shared(tally_t *t, sm_t *sm)
{
    const writeback_t *b = &sm->back;
    for (uint32_t i = 0; i < b->shared.count && !state_error(t->io); i++) {
        const gpu_req_t *r = &ring_at(&b->shared, i)->r;
        if (holds(t, sm->sh->front && r->line < sm->sh->front->n_inst, "a result of nothing"))
            under_way(t, sm, r->warp);
    }
    holds(t, b->shared.count <= b->room || sm->stage_free == CLOCK_NEVER,
          "more results of shared memory than registers for them");
}

/* ---- Who waits in the caches ---- */

/* Of each MSHR of the L1 that is not free. */
static void make_targets(tally_t *t, sm_t *sm, uint8_t *pending)
{
    const l1d_t *d = &sm->l1;
    memset(pending, 1, sm->sh->cfg->l1_mshrs);
    for (uint16_t m = d->mshr_free; m != L1D_NIL; m = d->mshr[m].next)
        pending[m] = 0;
    for (uint32_t m = 0; m < sm->sh->cfg->l1_mshrs; m++)
        for (uint32_t i = d->mshr[m].served; pending[m] && i < d->mshr[m].n; i++)
            tally_op(t, sm->id, d->target[m * d->merge + i].op, 1);
    for (uint16_t m = d->filled_head; m != L1D_NIL; m = d->mshr[m].next)
        pending[m] = 0;
}

static void make_bypassed(tally_t *t, sm_t *sm)
{
    const l1d_t *d = &sm->l1;
    for (uint32_t i = 0; i < d->n_bypassed && !state_error(t->io); i++) {
        const l1d_bypassed_t *e = &d->bypassed[i];
        if (e->left) {
            if (tally_op(t, sm->id, e->op, e->left))
                holds(t, sm->op[e->op].row <= sm->sh->load_rows, "a load without a row");
            for (uint16_t k = e->wait; k != L1D_NIL; k = d->bypassed[k].next)
                tally_op(t, sm->id, d->bypassed[k].op, 1);
        }
    }
    for (uint16_t k = sm->back.waiting; k != L1D_NIL && !state_error(t->io);
         k = d->bypassed[k].next)
        tally_op(t, sm->id, d->bypassed[k].op, 1);
}

static void make_read_only(tally_t *t, sm_t *sm, fetches_t *fetch)
{
    const rocache_t *c = &sm->l1c, *in = &sm->l1i;
    for (uint32_t m = 0; c->sets && m < c->n_mshrs; m++)
        for (uint32_t i = c->mshr[m].served; i < c->mshr[m].n; i++)
            tally_op(t, sm->id, c->target[m * c->merge + i], 1);
    for (uint32_t m = 0; in->sets && m < in->n_mshrs && !state_error(t->io); m++)
        for (uint32_t i = in->mshr[m].served; i < in->mshr[m].n; i++)
            if (holds(t, in->target[m * in->merge + i] < SM_WARPS, "a fetch of no warp"))
                count_fetch(fetch, in->target[m * in->merge + i]);
    holds(t, in->filled_head == ROCACHE_NIL, "a line of instructions that nobody has taken");
    const texcache_t *x = &sm->l1t;
    for (uint32_t i = 0; x->sets && i < x->count; i++)
        tally_op(t, sm->id, x->fragment[(x->head + i) % x->n_fragments].who, 1);
    for (uint32_t i = 0; x->sets && i < x->result_count; i++)
        tally_op(t, sm->id, x->result[(x->result_head + i) % x->n_results], 1);
}

/* ---- Packets of the SM ---- */

static void make_sent(tally_t *t, const sm_t *sm, const ring_t *out, int cache)
{
    for (uint32_t i = 0; i < out->count && !state_error(t->io); i++) {
        const gpu_req_t *r = &ring_at(out, i)->r;
        bool read_only = r->flags & GPU_REQ_READ_ONLY;
        holds(t, r->sm == sm->id && (cache < 0 ? !read_only : read_only && r->idx == cache),
              "a packet of another SM or cache");
        tally_request(t, r, r->sectors);
    }
}

static void make_packets(tally_t *t, sm_t *sm)
{
    const writeback_t *b = &sm->back;
    make_sent(t, sm, &sm->l1.out, -1);
    make_sent(t, sm, &sm->l1i.out, ROCACHE_INST);
    make_sent(t, sm, &sm->l1c.out, ROCACHE_CONST);
    make_sent(t, sm, &sm->l1t.out, ROCACHE_TEX);
    for (uint32_t i = 0; i < b->replies.count && !state_error(t->io); i++) {
        const gpu_req_t *r = &ring_at(&b->replies, i)->r;
        holds(t, r->sm == sm->id, "a reply to another SM");
        tally_reply(t, r);
    }
    if (!b->held)
        return;
    bool data = b->bypass.kind == GPU_REQ_ATOMIC ||
                (b->bypass.kind == GPU_REQ_READ && b->bypass.flags & GPU_REQ_BYPASSED);
    holds(t, data && b->bypass.sm == sm->id, "a reply without data for the registers");
    tally_reply(t, &b->bypass);
}

/* ---- Warps and CTAs ---- */

static void make_next(sm_t *sm)
{
    front_t *f = sm->sh->front;
    sm->live = 0;
    memset(sm->unit, 0, sizeof sm->unit);
    for (uint32_t w = 0; w < SM_WARPS; w++) {
        sm_warp_t *warp = &sm->warp[w];
        warp->out = warp->mem_out = 0;
        warp->next = NULL;
        if (!has_cta(sm, w))
            continue;
        warp->cta = (uint8_t)(w / f->warps_per_cta);
        warp->next = f->ops->first(f->ctx, warp->fw);
        if (!warp->next)
            continue;
        sm->live |= UINT64_C(1) << w;
        *sm_route(sm, warp->next) |= UINT64_C(1) << w;
    }
}

/* A warp that lives has instructions, or they are asked for, once. */
static void check_fetch(tally_t *t, const sm_t *sm, const fetches_t *f)
{
    for (uint32_t w = 0; w < SM_WARPS; w++) {
        uint64_t n = f->of[w] + (sm->have >> w & 1) + (sm->fetching >> w & 1);
        holds(t, n == (sm->live >> w & 1), "a warp whose instructions are not fetched, or twice");
    }
    holds(t, !((sm->barrier | sm->fence) & ~sm->live), "a warp that waits and does not live");
}

static void check_barriers(tally_t *t, const sm_t *sm, const sm_cta_t *cta)
{
    for (unsigned id = 0; id < SM_BARRIERS; id++) {
        uint32_t waiting = 0;
        for (uint64_t m = sm->barrier & cta->mask; m; m &= m - 1)
            waiting += sm->warp[bits_lowest(m)].barrier == id;
        bool open = cta->open >> id & 1;
        holds(t,
              open == (cta->arrived[id] != 0) &&
                  (cta->want[id] ? cta->arrived[id] >= waiting : cta->arrived[id] == waiting),
              "a barrier that other warps wait at than have arrived");
    }
}

static void make_ctas(tally_t *t, sm_t *sm)
{
    sm->finished_ctas = 0;
    for (uint32_t slot = 0; slot < SM_WARPS; slot++) {
        sm_cta_t *cta = &sm->cta[slot];
        if (!cta->mask)
            continue;
        uint32_t left = 0;
        for (uint64_t m = cta->mask; m; m &= m - 1)
            left += sm->warp[bits_lowest(m)].next || sm->warp[bits_lowest(m)].out;
        cta->live = (uint8_t)bits_popcount(sm->live & cta->mask);
        cta->left = (uint8_t)left;
        if (!left)
            sm->finished_ctas |= UINT64_C(1) << slot;
        check_barriers(t, sm, cta);
    }
}

static void make_ops(tally_t *t, sm_t *sm)
{
    for (uint32_t i = 0; i < sm->n_ops; i++) {
        const sm_memop_t *op = &sm->op[i];
        if (!op->inst)
            continue;
        under_way(t, sm, op->warp);
        sm->warp[op->warp].mem_out++;
        holds(t, op->row <= sm->sh->load_rows || op->row == SM_NO_ROW, "a load of no row");
    }
}

static void make_hazards(sm_t *sm)
{
    sm->haz_mem = sm->haz_data = 0;
    for (uint64_t m = sm->live; m; m &= m - 1)
        sm_refresh_hazard(sm, bits_lowest(m));
}

/* An instruction waits for as many replies as are on their way, or is complete by an event. What a
 * policy's buffer before the L1 holds is not known yet: `next` of an instruction says how many
 * requests are missing, until the policy has named them (gpu_state_buffered). */
static void check_ops(tally_t *t, sm_t *sm, const uint8_t *done)
{
    const uint32_t *seen = t->sm[sm->id].op;
    uint64_t missing = 0;
    for (uint32_t i = 0; i < sm->n_ops; i++) {
        sm_memop_t *op = &sm->op[i];
        if (!op->inst) {
            holds(t, !seen[i] && !done[i], "an instruction that is not under way");
            continue;
        }
        holds(t, op->remaining >= seen[i] && (op->remaining == 0) == done[i],
              "an instruction that waits for other replies than are on their way");
        uint64_t buffered = op->remaining - seen[i];
        holds(t, buffered < SM_NIL && (!buffered || op->row <= sm->sh->load_rows),
              "an instruction that waits for nothing");
        op->next = (uint16_t)buffered;
        missing += buffered;
    }
    holds(t, missing == (sm->buffer.present ? sm->buffer.count : 0),
          "requests that are neither on their way nor before the L1");
    holds(t, sm->buffer.present == (sm->sh->front && sm->sh->hooks->buffer), "another buffer");
}

static void check_caches(tally_t *t, const sm_t *sm, const uint8_t *pending)
{
    const tally_sm_t *s = &t->sm[sm->id];
    const l1d_t *d = &sm->l1;
    for (uint32_t m = 0; m < sm->sh->cfg->l1_mshrs; m++)
        holds(t, s->mshr[m] == (pending[m] ? d->mshr[m].sectors : 0),
              "an MSHR whose sectors are not on their way");
    for (uint32_t i = 0; i < d->n_bypassed; i++)
        holds(t, s->bypassed[i] == d->bypassed[i].left, "a bypassed read that is not on its way");
    for (uint32_t m = 0; sm->l1i.sets && m < sm->l1i.n_mshrs; m++)
        holds(t, s->inst[m] == sm->l1i.mshr[m].sectors, "instructions that are not on their way");
    for (uint32_t m = 0; sm->l1c.sets && m < sm->l1c.n_mshrs; m++)
        holds(t, s->constant[m] == sm->l1c.mshr[m].sectors, "constants that are not on their way");
    for (uint32_t i = 0; sm->l1t.sets && i < sm->l1t.n_fragments; i++) {
        uint32_t n = sm->l1t.n_fragments, behind = (i + n - sm->l1t.rob_head) % n;
        uint8_t sectors = behind < sm->l1t.rob_count ? sm->l1t.rob[i] : 0;
        holds(t, s->texture[i] == sectors, "a texture's line that is not on its way");
    }
}

void state_make_sm(tally_t *t, sm_t *sm)
{
    fetches_t fetch = {{0}};
    uint8_t *done = state_alloc(t->io, sm->n_ops, 1);
    uint8_t *pending = state_alloc(t->io, sm->sh->cfg->l1_mshrs, 1);
    t->sm[sm->id].done = done;
    t->sm[sm->id].pending = pending;
    if (!done || !pending)
        return;
    make_time(t, sm);
    make_next(sm);
    make_events(t, sm, done, &fetch);
    make_ops(t, sm);
    if (state_error(t->io))
        return;
    make_stage(t, sm);
    make_shared(t, sm);
    make_targets(t, sm, pending);
    make_bypassed(t, sm);
    make_read_only(t, sm, &fetch);
    make_packets(t, sm);
    if (state_error(t->io))
        return;
    make_ctas(t, sm);
    check_fetch(t, sm, &fetch);
    make_hazards(sm);
}

void state_check_sm(tally_t *t, sm_t *sm)
{
    check_ops(t, sm, t->sm[sm->id].done);
    check_caches(t, sm, t->sm[sm->id].pending);
}

/* Checkpoints of policy mrpb: what is written, and what must hold of what is read. */
#include <stdlib.h>

#include "common/unit_state.h"
#include "policy/mrpb_int.h"

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, drain,) F(KEEP, signature,) F(KEEP, flush,) F(KEEP, bypass,) F(KEEP, depth,) \
    F(KEEP, latency,) F(KEEP, form,) F(KEEP, immediate,) F(KEEP, slots,) F(ANY, warps_per_cta,) F(KEEP, sm,) \
    F(COUNTS, n,)
#define SM_MEMBERS(F) \
    F(KEEP, buffer,) F(KEEP, slot,) F(KEEP, pool,) F(KEEP, free,) F(MOST, n_free, p->slots - 1) \
    F(MOST, fresh, p->slots) F(MOST, next, p->slots - 1) F(ANY, stored,) F(PART, in, inputs_state(p, &o->in, io)) \
    F(MADES, out,) F(ANY, until,) F(BOOL, changed,) F(MADE, evaluated,) \
    F(BOOL, refused,)
#define WAITING_MEMBERS(F) \
    F(PART, r, gpu_request_state(p->run.gpu, &o->r, io)) F(ANY, since,) F(BOOL, inside,)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);
STATE_LIST(waiting_t, WAITING_MEMBERS);

/* Inputs of the unit; those of mrpb.slot are among them. */
static void inputs_state(const policy_t *p, mrpb_in_t *in, state_io_t *io)
{
    mrpb_cfg_t cfg;
    mrpb_configure(p, &cfg);
    unit_fields_state(&mrpb_unit, &cfg, in, UNIT_IN, io);
}

void mrpb_walk_waiting(const policy_t *p, void *element, state_io_t *io)
{
    waiting_t *w = element;
    if (!w->inside)
        w->r = (gpu_req_t){.line = 0};
    STATE_WALK(w, io, WAITING_MEMBERS);
}

void mrpb_walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *sm = element;
    STATE_WALK(sm, io, SM_MEMBERS);
}

/* A request that the unit holds is one of the pool's, and no other holds it. */
static void check_entry(const policy_t *p, const sm_t *sm, uint64_t header, uint64_t *seen,
                        state_io_t *io)
{
    uint32_t slot = mrpb_slot_of(header);
    if (!state_holds(
            io, slot < p->slots && sm->pool[slot].inside && !(seen[slot / 64] >> slot % 64 & 1),
            "an entry of the unit whose request is not in the pool"))
        return;
    seen[slot / 64] |= UINT64_C(1) << slot % 64;
}

enum { SLOTS_MOST = 64 * MOST_DEPTH + 2 };

/* A queue's positions agree with its length, and no more of it is visible than there is. */
static void check_queue(const policy_t *p, const sm_t *sm, const mrpb_t *u, uint32_t q,
                        uint64_t *seen, state_io_t *io)
{
    const mrpb_fifo_bank_t *bank = &u->bank;
    const unsigned depth = u->cfg.depth, head = mrpb_fifo_bank_head(bank, q);
    const unsigned tail = mrpb_fifo_bank_tail(bank, q), len = mrpb_fifo_bank_len(bank, q);
    unsigned piped = 0, visible = (unsigned)planes_get(u->sel.vis, bits_count_w(depth), q);
    for (unsigned i = 0; i + 1 < u->cfg.latency; i++)
        piped += u->pipe.valid[i] && u->pipe.queue[i] == q;
    if (!state_holds(io,
                     head < depth && len <= depth && tail == (head + len) % depth &&
                         visible + piped == len,
                     "a queue whose positions and length do not agree"))
        return;
    for (unsigned i = 0; i < len && !state_error(io); i++)
        check_entry(p, sm, bank->mem[q * depth + (head + i) % depth], seen, io);
}

/* What is inside the unit is what is inside the pool; but for free slots there is one for the
 * request at the input. */
static void check_pool(const policy_t *p, const sm_t *sm, uint32_t held, uint32_t offered,
                       state_io_t *io)
{
    uint32_t inside = 0;
    for (uint32_t i = 0; i < p->slots; i++)
        inside += sm->pool[i].inside;
    state_holds(
        io, inside == held + offered && sm->stored == held && sm->fresh == inside + sm->n_free + 1,
        "another number of requests in the pool than in the unit");
}

void mrpb_check_buffer(const policy_t *p, const void *record, const void *state, state_io_t *io)
{
    const sm_t *sm = record;
    const mrpb_t *u = state;
    uint64_t *seen = state_alloc(io, SLOTS_MOST / 64 + 1, sizeof *seen);
    uint32_t held = 0;
    for (uint32_t q = 0; seen && q < u->cfg.queues && !state_error(io); q++) {
        check_queue(p, sm, u, q, seen, io);
        held += mrpb_fifo_bank_len(&u->bank, q);
    }
    if (seen && u->ob.valid)
        check_entry(p, sm, u->ob.data, seen, io);
    for (unsigned i = 0; i + 1 < u->cfg.latency; i++)
        state_holds(io, u->pipe.valid[i] ? u->pipe.queue[i] < u->cfg.queues : !u->pipe.queue[i],
                    "a stage of the latency pipe for no queue");
    state_holds(io, u->sel.greedy < u->cfg.queues && u->sel.rr < u->cfg.queues,
                "a queue that there is not");
    check_pool(p, sm, held, u->ob.valid, io);
    free(seen);
}

void mrpb_check_slot(const policy_t *p, const void *record, const void *state, state_io_t *io)
{
    const sm_t *sm = record;
    const mrpb_slot_t *u = state;
    uint64_t seen[1] = {0};
    if (u->valid)
        check_entry(p, sm, u->data, seen, io);
    check_pool(p, sm, 0, u->valid, io);
}

void mrpb_walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

/* No slot is free twice. */
static bool free_once(const policy_t *p, const sm_t *sm, state_io_t *io)
{
    uint8_t *seen = state_alloc(io, p->slots, 1);
    bool once = seen != NULL;
    for (uint32_t k = 0; once && k < sm->n_free; k++)
        once = seen[sm->free[k]]++ == 0;
    free(seen);
    return once;
}

/* Each slot below `fresh` is inside, free again, or the next one. */
static void check_sm(const policy_t *p, const sm_t *sm, state_io_t *io)
{
    bool ok = sm->next < sm->fresh && !sm->pool[sm->next].inside;
    for (uint32_t k = 0; ok && k < sm->n_free; k++)
        ok = sm->free[k] < sm->fresh && sm->free[k] != sm->next && !sm->pool[sm->free[k]].inside;
    for (uint32_t i = sm->fresh; ok && i < p->slots; i++)
        ok = !sm->pool[i].inside;
    state_holds(io, ok && free_once(p, sm, io), "a pool whose slots are free and in use");
}

void mrpb_check(const policy_t *p, state_io_t *io)
{
    state_holds(io, p->warps_per_cta != 0, "CTAs without warps");
    for (uint32_t i = 0; i < p->run.cfg->n_sms && !state_error(io); i++) {
        check_sm(p, &p->sm[i], io);
        mrpb_settle(p, &p->sm[i]); /* the outputs that depend on the state alone */
        for (uint32_t k = 0; k < p->slots && !state_error(io); k++)
            if (p->sm[i].pool[k].inside)
                gpu_state_buffered(p->run.gpu, i, &p->sm[i].pool[k].r, io);
    }
}

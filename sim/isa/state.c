/* State of a launch for checkpoints: its CTAs in flight with their warps. */
#include <stdlib.h>

#include "common/bits.h"
#include "common/state_members.h"
#include "isa/exec.h"

/* clang-format off */
#define WARP_MEMBERS(F) \
    F(KEEPS, bank,) F(KEEP, row,) F(KEEP, op,) F(KEEP, regs,) F(KEEP, pred,) F(KEEP, l,) F(KEEP, cta,) F(ANY, pc,) \
    F(ANY, rpc,) F(ANY, active,) F(ANY, alive,) F(KEEP, lanes,) F(KEEP, shift,) F(KEEP, index,) \
    F(WALK, depth, stack_state(o, io)) F(MADE, room,) F(MADE, stack,) F(ANY, steps,) F(MADE, at_barrier,) \
    F(MOST, barrier, BARRIERS - 1) F(ANY, barrier_warps,) F(MADE, barrier_pc,) F(ANY, red,)

#define ENTRY_MEMBERS(F) F(ANY, pc,) F(ANY, rpc,) F(ANY, mask,)

#define RED_MEMBERS(F) F(ANY, met,) F(ANYS, lanes,) F(MOSTS, some_false, 1)

#define CTA_MEMBERS(F) \
    F(KEEP, next,) F(KEEP, next_all,) F(KEEP, l,) F(KEEP, cta,) F(WALK, region, region_state(l, &o->region, io)) \
    F(WALK, shared, state_bytes(io, o->shared, l->shared_bytes)) \
    F(WALK, local, state_bytes(io, o->local, thread_bytes(l, l->local_words))) \
    F(WALK, call, state_bytes(io, o->call, thread_bytes(l, l->call_words))) F(KEEP, bank,) \
    F(WALK, regs, state_bytes(io, o->regs, regs_bytes(l) * warps)) \
    F(WALK, preds, state_bytes(io, o->preds, (size_t)l->code->preds * warps * sizeof *o->preds)) \
    F(PART, red, reds_state(o->red, io))
/* clang-format on */

/* More than a warp's lanes can make: an entry for each part of them, and one where parts meet. */
enum { DEPTH_MAX = 1024, BARRIERS = 16, REGIONS_MAX = 1 << 16 };

STATE_LIST(simt_entry_t, ENTRY_MEMBERS);
STATE_LIST(bar_red_t, RED_MEMBERS);
STATE_LIST(struct front_warp, WARP_MEMBERS);

/* The regions of local memory that are taken are those of the CTAs in flight. */
void isa_state(void *ctx, state_io_t *io)
{
    isa_launch_t *l = ctx;
    state_expect(io, l->lanes, "lanes");
    state_expect(io, l->code->slots, "registers");
    state_expect(io, l->code->preds, "predicates");
    state_expect(io, l->shared_bytes, "bytes of shared memory");
    for (uint32_t i = 0; state_loading(io) && i < l->n_regions; i++)
        l->regions[i] = 0;
}

static void region_state(isa_launch_t *l, uint32_t *region, state_io_t *io)
{
    state_number(io, region, sizeof *region, REGIONS_MAX - 1, "region");
    if (state_loading(io) && !state_error(io))
        state_holds(io, isa_region_claim(l, *region),
                    "a region of local memory that two CTAs have");
}

/* Where lanes may go on, and where they meet others. */
static bool is_place(const front_warp_t *w, uint32_t pc, bool none)
{
    return pc < w->l->k->n_inst || (none && pc == ISA_NO_INDEX);
}

static void stack_state(front_warp_t *w, state_io_t *io)
{
    const uint64_t lanes = bits_mask(w->lanes);
    uint64_t depth = w->depth;
    state_count(io, &depth, DEPTH_MAX, "entries of a SIMT stack");
    if (state_loading(io) && depth > w->room) {
        free(w->stack);
        w->stack = state_alloc(io, depth, sizeof *w->stack);
        w->room = w->stack ? (uint32_t)depth : 0;
    }
    w->depth = state_error(io) ? 0 : (uint32_t)depth;
    for (uint32_t i = 0; i < w->depth && !state_error(io); i++) {
        simt_entry_t *e = &w->stack[i];
        STATE_WALK(e, io, ENTRY_MEMBERS);
        state_holds(io,
                    is_place(w, e->pc, false) && is_place(w, e->rpc, true) && !(e->mask & ~lanes),
                    "a place outside the kernel in a SIMT stack");
    }
}

/* A warp that has not finished runs some of its lanes. */
static void check_warp(const front_warp_t *w, uint64_t lanes, state_io_t *io)
{
    bool ended = w->pc == ISA_NO_INDEX;
    state_holds(io, is_place(w, w->pc, true) && is_place(w, w->rpc, true),
                "a warp outside its kernel");
    state_holds(io, !(w->alive & ~lanes) && !(w->active & ~w->alive) && ended == !w->active,
                "a warp of other lanes");
}

static void warp_state(front_warp_t *w, state_io_t *io)
{
    const uint64_t lanes = w->alive; /* of a CTA that begins, all that the block has */
    STATE_WALK(w, io, WARP_MEMBERS);
    if (state_loading(io) && !state_error(io))
        check_warp(w, lanes, io);
}

static void reds_state(bar_red_t *red, state_io_t *io)
{
    for (unsigned i = 0; i < BARRIERS; i++)
        STATE_WALK(&red[i], io, RED_MEMBERS);
}

void isa_cta_state(void *ctx, state_io_t *io, uint32_t number, front_cta_t **cta)
{
    isa_launch_t *l = ctx;
    const uint32_t warps = l->front.warps_per_cta;
    if (state_loading(io))
        *cta = isa_cta_prepare(l, number);
    front_cta_t *c = *cta;
    STATE_WALK(c, io, CTA_MEMBERS);
    for (uint32_t i = 0; i < warps && !state_error(io); i++)
        warp_state(&c->warp[i], io);
}

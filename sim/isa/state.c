/* State of a launch for checkpoints: its CTAs in flight with their warps. */
#include <stdlib.h>

#include "isa/exec.h"

STATE_LAYOUT("front_warp", sizeof(struct front_warp), 168);
STATE_LAYOUT("front_cta", sizeof(struct front_cta), 400);
STATE_LAYOUT("simt_entry_t", sizeof(simt_entry_t), 16);
STATE_LAYOUT("isa_launch", sizeof(struct isa_launch) - sizeof(front_t), 1512);

enum { DEPTH_MAX = 1 << 20, REGIONS_MAX = 1 << 20 };

void isa_state(void *ctx, state_io_t *io)
{
    isa_launch_t *l = ctx;
    state_expect(io, l->lanes, "lanes");
    state_expect(io, l->code->slots, "registers");
    state_expect(io, l->code->preds, "predicates");
    state_expect(io, l->shared_bytes, "bytes of shared memory");
    uint64_t n = l->n_regions;
    state_count(io, &n, REGIONS_MAX, "words of regions");
    if (state_loading(io)) {
        free(l->regions);
        l->regions = calloc(n + 1, sizeof *l->regions);
        if (!l->regions) {
            state_fail(io, "needs more memory than there is");
            n = 0;
        }
        l->n_regions = (uint32_t)n;
    }
    if (n)
        state_bytes(io, l->regions, n * sizeof *l->regions);
}

static void warp_state(front_warp_t *w, state_io_t *io)
{
    uint64_t depth = w->depth;
    STATE(io, w->pc);
    STATE(io, w->rpc);
    STATE(io, w->active);
    STATE(io, w->alive);
    STATE(io, w->steps);
    STATE(io, w->at_barrier);
    STATE(io, w->barrier);
    STATE(io, w->barrier_warps);
    STATE(io, w->red);
    if (w->pc != ISA_NO_INDEX && w->pc >= w->l->k->n_inst)
        state_fail(io, "has a warp outside its kernel");
    if (w->barrier >= sizeof w->cta->red / sizeof w->cta->red[0])
        state_fail(io, "has a warp at a barrier that does not exist");
    state_count(io, &depth, DEPTH_MAX, "entries of a SIMT stack");
    if (state_loading(io) && depth > w->room) {
        free(w->stack);
        w->room = 0;
        w->stack = malloc(depth * sizeof *w->stack);
        if (w->stack)
            w->room = (uint32_t)depth;
        else
            state_fail(io, "needs more memory than there is");
    }
    if (state_error(io))
        depth = 0;
    w->depth = (uint32_t)depth;
    if (depth)
        state_bytes(io, w->stack, depth * sizeof *w->stack);
}

void isa_cta_state(void *ctx, state_io_t *io, front_cta_t **cta)
{
    isa_launch_t *l = ctx;
    uint32_t warps = l->front.warps_per_cta, number = state_loading(io) ? 0 : (*cta)->cta;
    STATE(io, number);
    if (state_loading(io))
        *cta = isa_cta_prepare(l, number);
    front_cta_t *c = *cta;
    STATE(io, c->region);
    if (c->region / 64 >= l->n_regions) {
        state_fail(io, "has a CTA without local memory");
        return;
    }
    state_bytes(io, c->regs, regs_bytes(l) * warps);
    state_bytes(io, c->preds, (size_t)l->code->preds * warps * sizeof *c->preds);
    state_bytes(io, c->shared, l->shared_bytes);
    state_bytes(io, c->local, thread_bytes(l, l->local_words));
    state_bytes(io, c->call, thread_bytes(l, l->call_words));
    state_bytes(io, c->red, sizeof c->red);
    for (uint32_t i = 0; i < warps; i++)
        warp_state(&c->warp[i], io);
}

/*
 * What policies ask of the GPU and want of it (gpu.h, "for policies").
 */
#include "common/bits.h"
#include "gpu/gpu_int.h"

unsigned gpu_n_slices(const gpu_t *g)
{
    return g->n_slices;
}

const front_t *gpu_front(const gpu_t *g)
{
    return g->shared.front;
}

bool gpu_l1_prefetch(gpu_t *g, uint32_t sm, uint64_t line, uint32_t pc, uint32_t warp)
{
    return gpu_l1_prefetch_marked(g, sm, line, pc, warp, 0);
}

bool gpu_l1_prefetch_marked(gpu_t *g, uint32_t sm, uint64_t line, uint32_t pc, uint32_t warp,
                            uint16_t mark)
{
    return sm_prefetch(&g->sm[sm], line, pc, warp, mark, g->core.next);
}

bool gpu_memory_has(const gpu_t *g, uint64_t addr)
{
    const front_t *f = g->shared.front;
    return f->ops->allocated ? f->ops->allocated(f->ctx, addr)
                             : addr - f->arena_base < f->arena_bytes;
}

uint32_t gpu_prefetch_room(const gpu_t *g, uint32_t sm)
{
    const ring_t *q = &g->sm[sm].prefetch;
    return q->cap - q->count;
}

bool gpu_want_prefetch_queue(gpu_t *g, uint32_t entries)
{
    if (entries <= g->cfg.l1_prefetch_queue)
        return true;
    g->cfg.l1_prefetch_queue = entries;
    for (uint32_t i = 0; i < g->n_sms; i++) {
        ring_free(&g->sm[i].prefetch);
        if (!ring_init(&g->sm[i].prefetch, entries))
            return false;
        g->sm[i].l1.prefetching = true;
    }
    return true;
}

uint64_t gpu_warps_waiting(const gpu_t *g, uint32_t i, uint64_t mask)
{
    const sm_t *sm = &g->sm[i];
    return (sm->haz_mem | sm->fence) & sm->live & mask;
}

uint64_t gpu_warps_accessing(const gpu_t *g, uint32_t i, uint64_t mask)
{
    const sm_t *sm = &g->sm[i];
    uint64_t out = 0;
    for (uint64_t m = sm->unit[INST_UNIT_LDST] & sm->live & mask; m; m &= m - 1) {
        uint8_t space = sm->warp[bits_lowest(m)].next->space;
        if (space == INST_SPACE_GLOBAL || space == INST_SPACE_LOCAL || space == INST_SPACE_GENERIC)
            out |= m & -m;
    }
    return out;
}

bool gpu_warp_in_loop(const gpu_t *g, uint32_t sm, uint32_t warp, uint32_t loop)
{
    return sm_warp_in_loop(&g->sm[sm], warp, loop);
}

uint32_t gpu_l1_victim_of(const gpu_t *g, uint32_t sm, uint32_t set, uint64_t mask)
{
    const l1d_t *d = &g->sm[sm].l1;
    return d->wide ? recency_victim_of(&d->recency, set, mask)
                   : repl_victim_of(&d->repl, set, mask);
}

uint32_t gpu_loop_of(const gpu_t *g, uint32_t pc)
{
    const front_t *f = g->shared.front;
    uint32_t low = 0, high = f->n_inst;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (f->inst[mid].pc < pc)
            low = mid + 1;
        else
            high = mid;
    }
    return low < f->n_inst && f->inst[low].pc == pc ? f->inst[low].loop : 0;
}

bool gpu_l1_can_miss(const gpu_t *g, uint32_t sm)
{
    const l1d_t *d = &g->sm[sm].l1;
    return d->mshr_free != L1D_NIL && d->n_miss < d->read_cap;
}

uint32_t gpu_cta_room(const gpu_t *g, uint32_t sm)
{
    return g->sm[sm].cta_limit - g->sm[sm].resident;
}

uint32_t gpu_cta_limit(const gpu_t *g, uint32_t sm)
{
    return g->sm[sm].cta_limit;
}

void gpu_dispatch_wake_at(gpu_t *g, uint64_t cycle)
{
    if (cycle < g->dispatch_wake)
        g->dispatch_wake = cycle;
}

void gpu_sm_wake_at(gpu_t *g, uint32_t sm, uint64_t cycle)
{
    if (cycle < g->sm[sm].wake_at)
        g->sm[sm].wake_at = cycle;
    wake_lower(&g->sm_wake, sm, cycle);
}

/*
 * What policies may know of an SM's warps (gpu.h).
 */
#include "common/bits.h"
#include "gpu/gpu_int.h"

uint64_t gpu_warps_live(const gpu_t *g, uint32_t sm)
{
    return g->sm[sm].live;
}

uint64_t gpu_warps_at_barrier(const gpu_t *g, uint32_t sm)
{
    return g->sm[sm].barrier & g->sm[sm].live;
}

uint64_t gpu_warps_of_cta(const gpu_t *g, uint32_t sm, uint32_t warp)
{
    const sm_t *p = &g->sm[sm];
    return p->cta[p->warp[warp].cta].mask;
}

static bool reads_l1(const inst_t *i)
{
    return i->kind == INST_LOAD && (i->space == INST_SPACE_GLOBAL || i->space == INST_SPACE_LOCAL ||
                                    i->space == INST_SPACE_GENERIC);
}

uint64_t gpu_warps_loading(const gpu_t *g, uint32_t sm, uint64_t mask)
{
    const sm_t *p = &g->sm[sm];
    uint64_t out = 0;
    for (uint64_t m = mask & p->live & p->unit[INST_UNIT_LDST]; m; m &= m - 1)
        if (reads_l1(p->warp[bits_lowest(m)].next))
            out |= m & -m;
    return out;
}

uint64_t gpu_warps_oldest(const gpu_t *g, uint32_t sm, uint64_t mask, uint32_t n)
{
    return sm_oldest(&g->sm[sm], mask, n);
}

uint32_t gpu_warps_choice(const gpu_t *g, uint32_t sm, uint32_t sched, uint32_t policy,
                          uint64_t mask)
{
    return sm_pick_baseline(&g->sm[sm], sched, policy, mask);
}

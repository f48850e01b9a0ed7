/*
 * Barriers of the program that can never be met. All live warps of a CTA wait, and a barrier is
 * complete as soon as its last warp arrives (issue.c): nobody is left who could.
 */
#include "front/deadlock.h"

#include "common/bits.h"
#include "gpu/gpu_int.h"

static const inst_t *inst_at(const front_t *f, uint32_t pc)
{
    uint32_t low = 0, high = f->n_inst;
    while (high - low > 1) {
        uint32_t mid = low + (high - low) / 2;
        if (f->inst[mid].pc <= pc)
            low = mid;
        else
            high = mid;
    }
    return &f->inst[low];
}

static int report(const gpu_t *g, const sm_t *sm, const sm_cta_t *cta, diag_t *d)
{
    deadlock_warp_t waits[DEADLOCK_WARPS];
    unsigned n = 0;
    for (uint64_t m = cta->mask & sm->live; m; m &= m - 1) {
        const sm_warp_t *w = &sm->warp[bits_lowest(m)];
        waits[n++] = (deadlock_warp_t){
            .at = inst_at(g->front, w->barrier_pc),
            .warp = (uint16_t)(bits_lowest(m) - bits_lowest(cta->mask)),
            .meet = cta->want[w->barrier],
            .barrier = w->barrier,
        };
    }
    return deadlock_report(g->front, cta->grid, waits, n, d);
}

int gpu_report_deadlock(const gpu_t *g, diag_t *d)
{
    for (uint32_t i = 0; i < g->n_sms; i++) {
        const sm_t *sm = &g->sm[i];
        for (uint32_t slot = 0; slot < SM_WARPS; slot++) {
            const sm_cta_t *cta = &sm->cta[slot];
            uint64_t live = cta->mask & sm->live;
            if (live && !(live & ~sm->barrier))
                return report(g, sm, cta, d);
        }
    }
    return 0;
}

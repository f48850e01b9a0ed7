#include "driver/front_run.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "common/bits.h"
#include "front/deadlock.h"

typedef struct run_warp {
    front_warp_t *w;
    const inst_t *next; /* NULL: finished */
    const inst_t *at;   /* the barrier it has arrived at last */
    bool waits;
    uint8_t barrier;
    uint16_t barrier_warps;
} run_warp_t;

typedef struct run {
    front_t *f;
    run_warp_t *warp;
    uint64_t insts, threads;
    uint32_t live; /* warps not finished */
    warp_step_t step;
} run_t;

/* To the warp's end, a barrier or a fault. */
static void run_warp(run_t *r, run_warp_t *w)
{
    warp_step_t *s = &r->step;
    do {
        const inst_t *inst = w->next;
        r->f->ops->step(r->f->ctx, w->w, s);
        if (r->f->error)
            return;
        r->insts++;
        r->threads += bits_popcount(s->active);
        w->next = s->next;
        if (inst->kind == INST_BARRIER && s->active) {
            w->waits = true;
            w->at = inst;
            w->barrier = s->barrier;
            w->barrier_warps = s->barrier_warps;
        }
    } while (w->next && !w->waits);
    if (!w->next)
        r->live--;
}

/* Lets the warps go on that wait at a barrier which is complete. */
static bool release(run_t *r)
{
    uint32_t warps = r->f->warps_per_cta;
    bool any = false;
    for (unsigned id = 0; id < 256; id++) {
        uint32_t waiting = 0, want = 0;
        for (uint32_t i = 0; i < warps; i++) {
            const run_warp_t *w = &r->warp[i];
            if (!w->waits || w->barrier != id)
                continue;
            waiting += w->next != NULL; /* a barrier as the last instruction holds nobody */
            want = w->barrier_warps ? w->barrier_warps : want;
            if (!w->next)
                r->warp[i].waits = false;
        }
        if (!waiting || waiting < (want ? want : r->live))
            continue;
        any = true;
        for (uint32_t i = 0; i < warps; i++)
            if (r->warp[i].barrier == id)
                r->warp[i].waits = false;
    }
    return any;
}

static int deadlock(const run_t *r, uint32_t cta, diag_t *d)
{
    deadlock_warp_t waits[DEADLOCK_WARPS];
    unsigned n = 0;
    for (uint32_t i = 0; i < r->f->warps_per_cta && n < DEADLOCK_WARPS; i++) {
        const run_warp_t *w = &r->warp[i];
        if (w->next)
            waits[n++] = (deadlock_warp_t){w->at, (uint16_t)i, w->barrier_warps, w->barrier};
    }
    return deadlock_report(r->f, cta, waits, n, d);
}

static int run_cta(run_t *r, uint32_t number, diag_t *d)
{
    front_t *f = r->f;
    front_cta_t *cta = f->ops->cta_begin(f->ctx, number);
    int rc = 0;
    r->live = 0;
    for (uint32_t i = 0; i < f->warps_per_cta; i++) {
        front_warp_t *w = f->ops->cta_warp(f->ctx, cta, i);
        r->warp[i] = (run_warp_t){.w = w, .next = f->ops->first(f->ctx, w)};
        r->live += r->warp[i].next != NULL;
    }
    while (r->live && !f->error && !rc) {
        bool progress = false;
        for (uint32_t i = 0; i < f->warps_per_cta && !f->error; i++)
            if (r->warp[i].next && !r->warp[i].waits) {
                progress = true;
                run_warp(r, &r->warp[i]);
            }
        if (r->live && !f->error && !release(r) && !progress)
            rc = deadlock(r, number, d);
    }
    f->ops->cta_end(f->ctx, cta);
    return rc;
}

int front_run(front_t *f, uint64_t *warp_insts, uint64_t *thread_insts, diag_t *d)
{
    uint64_t ctas = (uint64_t)f->grid[0] * f->grid[1] * f->grid[2];
    run_t r = {.f = f, .warp = calloc(f->warps_per_cta, sizeof *r.warp)};
    int rc = 0;
    if (!r.warp) {
        diag_at(d, f->kernel, 0, 0, "out of memory");
        return -ENOMEM;
    }
    for (uint64_t k = 0; k < ctas && !rc && !f->error; k++)
        rc = run_cta(&r, (uint32_t)k, d);
    free(r.warp);
    *warp_insts += r.insts;
    *thread_insts += r.threads;
    return rc ? rc : f->error ? -EFAULT : 0;
}

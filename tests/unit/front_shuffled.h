/*
 * Runs a launch without timing as no functional run does: all of its CTAs at once, and after each
 * instruction another warp, drawn by a seed. What a program promises holds in this order too.
 */
#ifndef LW_TESTS_FRONT_SHUFFLED_H
#define LW_TESTS_FRONT_SHUFFLED_H

#include <stdlib.h>

#include "front/front.h"

typedef struct shuffled_warp {
    front_warp_t *w;
    const inst_t *next; /* NULL: it has finished */
    uint32_t cta;
    int barrier; /* the number that it waits at, or -1 */
    uint16_t meet;
} shuffled_warp_t;

/* Lets the warps of a CTA go on that wait at a barrier which is complete. */
static inline void shuffled_release(shuffled_warp_t *warp, uint32_t n)
{
    for (int id = 0; id < 16; id++) {
        uint32_t waiting = 0, want = 0, live = 0;
        for (uint32_t i = 0; i < n; i++) {
            bool at = warp[i].barrier == id;
            live += warp[i].next || warp[i].barrier >= 0;
            waiting += at;
            want = at && warp[i].meet ? warp[i].meet : want;
        }
        for (uint32_t i = 0; waiting && waiting >= (want ? want : live) && i < n; i++)
            warp[i].barrier = warp[i].barrier == id ? -1 : warp[i].barrier;
    }
}

static inline void shuffled_step(const front_t *f, shuffled_warp_t *all, shuffled_warp_t *w)
{
    warp_step_t out;
    bool barrier = w->next->kind == INST_BARRIER;
    f->ops->step(f->ctx, w->w, &out);
    w->next = out.next;
    barrier = barrier && out.active && w->next;
    w->barrier = barrier ? out.barrier : -1;
    w->meet = out.barrier_warps;
    if (barrier || !w->next)
        shuffled_release(all + w->cta * f->warps_per_cta, f->warps_per_cta);
}

/* Numbers of 15 bits. */
static inline uint32_t shuffled_draw(uint32_t *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed >> 16 & 0x7fff;
}

/* 0; or 1: a fault, warps that wait for ever, or no memory. */
static inline int shuffled_run(front_t *f, uint32_t seed)
{
    uint32_t ctas = f->grid[0] * f->grid[1] * f->grid[2], per = f->warps_per_cta, n = ctas * per;
    shuffled_warp_t *warp = calloc(n + 1, sizeof *warp);
    front_cta_t **cta = calloc(ctas + 1, sizeof *cta);
    uint32_t live = 0, idle = 0;
    for (uint32_t i = 0; warp && cta && i < n; i++) {
        if (i % per == 0)
            cta[i / per] = f->ops->cta_begin(f->ctx, i / per);
        front_warp_t *w = f->ops->cta_warp(f->ctx, cta[i / per], i % per);
        warp[i] = (shuffled_warp_t){w, f->ops->first(f->ctx, w), i / per, -1, 0};
        live += warp[i].next != NULL;
    }
    while (live && !f->error && idle < 1024 * n) {
        shuffled_warp_t *w = &warp[shuffled_draw(&seed) % n];
        if (!w->next || w->barrier >= 0) {
            idle++;
            continue;
        }
        idle = 0;
        shuffled_step(f, warp, w);
        live -= !w->next;
    }
    for (uint32_t i = 0; cta && i < ctas; i++)
        f->ops->cta_end(f->ctx, cta[i]);
    free(warp);
    free(cta);
    return f->error || live;
}

#endif

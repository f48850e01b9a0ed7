/*
 * Address programs against execution: a front end that runs another one and, at the first
 * execution of each global access by each thread, in the first iteration of the loops around it,
 * compares its addresses with those of the program and of the program's readable form.
 */
#ifndef LW_TESTS_ADDRESS_WATCH_H
#define LW_TESTS_ADDRESS_WATCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/address.h"
#include "isa/exec.h"

/* A warp, and what its lanes have been through. */
typedef struct seen_cta seen_cta_t;

typedef struct seen_warp {
    seen_cta_t *cta;
    front_warp_t *inner;
    const inst_t *now;
    uint32_t first;  /* thread */
    uint64_t *done;  /* [programs] lanes that have executed the access */
    uint64_t *once;  /* [loops] lanes at the header once or more */
    uint64_t *again; /* twice or more */
} seen_warp_t;

struct seen_cta {
    front_cta_t *inner;
    uint32_t id[3];
    seen_warp_t warp[];
};

typedef struct watch {
    const char *what; /* for messages */
    bool overflows;   /* sums of 32 bits do: the readable form is of whole numbers */
    front_t front;
    front_t *inner;
    const isa_kernel_t *k;
    address_set_t *set;
    address_eval_t *eval;
    const address_program_t *program;
    unsigned n;
    int *program_of; /* [n_inst] */
    uint64_t compared;
    unsigned regular, reached; /* programs over all launches */
    bool *hit;                 /* [n] */
} watch_t;

static inline front_cta_t *watch_cta_begin(void *ctx, uint32_t cta)
{
    watch_t *w = ctx;
    uint32_t warps = w->front.warps_per_cta;
    const uint32_t *grid = w->front.grid;
    seen_cta_t *c = calloc(1, sizeof *c + warps * sizeof(seen_warp_t));
    assert_non_null(c);
    c->inner = w->inner->ops->cta_begin(w->inner->ctx, cta);
    c->id[0] = cta % grid[0];
    c->id[1] = cta / grid[0] % grid[1];
    c->id[2] = cta / grid[0] / grid[1];
    for (uint32_t i = 0; i < warps; i++) {
        seen_warp_t *s = &c->warp[i];
        s->cta = c;
        s->inner = w->inner->ops->cta_warp(w->inner->ctx, c->inner, i);
        s->now = w->inner->ops->first(w->inner->ctx, s->inner);
        s->first = i * w->front.warp_size;
        s->done = calloc(w->n + 1, sizeof *s->done);
        s->once = calloc(w->k->n_loops + 1, sizeof *s->once);
        s->again = calloc(w->k->n_loops + 1, sizeof *s->again);
    }
    return (front_cta_t *)(void *)c;
}

static inline front_warp_t *watch_cta_warp(void *ctx, front_cta_t *cta, unsigned warp)
{
    (void)ctx;
    seen_cta_t *c = (seen_cta_t *)(void *)cta;
    return (front_warp_t *)(void *)&c->warp[warp];
}

static inline const inst_t *watch_first(void *ctx, front_warp_t *warp)
{
    (void)ctx;
    return ((seen_warp_t *)(void *)warp)->now;
}

/* Of 32 threads at most. */
static inline void watch_compare(watch_t *w, const seen_warp_t *s, int at, const warp_step_t *out,
                                 uint64_t lanes)
{
    const address_program_t *p = &w->program[at];
    const uint32_t *b = w->front.block;
    uint32_t tid[ADDRESS_THREADS][3];
    uint64_t addr[ADDRESS_THREADS], sum[ADDRESS_THREADS];
    unsigned n = 0;
    if (!lanes)
        return;
    for (uint64_t m = lanes; m; m &= m - 1) {
        uint32_t t = s->first + (uint32_t)__builtin_ctzll(m);
        tid[n][0] = t % b[0];
        tid[n][1] = t / b[0] % b[1];
        tid[n++][2] = t / b[0] / b[1];
    }
    address_eval(w->eval, (unsigned)at, s->cta->id, (const uint32_t(*)[3])tid, n, addr);
    address_eval_sum(w->eval, (unsigned)at, s->cta->id, (const uint32_t(*)[3])tid, n, sum);
    n = 0;
    for (uint64_t m = lanes; m; m &= m - 1, n++) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        char text[300];
        if (addr[n] != out->addr[lane] || (!w->overflows && sum[n] != out->addr[lane]))
            fail_msg("%s, %s, pc %#x: block %u %u %u, thread %u %u %u: the program gives "
                     "%#llx, its sum %#llx; execution %#llx: %s",
                     w->what, w->k->name, p->index * ISA_PC_STEP, s->cta->id[0], s->cta->id[1],
                     s->cta->id[2], tid[n][0], tid[n][1], tid[n][2], (unsigned long long)addr[n],
                     (unsigned long long)sum[n], (unsigned long long)out->addr[lane],
                     address_text(w->set, (unsigned)at, text, sizeof text));
        w->compared++;
    }
    w->hit[at] = true;
}

/* Lanes that are in the first iteration of the loops around instruction i. */
static inline uint64_t watch_first_iteration(const watch_t *w, const seen_warp_t *s, uint32_t i)
{
    uint64_t lanes = UINT64_MAX;
    for (unsigned l = w->k->inst[i].loop; l; l = w->k->loop[l - 1].parent)
        lanes &= ~s->again[l - 1];
    return lanes;
}

static inline void watch_step(void *ctx, front_warp_t *warp, warp_step_t *out)
{
    watch_t *w = ctx;
    seen_warp_t *s = (seen_warp_t *)(void *)warp;
    uint32_t i = s->now->pc / ISA_PC_STEP;
    for (unsigned l = 0; l < w->k->n_loops; l++)
        if (w->k->loop[l].header == i) {
            s->again[l] |= s->once[l] & s->inner->active;
            s->once[l] |= s->inner->active;
        }
    w->inner->ops->step(w->inner->ctx, s->inner, out);
    s->now = out->next;
    w->front.error = w->inner->error;
    int at = w->program_of[i];
    if (at < 0 || w->front.error)
        return;
    uint64_t lanes = out->active & ~s->done[at];
    s->done[at] |= lanes;
    lanes &= watch_first_iteration(w, s, i);
    if (out->space == INST_SPACE_GLOBAL && lanes && w->program[at].why == ADDRESS_REGULAR)
        for (unsigned half = 0; half < 64; half += 32)
            watch_compare(w, s, at, out, lanes & UINT64_C(0xffffffff) << half);
}

static inline void watch_cta_end(void *ctx, front_cta_t *cta)
{
    watch_t *w = ctx;
    seen_cta_t *c = (seen_cta_t *)(void *)cta;
    for (uint32_t i = 0; i < w->front.warps_per_cta; i++) {
        free(c->warp[i].done);
        free(c->warp[i].once);
        free(c->warp[i].again);
    }
    w->inner->ops->cta_end(w->inner->ctx, c->inner);
    free(c);
}

static const front_ops_t watch_ops = {.cta_begin = watch_cta_begin,
                                      .cta_warp = watch_cta_warp,
                                      .first = watch_first,
                                      .step = watch_step,
                                      .cta_end = watch_cta_end};

/* The front end to run instead of f. */
static inline front_t *watch_begin(watch_t *w, front_t *f)
{
    const isa_launch_t *l = isa_front_launch(f);
    assert_non_null(l);
    address_launch_t given;
    address_launch_of(l, &given);
    w->inner = f;
    w->front = *f;
    w->front.ops = &watch_ops;
    w->front.ctx = w;
    w->k = isa_launch_kernel(l);
    w->set = address_set_new(w->k);
    w->eval = address_eval_new(w->set, &given);
    w->program = address_programs(w->set, &w->n);
    w->program_of = calloc(w->k->n_inst, sizeof *w->program_of);
    w->hit = calloc(w->n + 1, 1);
    for (uint32_t i = 0; i < w->k->n_inst; i++)
        w->program_of[i] = -1;
    for (unsigned p = 0; p < w->n; p++)
        w->program_of[w->program[p].index] = (int)p;
    return &w->front;
}

static inline void watch_end(watch_t *w)
{
    for (unsigned p = 0; p < w->n; p++) {
        w->regular += w->program[p].why == ADDRESS_REGULAR;
        w->reached += w->hit[p];
    }
    address_eval_free(w->eval);
    address_set_free(w->set);
    free(w->program_of);
    free(w->hit);
}

#endif

/*
 * A synthetic front end for tests and benchmarks of the GPU model: every warp runs the same
 * straight program `repeat` times and ends; callbacks give addresses and masks. And presets as a
 * gpu_cfg_t.
 */
#ifndef LW_TESTS_GPU_SYNTH_H
#define LW_TESTS_GPU_SYNTH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "config/run_config.h"
#include "front/front.h"
#include "gpu/gpu.h"
#include "plain.h"

#define SYNTH_MAX 64

typedef struct synth synth_t;

/* Where a warp stands. */
typedef struct synth_at {
    uint32_t cta, warp; /* warp within the CTA */
    uint32_t iter;      /* turn of the loop, from 0 */
    uint32_t inst;      /* index in the program */
} synth_at_t;

struct front_warp {
    synth_at_t at;
};

struct front_cta {
    struct front_warp warp[64];
    struct front_cta *free; /* pool */
    struct front_cta *all;  /* every one made, for synth_free() */
};

struct synth {
    front_t front;
    inst_t inst[SYNTH_MAX];
    uint32_t n, repeat;
    uint64_t (*addr)(const synth_t *s, const synth_at_t *at, uint32_t lane);
    uint64_t (*mask)(const synth_t *s, const synth_at_t *at); /* NULL: all lanes */
    /* Number and warps of a barrier; NULL: barrier 0 of the whole CTA. */
    void (*barrier)(const synth_t *s, const synth_at_t *at, warp_step_t *out);
    const void *user;
    uint64_t steps; /* instructions executed */
    struct front_cta *pool, *all;
    uint32_t ctas_alive;
    /* Issue order, for tests of schedulers: what was stepped, in order. */
    synth_at_t *log;
    uint32_t log_n, log_cap;
};

static inline front_cta_t *synth_cta_begin(void *ctx, uint32_t cta)
{
    synth_t *s = ctx;
    front_cta_t *c = s->pool;
    if (c) {
        s->pool = c->free;
    } else {
        c = malloc(sizeof *c);
        c->all = s->all;
        s->all = c;
    }
    for (uint32_t w = 0; w < s->front.warps_per_cta; w++)
        c->warp[w].at = (synth_at_t){.cta = cta, .warp = w};
    s->ctas_alive++;
    return c;
}

static inline front_warp_t *synth_cta_warp(void *ctx, front_cta_t *cta, unsigned warp)
{
    (void)ctx;
    return &cta->warp[warp];
}

static inline const inst_t *synth_first(void *ctx, front_warp_t *w)
{
    synth_t *s = ctx;
    return s->n && w->at.iter < s->repeat ? &s->inst[w->at.inst] : NULL;
}

static inline void synth_step(void *ctx, front_warp_t *w, warp_step_t *out)
{
    synth_t *s = ctx;
    synth_at_t *at = &w->at;
    const inst_t *i = &s->inst[at->inst];
    s->steps++;
    if (s->log && s->log_n < s->log_cap)
        s->log[s->log_n++] = *at;
    out->active = s->mask ? s->mask(s, at) : bits_mask(s->front.warp_size);
    out->space = i->space;
    out->barrier = 0;
    out->barrier_warps = 0;
    if (i->kind == INST_BARRIER && s->barrier)
        s->barrier(s, at, out);
    if (inst_is_memory(i) && s->addr)
        for (uint32_t lane = 0; lane < s->front.warp_size; lane++)
            out->addr[lane] = s->addr(s, at, lane);
    if (++at->inst == s->n) {
        at->inst = 0;
        at->iter++;
    }
    out->next = at->iter < s->repeat ? &s->inst[at->inst] : NULL;
}

static inline void synth_cta_end(void *ctx, front_cta_t *cta)
{
    synth_t *s = ctx;
    cta->free = s->pool;
    s->pool = cta;
    s->ctas_alive--;
}

static inline void synth_state(void *ctx, state_io_t *io)
{
    synth_t *s = ctx;
    STATE(io, s->steps);
}

static inline void synth_cta_state(void *ctx, state_io_t *io, uint32_t number, front_cta_t **cta)
{
    (void)number;
    if (state_loading(io))
        *cta = synth_cta_begin(ctx, 0);
    STATE(io, (*cta)->warp);
}

static const front_ops_t synth_ops = {
    .cta_begin = synth_cta_begin,
    .cta_warp = synth_cta_warp,
    .first = synth_first,
    .step = synth_step,
    .cta_end = synth_cta_end,
    .state = synth_state,
    .cta_state = synth_cta_state,
};

static inline void synth_free(synth_t *s)
{
    while (s->all) {
        front_cta_t *c = s->all;
        s->all = c->all;
        free(c);
    }
    free(s->log);
}

/* An empty program; instructions are added with synth_add(). */
static inline void synth_init(synth_t *s, uint32_t ctas, uint32_t warps, uint32_t warp_size)
{
    memset(s, 0, sizeof *s);
    s->repeat = 1;
    s->front = (front_t){.ops = &synth_ops,
                         .ctx = s,
                         .kernel = "synthetic",
                         .grid = {ctas, 1, 1},
                         .block = {warps * warp_size, 1, 1},
                         .warp_size = warp_size,
                         .warps_per_cta = warps,
                         .regs_per_thread = 16,
                         .inst = s->inst,
                         .arena_base = 0x10000000,
                         .arena_bytes = 64u << 20};
}

static inline void synth_reg(inst_regset_t *r, int reg)
{
    if (reg >= 0)
        r->w[reg / 64] |= UINT64_C(1) << (reg % 64);
}

/* An instruction dst <- src (-1: none). */
static inline inst_t *synth_add(synth_t *s, inst_unit_t unit, inst_kind_t kind, inst_space_t space,
                                int dst, int src)
{
    inst_t *i = &s->inst[s->n];
    *i = (inst_t){.pc = 8 * s->n,
                  .unit = (uint8_t)unit,
                  .kind = (uint8_t)kind,
                  .space = (uint8_t)space,
                  .width = 4};
    synth_reg(&i->dst, dst);
    synth_reg(&i->use, dst);
    synth_reg(&i->use, src);
    s->front.n_inst = ++s->n;
    return i;
}

static inline inst_t *synth_alu(synth_t *s, int dst, int src)
{
    return synth_add(s, INST_UNIT_SP, INST_ALU, INST_SPACE_NONE, dst, src);
}

static inline inst_t *synth_load(synth_t *s, int dst, int src)
{
    return synth_add(s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_GLOBAL, dst, src);
}

static inline inst_t *synth_store(synth_t *s, int src)
{
    return synth_add(s, INST_UNIT_LDST, INST_STORE, INST_SPACE_GLOBAL, -1, src);
}

/* Core cycles of the logged steps: attach synth_clock_hooks with one of these as context. */
#define SYNTH_CLOCK_MAX 4096

typedef struct synth_clock {
    const synth_t *s;
    uint64_t cycle[SYNTH_CLOCK_MAX]; /* of s->log[i], for i < n */
    uint32_t n;
} synth_clock_t;

static inline void synth_clock_tick(void *ctx, uint32_t sm, uint64_t cycle)
{
    synth_clock_t *x = ctx;
    (void)sm;
    while (x->n < x->s->log_n && x->n < SYNTH_CLOCK_MAX)
        x->cycle[x->n++] = cycle;
}

static const gpu_hooks_t synth_clock_hooks
    __attribute__((unused)) = {.policy = "clock", .on_cycle = synth_clock_tick};

static inline void synth_log_on(synth_t *s, uint32_t cap)
{
    s->log = malloc(cap * sizeof *s->log);
    s->log_cap = cap;
}

/* A preset by name; the process ends with a message if it cannot be read. */
static inline gpu_cfg_t synth_preset(const char *name)
{
    run_config_t c;
    diag_t d = {{0}};
    if (run_config_load(&c, name, &d) || run_config_check(&c, &d)) {
        fprintf(stderr, "%s\n", d.text);
        exit(1);
    }
    return c.gpu;
}

/* The plain machine with one clock, one SM, and one channel with one slice. */
static inline gpu_cfg_t synth_small(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.dram_channels = 1;
    c.l2_slices = 1;
    return c;
}

/* Runs a fresh GPU; the process ends with a message on anything but GPU_OK. */
static inline void synth_run(const gpu_cfg_t *cfg, synth_t *s, gpu_stats_t *stats)
{
    gpu_t *g = gpu_new(cfg);
    gpu_set_dump(g, stderr);
    gpu_status_t status = gpu_run(g, &s->front);
    if (status != GPU_OK) {
        fprintf(stderr, "status %d: %s\n", (int)status, gpu_message(g));
        exit(1);
    }
    gpu_stats(g, stats);
    gpu_free(g);
}

#endif

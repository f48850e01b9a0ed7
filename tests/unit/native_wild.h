/*
 * A front end that does all that front.h allows, and its recording as a native trace in a folder of
 * the test's own.
 */
#ifndef LW_TESTS_NATIVE_WILD_H
#define LW_TESTS_NATIVE_WILD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bits.h"
#include "common/rng.h"
#include "trace/native.h"

enum { INSTS = 40, CTAS = 11, WARPS = 5, REGIONS = 64, LOCAL_BYTES = 1 << 14 };

/* A front end that does all that front.h allows, a function of CTA, warp and step alone: straight
 * runs and jumps anywhere, masks of every kind, addresses in lines and anywhere. */
typedef struct wild {
    front_t front;
    inst_t inst[INSTS];
    uint32_t steps; /* of a warp, at most */
    uint8_t region[REGIONS];
} wild_t;

struct front_warp {
    front_cta_t *cta;
    uint32_t warp, at, step;
    rng_t rng;
    uint64_t mask, base[INSTS], stride[INSTS];
};

struct front_cta {
    uint32_t cta, region;
    struct front_warp warp[WARPS];
};

static inline front_cta_t *wild_begin(void *ctx, uint32_t cta)
{
    wild_t *w = ctx;
    front_cta_t *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->cta = cta;
    while (w->region[c->region])
        c->region++;
    w->region[c->region] = 1;
    for (uint32_t k = 0; k < WARPS; k++) {
        struct front_warp *x = &c->warp[k];
        x->cta = c;
        x->warp = k;
        rng_seed(&x->rng, cta * 100 + k + 1);
        x->mask = bits_mask(w->front.warp_size);
        for (uint32_t i = 0; i < INSTS; i++) {
            x->base[i] = w->front.arena_base + rng_u64(&x->rng) % 100000 * 4;
            x->stride[i] = rng_u64(&x->rng) % 3 * 4;
        }
    }
    return c;
}

static inline front_warp_t *wild_warp(void *ctx, front_cta_t *c, unsigned warp)
{
    (void)ctx;
    return &c->warp[warp];
}

static inline const inst_t *wild_first(void *ctx, front_warp_t *x)
{
    wild_t *w = ctx;
    if (x->warp == 3 && x->cta->cta == 2) /* a warp with nothing to do */
        return NULL;
    x->at = x->warp == 4 ? 3 : 0;
    return &w->inst[x->at];
}

static inline uint64_t wild_address(wild_t *w, front_warp_t *x, uint32_t lane, unsigned how)
{
    uint64_t local = w->front.local_base + x->cta->region * w->front.local_cta_bytes;
    switch (how) {
    case 0:
    case 1:
    case 2:
        return x->base[x->at] + x->stride[x->at] * lane;
    case 3:
        return w->front.arena_base + rng_u64(&x->rng) % 4096;
    case 4:
        return local + (lane * 4 + rng_u64(&x->rng) % 64 * 128) % LOCAL_BYTES;
    case 5:
        return lane & 1 ? local + lane : w->front.arena_base + lane * 8;
    default:
        return rng_u64(&x->rng);
    }
}

static inline void wild_step(void *ctx, front_warp_t *x, warp_step_t *out)
{
    wild_t *w = ctx;
    const inst_t *i = &w->inst[x->at];
    uint64_t all = bits_mask(w->front.warp_size);
    unsigned how = (unsigned)(rng_u64(&x->rng) % 24);
    if (how == 0)
        x->mask = rng_u64(&x->rng) & all;
    else if (how == 1)
        x->mask = all;
    else if (how == 2)
        x->mask &= rng_u64(&x->rng);
    memset(out, 0xaa, sizeof *out);
    out->active = how == 3 ? 0 : how == 4 ? rng_u64(&x->rng) & all : x->mask;
    out->space = i->space;
    out->barrier = (uint8_t)(x->at % 16);
    out->barrier_warps = (uint16_t)(x->at % 3);
    if (i->space == INST_SPACE_GENERIC)
        out->space = (uint8_t)(INST_SPACE_GLOBAL + rng_u64(&x->rng) % 3);
    if (inst_is_memory(i)) {
        unsigned kind = (unsigned)(rng_u64(&x->rng) % 12);
        x->base[x->at] += x->at * 4;
        for (uint32_t k = 0; k < w->front.warp_size; k++)
            out->addr[k] = wild_address(w, x, k, kind);
    }
    uint32_t next = x->at + 1;
    if (how >= 20 || next == INSTS)
        next = (uint32_t)(rng_u64(&x->rng) % INSTS);
    x->at = next;
    out->next = ++x->step < w->steps + x->warp ? &w->inst[next] : NULL;
}

static inline void wild_end(void *ctx, front_cta_t *c)
{
    wild_t *w = ctx;
    w->region[c->region] = 0;
    free(c);
}

static const front_ops_t wild_ops = {.cta_begin = wild_begin,
                                     .cta_warp = wild_warp,
                                     .first = wild_first,
                                     .step = wild_step,
                                     .cta_end = wild_end};

static inline void wild_init(wild_t *w, uint32_t lanes, uint32_t steps)
{
    memset(w, 0, sizeof *w);
    w->steps = steps;
    for (uint32_t i = 0; i < INSTS; i++) {
        inst_t *x = &w->inst[i];
        x->pc = 8 * i;
        x->dst.w[i % 4] = UINT64_C(1) << (i * 7 % 64);
        x->use.w[3] = UINT64_C(1) << 63;
        x->loop = (uint16_t)(i % 3);
        x->initiation = (uint8_t)(i % 5);
        x->op = (uint8_t)(i % INST_OPS);
        x->sources = (uint8_t)(i % 7);
        if (i % 4 == 1) {
            x->unit = INST_UNIT_LDST;
            x->kind = (uint8_t)(INST_LOAD + i % 3);
            x->space = (uint8_t)(INST_SPACE_GLOBAL + i / 4 % 7);
            x->width = (uint8_t)(1u << (i % 5));
            x->cache_op = i & 1;
        } else if (i % 9 == 4) {
            x->unit = INST_UNIT_CTRL;
            x->kind = (uint8_t)(INST_BARRIER + i % 4);
        }
    }
    w->front = (front_t){.ops = &wild_ops,
                         .ctx = w,
                         .kernel = "wild \"kernel\"",
                         .grid = {CTAS, 1, 1},
                         .block = {WARPS * lanes, 1, 1},
                         .warp_size = lanes,
                         .warps_per_cta = WARPS,
                         .regs_per_thread = 21,
                         .shared_bytes = 48,
                         .inst = w->inst,
                         .n_inst = INSTS,
                         .arena_base = 0x10000000,
                         .arena_bytes = 0x123456,
                         .local_base = UINT64_C(0x123456789a000),
                         .local_cta_bytes = LOCAL_BYTES};
}

static char dir[] = "/tmp/lw-native-XXXXXX";

static inline int make_dir(void **state)
{
    (void)state;
    return mkdtemp(dir) ? 0 : -1;
}

static inline int remove_dir(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", dir);
    return system(command);
}

static inline const char *in_dir(const char *name)
{
    static char path[2][sizeof dir + 64];
    static unsigned k;
    k ^= 1;
    snprintf(path[k], sizeof path[k], "%s/%s", dir, name);
    return path[k];
}

/* One step of each warp of `open` CTAs after another, CTAs in the order given. f2: compared with f,
 * step by step; NULL: none. */
static inline void drive(front_t *f, front_t *f2, const uint32_t *order, uint32_t open)
{
    front_cta_t *cta[CTAS][2] = {{NULL}};
    const inst_t *next[CTAS][WARPS];
    uint32_t begun = 0, done = 0, live[CTAS];
    front_t *const both[2] = {f, f2};
    static warp_step_t st[2];
    while (done < CTAS) {
        while (begun < CTAS && begun - done < open) {
            uint32_t n = order[begun];
            live[n] = 0;
            for (unsigned b = 0; b < (f2 ? 2 : 1); b++) {
                cta[n][b] = both[b]->ops->cta_begin(both[b]->ctx, n);
                for (uint32_t k = 0; k < WARPS; k++) {
                    const inst_t *i = both[b]->ops->first(
                        both[b]->ctx, both[b]->ops->cta_warp(both[b]->ctx, cta[n][b], k));
                    if (b)
                        assert_int_equal(i ? i - f2->inst : -1,
                                         next[n][k] ? next[n][k] - f->inst : -1);
                    else
                        live[n] += i != NULL;
                    if (!b)
                        next[n][k] = i;
                }
            }
            begun++;
        }
        for (uint32_t o = 0; o < begun; o++) {
            uint32_t n = order[o];
            for (uint32_t k = 0; k < WARPS && cta[n][0]; k++) {
                if (!next[n][k])
                    continue;
                const inst_t *i = next[n][k];
                for (unsigned b = 0; b < (f2 ? 2 : 1); b++)
                    both[b]->ops->step(both[b]->ctx,
                                       both[b]->ops->cta_warp(both[b]->ctx, cta[n][b], k), &st[b]);
                assert_false(f->error || (f2 && f2->error));
                next[n][k] = st[0].next;
                live[n] -= !st[0].next;
                if (!f2)
                    continue;
                assert_int_equal(st[0].active, st[1].active);
                assert_int_equal(st[0].next ? st[0].next - f->inst : -1,
                                 st[1].next ? st[1].next - f2->inst : -1);
                if (i->kind == INST_BARRIER && st[0].active) {
                    assert_int_equal(st[0].barrier, st[1].barrier);
                    assert_int_equal(st[0].barrier_warps, st[1].barrier_warps);
                }
                if (!inst_is_memory(i) || !st[0].active)
                    continue;
                assert_int_equal(st[0].space, st[1].space);
                for (uint64_t m = st[0].active; m; m &= m - 1)
                    assert_int_equal(st[0].addr[bits_lowest(m)], st[1].addr[bits_lowest(m)]);
            }
            if (cta[n][0] && !live[n]) {
                for (unsigned b = 0; b < (f2 ? 2 : 1); b++)
                    both[b]->ops->cta_end(both[b]->ctx, cta[n][b]);
                cta[n][0] = NULL;
                done++;
            }
        }
    }
}

static const uint32_t forward[CTAS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
static const uint32_t shuffled[CTAS] = {7, 2, 10, 0, 5, 1, 9, 3, 8, 6, 4};

static inline void record(const char *path, wild_t *w, unsigned launches)
{
    diag_t d = {{0}};
    const char *const command[] = {"lockwarp", "with \"quotes\"", NULL};
    trace_about_t about = {
        .program = "test", .command = command, .workload = "wild", .warp_size = w->front.warp_size};
    trace_record_t *r = trace_record_open(path, &about, &d);
    assert_non_null(r);
    trace_record_copy(r, 0x10000000, 4096, false);
    trace_record_copy(r, UINT64_C(0x7f0000000000), 12, true);
    for (unsigned k = 0; k < launches; k++) {
        front_t *f = trace_record_launch(r, &w->front, &d);
        assert_non_null(f);
        drive(f, NULL, k & 1 ? shuffled : forward, 1 + 3 * k);
        assert_int_equal(trace_record_launch_end(r, &d), 0);
    }
    assert_int_equal(access(path, F_OK), -1); /* no half a trace under the final name */
    assert_int_equal(trace_record_finish(r, &d), 0);
}

#endif

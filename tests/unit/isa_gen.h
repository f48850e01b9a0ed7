/*
 * Generated kernels for one row at a time: text, and a bench of 64 bytes in and out a thread.
 */
#ifndef LW_TESTS_ISA_GEN_H
#define LW_TESTS_ISA_GEN_H

#include "isa_rig.h"

#include "common/rng.h"
#include "isa/rows.h"

#define LANES 32u

typedef struct text {
    char s[8000];
    size_t n;
} text_t;

static inline void put(text_t *x, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(x->s + x->n, sizeof x->s - x->n, fmt, ap);
    va_end(ap);
    assert_true(n >= 0 && (size_t)n < sizeof x->s - x->n);
    x->n += (size_t)n;
}

static inline const char *suffix(const isa_row_t *row)
{
    return strrchr(row->name, '.') + 1;
}

static inline uint64_t cut(uint64_t x, unsigned bits)
{
    return bits >= 64 ? x : x & ((UINT64_C(1) << bits) - 1);
}

/* k(in, out): registers, lane number in %lane, addresses of the thread's bytes in %in and %out:
 * 64 of each. */
static inline void head(text_t *x, const char *extra)
{
    x->n = 0;
    put(x,
        RIG_HEAD "%s.entry k(.param .u64 i, .param .u64 o, .param .align 16 .b8 p[16]) {\n"
                 ".reg .b32 %%lane, %%r<20>; .reg .b64 %%in, %%out, %%d<20>, %%at;\n"
                 ".reg .b16 %%h<20>; .reg .pred %%p<20>;\n"
                 ".shared .align 16 .b8 sm[4096]; .local .align 16 .b8 lo[64];\n"
                 "mov.u32 %%lane, %%tid.x; mul.wide.u32 %%d0, %%lane, 64;\n"
                 "ld.param.u64 %%in, [i]; add.u64 %%in, %%in, %%d0;\n"
                 "ld.param.u64 %%out, [o]; add.u64 %%out, %%out, %%d0;\n",
        extra);
}

static inline void tail(text_t *x)
{
    put(x, "ret; }\n");
}

typedef struct bench {
    rig_t r;
    uint64_t in, out;
    uint8_t *ib, *ob;
    uint8_t param[16];
} bench_t;

static inline void open_bench(bench_t *b, const text_t *x, const isa_row_t *row)
{
    rig_open(&b->r, row->name, x->s);
    b->in = rig_alloc(&b->r, 64 * 64);
    b->out = rig_alloc(&b->r, 64 * 64);
    b->ib = rig_host(&b->r, b->in);
    b->ob = rig_host(&b->r, b->out);
    rng_t g;
    rng_seed(&g, 5);
    for (unsigned i = 0; i < 64 * 64; i++)
        b->ib[i] = (uint8_t)rng_u64(&g);
    for (unsigned i = 0; i < 16; i++)
        b->param[i] = (uint8_t)(0xf0 - 9 * i);
}

static inline int try_bench(bench_t *b, uint32_t threads)
{
    const isa_kernel_t *k = isa_kernel_find(b->r.m, "k");
    uint8_t params[64] = {0};
    memcpy(params + k->param[0].offset, &b->in, 8);
    memcpy(params + k->param[1].offset, &b->out, 8);
    memcpy(params + k->param[2].offset, b->param, 16);
    isa_launch_cfg_t cfg = {.kernel = k,
                            .grid = {1, 1, 1},
                            .block = {threads, 1, 1},
                            .warp_size = b->r.warp_size,
                            .params = params,
                            .param_bytes = k->param_bytes,
                            .mem = {RIG_BASE, b->r.mem, RIG_BYTES}};
    isa_launch_t *l = isa_launch_new(&cfg, &b->r.d);
    assert_non_null(l);
    int e = isa_run_functional(l, 100000, &b->r.counts, &b->r.d);
    rig_messages(&b->r, l);
    isa_launch_free(l);
    return e;
}

static inline void run_bench(bench_t *b)
{
    if (try_bench(b, LANES))
        fail_msg("%s", b->r.d.text);
}

static inline uint64_t word(const uint8_t *p, unsigned bytes)
{
    uint64_t v = 0;
    memcpy(&v, p, bytes);
    return v;
}

/* A row that has no vector handler. */
static inline const isa_row_t *row_named(const char *name)
{
    for (unsigned i = isa_alu_row_count; i < isa_row_count; i++)
        if (!strcmp(isa_rows[i].name, name))
            return &isa_rows[i];
    fail_msg("no row %s", name);
    return NULL;
}

#endif

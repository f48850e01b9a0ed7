/*
 * A bench for PTX kernels: a module, an arena, launches without timing.
 */
#ifndef LW_TESTS_ISA_RIG_H
#define LW_TESTS_ISA_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/isa.h"

#define RIG_BASE  UINT64_C(0x10000000)
#define RIG_BYTES ((size_t)1 << 20)

#define RIG_HEAD ".version 3.2\n.target sm_20\n.address_size 64\n"

typedef struct rig {
    isa_module_t *m;
    uint8_t *mem;
    uint64_t used;
    isa_counts_t counts;
    diag_t d;
    uint32_t warp_size;
    const char *simd;
    uint32_t dyn_shared;
    uint64_t limit;
    uint64_t below, above; /* of the memory, mapped around what a kernel may use */
    isa_slack_t slack;
    char printed[16384]; /* by all launches */
    size_t n_printed;
    char fault[400], warning[256], slack_warning[400]; /* empty: none */
} rig_t;

static inline uint64_t rig_alloc(rig_t *r, size_t bytes)
{
    uint64_t at = (r->used + 255) & ~UINT64_C(255);
    assert_true(at + bytes <= RIG_BYTES);
    r->used = at + bytes;
    return RIG_BASE + at;
}

static inline void *rig_host(const rig_t *r, uint64_t addr)
{
    return r->mem + (addr - RIG_BASE);
}

/* Opens a module that must be good. */
static inline void rig_open(rig_t *r, const char *label, const char *text)
{
    memset(r, 0, sizeof *r);
    r->warp_size = 32;
    r->limit = 10000000;
    r->mem = calloc(1, RIG_BYTES);
    r->m = isa_module_parse(label, text, strlen(text), &r->d);
    if (!r->m)
        fail_msg("%s", r->d.text);
    unsigned n = isa_symbol_count(r->m);
    for (unsigned i = 0; i < n; i++)
        isa_symbol_place(r->m, i, rig_alloc(r, isa_symbol_at(r->m, i)->bytes + 1));
    uint64_t at = RIG_BASE;
    for (unsigned i = 0; i < n; i++) {
        at = (at + 255) & ~UINT64_C(255);
        isa_symbol_image(r->m, i, rig_host(r, at));
        at += isa_symbol_at(r->m, i)->bytes + 1;
    }
}

static inline void rig_close(rig_t *r)
{
    isa_module_free(r->m);
    free(r->mem);
}

/* What the launch has to say. */
static inline void rig_messages(rig_t *r, isa_launch_t *l)
{
    const char *slack = isa_launch_slack_warning(l);
    r->slack = isa_launch_notes(l)->slack;
    snprintf(r->slack_warning, sizeof r->slack_warning, "%s", slack ? slack : "");
    const char *warning = isa_launch_warning(l);
    snprintf(r->fault, sizeof r->fault, "%s", isa_launch_fault(l));
    snprintf(r->warning, sizeof r->warning, "%s", warning ? warning : "");
}

static inline void rig_print(void *ctx, const char *text, size_t bytes)
{
    rig_t *r = ctx;
    assert_true(r->n_printed + bytes < sizeof r->printed);
    memcpy(r->printed + r->n_printed, text, bytes);
    r->n_printed += bytes;
}

/* Launches kernel with 8-byte and 4-byte arguments laid out as the kernel's parameters are;
 * returns isa_run_functional's result, r->d and r->fault hold its messages. */
static inline int rig_run(rig_t *r, const char *kernel, uint32_t grid, uint32_t block,
                          const uint64_t *args, unsigned n_args)
{
    const isa_kernel_t *k = isa_kernel_find(r->m, kernel);
    assert_non_null(k);
    assert_int_equal(k->n_params, n_args);
    uint8_t params[512] = {0};
    for (unsigned i = 0; i < n_args; i++)
        memcpy(params + k->param[i].offset, &args[i], k->param[i].bytes);
    isa_launch_cfg_t cfg = {.kernel = k,
                            .grid = {grid, 1, 1},
                            .block = {block, 1, 1},
                            .dyn_shared = r->dyn_shared,
                            .warp_size = r->warp_size,
                            .params = params,
                            .param_bytes = k->param_bytes,
                            .mem = {RIG_BASE + r->below, r->mem + r->below,
                                    RIG_BYTES - r->below - r->above, r->below, r->above},
                            .grid_workspace = k->grid_sync ? rig_alloc(r, ISA_GRID_BYTES) : 0,
                            .print = rig_print,
                            .print_ctx = r,
                            .simd = r->simd};
    r->d.text[0] = 0;
    isa_launch_t *l = isa_launch_new(&cfg, &r->d);
    if (!l)
        return -1;
    int error = isa_run_functional(l, r->limit, &r->counts, &r->d);
    rig_messages(r, l);
    isa_launch_free(l);
    return error;
}

#define RIG_RUN(r, kernel, grid, block, ...)                                                       \
    do {                                                                                           \
        const uint64_t rig_args_[] = {__VA_ARGS__};                                                \
        if (rig_run(r, kernel, grid, block, rig_args_, sizeof rig_args_ / sizeof rig_args_[0]))    \
            fail_msg("%s", (r)->d.text);                                                           \
    } while (0)

#endif

/* Kernels of a few lines, watched (address_watch.h): their parameters and shapes. */
#ifndef LW_TESTS_ADDRESS_RIG_H
#define LW_TESTS_ADDRESS_RIG_H

#include "address_watch.h"
#include "driver/front_run.h"
#include "isa_rig.h"

/* Head of a kernel k; %d1 is A, %r6 the thread's number in x, %r4 is 7, %r5 0. */
#define BEGIN                                                                                      \
    ".visible .entry k(.param .u64 A, .param .u32 n, .param .u64 B, .param .s8 c, .param .s16 "    \
    "h,\n"                                                                                         \
    "  .param .u32 zero) {\n"                                                                      \
    ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<30>; .reg .b64 %d<20>; .reg .f32 %f<9>;\n"    \
    ".reg .f64 %g<9>;\n"                                                                           \
    "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; ld.param.u32 %r4, [n];\n"   \
    "ld.param.u32 %r5, [zero]; ld.param.u64 %d1, [A]; cvta.to.global.u64 %d1, %d1;\n"              \
    "mad.lo.s32 %r6, %r2, %r3, %r1;\n"

/* One store to A + 4 * (%r9 & 1023), so that any value gives an address that is there. */
#define STORE_R9                                                                                   \
    "and.b32 %r9, %r9, 1023; mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;\n"                   \
    "st.global.u32 [%d9], %r1; ret; }\n"
/* One store to A + 4 * %r9. */
#define STORE "mul.wide.s32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; st.global.u32 [%d9], %r1; ret; }\n"

typedef struct shape {
    uint32_t grid[3], block[3], warp;
} shape_t;

/* The address programs of the kernel k of a text. */
static inline address_set_t *open_set(rig_t *r, const char *text)
{
    rig_open(r, "k.ptx", text);
    return address_set_new(isa_kernel_find(r->m, "k"));
}

/* Runs the kernel k of a module on a shape, watched. The parameters by BEGIN. */
static inline void address_run(rig_t *r, watch_t *w, const shape_t *s)
{
    const isa_kernel_t *k = isa_kernel_find(r->m, "k");
    struct {
        uint64_t a;
        uint32_t n, pad;
        uint64_t b;
        int8_t c;
        int8_t pad1;
        int16_t h;
        uint32_t zero;
    } params = {rig_alloc(r, 65536) + 16384, 7, 0, rig_alloc(r, 65536) + 16384, -3, 0, -5, 0};
    assert_int_equal(k->param_bytes, sizeof params);
    isa_launch_cfg_t cfg = {.kernel = k,
                            .warp_size = s->warp,
                            .params = &params,
                            .param_bytes = sizeof params,
                            .mem = {RIG_BASE, r->mem, RIG_BYTES}};
    memcpy(cfg.grid, s->grid, sizeof cfg.grid);
    memcpy(cfg.block, s->block, sizeof cfg.block);
    isa_launch_t *l = isa_launch_new(&cfg, &r->d);
    if (!l)
        fail_msg("%s", r->d.text);
    uint64_t warps = 0, threads = 0;
    front_t *f = watch_begin(w, isa_launch_front(l));
    int rc = front_run(f, &warps, &threads, &r->d);
    if (rc)
        fail_msg("%s: %s %s", w->what, isa_launch_fault(l), r->d.text);
    watch_end(w);
    isa_launch_free(l);
}

static const shape_t address_shapes[] = {
    {{3, 1, 1}, {64, 1, 1}, 32},
    {{2, 2, 2}, {8, 4, 3}, 32},
    {{2, 1, 1}, {20, 5, 1}, 64},
};

enum { ADDRESS_SHAPES = sizeof address_shapes / sizeof address_shapes[0] };

#endif

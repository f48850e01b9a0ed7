/*
 * Local memory of PTX kernels: its requests, misses and cold misses counted as derived from where
 * the words lie (isa.h): word w of a warp is one line, lanes side by side.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu/gpu_int.h"
#include "gpu_synth.h"
#include "isa_rig.h"

/* WORDS words of local memory a thread: written one by one, read twice; then the first two
 * together, as a 64-bit spill slot is. */
#define WORDS 16
#define HEAD                                                                                       \
    RIG_HEAD ".visible .entry k(.param .u64 out) {\n"                                              \
             ".reg .pred %p<3>; .reg .b32 %r<20>; .reg .b64 %rd<12>;\n"                            \
             ".local .align 8 .b8 buf[64];\n"                                                      \
             "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"             \
             "mov.u32 %r14, %ntid.x; mad.lo.u32 %r3, %r2, %r14, %r1; mul.wide.u32 %rd2, %r3, 4;\n" \
             "add.s64 %rd3, %rd1, %rd2; mov.u64 %rd4, buf; mov.u32 %r4, 0; mov.u32 %r9, 0;\n"
#define FILL                                                                                       \
    "mov.u64 %rd5, %rd4; add.s64 %rd6, %rd4, 64;\n"                                                \
    "W: add.u32 %r4, %r4, %r1; st.local.u32 [%rd5], %r4; add.s64 %rd5, %rd5, 4;\n"                 \
    "setp.lt.u64 %p1, %rd5, %rd6; @%p1 bra W;\n"
#define SUM(label)                                                                                 \
    "mov.u64 %rd5, %rd4;\n" label ": ld.local.u32 %r5, [%rd5]; add.u32 %r9, %r9, %r5;\n"           \
    "add.s64 %rd5, %rd5, 4; setp.lt.u64 %p1, %rd5, %rd6; @%p1 bra " label ";\n"
#define TAIL "st.global.u32 [%rd3], %r9; ret;\n}\n"

static const char ptx[] = HEAD FILL SUM("A")
    SUM("B") "ld.local.u64 %rd7, [%rd4]; cvt.u32.u64 %r6, %rd7; shr.u64 %rd8, %rd7, 32;\n"
             "cvt.u32.u64 %r7, %rd8; add.u32 %r9, %r9, %r6; add.u32 %r9, %r9, %r7;\n" TAIL;

/* One SM that holds one CTA at a time, and an L1 of 32 KB that holds all its lines. */
static gpu_cfg_t one_cta(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.n_sms = 1;
    c.ctas_per_sm = 1;
    return c;
}

static gpu_t *run(const gpu_cfg_t *c, uint32_t ctas, uint32_t warps, gpu_stats_t *st)
{
    rig_t r;
    rig_open(&r, "local.ptx", ptx);
    uint64_t out = rig_alloc(&r, 4u * ctas * warps * 32);
    isa_launch_cfg_t cfg = {.kernel = isa_kernel_find(r.m, "k"),
                            .grid = {ctas, 1, 1},
                            .block = {warps * 32, 1, 1},
                            .warp_size = 32,
                            .params = &out,
                            .param_bytes = sizeof out,
                            .mem = {RIG_BASE, r.mem, RIG_BYTES}};
    isa_launch_t *l = isa_launch_new(&cfg, &r.d);
    assert_non_null(l);
    front_t *f = isa_launch_front(l);
    assert_int_equal(f->local_cta_bytes, warps * WORDS * 128);
    gpu_t *g = gpu_new(c);
    assert_int_equal(gpu_run(g, f), GPU_OK);
    gpu_stats(g, st);
    const uint32_t *v = rig_host(&r, out);
    for (uint32_t i = 0; i < ctas * warps * 32; i++) /* word k holds (k + 1) tid */
        assert_int_equal(v[i], i % (warps * 32) * (2 * WORDS * (WORDS + 1) / 2 + 3));
    isa_launch_free(l);
    rig_close(&r);
    return g;
}

static void gpu_local_010_traffic_of_an_array(void **state)
{
    (void)state;
    gpu_cfg_t c = one_cta();
    gpu_stats_t st;
    enum { WARPS = 4 };
    gpu_free(run(&c, 1, WARPS, &st));
    /* A warp: WORDS stores and the result's; 2 WORDS loads, and one of 8 bytes a lane, whose lanes
     * lie 4 bytes apart from its first word on: two lines. */
    assert_int_equal(st.sm.global_stores, WARPS * (WORDS + 1));
    assert_int_equal(st.sm.store_requests, WARPS * (WORDS + 1));
    assert_int_equal(st.sm.global_loads, WARPS * (2 * WORDS + 1));
    assert_int_equal(st.sm.load_requests, WARPS * (2 * WORDS + 2));
    /* Stores allocate nothing: the first turn misses, every line for the first time. */
    assert_int_equal(st.l1d.misses, WARPS * WORDS);
    assert_int_equal(st.l1d.cold_misses, WARPS * WORDS);
    assert_int_equal(st.l1d.hits + st.l1d.pending_hits, WARPS * (WORDS + 2));
    assert_int_equal(st.l1d.write_evictions, 0);
    assert_int_equal(st.l1d.evictions, 0);
}

static void gpu_local_011_next_cta_takes_over_the_region(void **state)
{
    (void)state;
    gpu_cfg_t c = one_cta();
    gpu_stats_t st;
    enum { WARPS = 2, CTAS = 5 };
    gpu_free(run(&c, CTAS, WARPS, &st));
    /* One after the other in region 0: each CTA's stores evict the lines that the last one read,
     * and its loads miss lines that have been here before. */
    assert_int_equal(st.l1d.misses, CTAS * WARPS * WORDS);
    assert_int_equal(st.l1d.cold_misses, WARPS * WORDS);
    assert_int_equal(st.l1d.reload_misses, (CTAS - 1) * WARPS * WORDS);
    assert_int_equal(st.l1d.write_evictions, (CTAS - 1) * WARPS * WORDS);
}

static void gpu_local_012_regions_of_resident_ctas(void **state)
{
    (void)state;
    gpu_cfg_t c = one_cta();
    gpu_stats_t st;
    enum { WARPS = 2, CTAS = 5 };
    c.ctas_per_sm = CTAS;
    gpu_t *g = run(&c, CTAS, WARPS, &st);
    assert_int_equal(st.l1d.cold_misses, CTAS * WARPS * WORDS);
    assert_int_equal(st.l1d.reload_misses, 0);
    /* All of them in the bitmap: the hash set is empty. */
    assert_int_equal(g->sm[0].l1.seen.used, 0);
    assert_int_equal(g->sm[0].l1.seen.more.n, CTAS * WARPS * WORDS);
    gpu_free(g);
    /* And on many SMs, whichever region a CTA gets. */
    c.n_sms = 3;
    c.ctas_per_sm = 2;
    g = run(&c, 40, WARPS, &st);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(g->sm[i].l1.seen.used, 0);
    assert_int_equal(st.l1d.misses, 40 * WARPS * WORDS);
    gpu_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_local_010_traffic_of_an_array),
        cmocka_unit_test(gpu_local_011_next_cta_takes_over_the_region),
        cmocka_unit_test(gpu_local_012_regions_of_resident_ctas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

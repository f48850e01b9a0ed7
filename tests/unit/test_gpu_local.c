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

/* Written, read, written over twice and read again. */
static const char spill[] = HEAD FILL SUM(
    "A") "mov.u32 %r4, 0; mov.u64 %rd5, %rd4;\n"
         "X: add.u32 %r4, %r4, %r1; st.local.u32 [%rd5], 0; st.local.u32 [%rd5], %r4;\n"
         "add.s64 %rd5, %rd5, 4; setp.lt.u64 %p1, %rd5, %rd6; @%p1 bra X;\n" SUM(
             "B") "ld.local.u64 %rd7, [%rd4]; cvt.u32.u64 %r6, %rd7; shr.u64 %rd8, %rd7, 32;\n"
                  "cvt.u32.u64 %r7, %rd8; add.u32 %r9, %r9, %r6; add.u32 %r9, %r9, %r7;\n" TAIL;

/* One SM that holds one CTA at a time, and an L1 of 32 KB that holds all its lines. */
static gpu_cfg_t one_cta(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.n_sms = 1;
    c.ctas_per_sm = 1;
    return c;
}

static gpu_t *run_text(const gpu_cfg_t *c, const char *text, uint32_t ctas, uint32_t warps,
                       gpu_stats_t *st)
{
    rig_t r;
    rig_open(&r, "local.ptx", text);
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

static gpu_t *run(const gpu_cfg_t *c, uint32_t ctas, uint32_t warps, gpu_stats_t *st)
{
    return run_text(c, ptx, ctas, warps, st);
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

static void gpu_local_020_stores_that_hit_stay(void **state)
{
    (void)state;
    enum { WARPS = 4 };
    for (unsigned slots = 0; slots < 2; slots++) {
        gpu_cfg_t c = one_cta();
        gpu_stats_t st;
        c.local_map = slots ? GPU_LOCAL_SLOTS : GPU_LOCAL_REGION;
        c.l1_local_store = GPU_LOCAL_BACK;
        gpu_free(run_text(&c, spill, 1, WARPS, &st));
        /* The first turn's stores find nothing, its loads miss; then two stores a word hit, and all
         * loads. The result's store goes through. */
        assert_int_equal(st.l1d.misses, WARPS * WORDS);
        assert_int_equal(st.l1d.hits, WARPS * (WORDS + 2));
        assert_int_equal(st.l1d.writes, WARPS * (3 * WORDS + 1));
        assert_int_equal(st.l1d.writes_kept, WARPS * 2 * WORDS);
        assert_int_equal(st.l1d.acks_due, WARPS * (WORDS + 1));
        assert_int_equal(st.l2.writes, WARPS * (WORDS + 1));
        assert_int_equal(st.l1d.writebacks, 0); /* dirty lines are dropped at the kernel's end */
        assert_int_equal(st.l1d.write_evictions, 0);
        c.l1_local_store = GPU_LOCAL_THROUGH;
        gpu_free(run_text(&c, spill, 1, WARPS, &st));
        assert_int_equal(st.l1d.misses, WARPS * 2 * WORDS);
        assert_int_equal(st.l1d.write_evictions, WARPS * WORDS);
        assert_int_equal(st.l2.writes, WARPS * (3 * WORDS + 1));
    }
}

static void gpu_local_021_dirty_victims_are_written_back(void **state)
{
    (void)state;
    gpu_cfg_t c = one_cta();
    gpu_stats_t st;
    enum { WAYS = 8 };
    c.l1_sets = 1;
    c.l1_ways = WAYS;
    c.l1_local_store = GPU_LOCAL_BACK;
    c.l1_miss_queue = 2;
    c.l1_inject_queue = 0;
    gpu_free(run_text(&c, spill, 1, 1, &st));
    /* One warp. The first reads leave words 8 to 15; of the stores these are kept, twice each, and
     * those to words 0 to 7 go through. Then reads 0 to 7 push out the eight dirty lines, reads 8
     * to 15 the clean ones, and the last load words 8 and 9 for 0 and 1. */
    assert_int_equal(st.l1d.writes_kept, 2 * WAYS);
    assert_int_equal(st.l1d.writebacks, WAYS);
    assert_int_equal(st.l1d.misses, 2 * WORDS + 2);
    assert_int_equal(st.l1d.evictions, WORDS - WAYS + WORDS + 2);
    assert_int_equal(st.l2.writes, WORDS + 2 * (WORDS - WAYS) + 1 + WAYS);
    assert_int_equal(st.l1d.acks_due, WORDS + 2 * (WORDS - WAYS) + 1);
    /* A line that has come back from the L2 is a hit there. */
    assert_int_equal(st.l2.read_misses, 0);
    assert_int_equal(st.dram.reads, 0);
}

/* Word by word and thread by thread: no two share an address, all are in the range, and a word of
 * all threads is a row. */
static void gpu_local_030_slots_are_side_by_side(void **state)
{
    (void)state;
    enum { SMS = 3, LIMIT = 4, WIDE = 5, WARPS_CTA = 2 };
    for (uint32_t lanes = 32; lanes <= 64; lanes *= 2) {
        gpu_cfg_t c = synth_preset("abyp-gcn");
        c.n_sms = SMS;
        c.local_map = GPU_LOCAL_SLOTS;
        front_t f = {.warp_size = lanes,
                     .warps_per_cta = WARPS_CTA,
                     .local_base = 1 << 20,
                     .local_first = 7,
                     .local_cta_bytes = (uint64_t)WARPS_CTA * WIDE * lanes * 4};
        local_map_t m = local_map(&c, &f, LIMIT);
        uint64_t threads = (uint64_t)SMS * LIMIT * WARPS_CTA * lanes;
        assert_int_equal(m.row, threads * 4);
        assert_int_equal(m.start % (UINT64_C(3) << 52), 0x1f880000 + 7 * threads * 4);
        assert_int_equal(m.bytes, threads * WIDE * 4);
        uint8_t *seen = calloc(threads * WIDE * 4, 1);
        for (uint32_t place = 0; place < SMS * LIMIT; place++)
            for (uint32_t warp = 0; warp < WARPS_CTA; warp++)
                for (uint32_t byte = 0; byte < WIDE * 4; byte++) {
                    uint64_t addr[64], region = (place * 7 + 3) % (SMS * LIMIT);
                    for (uint32_t k = 0; k < lanes; k++) /* as the front end has it */
                        addr[k] = f.local_base + region * f.local_cta_bytes +
                                  ((warp * WIDE + byte / 4) * lanes + k) * 4 + byte % 4;
                    local_place(&m, addr, bits_mask(lanes) & ~UINT64_C(1), place);
                    for (uint32_t k = 1; k < lanes; k++) {
                        uint64_t thread = (place * WARPS_CTA + warp) * lanes + k;
                        uint64_t want = (byte / 4 * threads + thread) * 4 + byte % 4;
                        assert_int_equal(addr[k], m.start + want);
                        assert_false(seen[want]);
                        seen[want] = 1;
                    }
                }
        free(seen);
        c.local_map = GPU_LOCAL_REGION;
        assert_int_equal(local_map(&c, &f, LIMIT).warp_bytes, 0);
    }
}

/* On many SMs, whichever region the front end gives a CTA: all lines are in the bitmap, and as
 * many as SMs and slots were used. */
static void gpu_local_031_slots_on_many_sms(void **state)
{
    (void)state;
    gpu_cfg_t c = one_cta();
    gpu_stats_t st;
    enum { WARPS = 2, SMS = 3, SLOTS = 2 };
    c.n_sms = SMS;
    c.ctas_per_sm = SLOTS;
    c.local_map = GPU_LOCAL_SLOTS;
    gpu_t *g = run(&c, 40, WARPS, &st);
    for (unsigned i = 0; i < SMS; i++) {
        assert_int_equal(g->sm[i].l1.seen.used, 0);
        assert_int_equal(g->sm[i].l1.seen.more.n, SMS * SLOTS * WARPS * WORDS);
    }
    assert_int_equal(st.l1d.cold_misses, SMS * SLOTS * WARPS * WORDS);
    assert_int_equal(st.l1d.misses, 40 * WARPS * WORDS);
    gpu_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_local_020_stores_that_hit_stay),
        cmocka_unit_test(gpu_local_021_dirty_victims_are_written_back),
        cmocka_unit_test(gpu_local_030_slots_are_side_by_side),
        cmocka_unit_test(gpu_local_031_slots_on_many_sms),
        cmocka_unit_test(gpu_local_010_traffic_of_an_array),
        cmocka_unit_test(gpu_local_011_next_cta_takes_over_the_region),
        cmocka_unit_test(gpu_local_012_regions_of_resident_ctas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

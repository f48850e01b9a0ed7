/*
 * Constants, parameters and textures in the memory stage, and their caches: each cycle derived by
 * hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu/rocache.h"
#include "gpu_synth.h"

#define BASE       UINT64_C(0x10000000)
#define PARAM_BASE (UINT64_C(1) << 45)

/* One SM; constants go through the memory stage and always hit. */
static gpu_cfg_t in_stage(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.const_path = GPU_CONST_STAGE;
    return c;
}

/* The same with a cache of 4 sets of 2 ways. */
static gpu_cfg_t with_l1c(uint32_t mshrs, uint32_t merge)
{
    gpu_cfg_t c = in_stage();
    c.l1c_sets = 4;
    c.l1c_ways = 2;
    c.l1c_mshrs = mshrs;
    c.l1c_merge = merge;
    return c;
}

/* Access of a block that misses and that the L2 holds, to its result (gpu_fetch_020). */
static uint64_t trip(const gpu_cfg_t *c, uint32_t bytes)
{
    uint32_t flits = (c->header_bytes + bytes + c->flit_bytes - 1) / c->flit_bytes;
    return 2 + c->icnt_latency + 1 + c->rop_latency + c->l2_latency + (flits - 1) +
           c->icnt_latency + c->l1_fill_delay;
}

static uint64_t addr_strided(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)at;
    return BASE + lane * *(const uint32_t *)s->user;
}

/* Instruction i on block i. */
static uint64_t addr_own_block(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)lane;
    return BASE + 64 * at->inst;
}

/* All on the first word. */
static uint64_t addr_one(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at, (void)lane;
    return BASE;
}

static uint64_t addr_param(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)at, (void)lane;
    return *(const uint32_t *)s->user;
}

static void load_const(synth_t *s, int dst)
{
    synth_add(s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_CONST, dst, -1);
}

static void run_preloaded(const gpu_cfg_t *c, synth_t *s, gpu_stats_t *st)
{
    gpu_t *g = gpu_new(c);
    gpu_l2_preload(g, BASE, 1 << 14);
    gpu_l2_preload(g, PARAM_BASE, 4096);
    assert_int_equal(gpu_run(g, &s->front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(s);
}

/* A hit costs const_latency from issue, as beside the stage, and a cycle for each further block. */
static void gpu_const_010_a_block_a_cycle(void **state)
{
    (void)state;
    /* Stride in bytes, bytes a block -> blocks. */
    const uint32_t cases[][3] = {{0, 64, 1},    {4, 64, 2},  {4, 32, 4},  {64, 64, 32},
                                 {256, 64, 32}, {16, 64, 8}, {4, 128, 1}, {2, 64, 1}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (uint32_t latency = 1; latency <= 8; latency += 7) {
            gpu_cfg_t c = in_stage();
            gpu_stats_t st;
            synth_t s;
            c.const_latency = latency;
            c.exec_delay = c.ldst_delay = i % 3;
            c.l1c_line_bytes = cases[i][1];
            synth_init(&s, 1, 1, 32);
            load_const(&s, 1);
            synth_alu(&s, 2, 1);
            s.addr = addr_strided;
            s.user = &cases[i][0];
            synth_run(&c, &s, &st);
            assert_int_equal(st.run.cycles, c.fetch_latency + c.const_latency + cases[i][2] - 1 +
                                                c.sp_latency + 2 * c.exec_delay + 1);
            assert_int_equal(st.sm.const_accesses, 1);
            assert_int_equal(st.sm.const_blocks, cases[i][2]);
            assert_int_equal(st.sm.const_hits, cases[i][2]);
            assert_int_equal(st.icnt_req.packets_in, 0);
            synth_free(&s);
        }
}

/* The stage is one: a global load behind a constant of n blocks is looked up n cycles later. */
static void gpu_const_011_a_load_behind_waits(void **state)
{
    (void)state;
    uint64_t beside = 0;
    for (uint32_t stage = 0; stage < 2; stage++) {
        gpu_cfg_t c = in_stage();
        gpu_stats_t st;
        synth_t s;
        uint32_t stride = 64;
        c.const_path = stage;
        synth_init(&s, 1, 1, 32);
        load_const(&s, 1);
        synth_load(&s, 2, -1);
        s.addr = addr_strided;
        s.user = &stride;
        synth_run(&c, &s, &st);
        /* Issued a cycle apart; the constant holds the stage for 32 cycles. */
        if (stage)
            assert_int_equal(st.sm.load_latency_sum, beside + 31);
        beside = st.sm.load_latency_sum;
        synth_free(&s);
    }
}

/* A block of 64 B from the L2, whose reply carries as much; the block's second use hits. */
static void gpu_const_020_a_miss_costs_the_way_to_the_l2(void **state)
{
    (void)state;
    for (uint32_t bytes = 32; bytes <= 128; bytes *= 2)
        for (uint32_t sector = 32; sector <= 128; sector *= 4) {
            gpu_cfg_t c = with_l1c(2, 32);
            gpu_stats_t st;
            synth_t s;
            c.l1c_line_bytes = bytes;
            c.l2_sector_bytes = sector;
            synth_init(&s, 1, 1, 32);
            load_const(&s, 1);
            synth_alu(&s, 2, 1);
            load_const(&s, 3);
            s.addr = addr_one;
            run_preloaded(&c, &s, &st);
            assert_int_equal(st.sm.const_misses, 1);
            assert_int_equal(st.sm.const_hits, 1);
            assert_int_equal(st.icnt_reply.payload_bytes, bytes);
            assert_int_equal(st.l2.reads, bytes < sector ? 1 : bytes / sector);
        }
}

/* The dependent instruction alone, to the cycle. */
static void gpu_const_021_a_miss_to_the_cycle(void **state)
{
    (void)state;
    for (uint32_t bytes = 32; bytes <= 128; bytes *= 2) {
        gpu_cfg_t c = with_l1c(2, 32);
        gpu_stats_t st;
        synth_t s;
        c.l1c_line_bytes = bytes;
        synth_init(&s, 1, 1, 32);
        load_const(&s, 1);
        synth_alu(&s, 2, 1);
        s.addr = addr_one;
        run_preloaded(&c, &s, &st);
        assert_int_equal(st.run.cycles, c.fetch_latency + 1 + trip(&c, bytes) + c.sp_latency + 1);
        /* The warp waits for memory from its miss on, and before for the result of an instruction:
         * in its first cycle of waiting. */
        assert_int_equal(st.sm.stall_raw_memory, (uint64_t)c.schedulers * 0 + trip(&c, bytes));
    }
}

/* Warps that want the same block: one miss, and merges served a cycle apart. */
static void gpu_const_030_merges_are_served_one_a_cycle(void **state)
{
    (void)state;
    gpu_cfg_t c = with_l1c(2, 32);
    gpu_stats_t st;
    synth_t s;
    c.fetch_warps = 4;
    c.schedulers = 1;
    synth_init(&s, 1, 8, 32);
    load_const(&s, 1);
    synth_alu(&s, 2, 1);
    s.addr = addr_one;
    run_preloaded(&c, &s, &st);
    assert_int_equal(st.sm.const_misses, 1);
    assert_int_equal(st.sm.const_merges, 7);
    /* The first is served in the cycle of the reply, the eighth seven later, and issues then. */
    assert_int_equal(st.run.cycles, c.fetch_latency + 1 + trip(&c, 64) + 7 + c.sp_latency + 1);
}

/* With one MSHR the second block is refused until the first has been served, and blocks the stage.
 */
static void gpu_const_040_a_refused_block_blocks_the_stage(void **state)
{
    (void)state;
    for (uint32_t mshrs = 1; mshrs <= 2; mshrs++) {
        gpu_cfg_t c = with_l1c(mshrs, 32);
        gpu_stats_t st;
        synth_t s;
        synth_init(&s, 1, 1, 32);
        load_const(&s, 1);
        load_const(&s, 2);
        synth_alu(&s, 2, 2);
        s.addr = addr_own_block;
        run_preloaded(&c, &s, &st);
        uint64_t way = trip(&c, 64) - c.l1_fill_delay;
        assert_int_equal(st.sm.const_misses, 2);
        /* Looked up in cycle t, the first is served in t + way; the second is refused from t + 1
         * until then: the MSHR is free in the cycle in which its last target is taken. */
        assert_int_equal(st.sm.const_fail_mshr_full, mshrs == 1 ? way - 1 : 0);
        assert_int_equal(st.sm.const_fail_merge_full, 0);
    }
}

static void gpu_const_041_merges_have_a_limit(void **state)
{
    (void)state;
    gpu_cfg_t c = with_l1c(2, 3);
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    c.fetch_insts = 8;
    for (int i = 0; i < 5; i++)
        load_const(&s, i);
    c.ldst_queue = 8;
    s.addr = addr_one;
    run_preloaded(&c, &s, &st);
    uint64_t way = trip(&c, 64) - c.l1_fill_delay;
    /* The first in cycle t, the third in t + 2; the fourth is refused from t + 3 on and hits in
     * t + way, when the line has come. */
    assert_int_equal(st.sm.const_misses, 1);
    assert_int_equal(st.sm.const_merges, 2);
    assert_int_equal(st.sm.const_hits, 2);
    assert_int_equal(st.sm.const_fail_merge_full, way - 3);
}

/* Parameters of every launch lie at one address; arguments of calls are no memory. */
static void gpu_const_050_parameters(void **state)
{
    (void)state;
    gpu_cfg_t c = with_l1c(2, 32);
    for (uint32_t call = 0; call < 2; call++) {
        uint32_t addr = call ? (uint32_t)FRONT_CALL_PARAMS + 8 : 8;
        gpu_stats_t st;
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_add(&s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_PARAM, 1, -1);
        s.addr = addr_param;
        s.user = &addr;
        gpu_t *g = gpu_new(&c);
        for (int i = 0; i < 3; i++)
            assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        gpu_stats(g, &st);
        assert_int_equal(st.sm.const_accesses, 3);
        assert_int_equal(st.sm.const_misses, !call);
        assert_int_equal(st.sm.const_hits, call ? 0 : 2);
        gpu_free(g);
        synth_free(&s);
    }
}

/* A front that does not tell addresses: a block that hits. */
static void gpu_const_051_addresses_not_known(void **state)
{
    (void)state;
    gpu_cfg_t c = with_l1c(2, 32);
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    s.front.no_const_addresses = true;
    load_const(&s, 1);
    synth_alu(&s, 2, 1);
    synth_run(&c, &s, &st);
    assert_int_equal(st.run.cycles, c.fetch_latency + c.const_latency + c.sp_latency + 1);
    assert_int_equal(st.sm.const_hits, 1);
    synth_free(&s);
}

/* LRU in a set of two ways: blocks 0, 4, 0, 8, 0, 4 of four sets miss at 0, 4, 8 and 4. */
static uint64_t addr_lru(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    static const uint32_t block[] = {0, 4, 0, 8, 0, 4};
    (void)s, (void)lane;
    return BASE + 64 * block[at->inst / 2];
}

static void gpu_const_060_lru(void **state)
{
    (void)state;
    gpu_cfg_t c = with_l1c(2, 32);
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (int i = 0; i < 6; i++) {
        load_const(&s, 1);
        synth_alu(&s, 2, 1); /* one after another */
    }
    s.addr = addr_lru;
    run_preloaded(&c, &s, &st);
    assert_int_equal(st.sm.const_misses, 4);
    assert_int_equal(st.sm.const_hits, 2);
}

/* Constants: lane i on word i. Loads: two lines. */
static uint64_t addr_mixed(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return BASE + (at->inst ? 4096 + (lane & 1) * 128 : lane * 4);
}

/*
 * Two blocks of constants are looked up in t and t + 1 and leave in t + 1 and t + 2; the two lines
 * of a load are looked up in t + 2 and t + 3. The miss queue holds one request: the second line is
 * refused once if the first leaves behind the constants.
 */
static void gpu_const_070_constants_leave_before_data(void **state)
{
    (void)state;
    for (uint32_t ports = GPU_SEND_ONE; ports <= GPU_SEND_EACH; ports++) {
        gpu_cfg_t c = with_l1c(8, 32);
        gpu_stats_t st;
        synth_t s;
        c.send_ports = ports;
        c.l1_miss_delay = 0;
        c.l1_miss_queue = 1;
        synth_init(&s, 1, 1, 32);
        load_const(&s, 1);
        synth_load(&s, 2, -1);
        s.addr = addr_mixed;
        run_preloaded(&c, &s, &st);
        assert_int_equal(st.sm.const_misses, 2);
        assert_int_equal(st.l1d.misses, 2);
        assert_int_equal(st.l1d.fail_miss_queue, ports == GPU_SEND_ONE);
    }
}

/* ---- Textures ---- */

static gpu_cfg_t with_l1t(uint32_t fragments, uint32_t requests, uint32_t results)
{
    gpu_cfg_t c = in_stage();
    c.const_path = GPU_CONST_BESIDE;
    c.l1t_sets = 4;
    c.l1t_ways = 24;
    c.l1t_fragments = fragments;
    c.l1t_requests = requests;
    c.l1t_results = results;
    return c;
}

static void load_texture(synth_t *s, int dst)
{
    synth_add(s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_TEXTURE, dst, -1);
}

/* Instruction 0 and 2 on line 0, 1 on line 1. */
static uint64_t addr_lines(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)lane;
    return BASE + 128 * (at->inst & 1);
}

/* Without a texture cache a read costs what a constant costs in the stage. */
static void gpu_texture_010_no_cache(void **state)
{
    (void)state;
    gpu_cfg_t c = in_stage();
    gpu_stats_t st;
    synth_t s;
    uint32_t stride = 16;
    c.const_path = GPU_CONST_BESIDE;
    synth_init(&s, 1, 1, 32);
    load_texture(&s, 1);
    synth_alu(&s, 2, 1);
    s.addr = addr_strided;
    s.user = &stride;
    synth_run(&c, &s, &st);
    assert_int_equal(st.run.cycles, c.fetch_latency + c.const_latency + 3 + c.sp_latency + 1);
    assert_int_equal(st.sm.tex_accesses, 1);
    assert_int_equal(st.sm.tex_blocks, 4);
    assert_int_equal(st.sm.tex_hits, 4);
    assert_int_equal(st.sm.global_loads, 0);
    synth_free(&s);
}

/*
 * Accessed in cycle t, a result in the cycle of the reply, written to the registers from the next.
 * A hit is a result in t + 1 and taken in t + 2.
 */
static void gpu_texture_020_miss_and_hit_to_the_cycle(void **state)
{
    (void)state;
    uint64_t miss = 0;
    for (uint32_t loads = 1; loads <= 2; loads++) {
        gpu_cfg_t c = with_l1t(128, 4, 2);
        gpu_stats_t st;
        synth_t s;
        c.fetch_insts = 8;
        synth_init(&s, 1, 1, 32);
        load_texture(&s, 1);
        synth_alu(&s, 2, 1);
        if (loads == 2) {
            synth_add(&s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_TEXTURE, 3, 2);
            synth_alu(&s, 4, 3);
        }
        s.addr = addr_one;
        run_preloaded(&c, &s, &st);
        if (loads == 1) {
            miss = c.fetch_latency + 1 + trip(&c, 128) + 1 + c.sp_latency + 1;
            assert_int_equal(st.run.cycles, miss);
        } else {
            /* The second issues when the first's sum is here, which ended the first run. */
            assert_int_equal(st.run.cycles, miss - 1 + 1 + 2 + c.l1_fill_delay + c.sp_latency + 1);
        }
        assert_int_equal(st.sm.tex_misses, 1);
        assert_int_equal(st.sm.tex_hits, loads - 1);
        assert_int_equal(st.icnt_reply.payload_bytes, 128);
    }
}

/* A hit behind a miss waits for it: data leave in order. */
static void gpu_texture_030_in_order(void **state)
{
    (void)state;
    gpu_cfg_t c = with_l1t(128, 4, 2);
    gpu_stats_t st;
    synth_t s;
    c.fetch_insts = 8;
    synth_init(&s, 1, 1, 32);
    load_texture(&s, 1); /* line 0: a miss, accessed in t */
    load_texture(&s, 2); /* line 1: a miss, in t + 1 */
    load_texture(&s, 3); /* line 0: a hit, in t + 2, behind both */
    synth_alu(&s, 4, 3);
    s.addr = addr_lines;
    run_preloaded(&c, &s, &st);
    assert_int_equal(st.sm.tex_misses, 2);
    assert_int_equal(st.sm.tex_hits, 1);
    /* Lines 0 and 1 are in one slice: the second reply follows the first by its flits. */
    uint32_t flits = (c.header_bytes + 128 + c.flit_bytes - 1) / c.flit_bytes;
    assert_int_equal(st.run.cycles,
                     c.fetch_latency + 1 + trip(&c, 128) + flits + 1 + 1 + c.sp_latency + 1);
}

/* A full FIFO of fragments, and a full queue of misses, block the stage. */
static void gpu_texture_040_refused(void **state)
{
    (void)state;
    for (uint32_t fragments = 1; fragments <= 2; fragments++) {
        gpu_cfg_t c = with_l1t(fragments, 4, 2);
        gpu_stats_t st;
        synth_t s;
        c.fetch_insts = 8;
        synth_init(&s, 1, 1, 32);
        load_texture(&s, 1);
        load_texture(&s, 2);
        s.addr = addr_one;
        run_preloaded(&c, &s, &st);
        /* The second, of the same line, is refused from t + 1 on; the first becomes a result in the
         * cycle of the reply, and the second is accepted then. */
        uint64_t way = trip(&c, 128) - c.l1_fill_delay;
        assert_int_equal(st.sm.tex_fail_fragments, fragments == 1 ? way - 1 : 0);
        assert_int_equal(st.sm.tex_fail_requests, 0);
    }
    /* Four lines of an instruction, a queue of one: accessed in t, asked for in t + 1, so that
     * the next is refused once. */
    for (uint32_t requests = 1; requests <= 2; requests++) {
        gpu_cfg_t c = with_l1t(128, requests, 2);
        gpu_stats_t st;
        synth_t s;
        uint32_t stride = 16;
        synth_init(&s, 1, 1, 32);
        load_texture(&s, 1);
        s.addr = addr_strided;
        s.user = &stride;
        run_preloaded(&c, &s, &st);
        assert_int_equal(st.sm.tex_misses, 4);
        assert_int_equal(st.sm.tex_fail_requests, requests == 1 ? 3 : 0);
        assert_int_equal(st.sm.tex_fail_fragments, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_const_010_a_block_a_cycle),
        cmocka_unit_test(gpu_const_011_a_load_behind_waits),
        cmocka_unit_test(gpu_const_020_a_miss_costs_the_way_to_the_l2),
        cmocka_unit_test(gpu_const_021_a_miss_to_the_cycle),
        cmocka_unit_test(gpu_const_030_merges_are_served_one_a_cycle),
        cmocka_unit_test(gpu_const_040_a_refused_block_blocks_the_stage),
        cmocka_unit_test(gpu_const_041_merges_have_a_limit),
        cmocka_unit_test(gpu_const_050_parameters),
        cmocka_unit_test(gpu_const_051_addresses_not_known),
        cmocka_unit_test(gpu_const_060_lru),
        cmocka_unit_test(gpu_const_070_constants_leave_before_data),
        cmocka_unit_test(gpu_texture_010_no_cache),
        cmocka_unit_test(gpu_texture_020_miss_and_hit_to_the_cycle),
        cmocka_unit_test(gpu_texture_030_in_order),
        cmocka_unit_test(gpu_texture_040_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

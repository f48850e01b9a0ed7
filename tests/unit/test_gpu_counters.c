/*
 * Latency by level, and bytes by direction, of streams whose every value is derived here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_synth.h"

#define BASE UINT64_C(0x10000000)

/* One clock for all, so that no rounding enters the derivations; one SM, one slice. */
static gpu_cfg_t one_clock(const char *preset)
{
    gpu_cfg_t c = synth_preset(preset);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.dram_channels = 1;
    c.l2_slices = 1;
    return c;
}

/* Lane l of instruction i accesses s->user[i] + 4 l, within the line. */
static uint64_t addr_table(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint64_t *offset = s->user;
    return BASE + offset[at->inst] + lane % 32 * 4;
}

/* A chain of loads of one warp, each issued when the data of the one before are there. */
static void run_chain(const gpu_cfg_t *c, const uint64_t *offset, unsigned n, uint64_t preload,
                      gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 1, c->warp_size);
    for (unsigned i = 0; i < n; i++)
        synth_load(&s, 1, 1);
    s.addr = addr_table;
    s.user = offset;
    gpu_t *g = gpu_new(c);
    if (preload)
        gpu_l2_preload(g, BASE, preload);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(&s);
}

static uint64_t all_cycles(const gpu_stats_latency_t *l)
{
    return l->l1_cycles + l->pending_cycles + l->l2_cycles + l->l3_cycles + l->dram_cycles;
}

/* The L2's reply to an unloaded read of a line. From issue: test_gpu_latency.c. A request is
 * accepted in the cycle after the issue. */
static uint64_t l2_latency(const gpu_cfg_t *c)
{
    uint64_t flits = (c->header_bytes + c->line_bytes + c->flit_bytes - 1) / c->flit_bytes;
    return c->l1_miss_delay + 1 + c->icnt_latency + 1 + c->rop_latency + c->l2_latency +
           (flits - 1) + c->icnt_latency + c->l1_fill_delay;
}

static void gpu_counters_010_an_l2_hit_and_its_segments(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock(PLAIN);
    gpu_stats_t st;
    const uint64_t offset[] = {0};
    run_chain(&c, offset, 1, c.line_bytes, &st);
    assert_int_equal(st.latency.l2_requests, 1);
    assert_int_equal(st.latency.l2_cycles, l2_latency(&c));
    assert_int_equal(all_cycles(&st.latency), l2_latency(&c));
    /* The SM pushes after the crossbar's edge, which sees the packet at its next. */
    assert_int_equal(st.icnt_req.read_cycles, c.icnt_latency);
    /* Taken in, looked up rop_latency + 1 later, ready l2_latency after that. */
    assert_int_equal(st.l2.read_cycles, 1 + c.rop_latency + c.l2_latency);
    /* The slice pushes before the edge; the SM takes it after the edge of the last flit. */
    uint64_t flits = (c.header_bytes + c.line_bytes + c.flit_bytes - 1) / c.flit_bytes;
    assert_int_equal(st.icnt_reply.read_cycles, flits - 1 + c.icnt_latency + 1);
}

static void gpu_counters_011_a_dram_read_is_the_l2_hit_and_the_dram(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock(PLAIN);
    gpu_stats_t hit, miss;
    const uint64_t offset[] = {0};
    run_chain(&c, offset, 1, c.line_bytes, &hit);
    run_chain(&c, offset, 1, 0, &miss);
    assert_int_equal(miss.latency.dram_requests, 1);
    assert_int_equal(miss.latency.l2_requests, 0);
    assert_int_equal(miss.latency.dram_cycles - hit.latency.l2_cycles,
                     miss.l2.read_cycles - hit.l2.read_cycles);
    assert_int_equal(miss.icnt_req.read_cycles, hit.icnt_req.read_cycles);
    assert_int_equal(miss.icnt_reply.read_cycles, hit.icnt_reply.read_cycles);
    assert_true(miss.l2.read_cycles > miss.dram.read_latency_sum);
}

static void gpu_counters_012_a_hit_costs_the_hit_latency(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock(PLAIN);
    gpu_stats_t st;
    const uint64_t offset[] = {0, 0, 0};
    run_chain(&c, offset, 3, 0, &st);
    assert_int_equal(st.latency.l1_requests, 2);
    assert_int_equal(st.latency.l1_cycles, 2 * (c.l1_hit_latency - 1));
    assert_int_equal(st.latency.dram_requests, 1);
    /* A load's latency counts from issue, a cycle before its request is accepted. */
    assert_int_equal(all_cycles(&st.latency), st.sm.load_latency_sum - 3);
}

static void gpu_counters_013_merged_requests_are_timed_from_their_own_acceptance(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock(PLAIN);
    gpu_stats_t st;
    const uint64_t offset[] = {0};
    synth_t s;
    c.l1_mshr_merge = 6;
    synth_init(&s, 1, 6, 32);
    synth_load(&s, 1, 0);
    s.addr = addr_table;
    s.user = offset;
    synth_run(&c, &s, &st);
    synth_free(&s);
    /* Warp k's request is accepted and served k cycles after the first: the same latency. */
    assert_int_equal(st.latency.dram_requests, 1);
    assert_int_equal(st.latency.pending_requests, 5);
    assert_int_equal(st.latency.pending_cycles, 5 * st.latency.dram_cycles);
}

static uint64_t addr_half(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint64_t *offset = s->user;
    return BASE + offset[at->inst] + lane % 16 * 4;
}

/* L1 and L2 of one line each: the second line drives the first out of both, not out of the L3. */
static void gpu_counters_014_the_l3_is_a_level_of_its_own(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock("abyp-gcn");
    gpu_stats_t st;
    const uint64_t offset[] = {0, 64, 0};
    c.l1_sets = c.l1_ways = c.l2_sets = c.l2_ways = 1;
    assert_int_equal(c.line_bytes, 64);
    synth_t s;
    synth_init(&s, 1, 1, c.warp_size);
    for (unsigned i = 0; i < 3; i++)
        synth_load(&s, 1, 1);
    s.addr = addr_half;
    s.user = offset;
    synth_run(&c, &s, &st);
    synth_free(&s);
    assert_int_equal(st.latency.dram_requests, 2);
    assert_int_equal(st.latency.l3_requests, 1);
    assert_int_equal(st.latency.l2_requests + st.latency.l1_requests, 0);
    assert_int_equal(st.l3.read_hits, 1);
    assert_int_equal(all_cycles(&st.latency), st.sm.load_latency_sum - 3 * (1 + c.exec_delay));
    /* What the L3 saves is DRAM's part. */
    assert_true(st.latency.l3_cycles * 2 < st.latency.dram_cycles);
    assert_true(st.latency.l3_cycles > l2_latency(&c));
}

/* A volatile load of two sectors, one of them in the L2: one request, and the farther counts. */
static void gpu_counters_015_the_farthest_sector_counts(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock(PLAIN);
    gpu_stats_t st;
    const uint64_t offset[] = {0, 0};
    c.l2_sector_bytes = 32;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 1)->cache_op = 1;
    synth_load(&s, 1, 1)->cache_op = 1;
    s.addr = addr_table;
    s.user = offset;
    s.mask = NULL;
    gpu_t *g = gpu_new(&c);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK); /* all four sectors from DRAM, then from L2 */
    gpu_stats(g, &st);
    assert_int_equal(st.l1d.uncached_reads, 2);
    assert_int_equal(st.latency.dram_requests, 1);
    assert_int_equal(st.latency.l2_requests, 1);
    assert_int_equal(st.l2.reads, 8);
    assert_int_equal(all_cycles(&st.latency), st.sm.load_latency_sum - 2);
    assert_int_equal(st.icnt_reply.payload_bytes, 8 * 32);
    gpu_free(g);
    synth_free(&s);
}

static uint64_t first_eight(const synth_t *s, const synth_at_t *at)
{
    (void)s;
    return at->inst == 0 ? 0xff : UINT32_MAX;
}

/* The first volatile load brings sector 0 to the L2, the second finds it there and the other
 * three in DRAM. */
static void gpu_counters_016_a_mixed_reply_goes_to_dram(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock(PLAIN);
    gpu_stats_t st;
    const uint64_t offset[] = {0, 0};
    c.l2_sector_bytes = 32;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 1)->cache_op = 1;
    synth_load(&s, 1, 1)->cache_op = 1;
    s.addr = addr_table;
    s.user = offset;
    s.mask = first_eight;
    synth_run(&c, &s, &st);
    synth_free(&s);
    assert_int_equal(st.l2.read_hits, 1);
    assert_int_equal(st.l2.read_misses, 4);
    assert_int_equal(st.latency.dram_requests, 2);
    assert_int_equal(st.latency.l2_requests, 0);
}

/* Two loads of system scope one after the other: both bypass the L1, but to GPGPU-Sim they are
 * loads like any other, while those of device scope bypass it there too. */
static void gpu_counters_017_scopes_of_loads(void **state)
{
    (void)state;
    for (unsigned op = 1; op <= 2; op++)
        for (unsigned segments = 0; segments < 2; segments++) {
            gpu_cfg_t c = one_clock(PLAIN);
            gpu_stats_t st;
            const uint64_t offset[] = {0, 0};
            c.coalescer = segments ? GPU_COALESCE_SEGMENTS : GPU_COALESCE_LINES;
            synth_t s;
            synth_init(&s, 1, 1, 32);
            synth_load(&s, 1, 1)->cache_op = (uint8_t)op;
            synth_load(&s, 1, 1)->cache_op = (uint8_t)op;
            s.addr = addr_table;
            s.user = offset;
            synth_run(&c, &s, &st);
            synth_free(&s);
            bool round = op == 1 || !segments;
            assert_int_equal(st.l1d.accesses, round ? 0 : 2);
            assert_int_equal(st.l1d.misses, round ? 0 : 1);
            assert_true(round == (st.l1d.uncached_reads != 0));
        }
}

/* Load line 0, store line 1, atomic on line 2 (one word), load line 3. One line of L2: each drives
 * the one before out, the store and the atomic dirty. */
static void gpu_counters_020_bytes_by_direction(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock(PLAIN);
    gpu_stats_t st;
    const uint64_t offset[] = {0, 128, 256, 384};
    c.l2_sets = c.l2_ways = 1;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 1);
    synth_store(&s, 1);
    synth_add(&s, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, -1, -1);
    synth_add(&s, INST_UNIT_LDST, INST_ATOMIC, INST_SPACE_GLOBAL, 1, 1);
    synth_load(&s, 1, 1);
    const uint64_t by_inst[] = {offset[0], offset[1], 0, offset[2], offset[3]};
    s.addr = addr_table;
    s.user = by_inst;
    synth_run(&c, &s, &st);
    synth_free(&s);
    /* 32 words of the atomic's line are four pieces: four requests of 32 bytes. */
    assert_int_equal(st.icnt_req.packets_in, 2 + 1 + 4);
    assert_int_equal(st.icnt_req.read_packets, 2);
    assert_int_equal(st.icnt_req.write_packets, 5);
    assert_int_equal(st.icnt_req.atomic_packets, 4);
    assert_int_equal(st.icnt_req.payload_bytes, 128 + 4 * 32);
    assert_int_equal(st.icnt_req.atomic_payload_bytes, 4 * 32);
    assert_int_equal(st.icnt_reply.read_packets, 2 + 4);
    assert_int_equal(st.icnt_reply.atomic_packets, 4);
    assert_int_equal(st.icnt_reply.write_packets, 1);
    assert_int_equal(st.icnt_reply.payload_bytes, 2 * 128 + 4 * 32);
    assert_int_equal(st.icnt_reply.atomic_payload_bytes, 4 * 32);
    /* Three lines fetched; the store covers its sector; two dirty lines driven out. */
    assert_int_equal(st.l2.fetches, 3);
    assert_int_equal(st.l2.writebacks, 2);
    assert_int_equal(st.l2.writeback_sectors, 2);
    assert_int_equal(st.dram.read_bytes, 3 * 128);
    assert_int_equal(st.dram.write_bytes, 2 * 128);
}

static void gpu_counters_021_a_victim_counts_once_and_its_sectors_apart(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock(PLAIN);
    gpu_stats_t st;
    const uint64_t offset[] = {0, 128};
    c.l2_sets = c.l2_ways = 1;
    c.l2_sector_bytes = 32;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_store(&s, 1);
    synth_load(&s, 1, 1);
    s.addr = addr_table;
    s.user = offset;
    synth_run(&c, &s, &st);
    synth_free(&s);
    assert_int_equal(st.l2.writebacks, 1);
    assert_int_equal(st.l2.writeback_sectors, 4);
    assert_int_equal(st.dram.write_bytes, 128);
    assert_int_equal(st.dram.writes, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_counters_010_an_l2_hit_and_its_segments),
        cmocka_unit_test(gpu_counters_011_a_dram_read_is_the_l2_hit_and_the_dram),
        cmocka_unit_test(gpu_counters_012_a_hit_costs_the_hit_latency),
        cmocka_unit_test(gpu_counters_013_merged_requests_are_timed_from_their_own_acceptance),
        cmocka_unit_test(gpu_counters_014_the_l3_is_a_level_of_its_own),
        cmocka_unit_test(gpu_counters_015_the_farthest_sector_counts),
        cmocka_unit_test(gpu_counters_016_a_mixed_reply_goes_to_dram),
        cmocka_unit_test(gpu_counters_017_scopes_of_loads),
        cmocka_unit_test(gpu_counters_020_bytes_by_direction),
        cmocka_unit_test(gpu_counters_021_a_victim_counts_once_and_its_sectors_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * The L2, the crossbars and DRAM under streams whose traffic is known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu/map.h"
#include "gpu_synth.h"

#define BASE UINT64_C(0x10000000)

/* Lane l of instruction i accesses s->user[i] + l * 4. */
static uint64_t addr_table(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint64_t *base = s->user;
    return BASE + base[at->inst] + lane * 4;
}

/* A chain of loads, each issued when the data of the one before are there. */
static void run_chain(const gpu_cfg_t *c, const uint64_t *offset, unsigned n, gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (unsigned i = 0; i < n; i++)
        synth_load(&s, 1, 1);
    s.addr = addr_table;
    s.user = offset;
    synth_run(c, &s, st);
    synth_free(&s);
}

static uint64_t latency_of_last(const gpu_cfg_t *c, const uint64_t *offset, unsigned n)
{
    gpu_stats_t all, before;
    run_chain(c, offset, n, &all);
    run_chain(c, offset, n - 1, &before);
    return all.sm.load_latency_sum - before.sm.load_latency_sum;
}

/* ---- DRAM ---- */

static void gpu_memory_010_row_hit_saves_the_activate(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_small();
    gpu_stats_t st;
    const uint64_t same_row[] = {0, 128};
    run_chain(&c, same_row, 2, &st);
    assert_int_equal(st.dram.row_hits, 1);
    assert_int_equal(st.dram.row_misses, 1);
    assert_int_equal(st.dram.activates, 1);
    assert_int_equal(st.dram.precharges, 0);
    uint64_t first = latency_of_last(&c, same_row, 2) + c.t_rcd;
    run_chain(&c, same_row, 1, &st);
    assert_int_equal(st.sm.load_latency_sum, first);
}

static void gpu_memory_011_row_conflict_precharges(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_small();
    gpu_stats_t one, two;
    /* One slice: the row of a bank is row_bytes, the next bank follows, the next row of bank 0
     * comes after all banks. */
    const uint64_t other_row[] = {0, (uint64_t)c.dram_row_bytes * c.dram_banks};
    run_chain(&c, other_row, 1, &one);
    run_chain(&c, other_row, 2, &two);
    assert_int_equal(two.dram.row_misses, 2);
    assert_int_equal(two.dram.precharges, 1);
    assert_int_equal(two.dram.activates, 2);
    /* By then tRAS and tRC have long passed: the second pays tRP more. */
    assert_int_equal(two.sm.load_latency_sum, 2 * one.sm.load_latency_sum + c.t_rp);
}

static void gpu_memory_012_other_bank_needs_no_precharge(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_small();
    gpu_stats_t one, two;
    const uint64_t other_bank[] = {0, c.dram_row_bytes};
    run_chain(&c, other_bank, 1, &one);
    run_chain(&c, other_bank, 2, &two);
    assert_int_equal(two.dram.row_misses, 2);
    assert_int_equal(two.dram.precharges, 0);
    assert_int_equal(two.sm.load_latency_sum, 2 * one.sm.load_latency_sum);
}

/* Lane l reads line order[l] (of rows A and B of one bank). */
static uint64_t addr_lines(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint64_t *line = s->user;
    (void)at;
    return BASE + line[lane % 4];
}

static void gpu_memory_013_fr_fcfs_serves_the_open_row_first(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_small();
    gpu_stats_t st;
    uint64_t b = (uint64_t)c.dram_row_bytes * c.dram_banks;
    /* A0 B0 A1 B1 arrive a few cycles apart; A1 overtakes B0 while A0 is served. First come, first
     * served would open A, B, A, B. */
    const uint64_t lines[] = {0, b, 128, b + 128};
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    s.addr = addr_lines;
    s.user = lines;
    synth_run(&c, &s, &st);
    assert_int_equal(st.dram.reads, 4);
    assert_int_equal(st.dram.activates, 2);
    assert_int_equal(st.dram.row_hits, 2);
    /* With one place in the queue there is nothing to choose from. */
    c.dram_queue = 1;
    synth_run(&c, &s, &st);
    assert_int_equal(st.dram.activates, 4);
    synth_free(&s);
}

static void gpu_memory_014_bus_time(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_small();
    gpu_stats_t st;
    const uint64_t four[] = {0, 128, 256, 384};
    run_chain(&c, four, 4, &st);
    /* Every line takes line / atom column commands of dram_burst each. */
    assert_int_equal(st.dram.bus_busy_cycles,
                     4 * (c.line_bytes / c.dram_atom_bytes) * c.dram_burst);
}

/* A long stream of row hits keeps the bus busy; groups alternate when their number is > 1. */
static uint64_t addr_stream(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return BASE + ((uint64_t)at->iter * 8 + at->warp) * 32 * 128 + lane * 128;
}

static void gpu_memory_015_stream_approaches_the_peak_rate(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_small();
    gpu_stats_t st;
    c.dram_bank_groups = 1;
    c.dram_queue = 64;
    synth_t s;
    synth_init(&s, 1, 8, 32);
    synth_load(&s, 1, -1);
    s.repeat = 10;
    s.addr = addr_stream;
    c.l1_mshrs = 128;
    c.l2_mshrs = 128;
    c.l1_ways = 64;
    c.l2_miss_queue = 16;
    c.icnt_in_flits = c.icnt_out_flits = 64;
    c.flit_bytes = 160; /* the crossbar must not be what limits */
    synth_run(&c, &s, &st);
    assert_int_equal(st.dram.reads, 8 * 10 * 32);
    double busy = (double)st.dram.bus_busy_cycles / (double)st.dram.active_cycles;
    assert_true(busy > 0.85);
    assert_true(busy <= 1.0);
    assert_true(st.dram.row_hits > 8 * 10 * 32 * 9 / 10);
    synth_free(&s);
}

/* ---- L2 ---- */

static void gpu_memory_020_full_store_needs_no_fetch(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_small();
    gpu_stats_t st;
    const uint64_t at[] = {0};
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_store(&s, -1);
    s.addr = addr_table;
    s.user = at;
    synth_run(&c, &s, &st);
    assert_int_equal(st.l2.writes, 1);
    assert_int_equal(st.l2.write_misses, 1);
    assert_int_equal(st.l2.fetches, 0);
    assert_int_equal(st.dram.reads + st.dram.writes, 0);
    /* Request: header and 128 B; acknowledgement: a header. */
    uint64_t flits = (c.header_bytes + 128 + c.flit_bytes - 1) / c.flit_bytes;
    assert_int_equal(st.icnt_req.flits, flits);
    assert_int_equal(st.icnt_reply.flits, 1);
    synth_free(&s);
}

static uint64_t mask_half(const synth_t *s, const synth_at_t *at)
{
    (void)s, (void)at;
    return 0x00ff00ff00ff00ffu & bits_mask(32); /* 32 B pieces 0 and 2, in full */
}

static uint64_t mask_odd(const synth_t *s, const synth_at_t *at)
{
    return s->inst[at->inst].kind == INST_STORE ? 0x55555555u : bits_mask(32);
}

static void gpu_memory_021_partial_store_fetches_or_waits_for_a_read(void **state)
{
    (void)state;
    for (unsigned lazy = 0; lazy < 2; lazy++) {
        gpu_cfg_t c = synth_small();
        gpu_stats_t st;
        c.l2_write_miss = lazy ? GPU_WRITE_LAZY : GPU_WRITE_FETCH;
        const uint64_t at[] = {0, 0, 0, 0};
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_store(&s, 1);
        synth_add(&s, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, -1, -1);
        s.addr = addr_table;
        s.user = at;
        s.mask = mask_odd; /* every second word */
        synth_run(&c, &s, &st);
        assert_int_equal(st.l2.write_misses, 1);
        assert_int_equal(st.l2.fetches, lazy ? 0 : 1);
        synth_load(&s, 1, 1); /* now the line must be whole */
        synth_run(&c, &s, &st);
        assert_int_equal(st.l2.fetches, 1);
        assert_int_equal(st.l2.read_misses, lazy ? 1 : 0);
        synth_free(&s);
    }
}

static void gpu_memory_022_sectors_are_accesses(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_small();
    gpu_stats_t st;
    c.l2_sector_bytes = 32;
    c.l2_write_miss = GPU_WRITE_LAZY;
    const uint64_t at[] = {0, 4096, 4096};
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1); /* a miss of the L1 asks for all four sectors */
    s.addr = addr_table;
    s.user = at;
    synth_run(&c, &s, &st);
    assert_int_equal(st.l2.reads, 4);
    assert_int_equal(st.l2.read_misses, 4);
    assert_int_equal(st.dram.reads, 4);
    assert_int_equal(st.icnt_req.packets_in, 1);
    assert_int_equal(st.icnt_reply.packets_in, 4);
    assert_int_equal(st.icnt_reply.flits,
                     4 * ((c.header_bytes + 32 + c.flit_bytes - 1) / c.flit_bytes));
    assert_int_equal(st.l1d.sectors_received, 4);
    assert_int_equal(st.l1d.fills, 1);
    synth_free(&s);
    /* A store to two sectors is two accesses with one acknowledgement; reading the line then
     * misses only the other two. */
    synth_init(&s, 1, 1, 32);
    synth_store(&s, 1);
    s.addr = addr_table;
    s.user = at;
    s.mask = mask_half;
    synth_run(&c, &s, &st);
    assert_int_equal(st.l2.writes, 2);
    assert_int_equal(st.icnt_reply.packets_in, 1);
    assert_int_equal(st.l1d.acks_received, 1);
    synth_add(&s, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, -1, -1);
    s.inst[s.n - 1].use.w[0] = 0;
    synth_load(&s, 1, 1);
    const uint64_t same[] = {0, 0, 0};
    s.user = same;
    synth_run(&c, &s, &st);
    assert_int_equal(st.l2.read_hits, 2);
    assert_int_equal(st.l2.read_misses, 2);
    synth_free(&s);
}

static uint64_t addr_conflict(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const gpu_cfg_t *c = s->user; /* every turn another line of L2 set 0 */
    return BASE + (uint64_t)at->iter * c->l2_sets * 128 + lane * 4;
}

static void gpu_memory_023_dirty_victims_are_written_back(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_small();
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_store(&s, -1);
    s.repeat = c.l2_ways + 5;
    s.addr = addr_conflict;
    s.user = &c;
    synth_run(&c, &s, &st);
    assert_int_equal(st.l2.evictions, 5);
    assert_int_equal(st.l2.writebacks, 5);
    assert_int_equal(st.dram.writes, 5);
    assert_int_equal(st.dram.reads, 0);
    assert_int_equal(st.dram.bus_busy_cycles, 5 * (128 / c.dram_atom_bytes) * c.dram_burst);
    synth_free(&s);
}

static void gpu_memory_024_atomics_are_done_at_the_l2(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_small();
    gpu_stats_t st;
    const uint64_t at[] = {0, 0, 0, 0};
    for (unsigned k = 0; k < 2; k++) {
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, -1); /* L1 has the line */
        synth_alu(&s, 1, 1);
        synth_add(&s, INST_UNIT_LDST, k ? INST_REDUCE : INST_ATOMIC, INST_SPACE_GLOBAL, k ? -1 : 2,
                  1);
        s.addr = addr_table;
        s.user = at;
        synth_run(&c, &s, &st);
        /* 32 words: four pieces of eight words each. */
        assert_int_equal(st.sm.atomic_requests, 4);
        assert_int_equal(st.l2.atomics, 4);
        assert_int_equal(st.l2.read_hits, 4);
        assert_int_equal(st.l1d.write_evictions, 1);
        assert_int_equal(st.l1d.acks_received, k ? 4 : 0);
        assert_int_equal(st.l1d.sectors_received, k ? 1 : 5);
        synth_free(&s);
    }
}

/* A half-warp's words of a line are one request: the L2 replies sector by sector, all are waited
 * for. */
static void gpu_memory_026_an_atomic_of_several_sectors(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_small();
    gpu_stats_t st;
    synth_t s;
    const uint64_t offset[] = {0, 0};
    c.coalescer = GPU_COALESCE_HALVES;
    c.l2_sector_bytes = 32;
    synth_init(&s, 1, 1, 32);
    inst_t *i = synth_load(&s, 1, -1);
    i->kind = INST_ATOMIC;
    synth_alu(&s, 2, 1);
    s.addr = addr_table;
    s.user = offset;
    synth_run(&c, &s, &st);
    assert_int_equal(st.sm.atomic_requests, 2);
    assert_int_equal(st.l2.accesses, 4);
    assert_int_equal(st.icnt_reply.packets_in, 4);
    synth_free(&s);
}

static void gpu_memory_025_preload_makes_hits(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset(PLAIN);
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 4, 4, 32);
    synth_load(&s, 1, -1);
    s.repeat = 4;
    s.addr = addr_stream;
    gpu_t *g = gpu_new(&c);
    gpu_l2_preload(g, BASE, 32 * 32 * 128);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    assert_true(st.l2.reads > 0);
    assert_int_equal(st.l2.read_hits, st.l2.reads);
    assert_int_equal(st.dram.reads, 0);
    gpu_free(g);
    synth_free(&s);
}

/* ---- Address map ---- */

static void gpu_memory_030_map_is_a_bijection(void **state)
{
    (void)state;
    const char *presets[] = {"apres", "mrpb-s", "abyp-gcn"};
    for (unsigned p = 0; p < 3; p++) {
        gpu_cfg_t c = synth_preset(presets[p]);
        addr_map_t m;
        map_init(&m, &c);
        uint32_t n = c.dram_channels * c.l2_slices;
        uint64_t lines = (uint64_t)n * 4096;
        uint8_t *seen = calloc(lines, 1);
        uint64_t *of_slice = calloc(n, sizeof *of_slice);
        for (uint64_t line = 0; line < lines; line++) {
            addr_place_t at = map_place(&m, line);
            assert_int_equal(at.channel,
                             line * c.line_bytes / c.interleave_bytes % c.dram_channels);
            assert_int_equal(at.slice / c.l2_slices, at.channel);
            assert_true(at.local_line < 4096); /* dense: so all sets are used alike */
            uint64_t k = at.slice * UINT64_C(4096) + at.local_line;
            assert_false(seen[k]);
            seen[k] = 1;
            of_slice[at.slice]++;
            /* Slices own disjoint banks. */
            assert_int_equal(map_dram(&m, line).bank % c.l2_slices, at.slice % c.l2_slices);
        }
        for (uint32_t i = 0; i < n; i++)
            assert_int_equal(of_slice[i], 4096);
        free(seen);
        free(of_slice);
    }
}

static void gpu_memory_031_rows_are_contiguous_in_a_slice(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset(PLAIN);
    addr_map_t m;
    map_init(&m, &c);
    uint32_t row_lines = c.dram_row_bytes / c.line_bytes, first = 0;
    uint64_t in_row = 0;
    for (uint64_t line = 0; line < 200000; line++) {
        if (map_place(&m, line).slice != 0)
            continue;
        addr_dram_t at = map_dram(&m, line);
        if (map_place(&m, line).local_line == 0)
            first = at.row << 8 | at.bank;
        if (map_place(&m, line).local_line < row_lines)
            in_row += (at.row << 8 | at.bank) == first;
        else if (map_place(&m, line).local_line == row_lines)
            assert_int_not_equal(at.row << 8 | at.bank, first);
    }
    assert_int_equal(in_row, row_lines);
}

/* ---- Back pressure ---- */

static void gpu_memory_040_small_buffers_slow_but_lose_nothing(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset(PLAIN);
    gpu_stats_t wide, narrow;
    synth_t s;
    synth_init(&s, 15, 8, 32);
    synth_load(&s, 1, -1);
    synth_store(&s, 1);
    s.repeat = 6;
    s.addr = addr_stream;
    synth_run(&c, &s, &wide);
    c.flit_bytes = 8;
    c.icnt_in_flits = c.icnt_out_flits = 17; /* one reply */
    synth_run(&c, &s, &narrow);
    assert_true(narrow.run.cycles > wide.run.cycles);
    assert_true(narrow.icnt_reply.blocked_output + narrow.l2.fail_reply_queue > 0);
    assert_int_equal(narrow.icnt_reply.packets_out, narrow.icnt_req.packets_in);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_memory_010_row_hit_saves_the_activate),
        cmocka_unit_test(gpu_memory_011_row_conflict_precharges),
        cmocka_unit_test(gpu_memory_012_other_bank_needs_no_precharge),
        cmocka_unit_test(gpu_memory_013_fr_fcfs_serves_the_open_row_first),
        cmocka_unit_test(gpu_memory_014_bus_time),
        cmocka_unit_test(gpu_memory_015_stream_approaches_the_peak_rate),
        cmocka_unit_test(gpu_memory_020_full_store_needs_no_fetch),
        cmocka_unit_test(gpu_memory_021_partial_store_fetches_or_waits_for_a_read),
        cmocka_unit_test(gpu_memory_022_sectors_are_accesses),
        cmocka_unit_test(gpu_memory_023_dirty_victims_are_written_back),
        cmocka_unit_test(gpu_memory_024_atomics_are_done_at_the_l2),
        cmocka_unit_test(gpu_memory_025_preload_makes_hits),
        cmocka_unit_test(gpu_memory_026_an_atomic_of_several_sectors),
        cmocka_unit_test(gpu_memory_030_map_is_a_bijection),
        cmocka_unit_test(gpu_memory_031_rows_are_contiguous_in_a_slice),
        cmocka_unit_test(gpu_memory_040_small_buffers_slow_but_lose_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

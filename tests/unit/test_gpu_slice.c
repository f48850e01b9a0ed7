/*
 * A slice of the L2 on its way to the DRAM: its queues and what a lookup needs of them. Rejected
 * cycles are derived by the microbenchmarks (channel, mshr).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_synth.h"

#define BASE UINT64_C(0x10000000)

/* A line is a packet of one flit. */
static gpu_cfg_t small(void)
{
    gpu_cfg_t c = synth_small();
    c.flit_bytes = 512;
    return c;
}

/* Instruction i of turn t: lane l on BASE + user[i] + l * user[i + 1], where instructions have two
 * numbers each: where, and how far apart. */
static uint64_t addr_table(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint64_t *p = s->user;
    return BASE + p[2 * at->inst] + lane * p[2 * at->inst + 1];
}

/* A chain of loads (kind[i] 'l'), stores ('s') and fences ('f'). */
static void run(const gpu_cfg_t *c, const char *kind, const uint64_t *where, gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (; *kind; kind++)
        if (*kind == 'l')
            synth_load(&s, 1, 1);
        else if (*kind == 's')
            synth_store(&s, 1);
        else
            synth_add(&s, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, -1, -1);
    s.addr = addr_table;
    s.user = where;
    synth_run(c, &s, st);
    synth_free(&s);
}

static void gpu_slice_010_the_queue_to_the_dram_costs_a_cycle(void **state)
{
    (void)state;
    static const uint64_t line[] = {0, 4}, lines[] = {0, 128};
    gpu_stats_t without, with;
    gpu_cfg_t c = small();
    run(&c, "l", line, &without);
    c.l2_dram_queue = 1;
    run(&c, "l", line, &with);
    assert_int_equal(with.run.cycles, without.run.cycles + 1);
    /* One moves on a cycle, so that 32 in a row are delayed by the same cycle. */
    c.l2_dram_queue = 0;
    c.l2_miss_queue = 64;
    c.dram_queue = c.l2_mshrs = 64;
    run(&c, "l", lines, &without);
    c.l2_dram_queue = 64;
    run(&c, "l", lines, &with);
    assert_int_equal(with.run.cycles, without.run.cycles + 1);
}

/* 32 misses and a channel that holds one of them, for two columns at least: three more fill the way
 * to it. A lookup that waits there would else fill the miss queue. */
static void gpu_slice_011_a_lookup_may_need_room_for_what_it_does_not_send(void **state)
{
    (void)state;
    static const uint64_t where[] = {0, 128};
    gpu_stats_t free_, room;
    gpu_cfg_t c = small();
    c.l1_sets = 64;
    c.dram_admit = GPU_DRAM_QUEUE;
    c.dram_queue = 1;
    c.dram_latency = 0;
    c.l2_mshrs = c.l2_queue = 64;
    c.l2_miss_queue = 32;
    c.l2_dram_queue = 2;
    run(&c, "l", where, &free_);
    c.l2_lookup_room = true;
    run(&c, "l", where, &room);
    assert_int_equal(free_.l2.fail_dram_queue, 0);
    assert_true(room.l2.fail_dram_queue > 28 * 2 * c.t_ccd);
    assert_int_equal(room.l2.fail_miss_queue + free_.l2.fail_miss_queue, 0);
    assert_int_equal(room.dram.reads, 32);
}

/* A load of lines 0 to 31 pushes what the L2 holds out. */
static gpu_cfg_t through(void)
{
    gpu_cfg_t c = small();
    c.l2_write_miss = GPU_WRITE_THROUGH;
    c.l2_mshrs = c.l2_miss_queue = c.l2_queue = 64;
    c.l2_sets = 1;
    c.l2_ways = 4;
    return c;
}

static void gpu_slice_020_a_store_that_misses_is_written_and_its_line_read(void **state)
{
    (void)state;
    gpu_cfg_t c = through();
    gpu_stats_t st;
    for (uint64_t lane = 0; lane <= 4; lane += 4) { /* one word, or all of the line */
        const uint64_t where[] = {0, lane};
        run(&c, "s", where, &st);
        assert_int_equal(st.l2.write_misses, 1);
        assert_int_equal(st.l2.stores_through, 1);
        assert_int_equal(st.l2.fetches, 1);
        assert_int_equal(st.dram.writes, 1);
        assert_int_equal(st.dram.reads, 1);
        assert_int_equal(st.l1d.acks_received, 1);
        uint64_t atoms = lane ? c.line_bytes / c.dram_atom_bytes : 1; /* a piece of 32 bytes */
        assert_int_equal(st.dram.write_bytes, atoms * c.dram_atom_bytes);
        assert_int_equal(st.dram.read_bytes, c.line_bytes);
    }
}

static void gpu_slice_021_it_is_acknowledged_when_the_dram_has_done_the_write(void **state)
{
    (void)state;
    static const uint64_t line[] = {0, 4};
    gpu_cfg_t c = through(), f = c;
    gpu_stats_t there, here;
    f.l2_write_miss = GPU_WRITE_FETCH;
    run(&c, "s", line, &there);
    run(&f, "s", line, &here);
    /* Next DRAM edge, its latency, activate, two columns, data. The kernel ends with the
     * acknowledgement, if its line has come by then. */
    uint64_t more = 1 + c.dram_latency + c.t_rcd + c.t_ccdl + c.t_wl + c.dram_burst;
    uint64_t fill = c.t_cdlr + c.t_ccdl + c.t_cl + c.dram_burst;
    assert_true(fill < c.l2_latency + c.icnt_latency);
    assert_int_equal(there.run.cycles, here.run.cycles + more);
}

static void gpu_slice_022_only_a_store_that_hits_makes_the_line_dirty(void **state)
{
    (void)state;
    static const uint64_t once[] = {0, 4, 0, 0, 4096, 128};
    static const uint64_t twice[] = {0, 4, 0, 0, 0, 4, 0, 0, 4096, 128};
    gpu_cfg_t c = through();
    gpu_stats_t st;
    run(&c, "sfl", once, &st);
    assert_int_equal(st.l2.writebacks, 0);
    assert_int_equal(st.dram.writes, 1);
    assert_int_equal(st.dram.reads, 1 + 32);
    run(&c, "sfsfl", twice, &st); /* the second finds the line */
    assert_int_equal(st.l2.stores_through, 1);
    assert_int_equal(st.l2.write_hits, 1);
    assert_int_equal(st.l2.writebacks, 1);
    assert_int_equal(st.dram.writes, 2);
}

/* Two stores and a load one after the other: all before the line is here. */
static void gpu_slice_023_another_store_writes_again_and_merges_its_read(void **state)
{
    (void)state;
    static const uint64_t same[] = {0, 4, 0, 4, 0, 0};
    gpu_cfg_t c = through();
    gpu_stats_t st;
    run(&c, "ssl", same, &st);
    assert_int_equal(st.l2.stores_through, 2);
    assert_int_equal(st.dram.writes, 2);
    assert_int_equal(st.dram.reads, 1);
    assert_int_equal(st.l2.fetches, 1);
    assert_int_equal(st.l2.read_pending_hits, 1);
    assert_int_equal(st.l2.fail_merge_full, 0);
    c.l2_mshr_merge = 2; /* the load comes too late */
    run(&c, "ssl", same, &st);
    assert_true(st.l2.fail_merge_full > 0);
    assert_int_equal(st.l2.read_hits, 1);
    assert_int_equal(st.dram.reads, 1);
    c.l2_mshr_merge = 1; /* and the second store hits */
    run(&c, "ssl", same, &st);
    assert_int_equal(st.l2.stores_through, 1);
    assert_int_equal(st.l2.write_hits, 1);
}

/* 32 stores of a word each to lines that the loads before have brought into the L2: the last is
 * looked up later by what the data of the others take beyond a cycle each. */
static void gpu_slice_030_a_hit_takes_the_port_for_its_data(void **state)
{
    (void)state;
    static const uint64_t lines[] = {0, 128, 0, 0, 0, 128};
    static const uint32_t ports[] = {8, 16, 20, 32, 256};
    gpu_stats_t loads, stores;
    gpu_cfg_t c = small();
    c.l2_queue = c.l2_mshrs = c.l2_reply_queue = 64;
    run(&c, "l", lines, &loads);
    run(&c, "lfs", lines, &stores);
    uint64_t without = stores.run.cycles - loads.run.cycles;
    assert_int_equal(stores.l2.write_hits, 32);
    assert_int_equal(stores.l2.fail_port, 0);
    for (unsigned k = 0; k < sizeof ports / sizeof ports[0]; k++) {
        c.l2_port_bytes = ports[k];
        run(&c, "l", lines, &loads);
        run(&c, "lfs", lines, &stores);
        uint64_t more = (32 + ports[k] - 1) / ports[k] - 1;
        assert_int_equal(stores.run.cycles - loads.run.cycles, without + 31 * more);
        assert_int_equal(stores.l2.fail_port, 31 * more);
    }
}

/* 32 lines from the DRAM, which come a column gap apart: a fill port of 8 B takes 16 cycles for
 * each. */
static void gpu_slice_031_a_fill_takes_its_port_for_the_line(void **state)
{
    (void)state;
    static const uint64_t lines[] = {0, 128};
    gpu_stats_t without, with, narrow;
    gpu_cfg_t c = small();
    c.dram_bank_groups = 1;
    c.l2_queue = c.l2_mshrs = c.l2_miss_queue = c.dram_queue = 64;
    uint64_t apart = 2 * c.t_ccd, port = c.line_bytes / 8;
    run(&c, "l", lines, &without);
    c.l2_port_bytes = 8;
    run(&c, "l", lines, &with);
    assert_int_equal(with.run.cycles, without.run.cycles + 31 * (port - apart));
    assert_int_equal(with.l2.fail_port, 0); /* a miss takes no data port */
    assert_int_equal(with.dram.active_cycles, without.dram.active_cycles);
    /* Two places in the return queue and one in the fill queue: columns wait for the port. */
    c.dram_return_queue = 2;
    c.l2_fill_queue = 1;
    run(&c, "l", lines, &narrow);
    assert_int_equal(narrow.run.cycles, with.run.cycles);
    assert_true(narrow.dram.active_cycles > with.dram.active_cycles + 27 * (port - apart));
}

/* Lines of one set: a dirty one that is pushed out takes the port for a line. */
static void gpu_slice_032_a_dirty_victim_takes_the_port_for_its_line(void **state)
{
    (void)state;
    gpu_stats_t clean, dirty;
    gpu_cfg_t c = small();
    c.l2_sets = 1;
    c.l2_ways = 32;
    c.l2_queue = c.l2_mshrs = c.l2_miss_queue = c.dram_queue = 64;
    c.l2_port_bytes = 8;
    const uint64_t where[] = {0, 128, 0, 0, 65536, 128};
    run(&c, "lfl", where, &clean);
    run(&c, "sfl", where, &dirty);
    assert_int_equal(clean.l2.fail_port, 0);
    assert_int_equal(dirty.l2.writebacks, 32);
    /* 16 cycles each, of which the first is the lookup's own; a request a cycle comes. */
    assert_int_equal(dirty.l2.fail_port, 31 * (c.line_bytes / 8 - 1));
}

/* A load of DRAM waits for two delays. */
static void gpu_slice_040_delays_may_count_core_cycles(void **state)
{
    (void)state;
    static const uint64_t line[] = {0, 4};
    gpu_stats_t own, core;
    gpu_cfg_t c = small();
    run(&c, "l", line, &own);
    c.latency_clock = GPU_LATENCY_CORE;
    run(&c, "l", line, &core); /* of one clock it is the same */
    assert_int_equal(core.run.cycles, own.run.cycles);
    assert_int_equal(core.dram.read_latency_sum, own.dram.read_latency_sum);
    /* An L2 and DRAM of half the clock: half as many of their cycles. */
    c.l2_mhz = c.dram_mhz = 500;
    run(&c, "l", line, &core);
    c.latency_clock = GPU_LATENCY_OWN;
    assert_true(c.rop_latency % 2 == 0 && c.dram_latency % 2 == 0);
    c.rop_latency /= 2;
    c.dram_latency /= 2;
    run(&c, "l", line, &own);
    assert_int_equal(core.run.cycles, own.run.cycles);
    assert_int_equal(core.dram.read_latency_sum, own.dram.read_latency_sum);
}

/* CTAs after the SMs: a cycle later. Packets before the memory stage: another, where nothing delays
 * them. */
static void gpu_slice_050_the_order_within_a_core_cycle(void **state)
{
    (void)state;
    static const uint64_t line[] = {0, 4}, lines[] = {0, 128};
    gpu_stats_t flow, release;
    gpu_cfg_t c = small(), r;
    for (c.l1_miss_delay = 0; c.l1_miss_delay < 3; c.l1_miss_delay++) {
        r = c;
        r.tick_order = GPU_TICK_RELEASE;
        run(&c, "l", line, &flow);
        run(&r, "l", line, &release);
        assert_int_equal(release.run.cycles, flow.run.cycles + 1 + (c.l1_miss_delay == 0));
        assert_int_equal(release.sm.load_latency_sum,
                         flow.sm.load_latency_sum + (c.l1_miss_delay == 0));
    }
    /* A queue of one place. The packet that leaves frees it for the cycle after, or for this one.
     */
    c.l1_miss_queue = r.l1_miss_queue = 1;
    c.l1_mshrs = r.l1_mshrs = 64;
    c.l1_miss_delay = r.l1_miss_delay = 4;
    run(&c, "l", lines, &flow);
    run(&r, "l", lines, &release);
    assert_int_equal(flow.l1d.fail_miss_queue, 31 * 4);
    assert_int_equal(release.l1d.fail_miss_queue, 31 * 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_slice_010_the_queue_to_the_dram_costs_a_cycle),
        cmocka_unit_test(gpu_slice_011_a_lookup_may_need_room_for_what_it_does_not_send),
        cmocka_unit_test(gpu_slice_020_a_store_that_misses_is_written_and_its_line_read),
        cmocka_unit_test(gpu_slice_021_it_is_acknowledged_when_the_dram_has_done_the_write),
        cmocka_unit_test(gpu_slice_022_only_a_store_that_hits_makes_the_line_dirty),
        cmocka_unit_test(gpu_slice_023_another_store_writes_again_and_merges_its_read),
        cmocka_unit_test(gpu_slice_030_a_hit_takes_the_port_for_its_data),
        cmocka_unit_test(gpu_slice_031_a_fill_takes_its_port_for_the_line),
        cmocka_unit_test(gpu_slice_040_delays_may_count_core_cycles),
        cmocka_unit_test(gpu_slice_050_the_order_within_a_core_cycle),
        cmocka_unit_test(gpu_slice_032_a_dirty_victim_takes_the_port_for_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

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

/* One clock, one SM, one channel with one slice; a line is a packet of one flit. */
static gpu_cfg_t small(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.dram_channels = 1;
    c.l2_slices = 1;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_slice_010_the_queue_to_the_dram_costs_a_cycle),
        cmocka_unit_test(gpu_slice_011_a_lookup_may_need_room_for_what_it_does_not_send),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

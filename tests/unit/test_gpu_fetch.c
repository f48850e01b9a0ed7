/*
 * The instruction cache, the lookup pipeline of the L1, acknowledgements by sector and what a
 * host copy leaves in the L2: mechanisms of the preset sm2-gtx480, each derived by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu/rocache.h"
#include "gpu_synth.h"

#define BASE UINT64_C(0x10000000)

static gpu_cfg_t one_clock(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    return c;
}

/* A cache of 1 set and `ways` ways. */
static gpu_cfg_t with_l1i(uint32_t ways)
{
    gpu_cfg_t c = one_clock();
    c.l1i_sets = 1;
    c.l1i_ways = ways;
    c.l1i_mshrs = 2;
    return c;
}

static uint64_t addr_one_line(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at;
    return BASE + 4 * (lane & 15);
}

static uint64_t addr_full_line(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at;
    return BASE + 4 * lane;
}

/* 16 instructions of 8 bytes a line of 128. */
static void straight(synth_t *s, uint32_t warps, uint32_t instructions)
{
    synth_init(s, 1, warps, 32);
    for (uint32_t i = 0; i < instructions; i++)
        synth_alu(s, -1, -1);
}

/* 40 instructions are 3 lines, asked for once however many warps want them. */
static void gpu_fetch_010_cold_lines_are_asked_for_once(void **state)
{
    (void)state;
    for (uint32_t warps = 1; warps <= 8; warps += 7) {
        gpu_cfg_t c = with_l1i(4);
        synth_t s;
        gpu_stats_t st;
        straight(&s, warps, 40);
        synth_run(&c, &s, &st);
        assert_int_equal(st.sm.fetch_misses, 3);
        assert_int_equal(st.l2.reads, 3 * (c.line_bytes / c.l2_sector_bytes));
        assert_int_equal(st.run.warp_instructions, 40 * warps);
        synth_free(&s);
    }
}

/*
 * The line is in the L2. Fetched in cycle 0, packet into the crossbar in cycle 1, moved in 2, at
 * the slice icnt_latency later, taken in, looked up rop_latency + 1 later, the reply l2_latency
 * after that in the crossbar, flits - 1 and icnt_latency later at the SM, which fetches again in
 * that cycle and issues fetch_latency later; the run ends with that cycle.
 */
static void gpu_fetch_020_a_miss_costs_the_way_to_the_l2(void **state)
{
    (void)state;
    gpu_cfg_t c = with_l1i(4);
    uint32_t flits = (c.header_bytes + c.line_bytes + c.flit_bytes - 1) / c.flit_bytes;
    uint64_t arrive =
        2 + c.icnt_latency + 1 + c.rop_latency + c.l2_latency + (flits - 1) + c.icnt_latency;
    synth_t s;
    gpu_stats_t st;
    straight(&s, 1, 1);
    gpu_t *g = gpu_new(&c);
    gpu_l2_preload(g, ROCACHE_CODE_BASE, c.line_bytes);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    assert_int_equal(st.dram.reads, 0);
    assert_int_equal(st.run.cycles, arrive + c.fetch_latency + 1);
    gpu_free(g);
    synth_free(&s);
}

static uint64_t addr_two_lines(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at;
    return BASE + (lane & 1) * 128;
}

/*
 * The last instruction of a line is a load of two lines, issued in cycle t and in the memory stage,
 * with its first request, in t + 1; the fetch of the next code line is due to leave in t + 1, too.
 * The miss queue holds one request: the second is accepted in t + 2 if the first has left in t + 1,
 * or rejected once if that left in t + 2.
 */
static void gpu_fetch_021_code_and_data_may_leave_in_one_cycle(void **state)
{
    (void)state;
    for (uint32_t ports = GPU_SEND_ONE; ports <= GPU_SEND_EACH; ports++) {
        gpu_cfg_t c = with_l1i(4);
        synth_t s;
        gpu_stats_t st;
        c.send_ports = ports;
        c.l1_miss_queue = 1;
        straight(&s, 1, 15);
        synth_load(&s, 1, 0);
        synth_alu(&s, 2, -1);
        s.addr = addr_two_lines;
        synth_run(&c, &s, &st);
        assert_int_equal(st.sm.fetch_misses, 2);
        assert_int_equal(st.l1d.misses, 2);
        assert_int_equal(st.l1d.fail_miss_queue, ports == GPU_SEND_ONE);
        synth_free(&s);
    }
}

/* A loop over two lines in a cache of one line misses twice a turn; in one of two, twice in all. */
static void gpu_fetch_030_capacity(void **state)
{
    (void)state;
    for (uint32_t ways = 1; ways <= 2; ways++) {
        gpu_cfg_t c = with_l1i(ways);
        synth_t s;
        gpu_stats_t st;
        straight(&s, 1, 32);
        s.repeat = 5;
        synth_run(&c, &s, &st);
        assert_int_equal(st.sm.fetch_misses, ways == 1 ? 10 : 2);
        synth_free(&s);
    }
}

/* Every kernel's code starts at one address. */
static void gpu_fetch_040_kernels_share_their_lines(void **state)
{
    (void)state;
    gpu_cfg_t c = with_l1i(4);
    synth_t s;
    gpu_stats_t st;
    straight(&s, 2, 30);
    gpu_t *g = gpu_new(&c);
    for (int i = 0; i < 3; i++)
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    assert_int_equal(st.sm.fetch_misses, 2);
    gpu_free(g);
    synth_free(&s);
}

/* With one MSHR, the second line waits until the first has come; nothing is lost. */
static void gpu_fetch_050_mshrs_are_waited_for(void **state)
{
    (void)state;
    uint64_t cycles[2];
    for (uint32_t mshrs = 1; mshrs <= 2; mshrs++) {
        gpu_cfg_t c = with_l1i(8);
        c.l1i_mshrs = mshrs;
        synth_t s;
        gpu_stats_t st;
        straight(&s, 4, 64);
        synth_run(&c, &s, &st);
        assert_int_equal(st.sm.fetch_misses, 4);
        cycles[mshrs - 1] = st.run.cycles;
        synth_free(&s);
    }
    assert_true(cycles[0] >= cycles[1]);
}

/* Three instructions a turn, two a fetch: a jump that empties the buffer costs a fetch of one. */
static void gpu_fetch_060_past_jumps(void **state)
{
    (void)state;
    for (uint32_t past = 0; past < 2; past++) {
        gpu_cfg_t c = one_clock();
        c.fetch_insts = 2;
        c.fetch_past_jumps = past;
        synth_t s;
        gpu_stats_t st;
        straight(&s, 1, 3);
        s.repeat = 10;
        synth_run(&c, &s, &st);
        assert_int_equal(st.sm.fetches, past ? 15 : 20);
        synth_free(&s);
    }
}

static uint64_t latency_of_loads(const gpu_cfg_t *c, uint32_t loads, gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (uint32_t i = 0; i < loads; i++)
        synth_load(&s, 1, 1);
    s.addr = addr_one_line;
    synth_run(c, &s, st);
    synth_free(&s);
    return st->sm.load_latency_sum;
}

/* The pipeline before the tags delays a miss by its length; a hit stays at l1_hit_latency. */
static void gpu_lookup_010_delay(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    c.l1_hit_latency = 40;
    gpu_stats_t st;
    uint64_t miss = latency_of_loads(&c, 1, &st), both = latency_of_loads(&c, 2, &st);
    assert_int_equal(both - miss, 40);
    c.l1_lookup_delay = 33;
    assert_int_equal(latency_of_loads(&c, 1, &st), miss + 33);
    assert_int_equal(latency_of_loads(&c, 2, &st), miss + 33 + 40);
    assert_int_equal(st.l1d.hits, 1);
}

static uint64_t addr_set_0(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return BASE + ((uint64_t)at->inst * 32 + lane) * 64 * 128;
}

/*
 * Lines of one set of 2 ways, 32 requests a load: two are accepted, the third is rejected until
 * data come, not before rop_latency. With a queue of 1, one load has issued by then: it is in the
 * memory stage. A pipeline of 33 takes in the other 30 and three of the second load, which
 * therefore is in the memory stage: two have issued.
 */
static void gpu_lookup_020_rejected_head_fills_the_pipeline(void **state)
{
    (void)state;
    for (uint32_t delay = 0; delay <= 33; delay += 33) {
        gpu_cfg_t c = one_clock();
        c.l1_sets = 64;
        c.l1_ways = 2;
        c.ldst_queue = 1;
        c.l1_hit_latency = 40;
        c.l1_lookup_delay = delay;
        c.rop_latency = 500;
        synth_t s;
        gpu_stats_t st;
        synth_clock_t clock = {.s = &s};
        synth_init(&s, 1, 1, 32);
        for (int i = 0; i < 8; i++)
            synth_load(&s, i, -1);
        s.addr = addr_set_0;
        synth_log_on(&s, 64);
        gpu_t *g = gpu_new(&c);
        assert_int_equal(gpu_attach(g, &synth_clock_hooks, &clock, NULL), 0);
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        gpu_stats(g, &st);
        uint32_t issued = 0;
        while (issued < clock.n && clock.cycle[issued] < c.rop_latency)
            issued++;
        assert_int_equal(issued, delay ? 2 : 1);
        assert_int_equal(clock.n, 8);
        assert_int_equal(st.l1d.misses, 8 * 32);
        gpu_free(g);
        synth_free(&s);
    }
}

/* A full line's store: one acknowledgement, or one a sector. */
static void gpu_acks_010_by_request_or_sector(void **state)
{
    (void)state;
    for (uint32_t by_sector = 0; by_sector < 2; by_sector++) {
        gpu_cfg_t c = one_clock();
        c.l2_sector_bytes = 32;
        c.l2_sector_acks = by_sector;
        synth_t s;
        gpu_stats_t st;
        synth_init(&s, 1, 3, 32);
        synth_store(&s, 0);
        s.addr = addr_full_line;
        synth_run(&c, &s, &st);
        assert_int_equal(st.l1d.writes, 3);
        assert_int_equal(st.l2.writes, 12);
        assert_int_equal(st.l1d.acks_due, by_sector ? 12 : 3);
        assert_int_equal(st.icnt_reply.packets_in, by_sector ? 12 : 3);
        synth_free(&s);
    }
}

static uint64_t addr_far(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)at;
    return *(const uint64_t *)s->user + 4 * lane;
}

/* Whether a load of the address finds what a copy to `copied` left. */
static bool found(uint32_t bits, uint64_t copied, uint64_t loaded)
{
    gpu_cfg_t c = one_clock();
    c.l2_copy_bits = bits;
    synth_t s;
    gpu_stats_t st;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    s.addr = addr_far;
    s.user = &loaded;
    gpu_t *g = gpu_new(&c);
    gpu_host_copy(g, copied, 256);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    gpu_free(g);
    synth_free(&s);
    return st.l2.read_hits != 0;
}

static void gpu_copy_010_what_a_host_copy_leaves(void **state)
{
    (void)state;
    uint64_t far = UINT64_C(0x7f1012345600);
    assert_false(found(0, BASE, BASE));
    assert_true(found(64, BASE, BASE));
    assert_true(found(64, far, far));
    assert_true(found(64, far, far + 128));
    assert_false(found(64, far, far + 256));
    assert_true(found(32, BASE, BASE));
    assert_false(found(32, far, far));
    assert_true(found(32, far, far & UINT32_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_fetch_010_cold_lines_are_asked_for_once),
        cmocka_unit_test(gpu_fetch_020_a_miss_costs_the_way_to_the_l2),
        cmocka_unit_test(gpu_fetch_021_code_and_data_may_leave_in_one_cycle),
        cmocka_unit_test(gpu_fetch_030_capacity),
        cmocka_unit_test(gpu_fetch_040_kernels_share_their_lines),
        cmocka_unit_test(gpu_fetch_050_mshrs_are_waited_for),
        cmocka_unit_test(gpu_fetch_060_past_jumps),
        cmocka_unit_test(gpu_lookup_010_delay),
        cmocka_unit_test(gpu_lookup_020_rejected_head_fills_the_pipeline),
        cmocka_unit_test(gpu_acks_010_by_request_or_sector),
        cmocka_unit_test(gpu_copy_010_what_a_host_copy_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

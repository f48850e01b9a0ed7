/*
 * The way of replies and of shared memory's results to the registers: a queue of replies, results
 * that take turns, hits that do not. Cycles are derived here, by following each of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_synth.h"

#define BASE UINT64_C(0x10000000)

static gpu_cfg_t one_clock(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.ldst_queue = 32;
    return c;
}

/* Lines 0 and 1 of a slice: of a load by its pc, the second load's is line 1. */
static uint64_t addr_lines(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    if (s->inst[at->inst].space == INST_SPACE_SHARED)
        return 4 * lane;
    return BASE + (at->inst == 1 ? 128 : 0) + 4 * (lane & 15);
}

/* Reads of line 1 bypass the L1; with *ctx all do. */
static gpu_l1_decision_t decide(void *ctx, const gpu_l1_access_t *a)
{
    return *(const bool *)ctx || a->req->line == BASE / 128 + 1 ? GPU_L1_BYPASS : GPU_L1_NORMAL;
}

static const gpu_hooks_t bypass_hooks = {.policy = "bypass", .on_l1_access = decide};

static void run_on(const gpu_cfg_t *c, synth_t *s, bool all, synth_clock_t *clock, gpu_stats_t *st)
{
    gpu_t *g = gpu_new(c);
    gpu_l2_preload(g, BASE, 4096);
    assert_int_equal(gpu_attach(g, &bypass_hooks, &all, NULL), 0);
    if (clock) {
        synth_log_on(s, SYNTH_CLOCK_MAX);
        *clock = (synth_clock_t){.s = s};
        assert_int_equal(gpu_attach(g, &synth_clock_hooks, clock, NULL), 0);
    }
    gpu_set_dump(g, stderr);
    assert_int_equal(gpu_run(g, &s->front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
}

static uint64_t load_latency(const gpu_cfg_t *c, bool bypass)
{
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    s.addr = addr_lines;
    run_on(c, &s, bypass, NULL, &st);
    synth_free(&s);
    assert_int_equal(st.latency.l2_cycles + 1, st.sm.load_latency_sum);
    return st.sm.load_latency_sum;
}

static void gpu_writeback_010_a_hit_in_the_cycle_after_issue(void **state)
{
    (void)state;
    for (uint32_t turn = 0; turn < 2; turn++) {
        gpu_cfg_t c = one_clock();
        gpu_stats_t miss, both;
        synth_t s;
        c.l1_hit_latency = 1;
        c.writeback = turn;
        synth_init(&s, 1, 1, 32);
        s.addr = addr_lines;
        synth_load(&s, 1, 0);
        run_on(&c, &s, false, NULL, &miss);
        synth_alu(&s, 1, 1);
        synth_load(&s, 2, 1);
        synth_alu(&s, 3, 2);
        run_on(&c, &s, false, NULL, &both);
        assert_int_equal(both.l1d.hits, 1);
        assert_int_equal(both.sm.load_latency_sum - miss.sm.load_latency_sum, 1);
        assert_int_equal(both.latency.l1_cycles, 0);
        /* Load, then two cycles for the fetch that follows the second instruction, load, its
         * dependent in the next cycle. */
        uint64_t load = c.fetch_latency + miss.sm.load_latency_sum + c.sp_latency;
        assert_int_equal(c.fetch_insts, 2);
        assert_int_equal(both.run.cycles, load + 1 + c.sp_latency + 1);
        synth_free(&s);
    }
}

static void gpu_writeback_011_a_queue_is_one_cycle(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    uint64_t line = load_latency(&c, false), round = load_latency(&c, true);
    for (uint32_t queue = 0; queue <= 10; queue += 5)
        for (uint32_t turn = 0; turn < 2; turn++) {
            c.reply_queue = queue;
            c.writeback = turn;
            assert_int_equal(load_latency(&c, false), line + (queue != 0));
            assert_int_equal(load_latency(&c, true), round + (queue != 0));
        }
}

static void gpu_writeback_012_an_acknowledgement_queues(void **state)
{
    (void)state;
    uint64_t cycles[2];
    for (uint32_t queue = 0; queue < 2; queue++) {
        gpu_cfg_t c = one_clock();
        gpu_stats_t st;
        synth_t s;
        c.reply_queue = 3 * queue;
        synth_init(&s, 1, 1, 32);
        s.addr = addr_lines;
        synth_store(&s, 0);
        run_on(&c, &s, false, NULL, &st);
        cycles[queue] = st.run.cycles;
        synth_free(&s);
    }
    assert_int_equal(cycles[1], cycles[0] + 1);
}

/* ---- Clients that want the port at once ---- */

enum { MERGED = 7, SHARED = 6 };

/* When each client has something, in cycles: followed one by one. */
typedef struct race {
    uint64_t line;          /* the line comes, 1 + MERGED requests wait */
    uint64_t bypassed;      /* the bypassed reply may be taken */
    uint64_t stage[SHARED]; /* shared accesses may be in the memory stage */
    uint32_t shared, room, fill;
    uint64_t waits, last, latency; /* latency: sum of cycles in which loads have their data */
} race_t;

static void follow(race_t *r)
{
    uint32_t lines = 0, held = 0, done = 0, served = 0, in = 0, turn = 0;
    uint64_t ready[SHARED], c = 0;
    for (; lines < MERGED + 1 || held < 2 || served < r->shared; c++) {
        bool want[5] = {served < in && ready[served] <= c, false, false, held == 1,
                        lines < MERGED + 1 && c > r->line};
        bool blocked = in - served > r->room; /* the last access has not left the stage */
        uint32_t n = 0, first = 5;
        for (uint32_t k = 0; k < 5; k++)
            if (want[(turn + k) % 5] && n++ == 0)
                first = (turn + k) % 5;
        if (n) {
            r->waits += n - 1;
            turn = (first + 1) % 5;
            uint64_t at = first == 0 ? c + 1 : c - 1 + r->fill;
            served += first == 0;
            held += first == 3;
            lines += first == 4;
            r->latency += first ? at : 0;
            r->last = at > r->last ? at : r->last;
        }
        if (held == 0 && c >= r->bypassed)
            held = 1;
        if (done < r->shared && !blocked && c >= r->stage[done]) {
            ready[in++] = c + r->room;
            done++;
        }
    }
}

/* Warp 0 loads line 0, line 1 past the L1, and line 0 again; warp 1 has the shared memory. */
static uint64_t by_warp(const synth_t *s, const synth_at_t *at)
{
    const inst_t *i = &s->inst[at->inst];
    if (i->unit != INST_UNIT_LDST)
        return UINT32_MAX;
    return (i->space == INST_SPACE_SHARED) == (at->warp == 1) ? UINT32_MAX : 0;
}

static void race_program(synth_t *s, uint32_t shared)
{
    synth_init(s, 1, 2, 32);
    s->addr = addr_lines;
    s->mask = by_warp;
    for (int i = 0; i < 2 + MERGED; i++)
        synth_load(s, 1 + i, 0);
    synth_alu(s, 20, 0);
    synth_alu(s, 20, 20);
    for (uint32_t i = 0; i < shared; i++)
        synth_add(s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_SHARED, 30 + (int)i, 20);
}

static void check_race(const gpu_cfg_t *c, uint32_t shared, uint64_t *contended)
{
    static synth_clock_t clock;
    gpu_stats_t st;
    synth_t s;
    race_program(&s, shared);
    run_on(c, &s, false, &clock, &st);
    race_t r = {.shared = shared, .room = c->smem_latency - 2, .fill = c->l1_fill_delay};
    uint64_t issued = 0, first = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < clock.n; i++) {
        const inst_t *inst = &s.inst[s.log[i].inst];
        if (inst->space == INST_SPACE_GLOBAL && s.log[i].warp == 0) {
            issued += clock.cycle[i];
            first = s.log[i].inst == 0 ? clock.cycle[i] : first;
        } else if (inst->space == INST_SPACE_SHARED && s.log[i].warp == 1) {
            r.stage[n++] = clock.cycle[i] + 1;
        }
    }
    assert_int_equal(n, shared);
    gpu_cfg_t free = *c;
    free.writeback = GPU_WRITEBACK_FREE;
    r.line = first + load_latency(&free, false) - c->l1_fill_delay;
    /* The second request follows the first in the next cycle, its reply the first's flits. */
    r.bypassed = r.line + (c->header_bytes + 128 + c->flit_bytes - 1) / c->flit_bytes;
    follow(&r);
    assert_int_equal(st.l1d.bypasses, 1);
    assert_int_equal(st.l1d.pending_hits, MERGED);
    assert_int_equal(st.sm.writeback_waits, r.waits);
    assert_int_equal(st.sm.load_latency_sum, r.latency - issued);
    assert_int_equal(st.run.cycles, r.last + 1);
    uint64_t requests = st.latency.l2_cycles + st.latency.pending_cycles;
    assert_int_equal(requests, st.sm.load_latency_sum - (2 + MERGED));
    *contended += r.waits;
    synth_free(&s);
}

static void gpu_writeback_020_requests_of_a_line_and_a_bypass_take_turns(void **state)
{
    (void)state;
    uint64_t waits = 0;
    for (uint32_t flit = 16; flit <= 136; flit += 24)
        for (uint32_t fill = 1; fill <= 4; fill++) {
            gpu_cfg_t c = one_clock();
            c.writeback = GPU_WRITEBACK_TURN;
            c.flit_bytes = flit;
            c.l1_fill_delay = fill;
            c.reply_queue = fill % 3 * 4;
            check_race(&c, 0, &waits);
        }
    assert_true(waits > 0);
}

/* Results of shared memory meet the others in every phase; few registers, so that they hold up the
 * memory stage. */
static void gpu_writeback_021_shared_memory_takes_its_turn(void **state)
{
    (void)state;
    uint64_t waits = 0;
    for (uint32_t smem = 3; smem <= 6; smem++)
        for (uint32_t phase = 0; phase < 20; phase++) {
            gpu_cfg_t c = one_clock();
            c.writeback = GPU_WRITEBACK_TURN;
            c.smem_latency = smem;
            c.flit_bytes = phase % 3 ? 32 : 48;
            c.reply_queue = phase % 2 * 10;
            gpu_cfg_t free = c;
            free.writeback = GPU_WRITEBACK_FREE;
            /* The second ALU instruction ends near the line's arrival. */
            c.sp_latency = (uint32_t)load_latency(&free, false) / 2 - 20 + phase;
            check_race(&c, SHARED, &waits);
        }
    assert_true(waits > 100);
}

/* Reads that wait for a bypassed one's reply keep its register, and the next reply waits. */
static void gpu_writeback_030_a_reply_waits_for_the_register(void **state)
{
    (void)state;
    enum { READS = 9 };
    for (uint32_t queue = 0; queue < 3; queue++) {
        uint64_t latency[2];
        gpu_cfg_t c = one_clock();
        c.l1_bypass_merge = true;
        c.reply_queue = queue;
        for (uint32_t turn = 0; turn < 2; turn++) {
            gpu_stats_t st;
            synth_t s;
            c.writeback = turn;
            synth_init(&s, 1, 1, 32);
            s.addr = addr_lines; /* line 0, line 1, line 0 ... */
            for (int i = 0; i < READS; i++)
                synth_load(&s, 1 + i, 0);
            run_on(&c, &s, true, NULL, &st);
            latency[turn] = st.sm.load_latency_sum;
            assert_int_equal(st.l1d.bypasses, 2);
            assert_int_equal(st.l1d.pending_hits, READS - 2);
            assert_int_equal(st.sm.writeback_waits, 0);
            synth_free(&s);
        }
        /* The first reply is in the register from its cycle on, and its reads have their turns up
         * to READS - 1 cycles after that, in the last of which the second reply is taken. */
        uint64_t flits = (c.header_bytes + 128 + c.flit_bytes - 1) / c.flit_bytes;
        assert_true(READS - 1 > flits);
        assert_int_equal(latency[1] - latency[0], READS - 1 - flits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_writeback_010_a_hit_in_the_cycle_after_issue),
        cmocka_unit_test(gpu_writeback_011_a_queue_is_one_cycle),
        cmocka_unit_test(gpu_writeback_012_an_acknowledgement_queues),
        cmocka_unit_test(gpu_writeback_020_requests_of_a_line_and_a_bypass_take_turns),
        cmocka_unit_test(gpu_writeback_021_shared_memory_takes_its_turn),
        cmocka_unit_test(gpu_writeback_030_a_reply_waits_for_the_register),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

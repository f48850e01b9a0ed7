/*
 * Pointer chase: 64 loads of one lane, each of the address that the one before brought, so that
 * nothing overlaps. Every hop's latency is derived from the cycle of its issue, so that the clocks'
 * phases are met and the sum is exact.
 *
 *   L1 hit     1 + ldst_delay + operand_delay to the memory stage, l1_hit_latency - 1 from there
 *   L2 hit     memory stage, l1_miss_delay, next crossbar edge, request flits - 1, icnt_latency,
 *              next L2 edge, 1 + rop_latency to the lookup, l2_latency, next crossbar edge, reply
 *              flits - 1, icnt_latency, next core edge, a cycle with reply_queue, l1_fill_delay;
 *              also with an L2 at half the crossbars' clock
 *   L3 hit     between lookup and l2_latency: 1, l3_tag_latency, l3_latency, 1
 *   row hit    between lookup and l2_latency: next DRAM edge, dram_latency, (columns - 1) x the
 *              column gap of one bank, t_cl, dram_burst, next L2 edge; with an L3, its tag and data
 *              too
 *   row miss   and t_rp (another row is open), t_rcd before the columns
 */
#include "micro/chase.h"
#include "micro/derive.h"
#include "micro/micro.h"

/* The first load issues when the kernel's parameter, its first instruction, is here. */
static uint64_t first_hop(const gpu_cfg_t *c)
{
    return derive_first_issue(c) + derive_param(c);
}

static double hop(uint64_t sum)
{
    return (double)sum / CHASE_HOPS;
}

static double sum_of(const micro_result_t *r)
{
    return (double)r->s.sm.load_latency_sum;
}

static void l1_hit(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    derive_t d = derive_from(c);
    /* Hop 0 brings the line, preloaded in the L2; the others find it. */
    uint64_t t0 = first_hop(c), t = derive_l2_hit(&d, t0);
    uint64_t miss = t - t0;
    unsigned hit = micro_expect(m, MICRO_EXACT, "core cycles", (double)(derive_l1_hit(&d, t) - t),
                                "L1 hit, a hop");
    /* A hop may be faster than the fetch of its instruction. */
    derive_issue_t w = derive_warp(c);
    derive_next(&w, true, 0); /* the parameter */
    derive_next(&w, true, t0);
    for (int i = 1; i < CHASE_HOPS; i++)
        t = derive_l1_hit(&d, derive_next(&w, true, t));
    unsigned all = micro_expect(m, MICRO_EXACT, "core cycles", (double)(t + 1),
                                "chase of L1 hits, whole kernel");
    micro_result_t r = chase_run(m, c, 1, c->line_bytes, true);
    micro_got(m, hit, (sum_of(&r) - (double)miss) / (CHASE_HOPS - 1));
    micro_got(m, all, (double)r.s.run.cycles);
}

static void l2_hit(micro_t *m, const gpu_cfg_t *c, const char *what)
{
    derive_t d = derive_from(c);
    uint64_t t0 = first_hop(c), t = t0;
    for (int i = 0; i < CHASE_HOPS; i++)
        t = derive_l2_hit(&d, t);
    if (derive_data_time(c, c->line_bytes) * d.l2 * CHASE_HOPS > (t - t0) * d.core) {
        micro_skip(m, "%s: the data port is slower than a hop", what);
        return;
    }
    unsigned row = micro_expect(m, MICRO_EXACT, "core cycles", hop(t - t0), "%s, a hop", what);
    unsigned hits = micro_expect(m, MICRO_EXACT, "hits", CHASE_HOPS * d.sectors, "L2 hits");
    micro_result_t r = chase_run(m, c, CHASE_HOPS, c->line_bytes, true);
    micro_got(m, row, hop(r.s.sm.load_latency_sum));
    micro_got(m, hits, (double)r.s.l2.read_hits);
}

/* Two lines in turn that push each other out of an L1 and an L2 of one line: after the first two
 * hops all find their line in the L3. */
static void l3_hit(micro_t *m)
{
    gpu_cfg_t c = m->cfg;
    c.l1_sets = c.l1_ways = c.l2_sets = c.l2_ways = 1;
    derive_t d = derive_from(&c);
    uint64_t t0 = first_hop(&c), t = t0;
    uint64_t stride = derive_channel_stride(&c); /* the same slice */
    for (int i = 0; i < CHASE_HOPS; i++)
        t = i < 2 ? derive_dram(&d, t, 0, 0) : derive_l3_hit(&d, t);
    unsigned row = micro_expect(m, MICRO_EXACT, "core cycles", hop(t - t0),
                                "L3 hit, a hop (two of %d from DRAM)", CHASE_HOPS);
    unsigned hits = micro_expect(m, MICRO_EXACT, "hits", CHASE_HOPS - 2, "L3 hits");
    micro_result_t r = chase_run(m, &c, 2, stride, false);
    micro_got(m, row, hop(r.s.sm.load_latency_sum));
    micro_got(m, hits, (double)r.s.l3.read_hits);
}

/* DRAM: consecutive lines of a row of one bank. */
static void row_hit(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    derive_t d = derive_from(c);
    /* A line from each chunk of one row; then the next row of the bank would come. */
    uint64_t stride = derive_channel_stride(c), hops = c->dram_row_bytes / c->interleave_bytes;
    uint64_t t0 = first_hop(c), t = t0;
    hops = hops < CHASE_HOPS ? hops : CHASE_HOPS;
    /* 64 hops go round these lines; from the second round on they hit in the L1. */
    for (uint64_t i = 0; i < CHASE_HOPS; i++)
        t = i < hops ? derive_dram(&d, t, 0, 0) : derive_l1_hit(&d, t);
    unsigned row = micro_expect(m, MICRO_EXACT, "core cycles", hop(t - t0),
                                "row hit, a hop (%u of %d; then L1)", (unsigned)hops, CHASE_HOPS);
    unsigned hits = micro_expect(m, MICRO_EXACT, "requests", (double)(hops - 1), "row hits");
    gpu_cfg_t big = *c; /* that all lines stay in the L1 whatever its geometry */
    big.l1_sets = 1024;
    big.l1_ways = 4;
    big.l1_index = GPU_INDEX_LINEAR;
    micro_result_t r = chase_run(m, &big, hops, stride, false);
    micro_got(m, row, hop(r.s.sm.load_latency_sum));
    micro_got(m, hits, (double)r.s.dram.row_hits);
}

static void row_miss(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    derive_t d = derive_from(c);
    uint64_t stride = derive_row_stride(c), t0 = first_hop(c), t = t0;
    for (uint64_t i = 0; i < CHASE_HOPS; i++)
        t = derive_dram(&d, t, 0, i);
    unsigned row = micro_expect(m, MICRO_EXACT, "core cycles", hop(t - t0), "row miss, a hop");
    unsigned misses = micro_expect(m, MICRO_EXACT, "requests", CHASE_HOPS, "row misses");
    unsigned shut = micro_expect(m, MICRO_EXACT, "commands", CHASE_HOPS - 1, "precharges");
    micro_result_t r = chase_run(m, c, CHASE_HOPS, stride, false);
    micro_got(m, row, hop(r.s.sm.load_latency_sum));
    micro_got(m, misses, (double)r.s.dram.row_misses);
    micro_got(m, shut, (double)r.s.dram.precharges);
}

static void run(micro_t *m)
{
    gpu_cfg_t slow = m->cfg;
    slow.l2_mhz = (slow.icnt_mhz + 1) / 2;
    l1_hit(m);
    l2_hit(m, &m->cfg, "L2 hit");
    l2_hit(m, &slow, "L2 hit, L2 at half the crossbars' clock");
    if (m->cfg.l2_sector_bytes == m->cfg.line_bytes) {
        if (m->cfg.l3_enabled)
            l3_hit(m);
        row_hit(m);
        row_miss(m);
    } else {
        micro_skip(m, "DRAM: several sectors a line");
    }
}

const micro_bench_t micro_latency = {"latency", "pointer chase: L1, L2, L3, open row, closed row",
                                     run};

/*
 * L1 bandwidth: eight warps read the same lines again and again, two lanes a line; the L1 takes
 * one request a cycle.
 *
 *   hits   line_bytes a cycle and SM
 */
#include "micro/derive.h"
#include "micro/micro.h"

enum { WARPS = 8, SHORT = 32, LONG = 160 };

static micro_launch_t stream(const gpu_cfg_t *c, uint32_t lane, uint32_t n)
{
    return (micro_launch_t){
        .module = "stream",
        .kernel = "load_stream",
        .grid = 1,
        .block = WARPS * c->warp_size,
        .arg = {dev_arg_ptr(derive_base(c)), dev_arg_u32(lane), dev_arg_u32(0), dev_arg_u32(n)},
        .n_args = 4,
        .bytes = (uint64_t)WARPS * c->warp_size * lane,
        .cfg = c};
}

static void run(micro_t *m)
{
    gpu_cfg_t c = m->cfg;
    c.sched_policy = GPU_SCHED_LRR;
    c.schedulers =
        1; /* the last of several gets no place of a full LDST queue before the others end */
    uint32_t lane = c.line_bytes / 2, lines = WARPS * c.warp_size / 2;
    if (lines > c.l1_sets * c.l1_ways || c.warps_per_sm < WARPS ||
        (c.l1_index != GPU_INDEX_LINEAR && lines > c.l1_ways)) {
        micro_skip(m, "%u lines do not stay in the L1", lines);
        return;
    }
    unsigned rate = micro_expect(m, MICRO_BOUND, "B/cycle", c.line_bytes, "L1 hits of an SM");
    unsigned hits = micro_expect(m, MICRO_EXACT, "requests", lines * (LONG - 1.0),
                                 "  hits, %d rounds of %u lines", LONG, lines);
    micro_launch_t a = stream(&c, lane, SHORT), b = stream(&c, lane, LONG);
    micro_result_t ra = micro_launch(m, &a), rb = micro_launch(m, &b);
    double cycles = (double)(rb.s.run.cycles - ra.s.run.cycles);
    micro_got(m, rate, (double)lines * (LONG - SHORT) * c.line_bytes / cycles);
    micro_got(m, hits, (double)rb.s.l1d.hits);
}

const micro_bench_t micro_l1 = {"l1", "L1 bandwidth: hits", run};

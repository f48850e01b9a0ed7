/*
 * What a lookup in an L2 slice waits for. All clocks are the same and everything
 * above the slice is wide, so that the requests of a warp come to be looked up one a cycle.
 */
/* clang-format off */
/*
 *   data port   a warp writes as many lines as it has lanes, which are all that the slice holds, and
 *               reads as many others. Each read evicts a dirty line, which holds the port
 *               line_bytes / l2_port_bytes cycles: every lookup but the first waits for the one
 *               before. Then four reads a lane that all hit: the port is held as long by each line
 */
/* clang-format on */
#include "micro/derive.h"
#include "micro/gather.h"
#include "micro/micro.h"

static gpu_cfg_t machine(const micro_t *m)
{
    gpu_cfg_t c = gather_machine(&m->cfg);
    c.n_sms = 1;
    c.l3_enabled = false;
    c.l2_sector_bytes = c.line_bytes;
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz;
    c.ldst_queue = 8;
    c.l1_sets = 4096;
    c.l1_ways = 4;
    c.l1_mshrs = c.l2_mshrs = 1024;
    c.l1_miss_queue = c.l2_miss_queue = c.l2_queue = c.l2_reply_queue = c.l2_dram_queue = 256;
    c.l1_inject_queue = c.l1_inject_queue ? 256 : 0;
    c.flit_bytes = 512;
    c.icnt_gap = 0;
    c.icnt_in_flits = c.icnt_out_flits = 4096;
    return c;
}

static void evictions(micro_t *m, uint32_t port)
{
    gpu_cfg_t c = machine(m);
    c.l2_port_bytes = port;
    c.l2_replacement = GPU_REPL_LRU;
    c.l2_sets = 8;
    c.l2_ways = c.warp_size / 8;
    if (c.l2_write_miss == GPU_WRITE_THROUGH) /* a store would leave no dirty line */
        c.l2_write_miss = GPU_WRITE_FETCH;
    uint32_t n = c.warp_size;
    double wait = (double)((n - 1) * (derive_data_time(&c, c.line_bytes) - 1));
    unsigned row = micro_expect(m, MICRO_EXACT, "cycles", wait,
                                "%u dirty lines evicted, a port of %u B: fail_port", n, port);
    unsigned back = micro_expect(m, MICRO_EXACT, "lines", n, "  write-backs");
    micro_result_t r = micro_launch(
        m, &(micro_launch_t){.module = "turnaround",
                             .kernel = "dirty_then_read",
                             .grid = 1,
                             .block = n,
                             .arg = {dev_arg_ptr(derive_base(&c)), dev_arg_u32(c.line_bytes / 4)},
                             .n_args = 2,
                             .bytes = 2 * (uint64_t)n * c.line_bytes,
                             .cfg = &c});
    micro_got(m, row, (double)r.s.l2.fail_port);
    micro_got(m, back, (double)r.s.l2.writebacks);
}

static void hits(micro_t *m, uint32_t port)
{
    gpu_cfg_t c = machine(m);
    c.l2_port_bytes = port;
    uint32_t n = 4 * c.warp_size;
    double wait = (double)((n - 1) * (derive_data_time(&c, c.line_bytes) - 1));
    unsigned row = micro_expect(m, MICRO_EXACT, "cycles", wait,
                                "%u lines hit, a port of %u B: fail_port", n, port);
    micro_result_t r = gather_run(m, &c, c.line_bytes);
    micro_got(m, row, (double)r.s.l2.fail_port);
}

static void run(micro_t *m)
{
    uint32_t own = m->cfg.l2_port_bytes;
    for (uint32_t port = 8; port <= 32; port *= 4) {
        evictions(m, port);
        hits(m, port);
    }
    evictions(m, own);
    hits(m, own);
}

const micro_bench_t micro_slice = {"slice", "what a lookup in the L2 waits for: its data port",
                                   run};

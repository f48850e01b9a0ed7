/*
 * Writes to the registers: the results of a load from shared memory and of a move, due in the same
 * cycle by the choice of smem_latency. With one port (wb_ports) one of them comes a cycle later,
 * and so does their sum; loads that take no port (wb_loads) do not wait. With two ports neither
 * does.
 */
#include "micro/derive.h"
#include "micro/micro.h"

static void together(micro_t *m, uint32_t ports)
{
    gpu_cfg_t c = m->cfg;
    c.wb_ports = ports;
    derive_issue_t w = derive_warp(&c);
    uint64_t load = derive_next(&w, true, 0) + derive_stage_delay(&c, 0) - 1;
    uint64_t move = derive_next(&w, false, 0) + derive_alu(&c, INST_OP_LOGIC, 0);
    uint64_t due = max_of(load + 1, move);
    if (move != due || due - load > 255) {
        micro_skip(m, "a move is faster than any load");
        return;
    }
    c.smem_latency = (uint32_t)(due - load);
    uint64_t both = due + (ports == 1 && c.wb_loads ? 1 : 0);
    uint64_t sum = derive_next(&w, false, both) + derive_alu(&c, INST_OP_INT_ADD, 2);
    unsigned row = micro_expect(m, MICRO_EXACT, "core cycles", (double)derive_end(&w, sum),
                                "two results due together, ports: %u", ports);
    micro_launch_t l = {
        .module = "ports", .kernel = "two_results", .grid = 1, .block = 1, .shared = 4, .cfg = &c};
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, row, (double)r.s.run.cycles);
}

static void run(micro_t *m)
{
    micro_with(m, "wb_ports");
    if (m->cfg.shared_bytes < 4) {
        micro_skip(m, "no shared memory");
        return;
    }
    together(m, 1);
    together(m, 2);
}

const micro_bench_t micro_ports = {"ports", "writes to the registers: two results at once", run};

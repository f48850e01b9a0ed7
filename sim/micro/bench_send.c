/*
 * Packets of an SM that are due in the same core cycle: a load's, which l1_miss_delay holds until
 * then, and that of a constant read right behind it. The crossbar and the L2 are fast, so that a
 * cycle shows in the load's latency. The L2 has the load's line; the parameter and the constant
 * come from DRAM through the constant cache.
 */
/* clang-format off */
/*
 *   send_ports one    the constant's enters the crossbar, the load's a cycle later
 *   each              both enter, the constant's first
 */
/* clang-format on */
#include "micro/derive.h"
#include "micro/gather.h"
#include "micro/micro.h"

static gpu_cfg_t machine(const micro_t *m, uint32_t ports)
{
    gpu_cfg_t c = gather_machine(&m->cfg);
    c.send_ports = ports;
    c.const_path = GPU_CONST_STAGE;
    c.l1c_sets = 64;
    if (c.l1c_line_bytes > c.line_bytes / 2)
        c.l1c_line_bytes = c.line_bytes / 2;
    c.icnt_mhz = c.l2_mhz = 4 * c.core_mhz;
    c.latency_clock = GPU_LATENCY_OWN; /* counted in core cycles it would round a cycle away */
    c.flit_bytes = 512;
    c.icnt_gap = 0;
    c.icnt_in_flits = c.icnt_out_flits = 4096;
    c.l2_queue = c.l2_reply_queue = 256;
    return c;
}

static void together(micro_t *m, uint32_t ports)
{
    gpu_cfg_t c = machine(m, ports), block = c;
    block.l1_miss_delay = 1;
    derive_t below = derive_from(&block), d = derive_from(&c);
    below.data_flits = derive_flits(&c, c.l1c_line_bytes);
    derive_issue_t w = derive_warp(&c);
    uint64_t param = derive_next(&w, true, 0) - c.operand_delay; /* it has no source register */
    uint64_t load = derive_next(&w, true, derive_dram(&below, param, 0, 0));
    uint64_t constant = derive_next(&w, true, 0) + derive_stage_delay(&c, 0);
    uint64_t stage = derive_memory_stage(&d, load), leaves = max_of(stage + 1, constant) + 1;
    c.l1_miss_delay = (uint32_t)(leaves - stage);
    bool one = ports == GPU_SEND_ONE;
    derive_packet_t p = {.any = false};
    derive_packet(&d, &p, leaves, 0);
    p.data = 1; /* it misses: no reply goes before the load's, and no data */
    p.gone = p.port = p.back = 0;
    derive_packet(&d, &p, leaves + (one ? 1 : 0), c.line_bytes);
    unsigned row =
        micro_expect(m, MICRO_EXACT, "core cycles", (double)(p.back + c.l1_fill_delay - load),
                     "a load and a constant leave together, send_ports: %s", one ? "one" : "each");
    unsigned packets = micro_expect(m, MICRO_EXACT, "packets", 3, "  packets");
    micro_launch_t l = {.module = "send",
                        .kernel = "load_and_constant",
                        .grid = 1,
                        .block = c.warp_size,
                        .arg = {dev_arg_ptr(derive_base(&c))},
                        .n_args = 1,
                        .bytes = c.line_bytes,
                        .preload = c.line_bytes,
                        .cfg = &c};
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, row, (double)r.s.sm.load_latency_sum);
    micro_got(m, packets, (double)r.s.icnt_req.packets_in);
}

static void run(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    micro_with(m, "const_path");
    micro_with(m, "l1c_sets");
    if (c->l2_sector_bytes != c->line_bytes || c->line_bytes < 64) {
        micro_skip(m, "sectors or lines of 32 B");
        return;
    }
    together(m, c->send_ports);
    together(m, GPU_SEND_ONE);
    together(m, GPU_SEND_EACH);
}

const micro_bench_t micro_send = {"send", "packets of an SM that are due together", run};

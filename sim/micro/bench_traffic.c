/*
 * Conservation: a copy of L lines, each read and written once, whole. By hand:
 *
 *   request crossbar   L reads of a header, L stores of header and line
 *   reply crossbar     L x sectors replies of header and sector, L acknowledgements of a header
 *   L2                 L x sectors reads, all missing; as many writes, none of which fetches
 *   DRAM (or L3)       L x sectors reads, no writes: what is dirty stays. With l2_write_miss
 *                      through the stores are written there, and their lines fetched, too
 *   L1                 L cold misses, L stores passed on; the one static load's row says the same
 */
#include "micro/derive.h"
#include "micro/micro.h"

enum { CTAS = 32, WARPS = 4 };

static void run(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    derive_t d = derive_from(c);
    uint64_t threads = (uint64_t)CTAS * WARPS * c->warp_size, bytes = threads * 4;
    uint64_t lines = bytes / c->line_bytes, sectors = lines * d.sectors;
    uint64_t capacity = (uint64_t)c->dram_channels * c->l2_slices * c->l2_sets * c->l2_ways;
    if (2 * lines > capacity / 2 || c->warps_per_sm < WARPS) {
        micro_skip(m, "an L2 of %u lines", (unsigned)capacity);
        return;
    }
    uint64_t through = c->l2_write_miss == GPU_WRITE_THROUGH ? lines : 0;
    const struct {
        const char *what, *unit;
        uint64_t value;
    } want[] = {
        {"request packets, reads", "packets", lines},
        {"request packets, stores", "packets", lines},
        {"request flits", "flits", lines * (d.read_flits + d.store_flits)},
        {"reply packets, data", "packets", sectors},
        {"reply packets, acknowledgements", "packets", lines},
        {"reply flits", "flits", sectors * d.data_flits + lines * d.read_flits},
        {"L1 misses", "lines", lines},
        {"L1 cold misses", "lines", lines},
        {"L1 stores", "packets", lines},
        {"L2 reads", "sectors", sectors},
        {"L2 read misses", "sectors", sectors},
        {"L2 writes", "sectors", sectors},
        {"L2 write misses", "sectors", sectors},
        {"L2 fetches", "sectors", sectors + through},
        {"L2 write-backs", "sectors", 0},
        {"DRAM reads", "requests", sectors + through},
        {"DRAM writes", "requests", through},
        {"DRAM data bus in use", "DRAM cycles",
         (sectors + 2 * through) * d.columns * c->dram_burst},
        {"the load's row: executions", "warps", CTAS * WARPS},
        {"the load's row: lanes", "lanes", threads},
        {"the load's row: requests", "lines", lines},
        {"the load's row: cold misses", "lines", lines},
        {"warp instructions of memory", "instructions", 4 * CTAS * WARPS},
    };
    enum { ROWS = sizeof want / sizeof want[0] };
    unsigned first = m->n;
    for (unsigned i = 0; i < ROWS; i++)
        micro_expect(m, MICRO_EXACT, want[i].unit, (double)want[i].value, "%s", want[i].what);
    uint64_t base = derive_base(c);
    micro_launch_t l = {.module = "stream",
                        .kernel = "copy",
                        .grid = CTAS,
                        .block = WARPS * c->warp_size,
                        .arg = {dev_arg_ptr(base), dev_arg_ptr(base + bytes)},
                        .n_args = 2,
                        .bytes = 2 * bytes};
    micro_result_t r = micro_launch(m, &l);
    const gpu_stats_t *s = &r.s;
    const uint64_t got[ROWS] = {
        s->icnt_req.read_packets,
        s->icnt_req.write_packets,
        s->icnt_req.flits,
        s->icnt_reply.read_packets,
        s->icnt_reply.write_packets,
        s->icnt_reply.flits,
        s->l1d.misses,
        s->l1d.cold_misses,
        s->l1d.writes,
        s->l2.reads,
        s->l2.read_misses,
        s->l2.writes,
        s->l2.write_misses,
        s->l2.fetches,
        s->l2.writebacks,
        s->dram.reads,
        s->dram.writes,
        s->dram.bus_busy_cycles,
        r.load.accesses,
        r.load.lanes,
        r.load.requests,
        r.load.cold_misses,
        s->sm.memory_instructions,
    };
    for (unsigned i = 0; i < ROWS; i++)
        micro_got(m, first + i, (double)got[i]);
}

const micro_bench_t micro_traffic = {
    "traffic", "a copy's packets, flits, sectors and bursts, counted by hand", run};

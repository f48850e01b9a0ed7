/*
 * The scheduling of a DRAM channel: 4 x lanes reads of one warp come to it one a cycle, and the sum
 * of the times that they spend in it, and how many miss their row, are derived by following every
 * cycle (derive_channel). The reads of a load come in the coalescer's order. L2 and DRAM have the
 * same clock and everything above is wide.
 *
 *   chunks     neighbouring chunks: slices in turn, rows of as many banks, nearly all hits
 *   rows       a row and a chunk further each: slices and banks in turn, a miss each, and back to a
 *              bank with another row
 *   few rows   half a row and a line further each: bank after bank, two requests a row
 *
 * each with the machine's queue and latency, with a queue of four behind a pipeline of three, and
 * with that and the machine's own queues in the slices (else as long as the train), whose rejected
 * lookups are derived, too; and with one slice, two and four. With l2_write_miss through the last
 * also with as many stores as there are lanes, each of which writes 32 bytes and reads its line.
 */
#include "micro/derive.h"
#include "micro/derive_channel.h"
#include "micro/micro.h"

/* The lane whose access is the i-th of a warp's: the highest address first, or the lowest. */
static uint32_t lane_of(const gpu_cfg_t *c, uint32_t i)
{
    return c->coalescer == GPU_COALESCE_LINES ? i : c->warp_size - 1 - i;
}

typedef enum room { WIDE, SHORT_QUEUE, SHORT_SLICES, ROOMS } room_t;

static gpu_cfg_t machine(const gpu_cfg_t *base, uint32_t slices, room_t room)
{
    gpu_cfg_t c = *base;
    c.n_sms = 1;
    c.dram_channels = 1;
    c.l2_slices = slices;
    c.l3_enabled = false;
    c.l2_sector_bytes = c.line_bytes;
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz;
    c.ldst_queue = 8;
    c.l1_sets = c.l2_sets = 4096;
    c.l1_ways = 4;
    c.l1_index = GPU_INDEX_LINEAR;
    c.l1_replacement = c.l2_replacement = GPU_REPL_LRU;
    c.l1_mshrs = c.l2_mshrs = 1024;
    c.l1_miss_queue = c.l2_queue = c.l2_reply_queue = 256;
    if (room != SHORT_SLICES)
        c.l2_miss_queue = 256;
    c.flit_bytes = 512;
    c.icnt_gap = 0;
    c.l1_inject_queue = c.l1_inject_queue ? 256 : 0;
    c.icnt_in_flits = c.icnt_out_flits = 4096;
    if (room != WIDE) {
        c.dram_queue = 4;
        c.dram_latency = 3;
    }
    return c;
}

static void train(micro_t *m, uint32_t slices, room_t room, uint64_t stride, const char *what)
{
    static derive_read_t read[DERIVE_CHANNEL_READS];
    gpu_cfg_t c = machine(&m->cfg, slices, room);
    uint32_t n = 4 * c.warp_size;
    uint64_t base = derive_base(&c);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t lane = i / c.warp_size * c.warp_size + lane_of(&c, i % c.warp_size);
        read[i] = (derive_read_t){.lookup = i + 1};
        derive_place(&c, base + lane * stride, &read[i]);
    }
    derive_channel_t want = derive_channel(&c, read, n);
    unsigned time = micro_expect(m, MICRO_EXACT, "DRAM cycles", (double)want.time,
                                 "%s, %u slice%s, queue of %u%s: reads in the channel", what,
                                 slices, slices > 1 ? "s" : "", c.dram_queue,
                                 room == SHORT_SLICES ? ", own slices" : "");
    unsigned misses = micro_expect(m, MICRO_EXACT, "requests", (double)want.misses, "  row misses");
    unsigned miss_queue = 0, dram_queue = 0;
    if (room == SHORT_SLICES) {
        miss_queue = micro_expect(m, MICRO_EXACT, "cycles", (double)want.fail_miss_queue,
                                  "  L2 fail_miss_queue");
        dram_queue = micro_expect(m, MICRO_EXACT, "cycles", (double)want.fail_dram_queue,
                                  "  L2 fail_dram_queue");
    }
    micro_launch_t l = {.module = "gather",
                        .kernel = "gather",
                        .grid = 1,
                        .block = c.warp_size,
                        .arg = {dev_arg_ptr(base), dev_arg_u32((uint32_t)stride)},
                        .n_args = 2,
                        .bytes = n * stride + c.line_bytes,
                        .cfg = &c};
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, time, (double)r.s.dram.read_latency_sum);
    micro_got(m, misses, (double)r.s.dram.row_misses);
    if (room == SHORT_SLICES) {
        micro_got(m, miss_queue, (double)r.s.l2.fail_miss_queue);
        micro_got(m, dram_queue, (double)r.s.l2.fail_dram_queue);
    }
}

/* One store a lane. */
static void stores(micro_t *m, uint32_t slices, uint64_t stride, const char *what)
{
    static derive_read_t access[DERIVE_CHANNEL_READS];
    gpu_cfg_t c = machine(&m->cfg, slices, SHORT_SLICES);
    uint32_t n = c.warp_size;
    uint64_t base = derive_base(&c);
    for (uint32_t i = 0; i < n; i++) {
        derive_read_t r = {.lookup = i + 1};
        derive_place(&c, base + lane_of(&c, i) * stride, &r);
        access[2 * i] = access[2 * i + 1] = r;
        access[2 * i].store = true;
    }
    derive_channel_t want = derive_channel(&c, access, 2 * n);
    unsigned time = micro_expect(m, MICRO_EXACT, "DRAM cycles", (double)want.time,
                                 "stores to %s, %u slice%s: reads in the channel", what, slices,
                                 slices > 1 ? "s" : "");
    unsigned misses = micro_expect(m, MICRO_EXACT, "requests", (double)want.misses, "  row misses");
    unsigned queue = micro_expect(m, MICRO_EXACT, "cycles", (double)want.fail_miss_queue,
                                  "  L2 fail_miss_queue");
    micro_launch_t l = {
        .module = "stream",
        .kernel = "store_stream",
        .grid = 1,
        .block = n,
        .arg = {dev_arg_ptr(base), dev_arg_u32((uint32_t)stride), dev_arg_u32(0), dev_arg_u32(1)},
        .n_args = 4,
        .bytes = n * stride + c.line_bytes,
        .cfg = &c};
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, time, (double)r.s.dram.read_latency_sum);
    micro_got(m, misses, (double)r.s.dram.row_misses);
    micro_got(m, queue, (double)r.s.l2.fail_miss_queue);
}

static void run(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    for (uint32_t slices = 1; slices <= 4; slices *= 2) {
        if (c->dram_banks < 2 * slices || c->dram_queue + c->dram_return_queue < slices)
            continue;
        for (room_t k = WIDE; k < ROOMS; k++) {
            uint64_t row = (uint64_t)c->dram_row_bytes * slices;
            train(m, slices, k, c->interleave_bytes, "chunks");
            train(m, slices, k, row + c->interleave_bytes, "rows");
            if (c->dram_row_bytes > c->interleave_bytes)
                train(m, slices, k, row / 2 + c->line_bytes, "few rows");
        }
        if (c->l2_write_miss == GPU_WRITE_THROUGH) {
            stores(m, slices, c->interleave_bytes, "chunks");
            stores(m, slices, c->dram_row_bytes * slices / 2 + c->line_bytes, "few rows");
        }
    }
}

const micro_bench_t micro_channel = {
    "channel", "a DRAM channel's scheduling: admission, banks, commands, cycle by cycle", run};

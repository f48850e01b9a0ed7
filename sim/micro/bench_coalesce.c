/*
 * Coalescing of one warp's 4-byte accesses at a stride of s bytes, from the start of a line on, or
 * 4 bytes before it.
 *
 *   lines of a load       the lines from the first byte to the last, or one a lane from s =
 *                         line_bytes on
 *   pieces of a store     the same with 32 bytes; a packet carries the pieces of its line
 *   bypassed load         a reply for each sector of the line; with l1_bypass_size asked, for what
 * lies in the smallest aligned 32, 64, 128... bytes that hold the line's words L2 a sector of which
 * a store covers a part is fetched (l2_write_miss: fetch); or its line, and the store goes on to
 * the DRAM (through)
 */
#include "micro/derive.h"
#include "micro/micro.h"

static uint64_t units(uint64_t lanes, uint64_t stride, uint64_t before, uint64_t unit)
{
    uint64_t first = unit - before, last = first + (lanes - 1) * stride + 3;
    if (stride >= unit)
        return lanes;
    return last / unit - first / unit + 1;
}

static micro_launch_t stream(const gpu_cfg_t *c, const char *kernel, uint64_t at, uint32_t stride)
{
    return (micro_launch_t){
        .module = "stream",
        .kernel = kernel,
        .grid = 1,
        .block = c->warp_size,
        .arg = {dev_arg_ptr(at), dev_arg_u32(stride), dev_arg_u32(0), dev_arg_u32(1)},
        .n_args = 4,
        .bytes = (uint64_t)c->warp_size * stride + 2 * c->line_bytes,
        .cfg = c};
}

static micro_result_t one(micro_t *m, const char *kernel, uint64_t at, uint32_t stride)
{
    micro_launch_t l = stream(&m->cfg, kernel, at, stride);
    return micro_launch(m, &l);
}

static void load(micro_t *m, uint32_t stride, uint32_t before)
{
    const gpu_cfg_t *c = &m->cfg;
    uint64_t lines = units(c->warp_size, stride, before, c->line_bytes);
    unsigned row = micro_expect(m, MICRO_EXACT, "lines", (double)lines, "load at stride %u%s",
                                stride, before ? ", 4 bytes before a line" : "");
    uint64_t at = derive_base(c) + (before ? c->line_bytes - before : 0);
    micro_result_t r = one(m, "load_stream", at, stride);
    micro_got(m, row, (double)r.s.sm.load_requests);
}

static gpu_l1_decision_t bypass(const gpu_l1_access_t *a)
{
    (void)a;
    return GPU_L1_BYPASS;
}

static void bypassed(micro_t *m, uint32_t stride)
{
    const gpu_cfg_t *c = &m->cfg;
    uint64_t flits = 0, bytes = 0, lanes = c->warp_size;
    for (uint64_t lane = 0; lane < lanes;) { /* line by line */
        uint64_t first = lane * stride, last = first, size = 32;
        while (++lane < lanes && lane * stride / c->line_bytes == first / c->line_bytes)
            last = lane * stride;
        while (first / size != last / size)
            size *= 2;
        if (c->l1_bypass_size == GPU_BYPASS_LINE)
            size = c->line_bytes;
        uint64_t part = size < c->l2_sector_bytes ? size : c->l2_sector_bytes;
        flits += size / part * derive_flits(c, part);
        bytes += size;
    }
    unsigned f = micro_expect(m, MICRO_EXACT, "flits", (double)flits,
                              "bypassed load at stride %u, reply flits", stride);
    unsigned b = micro_expect(m, MICRO_EXACT, "bytes", (double)bytes, "  data");
    micro_launch_t l = stream(c, "load_stream", derive_base(c), stride);
    l.decide = bypass;
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, f, (double)r.s.icnt_reply.flits);
    micro_got(m, b, (double)r.s.icnt_reply.payload_bytes);
}

static void store(micro_t *m, uint32_t stride)
{
    const gpu_cfg_t *c = &m->cfg;
    uint64_t lines = units(c->warp_size, stride, 0, c->line_bytes);
    uint64_t pieces = units(c->warp_size, stride, 0, 32);
    uint64_t flits = lines * derive_flits(c, pieces / lines * 32);
    uint64_t sectors = units(c->warp_size, stride, 0, c->l2_sector_bytes);
    bool through = c->l2_write_miss == GPU_WRITE_THROUGH;
    bool fetch = through || (stride > 4 && c->l2_write_miss == GPU_WRITE_FETCH);
    unsigned n =
        micro_expect(m, MICRO_EXACT, "packets", (double)lines, "store at stride %u", stride);
    unsigned f = micro_expect(m, MICRO_EXACT, "flits", (double)flits, "  request flits");
    unsigned s = micro_expect(m, MICRO_EXACT, "sectors", (double)sectors, "  written at the L2");
    unsigned g = micro_expect(m, MICRO_EXACT, "sectors", fetch ? (double)sectors : 0,
                              through ? "  fetched" : "  fetched, being written in part");
    unsigned w = micro_expect(m, MICRO_EXACT, "requests", through ? (double)lines : 0,
                              "  written to the DRAM");
    micro_result_t r = one(m, "store_stream", derive_base(c), stride);
    micro_got(m, n, (double)r.s.icnt_req.write_packets);
    micro_got(m, f, (double)r.s.icnt_req.flits);
    micro_got(m, s, (double)r.s.l2.writes);
    micro_got(m, g, (double)r.s.l2.fetches);
    micro_got(m, w, (double)r.s.l2.stores_through);
}

static void run(micro_t *m)
{
    static const uint32_t strides[] = {4, 8, 12, 16, 32, 64, 128, 256};
    for (unsigned i = 0; i < sizeof strides / sizeof strides[0]; i++) {
        load(m, strides[i], 0);
        load(m, strides[i], 4);
        bypassed(m, strides[i]);
    }
    /* Where the pieces of all lines are as many. */
    for (unsigned i = 0; i < sizeof strides / sizeof strides[0]; i++)
        if ((strides[i] & (strides[i] - 1)) == 0)
            store(m, strides[i]);
}

const micro_bench_t micro_coalesce = {
    "coalesce",
    "lines of a load, replies to a bypassed one, packets and pieces of a store, by stride", run};

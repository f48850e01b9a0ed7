/*
 * Coalescing of one warp's 4-byte accesses at a stride of s bytes, from the start of a line on, or
 * 4 bytes before it. (bench_widths.c has other widths.)
 */
/* clang-format off */
/*
 *   lines of a load       the lines from the first byte to the last, or one a lane from
 *                         s = line_bytes on
 *   bypassed load         replies with the lines, sector by sector;
 *                         l1_bypass_size asked: of each line the smallest aligned 32, 64, 128...
 *                         bytes that hold its words (coalescer segments: the line)
 *   packets of a store    its lines
 *   flits of a packet     the 32-byte pieces that are touched; coalescer segments and halves: the
 *                         smallest aligned 32, 64 or 128 bytes that hold them
 *   sectors written       those that the packets carry
 *   sectors fetched       l2_write_miss fetch: those of which a store covers a part;
 *                         through: all lines, and the stores go on to the DRAM
 */
/* clang-format on */
#include "micro/derive.h"
#include "micro/lanes.h"
#include "micro/micro.h"

static lanes_t words(const gpu_cfg_t *c, uint32_t stride, uint64_t from)
{
    return (lanes_t){.n = c->warp_size, .width = 4, .from = from, .stride = stride};
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
    lanes_request_t q[LANES_MAX];
    uint64_t from = before ? c->line_bytes - before : 0;
    lanes_t l = words(c, stride, from);
    uint32_t lines = lanes_requests(&l, c->line_bytes, q);
    unsigned row = micro_expect(m, MICRO_EXACT, "lines", lines, "load at stride %u%s", stride,
                                before ? ", 4 bytes before a line" : "");
    uint64_t at = derive_base(c) + from;
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
    lanes_request_t q[LANES_MAX];
    lanes_t lanes = words(c, stride, 0);
    uint64_t flits = 0, bytes = 0;
    for (uint32_t i = 0, n = lanes_requests(&lanes, c->line_bytes, q); i < n; i++) {
        uint64_t size = lanes_bypass_bytes(c, c->line_bytes, &q[i]);
        flits += lanes_reply_flits(c, size);
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
    lanes_request_t q[LANES_MAX];
    lanes_t l = words(c, stride, 0);
    uint32_t sectors = lanes_requests(&l, c->l2_sector_bytes, q), carried = 0;
    uint32_t lines = lanes_requests(&l, c->line_bytes, q);
    uint64_t flits = 0;
    for (uint32_t i = 0; i < lines; i++) {
        uint64_t bytes = lanes_store_bytes(c, &q[i]);
        flits += derive_flits(c, bytes);
        carried += (uint32_t)ceil_div(bytes, c->l2_sector_bytes);
    }
    if (c->coalescer != GPU_COALESCE_LINES)
        sectors = carried;
    bool through = c->l2_write_miss == GPU_WRITE_THROUGH;
    bool fetch = through || (stride > 4 && c->l2_write_miss == GPU_WRITE_FETCH);
    unsigned n = micro_expect(m, MICRO_EXACT, "packets", lines, "store at stride %u", stride);
    unsigned f = micro_expect(m, MICRO_EXACT, "flits", (double)flits, "  request flits");
    unsigned s = micro_expect(m, MICRO_EXACT, "sectors", sectors, "  written at the L2");
    unsigned g = micro_expect(m, MICRO_EXACT, "sectors", fetch ? sectors : 0,
                              through ? "  fetched" : "  fetched, being written in part");
    unsigned w =
        micro_expect(m, MICRO_EXACT, "requests", through ? lines : 0, "  written to the DRAM");
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

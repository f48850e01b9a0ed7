/*
 * Coalescing by the width of the data: one access of a warp, lanes side by side and further apart.
 * (bench_coalesce.c has words at every stride.)
 */
/* clang-format off */
/*
 *   requests of a load    the units in which lanes lie: lines; coalescer segments and halves: 32 B
 *                         for bytes, 64 B for halfwords, lines else
 *   data of a bypassed    for each request the line;
 *   load                  l1_bypass_size asked: the unit (segments), or the smallest aligned 32,
 *                         64, 128... bytes that hold what the request touches (lines, halves)
 *   packets of a store    as requests of a load; each carries the 32-byte pieces that it touches
 *                         (lines), or the smallest aligned 32, 64 or 128 bytes that hold them
 *   volatile load         as a load, with segments 32 B whatever the width; data: the sectors that
 *                         a request touches, or (asked) that block
 *   order                 lanes on a line each: the lowest line first (lines), or the highest
 */
/* clang-format on */
#include "micro/derive.h"
#include "micro/lanes.h"
#include "micro/micro.h"

static micro_result_t launch(micro_t *m, const gpu_cfg_t *c, const char *kernel, const lanes_t *l,
                             gpu_l1_decision_t (*decide)(const gpu_l1_access_t *a))
{
    return micro_launch(
        m, &(micro_launch_t){.module = "widths",
                             .kernel = kernel,
                             .grid = 1,
                             .block = c->warp_size,
                             .arg = {dev_arg_ptr(derive_base(c)), dev_arg_u32((uint32_t)l->stride)},
                             .n_args = 2,
                             .bytes = l->n * l->stride + c->line_bytes,
                             .decide = decide,
                             .cfg = c});
}

static gpu_l1_decision_t bypass(const gpu_l1_access_t *a)
{
    (void)a;
    return GPU_L1_BYPASS;
}

static void load(micro_t *m, const lanes_t *l, const char *kernel)
{
    gpu_cfg_t c = m->cfg;
    lanes_request_t q[LANES_MAX];
    c.l1_bypass_merge = false;
    uint64_t unit = lanes_unit(&c, l->width), bytes = 0, flits = 0;
    uint32_t n = lanes_requests(l, unit, q);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t size = lanes_bypass_bytes(&c, unit, &q[i]);
        bytes += size;
        flits += lanes_reply_flits(&c, size);
    }
    unsigned count = micro_expect(m, MICRO_EXACT, "requests", n, "%u-byte load at stride %u",
                                  l->width, (unsigned)l->stride);
    unsigned data =
        micro_expect(m, MICRO_EXACT, "bytes", (double)bytes, "  bypassed, data of replies");
    unsigned flit = micro_expect(m, MICRO_EXACT, "flits", (double)flits, "  bypassed, reply flits");
    micro_result_t r = launch(m, &c, kernel, l, bypass);
    micro_got(m, count, (double)r.s.sm.load_requests);
    micro_got(m, data, (double)r.s.icnt_reply.payload_bytes);
    micro_got(m, flit, (double)r.s.icnt_reply.flits);
}

static void store(micro_t *m, const lanes_t *l, const char *kernel)
{
    const gpu_cfg_t *c = &m->cfg;
    lanes_request_t q[LANES_MAX];
    uint32_t n = lanes_requests(l, lanes_unit(c, l->width), q);
    uint64_t flits = 0;
    for (uint32_t i = 0; i < n; i++)
        flits += derive_flits(c, lanes_store_bytes(c, &q[i]));
    unsigned count = micro_expect(m, MICRO_EXACT, "packets", n, "%u-byte store at stride %u",
                                  l->width, (unsigned)l->stride);
    unsigned flit = micro_expect(m, MICRO_EXACT, "flits", (double)flits, "  request flits");
    micro_result_t r = launch(m, c, kernel, l, NULL);
    micro_got(m, count, (double)r.s.icnt_req.write_packets);
    micro_got(m, flit, (double)r.s.icnt_req.flits);
}

/* Bytes of the reply to a volatile load's request, for whose unit l are the lanes. */
static uint64_t volatile_bytes(const gpu_cfg_t *c, const lanes_t *l, const lanes_request_t *r)
{
    lanes_request_t sector[LANES_MAX];
    lanes_t own = *l;
    if (c->l1_bypass_size == GPU_BYPASS_ASKED)
        return lanes_block(r);
    own.from = r->first;
    own.n = (uint32_t)((r->last - r->first) / l->stride) + 1;
    return lanes_requests(&own, c->l2_sector_bytes, sector) * c->l2_sector_bytes;
}

static void uncached(micro_t *m, const lanes_t *l, const char *kernel)
{
    const gpu_cfg_t *c = &m->cfg;
    lanes_request_t q[LANES_MAX];
    uint64_t unit = c->coalescer == GPU_COALESCE_SEGMENTS ? 32 : lanes_unit(c, l->width), bytes = 0;
    uint32_t n = lanes_requests(l, unit, q);
    for (uint32_t i = 0; i < n; i++)
        bytes += volatile_bytes(c, l, &q[i]);
    unsigned count =
        micro_expect(m, MICRO_EXACT, "requests", n, "volatile %u-byte load at stride %u", l->width,
                     (unsigned)l->stride);
    unsigned data = micro_expect(m, MICRO_EXACT, "bytes", (double)bytes, "  data of replies");
    micro_result_t r = launch(m, c, kernel, l, NULL);
    micro_got(m, count, (double)r.s.sm.load_requests);
    micro_got(m, data, (double)r.s.icnt_reply.payload_bytes);
}

/* Of the launch that runs: the line looked up last, and how many were below the one before. */
static struct {
    uint64_t line;
    uint32_t down;
} seen;

static gpu_l1_decision_t look(const gpu_l1_access_t *a)
{
    seen.down += a->req->line < seen.line;
    seen.line = a->req->line;
    return GPU_L1_NORMAL;
}

static void order(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    lanes_t l = {.n = c->warp_size, .width = 4, .stride = c->line_bytes};
    bool down = c->coalescer != GPU_COALESCE_LINES;
    unsigned row = micro_expect(m, MICRO_EXACT, "requests", down ? l.n - 1 : 0,
                                "a line a lane: requests below the one before");
    seen.line = seen.down = 0;
    launch(m, c, "load_4", &l, look);
    micro_got(m, row, seen.down);
}

static void run(micro_t *m)
{
    static const struct {
        uint32_t width;
        const char *load, *store;
    } kind[] = {{1, "load_1", "store_1"}, {2, "load_2", "store_2"}, {8, "load_8", "store_8"}};
    for (unsigned i = 0; i < sizeof kind / sizeof kind[0]; i++)
        for (uint32_t apart = 1; apart <= 64; apart *= 4) {
            lanes_t l = {
                .n = m->cfg.warp_size, .width = kind[i].width, .stride = kind[i].width * apart};
            load(m, &l, kind[i].load);
            store(m, &l, kind[i].store);
        }
    for (uint32_t stride = 4; stride <= 64; stride *= 4) {
        lanes_t byte = {.n = m->cfg.warp_size, .width = 1, .stride = stride};
        lanes_t word = {.n = m->cfg.warp_size, .width = 4, .stride = stride};
        uncached(m, &byte, "volatile_1");
        uncached(m, &word, "volatile_4");
    }
    order(m);
}

const micro_bench_t micro_widths = {
    "widths", "requests and packets by the width of the data, and the order of requests", run};

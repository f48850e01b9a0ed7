/*
 * Atomics at the L2. A request carries the 32-byte pieces that it works on; an atomic's reply too,
 * a reduction's is the header alone. A slice looks one up a cycle.
 */
/* clang-format off */
/*
 *   one word        requests = lanes: those that meet on a word make one each. Crossbar cycles each:
 *                   the most of request flits (one SM's port) and reply flits, each with icnt_gap,
 *                   and of a lookup with its data; no faster than the L1 lets them pass, which is
 *                   one a core cycle, and places of its queue / (l1_miss_delay + 1) if they go
 *                   through it
 *   a word a lane   coalescer lines, segments: a request for each 32-byte piece;
 *                   halves: for each line of each half of the warp, with the smallest aligned 32,
 *                   64 or 128 bytes that hold its words
 */
/* clang-format on */
#include "micro/derive.h"
#include "micro/lanes.h"
#include "micro/micro.h"

enum { WARPS = 16, SHORT = 2, LONG = 6 };

static micro_launch_t stream(const gpu_cfg_t *c, const char *kernel, uint32_t lane, uint32_t n)
{
    return (micro_launch_t){
        .module = "stream",
        .kernel = kernel,
        .grid = 1,
        .block = WARPS * c->warp_size,
        .arg = {dev_arg_ptr(derive_base(c)), dev_arg_u32(lane), dev_arg_u32(0), dev_arg_u32(n)},
        .n_args = 4,
        .bytes = (uint64_t)WARPS * c->warp_size * lane + c->line_bytes,
        .preload = (uint64_t)WARPS * c->warp_size * lane + c->line_bytes,
        .cfg = c};
}

static void one_word(micro_t *m, const gpu_cfg_t *c, bool reply, const char *what)
{
    const char *kernel = reply ? "atom_stream" : "red_stream";
    uint64_t request = derive_flits(c, 32), answer = derive_flits(c, reply ? 32 : 0);
    double each = (double)derive_port_time(c, max_of(request, answer));
    double lookup = (double)derive_data_time(c, 32) * c->icnt_mhz / c->l2_mhz;
    each = lookup > each ? lookup : each;
    /* The L1 passes one on a core cycle; each holds its place of the queue, if it goes there, for
     * l1_miss_delay. */
    double places = c->l1_inject_queue ? c->l1_inject_queue : c->l1_miss_queue;
    double held = c->l1_bypass_path == GPU_BYPASS_BESIDE
                      ? 1
                      : (double)derive_place_free(c, derive_sent(c, 0)) / places;
    double l1 = (held > 1 ? held : 1) * c->icnt_mhz / c->core_mhz;
    each = l1 > each ? l1 : each;
    double all = (double)LONG * WARPS * c->warp_size;
    unsigned count =
        micro_expect(m, MICRO_EXACT, "requests", all, "%s on one word, at the L2", what);
    unsigned hits = micro_expect(m, MICRO_EXACT, "requests", all, "  L2 hits");
    unsigned rate = micro_expect(m, MICRO_BOUND, "icnt cycles", each, "  each");
    micro_launch_t a = stream(c, kernel, 0, SHORT), b = stream(c, kernel, 0, LONG);
    micro_result_t ra = micro_launch(m, &a), rb = micro_launch(m, &b);
    micro_got(m, count, (double)rb.s.l2.atomics);
    micro_got(m, hits, (double)rb.s.l2.read_hits);
    micro_got(m, rate,
              (double)(rb.s.run.icnt_cycles - ra.s.run.icnt_cycles) /
                  ((LONG - SHORT) * (double)WARPS * c->warp_size));
}

/* Requests of one warp whose lanes are so far apart, and the flits of one of them and of its data's
 * way back. */
static uint32_t warp_requests(const gpu_cfg_t *c, uint32_t stride, uint64_t *flits)
{
    lanes_request_t q[LANES_MAX];
    bool halves = c->coalescer == GPU_COALESCE_HALVES;
    lanes_t l = {.n = c->warp_size / (halves ? 2 : 1), .width = 4, .stride = stride};
    uint32_t n = 0;
    *flits = 0;
    for (uint32_t first = 0; first < c->warp_size; first += l.n) {
        l.from = (uint64_t)first * stride;
        uint32_t more = lanes_requests(&l, halves ? c->line_bytes : 32, q);
        for (uint32_t i = 0; i < more; i++)
            *flits += derive_flits(c, lanes_block(&q[i]));
        n += more;
    }
    return n;
}

static void words(micro_t *m, uint32_t stride)
{
    const gpu_cfg_t *c = &m->cfg;
    uint64_t flits;
    uint32_t n = WARPS * warp_requests(c, stride, &flits);
    unsigned count =
        micro_expect(m, MICRO_EXACT, "requests", n, "a word a lane, %u B apart", stride);
    unsigned out = micro_expect(m, MICRO_EXACT, "flits", WARPS * (double)flits, "  request flits");
    unsigned back = micro_expect(m, MICRO_EXACT, "flits", WARPS * (double)flits, "  reply flits");
    micro_launch_t l = stream(c, "atom_stream", stride, 1);
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, count, (double)r.s.sm.atomic_requests);
    micro_got(m, out, (double)r.s.icnt_req.flits);
    micro_got(m, back, (double)r.s.icnt_reply.flits);
}

static void run(micro_t *m)
{
    if (m->cfg.warps_per_sm < WARPS) {
        micro_skip(m, "an SM holds fewer than %d warps", WARPS);
        return;
    }
    gpu_cfg_t c = m->cfg;
    c.sched_policy = GPU_SCHED_LRR;
    c.schedulers = 1;
    c.icnt_in_flits = c.icnt_out_flits = 1024;
    c.l2_queue = 256; /* more than rop_latency: with rop_queue open a slice shall not run dry */
    one_word(m, &c, false, "reductions");
    one_word(m, &c, true, "atomics");
    c.flit_bytes = 512;
    one_word(m, &c, false, "reductions, wide flits,");
    for (uint32_t stride = 4; stride <= 256; stride *= 4)
        words(m, stride);
}

const micro_bench_t micro_atomics = {"atomics",
                                     "global atomics: requests, and the rate on one word", run};

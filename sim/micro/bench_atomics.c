/*
 * Atomics at the L2: the lanes of a warp that meet on a word make a request each; lanes on distinct
 * words of a 32-byte piece share one. A request carries its piece; an atomic's reply too, a
 * reduction's is the header alone. A slice looks one up a cycle.
 *
 *   one word      requests = lanes; crossbar cycles each = the most of request flits (one SM's
 *                 port) and reply flits, each with icnt_gap, and of a lookup with its data; no
 * faster than the L1 lets them pass: one a core cycle, and places of its queue / (l1_miss_delay +
 * 1) if they go through it word a lane   requests = pieces
 */
#include "micro/derive.h"
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

static void words(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    double pieces = WARPS * c->warp_size * 4 / 32.0;
    unsigned count = micro_expect(m, MICRO_EXACT, "requests", pieces, "a word a lane, requests");
    unsigned flits = micro_expect(m, MICRO_EXACT, "flits", pieces * (double)derive_flits(c, 32),
                                  "  request flits");
    micro_launch_t l = stream(c, "red_stream", 4, 1);
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, count, (double)r.s.sm.atomic_requests);
    micro_got(m, flits, (double)r.s.icnt_req.flits);
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
    words(m);
}

const micro_bench_t micro_atomics = {"atomics",
                                     "global atomics: requests, and the rate on one word", run};

/*
 * Reads that bypass the L1: four loads of one warp on 4 x lanes lines that the L2 holds, in one
 * slice. The path to the crossbar (l1_bypass_path) is
 */
/* clang-format off */
/*
 *   queue    that of the stores: a place of l1_inject_queue (or, if it is 0, of l1_miss_queue) from
 *            acceptance to the cycle after the packet has left, l1_miss_delay later at the
 *            earliest; one packet a core cycle, in the order of acceptance
 *   beside   the crossbar itself: a packet enters in the cycle of its acceptance, if the input
 *            buffer has room, before what leaves the queue in that cycle
 *
 *   every read bypasses    rejected cycles by recurrence, with an input buffer of so many flits;
 *                          also with a crossbar at half the core's clock, which cannot take a
 *                          packet a core cycle, so that every buffer is full in the end
 *   every other one does   the rest are misses that wait long in a queue of few places; bypasses
 *                          wait for the misses before them in the memory stage alone, or in the
 *                          queue, too
 */
/* clang-format on */
#include "micro/derive.h"
#include "micro/gather.h"
#include "micro/lanes.h"
#include "micro/micro.h"

enum { READS = 4 * 64, LONG_DELAY = 30 };

/* Core cycles. */
static uint64_t accepted[READS], sent[READS];

static gpu_l1_decision_t every(const gpu_l1_access_t *a)
{
    (void)a;
    return GPU_L1_BYPASS;
}

static gpu_l1_decision_t odd(const gpu_l1_access_t *a)
{
    return a->req->idx & 1 ? GPU_L1_BYPASS : GPU_L1_NORMAL;
}

static gpu_cfg_t machine(const micro_t *m)
{
    gpu_cfg_t c = gather_machine(&m->cfg);
    c.l1_sets = 4096; /* no two lines in a set */
    c.l1_ways = 1;
    c.l1_mshrs = READS;
    c.l1_bypass_merge = false;
    c.icnt_out_flits = 4096;
    c.l2_queue = c.l2_reply_queue = 256;
    return c;
}

/* Data of the reply to a lane's word; a lane's line is a request of its own. */
static uint64_t reply_bytes(const derive_t *d, bool bypass)
{
    const lanes_request_t word = {.first = 0, .last = 3, .pieces = 1};
    uint64_t line = d->c->line_bytes;
    return bypass ? lanes_bypass_bytes(d->c, line, &word) : line;
}

static micro_result_t gather(micro_t *m, const gpu_cfg_t *c,
                             gpu_l1_decision_t (*decide)(const gpu_l1_access_t *a))
{
    micro_launch_t l = gather_launch(c, c->line_bytes);
    l.decide = decide;
    return micro_launch(m, &l);
}

static void all(micro_t *m, uint32_t flits, bool slow)
{
    gpu_cfg_t c = machine(m);
    c.icnt_in_flits = flits;
    if (slow)
        c.icnt_mhz = (c.core_mhz + 1) / 2;
    derive_t d = derive_from(&c);
    uint32_t n = 4 * c.warp_size, room = (uint32_t)max_of(1, flits / d.read_flits);
    uint32_t places = c.l1_inject_queue ? c.l1_inject_queue : c.l1_miss_queue;
    bool beside = c.l1_bypass_path == GPU_BYPASS_BESIDE;
    uint64_t moved[READS], fails = 0;
    derive_packet_t p = {.any = false};
    for (uint32_t i = 0; i < n; i++) {
        uint64_t now = i ? accepted[i - 1] + 1 : gather_first(&c), t = now;
        uint64_t net = i >= room ? derive_core_from_icnt(&d, moved[i - room]) : 0;
        if (beside)
            t = max_of(t, net);
        else if (i >= places)
            t = max_of(t, derive_place_free(&c, sent[i - places]));
        accepted[i] = t;
        fails += t - now;
        sent[i] = t;
        if (!beside) {
            sent[i] = max_of(derive_sent(&c, t), net);
            sent[i] = i ? max_of(sent[i], sent[i - 1] + 1) : sent[i];
        }
        derive_packet(&d, &p, sent[i], reply_bytes(&d, true));
        moved[i] = p.moved;
    }
    unsigned net =
        micro_expect(m, MICRO_EXACT, "cycles", beside ? (double)fails : 0,
                     "fail_net, all bypass, %u flits%s", flits, slow ? ", slow crossbar" : "");
    unsigned inject =
        micro_expect(m, MICRO_EXACT, "cycles", beside ? 0 : (double)fails, "  fail_inject_queue");
    unsigned time = micro_expect(m, MICRO_EXACT, "core cycles", (double)gather_end(&c, p.back),
                                 "  whole kernel");
    micro_result_t r = gather(m, &c, every);
    micro_got(m, net, (double)r.s.l1d.fail_net);
    micro_got(m, inject, (double)r.s.l1d.fail_inject_queue);
    micro_got(m, time, (double)r.s.run.cycles);
}

/* The number of the k-th read before i of those that share i's places, or -1: with `both` all, else
 * those that bypass as i does. */
static int before(uint32_t i, uint32_t k, bool both)
{
    uint32_t step = both ? k : 2 * k;
    return step <= i ? (int)(i - step) : -1;
}

/* When packets enter the crossbar: those of the queue in order, one a cycle. */
static uint64_t half_sent(const gpu_cfg_t *c, uint32_t i, bool beside)
{
    int last = beside ? before(i, 1, false) : (int)i - 1;
    uint64_t t = derive_sent(c, accepted[i]);
    if (beside && (i & 1))
        return accepted[i];
    return last >= 0 ? max_of(t, sent[last] + 1) : t;
}

static void half(micro_t *m, uint32_t places)
{
    gpu_cfg_t c = machine(m);
    c.icnt_in_flits = 4096;
    c.l1_miss_queue = places;
    c.l1_read_spare = 0;
    c.l1_inject_queue = c.l1_inject_queue ? places : 0;
    c.l1_miss_delay = LONG_DELAY;
    derive_t d = derive_from(&c);
    uint32_t n = 4 * c.warp_size;
    bool beside = c.l1_bypass_path == GPU_BYPASS_BESIDE;
    bool shared = !beside && c.l1_inject_queue == 0;
    uint64_t fails[2] = {0, 0};
    for (uint32_t i = 0; i < n; i++) {
        uint64_t now = i ? accepted[i - 1] + 1 : gather_first(&c);
        int full = beside && (i & 1) ? -1 : before(i, places, shared);
        accepted[i] = full >= 0 ? max_of(now, derive_place_free(&c, sent[full])) : now;
        fails[i & 1] += accepted[i] - now;
        sent[i] = half_sent(&c, i, beside);
    }
    /* In the order of entry; in one cycle what bypasses the queue comes first, unless the SM sends
     * before its memory stage. */
    bool first = c.tick_order == GPU_TICK_FLOW;
    derive_packet_t p = {.any = false};
    for (uint32_t even = 0, odd_one = 1; even < n || odd_one < n;) {
        bool bypass = even >= n || (odd_one < n && sent[odd_one] < sent[even] + first);
        uint32_t *next = bypass ? &odd_one : &even;
        derive_packet(&d, &p, sent[*next], reply_bytes(&d, bypass));
        *next += 2;
    }
    unsigned queue = micro_expect(m, MICRO_EXACT, "cycles", (double)fails[0],
                                  "fail_miss_queue, half bypass, %u places", places);
    unsigned inject =
        micro_expect(m, MICRO_EXACT, "cycles", (double)fails[1], "  fail_inject_queue");
    unsigned time = micro_expect(m, MICRO_EXACT, "core cycles", (double)gather_end(&c, p.back),
                                 "  whole kernel");
    micro_result_t r = gather(m, &c, odd);
    micro_got(m, queue, (double)r.s.l1d.fail_miss_queue);
    micro_got(m, inject, (double)r.s.l1d.fail_inject_queue);
    micro_got(m, time, (double)r.s.run.cycles);
}

static void run(micro_t *m)
{
    if (!gather_applies(m))
        return;
    for (int slow = 0; slow <= 1; slow++) {
        all(m, 1, slow);
        all(m, 4, slow);
        all(m, m->cfg.icnt_in_flits, slow);
    }
    half(m, 1);
    half(m, 3);
    half(m, 8);
}

const micro_bench_t micro_bypass = {
    "bypass", "reads that bypass the L1: rejected cycles, beside and behind misses", run};

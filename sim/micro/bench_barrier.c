/*
 * Barrier storms: n warps of a CTA, nothing but barriers.
 *
 *   barriers counted    warps x barriers
 *
 * Where issue is the limit, each of S schedulers issues n / S barriers of one round in as many
 * cycles. The warp that arrives last lets all go, in the cycle R in which it issues, and the
 * schedulers are looked at in the order of their numbers: those after its own begin the next round
 * in R, those before it in R + 1. So does its own, unless it has a second issue port and the warp's
 * next barrier is in the buffer: then it goes on in R.
 *
 * Every fetch_insts-th barrier empties all instruction buffers. Where their refilling is the limit,
 * the last is refilled n / fetch_warps - 1 cycles after the first and issues fetch_latency later.
 * The round-robin begins after warp 0, which is therefore the last: with one fetch a cycle it is
 * alone, and scheduler 0's, so that the other schedulers begin the next round, and the next refill,
 * in the cycle in which it issues; else warp n - 1 issues with it, and they begin in the cycle
 * after:
 *
 *   an emptying barrier and the next   n / fetch_warps - 1 + fetch_latency cycles, or one more
 */
#include "micro/derive.h"
#include "micro/micro.h"

enum { BARRIERS = 64 };

/* Cycles of the second 64 of 128 barriers, issue being the limit. */
static uint64_t issue_limited(const gpu_cfg_t *c, uint32_t n)
{
    uint32_t s_count = c->schedulers;
    uint64_t last[4] = {0}, release[2 * BARRIERS] = {0};
    for (uint32_t round = 0; round < 2 * BARRIERS; round++) {
        uint64_t r = 0;
        uint32_t by = 0;
        for (uint32_t s = 0; s < s_count; s++)
            if (last[s] >= r) {
                r = last[s];
                by = s;
            }
        release[round] = r;
        bool again = c->issue_per_sched > 1 && (round + 1) % c->fetch_insts != 0;
        for (uint32_t s = 0; s < s_count; s++) {
            uint64_t begin = s > by || (s == by && again) ? r : r + 1;
            last[s] = begin + n / s_count - 1;
        }
    }
    return release[2 * BARRIERS - 1] - release[BARRIERS - 1];
}

static void storm(micro_t *m, const gpu_cfg_t *c, const char *how)
{
    uint32_t n = 1024 / c->warp_size;
    uint64_t round = n / c->schedulers, refill = n / c->fetch_warps + c->fetch_latency;
    if (n % c->fetch_warps || n % c->schedulers || BARRIERS % c->fetch_insts) {
        micro_skip(m, "%u warps under %u schedulers, %u fetched for a cycle, %u instructions each",
                   n, c->schedulers, c->fetch_warps, c->fetch_insts);
        return;
    }
    bool by_issue = refill <= 2 * round;
    if (c->fetch_warps == 1 && c->schedulers > 1)
        refill--;
    if (!by_issue && (c->fetch_insts != 2 || c->issue_per_sched > 1 || c->schedulers == 1 ||
                      c->sched_policy != GPU_SCHED_LRR)) {
        micro_skip(m, "%u schedulers%s: fetch is the limit", c->schedulers, how);
        return;
    }
    uint64_t cycles = by_issue ? issue_limited(c, n) : BARRIERS / 2 * refill;
    unsigned count =
        micro_expect(m, MICRO_EXACT, "barriers", (double)BARRIERS * n,
                     "%u warps, %d barriers, schedulers: %u%s", n, BARRIERS, c->schedulers, how);
    unsigned time = micro_expect(m, MICRO_EXACT, "core cycles", (double)cycles / BARRIERS,
                                 "a barrier of %u warps, schedulers: %u%s", n, c->schedulers, how);
    micro_launch_t a = {
        .module = "barrier", .kernel = "barriers_64", .grid = 1, .block = 1024, .cfg = c};
    micro_launch_t b = a;
    b.kernel = "barriers_128";
    micro_result_t ra = micro_launch(m, &a), rb = micro_launch(m, &b);
    micro_got(m, count, (double)ra.s.sm.barriers);
    micro_got(m, time, (double)(rb.s.run.cycles - ra.s.run.cycles) / BARRIERS);
}

static void run(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    uint32_t n = 1024 / c->warp_size;
    if (n > c->warps_per_sm) {
        micro_skip(m, "an SM holds fewer than %u warps", n);
        return;
    }
    for (uint32_t s = 1; s <= 4; s *= 2) {
        gpu_cfg_t x = *c;
        x.schedulers = s;
        storm(m, &x, "");
        x.fetch_warps = 4; /* the storm of issue alone */
        x.issue_per_sched = 1;
        storm(m, &x, ", fetch 4, single issue");
    }
}

const micro_bench_t micro_barrier = {"barrier", "barrier storms under 1, 2 and 4 schedulers", run};

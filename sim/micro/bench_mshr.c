/*
 * Misses in number: one warp's loads on 4 x lanes lines that the L2 holds, in one slice, so that
 * everything is in order and each stage between the L1 and the slice and back is a recurrence
 * (derive_misses).
 *
 *   MSHRs        with m of them a miss is accepted in the cycle in which the line of the m-th miss
 *                before it comes, or with writeback: turn a cycle later, when its one request has
 *                had its turn; rejected cycles are counted to fail_mshr_full. Throughput
 *                m / latency, the latency being that from acceptance to fill
 *   miss queue   a place is free in the cycle after the crossbar has taken the packet;
 *                l1_read_spare places are as if they were not there; also with a crossbar at half
 *                the core's clock, which fills the queue on any machine
 *   merging      an MSHR holds l1_mshr_merge requests; the next is rejected until the line is
 *                here, and then hits. With l1_read_spare a request that would merge waits for a
 *                place of the queue, too
 */
#include "micro/derive.h"
#include "micro/gather.h"
#include "micro/micro.h"

static derive_misses_t want;

static gpu_cfg_t machine(const micro_t *m)
{
    gpu_cfg_t c = gather_machine(&m->cfg);
    c.l1_sets = 4096; /* no two lines in a set */
    c.l1_ways = 1;
    return c;
}

static void derive(const gpu_cfg_t *c, const derive_t *d, uint32_t n)
{
    static uint32_t set[DERIVE_MISSES];
    for (uint32_t i = 0; i < n; i++)
        set[i] = i;
    derive_misses(d, &want, n, set, gather_first(c));
}

static void occupancy(micro_t *m, uint32_t mshrs)
{
    gpu_cfg_t c = machine(m);
    uint32_t n = 4 * c.warp_size;
    c.l1_mshrs = mshrs;
    derive_t d = derive_from(&c);
    derive(&c, &d, n);
    unsigned full = micro_expect(m, MICRO_EXACT, "cycles", (double)want.fail_mshr,
                                 "fail_mshr_full, %u MSHRs, %u lines", mshrs, n);
    unsigned queue =
        micro_expect(m, MICRO_EXACT, "cycles", (double)want.fail_queue, "  fail_miss_queue");
    unsigned time = micro_expect(m, MICRO_EXACT, "core cycles",
                                 (double)gather_end(&c, want.back[n - 1]), "  whole kernel");
    /* By Little's law, where the MSHRs are the limit: the latency of one miss alone. */
    uint64_t load[4];
    gather_issue(&c, load);
    uint64_t t = load[0]; /* over all phases of the clocks: one miss after another */
    for (int i = 0; i < 64; i++)
        t = derive_mshr_free(&c, derive_l2_hit(&d, t) - c.l1_fill_delay) -
            derive_stage_delay(&c, 1);
    double latency = (double)(t - load[0]) / 64;
    uint64_t rest = gather_end(&c, gather_first(&c));
    /* Where no reply waits for another: few, in a buffer that holds them. */
    double port = (double)derive_port_time(&c, d.data_flits) * c.core_mhz / c.icnt_mhz;
    double data = (double)derive_data_time(&c, c.line_bytes) * c.core_mhz / c.l2_mhz;
    bool little = mshrs <= 4 && c.icnt_out_flits >= mshrs * d.data_flits &&
                  mshrs * (port > data ? port : data) < latency / 4;
    unsigned rate = 0;
    if (little)
        rate =
            micro_expect(m, MICRO_BOUND, "misses/cycle", mshrs / latency, "  %u / latency", mshrs);
    micro_result_t r = gather_run(m, &c, c.line_bytes);
    micro_got(m, full, (double)r.s.l1d.fail_mshr_full);
    micro_got(m, queue, (double)r.s.l1d.fail_miss_queue);
    micro_got(m, time, (double)r.s.run.cycles);
    if (little)
        micro_got(m, rate, n / (double)(r.s.run.cycles - rest));
}

/* slow: the crossbar cannot take a packet a core cycle, so that the queue fills on any machine. */
static void miss_queue(micro_t *m, uint32_t places, uint32_t spare, uint32_t flits, bool slow)
{
    gpu_cfg_t c = machine(m);
    uint32_t n = 4 * c.warp_size;
    if (slow)
        c.icnt_mhz = (c.core_mhz + 1) / 2;
    c.l1_mshrs = n;
    c.l1_miss_queue = places;
    c.l1_read_spare = spare;
    c.icnt_in_flits = flits;
    derive_t d = derive_from(&c);
    derive(&c, &d, n);
    unsigned queue = micro_expect(m, MICRO_EXACT, "cycles", (double)want.fail_queue,
                                  "fail_miss_queue, %u places, %u spare, %u flits%s", places, spare,
                                  flits, slow ? ", slow crossbar" : "");
    unsigned time = micro_expect(m, MICRO_EXACT, "core cycles",
                                 (double)gather_end(&c, want.back[n - 1]), "  whole kernel");
    micro_result_t r = gather_run(m, &c, c.line_bytes);
    micro_got(m, queue, (double)r.s.l1d.fail_miss_queue);
    micro_got(m, time, (double)r.s.run.cycles);
}

/* Few MSHRs and a queue that is full for long: which of the two is looked at first. */
static void both(micro_t *m, uint32_t spare)
{
    gpu_cfg_t c = machine(m);
    uint32_t n = 4 * c.warp_size;
    c.l1_mshrs = 8;
    c.l1_miss_queue = 3;
    c.l1_read_spare = spare;
    c.l1_miss_delay = 20;
    derive_t d = derive_from(&c);
    derive(&c, &d, n);
    unsigned full = micro_expect(m, MICRO_EXACT, "cycles", (double)want.fail_mshr,
                                 "fail_mshr_full, 8 MSHRs, 3 places, %u spare", spare);
    unsigned queue =
        micro_expect(m, MICRO_EXACT, "cycles", (double)want.fail_queue, "  fail_miss_queue");
    micro_result_t r = gather_run(m, &c, c.line_bytes);
    micro_got(m, full, (double)r.s.l1d.fail_mshr_full);
    micro_got(m, queue, (double)r.s.l1d.fail_miss_queue);
}

/* Four loads of one line; an MSHR takes `merge` of them. spare: the queue has that and one place.
 */
static void merging(micro_t *m, uint32_t merge, uint32_t spare)
{
    gpu_cfg_t c = machine(m);
    c.l1_mshr_merge = merge;
    c.l1_read_spare = spare;
    if (spare) {
        c.l1_miss_queue = spare + 1;
        c.l1_miss_delay += 10;
    }
    derive_t d = derive_from(&c);
    uint64_t load[4], stage = 0, fails = 0, queued = 0;
    gather_issue(&c, load);
    uint64_t sent = derive_sent(&c, load[0] + derive_stage_delay(&c, 1));
    uint64_t free = derive_place_free(&c, sent);
    uint64_t back = derive_l2_hit(&d, load[0]) - c.l1_fill_delay;
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t t = max_of(i ? stage + 1 : 0, load[i] + derive_stage_delay(&c, 1));
        if (spare && i && t < free) {
            queued += free - t;
            t = free;
        }
        stage = i >= merge ? max_of(t, back) : t;
        fails += stage - t;
    }
    unsigned full = micro_expect(m, MICRO_EXACT, "cycles", (double)fails,
                                 "fail_merge_full, 4 loads of a line, %u an MSHR%s", merge,
                                 spare ? ", one place" : "");
    unsigned wait = micro_expect(m, MICRO_EXACT, "cycles", (double)queued, "  fail_miss_queue");
    unsigned merged =
        micro_expect(m, MICRO_EXACT, "loads", merge < 4 ? merge - 1 : 3, "  pending hits");
    unsigned hit = micro_expect(m, MICRO_EXACT, "loads", merge < 4 ? 4 - merge : 0, "  hits");
    micro_result_t r = gather_run(m, &c, 0);
    micro_got(m, full, (double)r.s.l1d.fail_merge_full);
    micro_got(m, wait, (double)r.s.l1d.fail_miss_queue);
    micro_got(m, merged, (double)r.s.l1d.pending_hits);
    micro_got(m, hit, (double)r.s.l1d.hits);
}

static void run(micro_t *m)
{
    if (!gather_applies(m))
        return;
    for (uint32_t n = 1; n <= 64; n *= 2)
        occupancy(m, n);
    for (int slow = 0; slow <= 1; slow++) {
        miss_queue(m, 1, 0, 1, slow);
        miss_queue(m, 2, 0, 1, slow);
        miss_queue(m, 3, 1, 1, slow);
        miss_queue(m, m->cfg.l1_miss_queue, m->cfg.l1_read_spare, m->cfg.icnt_in_flits, slow);
    }
    both(m, 0);
    both(m, 1);
    for (uint32_t n = 1; n <= 4; n++)
        merging(m, n, 0);
    merging(m, 2, 1);
    merging(m, 4, 2);
}

const micro_bench_t micro_mshr = {
    "mshr", "MSHR occupancy, merging and the miss queue: rejected cycles, throughput", run};

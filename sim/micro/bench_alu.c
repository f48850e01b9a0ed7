/*
 * Execution units: a chain of dependent instructions costs the latency of each; a stream of
 * independent ones of many warps costs what issue, fetch or the units allow, the least of them.
 *
 *   chain    (long - short) / 64 = latency + exec_delay
 *   stream   instructions a cycle = min(schedulers x issue_per_sched, fetch_warps x fetch_insts,
 *            units / initiation), if the schedulers share the units evenly
 *
 * Schedulers take units in the order of their numbers, so that the units may go to the first of
 * them alone; the others follow when these have finished, and may then be too few to use all units
 * (6 units under 4 schedulers that issue two instructions each: 6 a cycle go to three schedulers,
 * then 2 to the last, in the same time: 4 on average).
 *
 * SFU and DP are given one unit, which whoever gets it can fill.
 *
 * The stream is a bound: warps start one after another and end one after another. Its warps are
 * chosen round-robin: the oldest first would leave the youngest alone at the end.
 */
#include "micro/derive.h"
#include "micro/micro.h"

static double least(double a, double b)
{
    return a < b ? a : b;
}

static micro_launch_t one_sm(const gpu_cfg_t *c, const char *kernel, uint32_t threads)
{
    return (micro_launch_t){
        .module = "issue", .kernel = kernel, .grid = 1, .block = threads, .cfg = c};
}

static void chain(micro_t *m, const char *name, const char *kernel, const char *longer,
                  uint32_t latency)
{
    const gpu_cfg_t *c = &m->cfg;
    if (latency < c->fetch_latency) {
        micro_skip(m, "%s chain: a refetch takes longer than the result", name);
        return;
    }
    unsigned row = micro_expect(m, MICRO_EXACT, "core cycles", latency + c->exec_delay,
                                "%s chain, an instruction", name);
    micro_launch_t a = one_sm(c, kernel, 1), b = one_sm(c, longer, 1);
    micro_got(m, row, (double)micro_cycles_between(m, &a, &b) / 64);
}

/* Instructions a cycle of n schedulers with equal work, each issuing at most `most` a cycle of the
 * `capacity` of all: the first take theirs, the rest wait. */
static double by_number(uint32_t n, double most, double capacity)
{
    double work[4], time = 0;
    for (uint32_t s = 0; s < n; s++)
        work[s] = 1;
    for (;;) {
        double rate[4] = {0}, left = capacity, step = 0;
        for (uint32_t s = 0; s < n; s++)
            if (work[s] > 0) {
                rate[s] = least(most, left);
                left -= rate[s];
                if (rate[s] > 0 && (step == 0 || work[s] / rate[s] < step))
                    step = work[s] / rate[s];
            }
        if (step == 0)
            return n / time;
        time += step;
        for (uint32_t s = 0; s < n; s++)
            work[s] = work[s] - rate[s] * step > 1e-9 ? work[s] - rate[s] * step : 0;
    }
}

/* What a stream runs on: units / initiation of a class. */
typedef struct class
{
    const char *name, *kernel, *longer;
    uint32_t units, initiation, latency;
} class_t;

static void stream(micro_t *m, gpu_cfg_t c, const class_t *k)
{
    c.n_sms = 1;
    c.sched_policy = GPU_SCHED_LRR;
    uint32_t threads = 1024, warps = threads / c.warp_size;
    uint32_t initiation = k->initiation * (c.warp_size / c.simt_width);
    double fetch = c.fetch_warps * c.fetch_insts, unit = (double)k->units / initiation;
    /* A warp alone: eight results under way, and a refetch every fetch_insts instructions. */
    double warp = least(8.0 / (k->latency + c.exec_delay),
                        c.fetch_insts / (c.fetch_insts - 1.0 + c.fetch_latency));
    if (warp * warps / c.schedulers < 1.5 * least(c.issue_per_sched, unit)) {
        micro_skip(m, "%s stream: too few warps for its latency", k->name);
        return;
    }
    if ((fetch <= unit && c.schedulers * c.issue_per_sched > unit) ||
        (k->units > 1 && initiation > 1)) {
        micro_skip(m, "%s stream: which scheduler gets the unit is not derived", k->name);
        return;
    }
    double rate = by_number(c.schedulers, c.issue_per_sched, least(fetch, unit));
    unsigned row = micro_expect(m, MICRO_BOUND, "instructions/cycle", rate,
                                "%s stream of %u warps, units: %u", k->name, warps, k->units);
    micro_launch_t a = one_sm(&c, k->kernel, threads), b = one_sm(&c, k->longer, threads);
    micro_got(m, row, 128.0 * warps / (double)micro_cycles_between(m, &a, &b));
}

static void streams(micro_t *m)
{
    gpu_cfg_t c = m->cfg;
    class_t sp = {"SP", "sp_stream", "sp_stream_2", c.sp_units, c.sp_initiation, c.sp_latency};
    class_t sfu = {"SFU", "sfu_stream", "sfu_stream_2", 1, c.sfu_initiation, c.sfu_latency};
    class_t dp = {"DP", "dp_stream", "dp_stream_2", 1, c.dp_initiation, c.dp_latency};
    stream(m, c, &sp);
    c.sfu_units = 1;
    stream(m, c, &sfu);
    if (c.dp_units)
        c.dp_units = 1;
    stream(m, c, &dp);
}

static void run(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    chain(m, "SP", "sp_chain", "sp_chain_2", c->sp_latency);
    chain(m, "SFU", "sfu_chain", "sfu_chain_2", c->sfu_latency);
    chain(m, "DP", "dp_chain", "dp_chain_2", c->dp_latency);
    if (c->warps_per_sm < 1024 / c->warp_size)
        micro_skip(m, "streams: an SM holds fewer than %u warps", 1024 / c->warp_size);
    else
        streams(m);
}

const micro_bench_t micro_alu = {"alu", "ALU chains and streams: latency, issue, units", run};

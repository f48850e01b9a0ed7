#include "micro/units.h"

enum { THREADS = 1024 };

static double least(double a, double b)
{
    return a < b ? a : b;
}

static micro_launch_t one_sm(const gpu_cfg_t *c, const units_kind_t *k, const char *kernel,
                             uint32_t threads)
{
    return (micro_launch_t){
        .module = k->module, .kernel = kernel, .grid = 1, .block = threads, .cfg = c};
}

/* Cycles for which an instruction takes its unit. */
static uint32_t interval_of(const gpu_cfg_t *c, const units_kind_t *k, const derive_op_t *op)
{
    uint32_t times = c->op_latencies == GPU_LATENCIES_UNITS ? k->times : 1;
    return op->initiation * (c->warp_size / c->simt_width) * times;
}

static uint32_t latency_of(const gpu_cfg_t *c, const units_kind_t *k, const derive_op_t *op)
{
    return op->latency + c->exec_delay + k->sources * c->operand_delay;
}

void units_chain(micro_t *m, const units_kind_t *k)
{
    gpu_cfg_t own = m->cfg, *c = &own;
    own.n_sms = 1; /* a chain needs no more, and a small machine is made faster */
    derive_op_t op = derive_op(c, k->unit, k->op);
    uint32_t latency = latency_of(c, k, &op), interval = interval_of(c, k, &op);
    if (latency < c->fetch_latency || (interval > latency && op.units > 1)) {
        micro_skip(m, "%s chain: a refetch, or a unit of several, takes longer than the result",
                   k->name);
        return;
    }
    unsigned row = micro_expect(m, MICRO_EXACT, "core cycles", (double)max_of(latency, interval),
                                "%s chain, an instruction", k->name);
    micro_launch_t a = one_sm(c, k, k->chain, 1), b = one_sm(c, k, k->chain_2, 1);
    micro_got(m, row, (double)micro_cycles_between(m, &a, &b) / k->chain_n);
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

void units_stream(micro_t *m, gpu_cfg_t c, const units_kind_t *k)
{
    c.n_sms = 1;
    c.sched_policy = GPU_SCHED_LRR;
    derive_op_t op = derive_op(&c, k->unit, k->op);
    uint32_t warps = THREADS / c.warp_size, interval = interval_of(&c, k, &op);
    double fetch = c.fetch_warps * c.fetch_insts, unit = (double)op.units / interval;
    /* A warp alone: eight results under way, and a refetch every fetch_insts instructions. */
    double warp = least(8.0 / latency_of(&c, k, &op),
                        c.fetch_insts / (c.fetch_insts - 1.0 + c.fetch_latency));
    if (warp * warps / c.schedulers < 1.5 * least(c.issue_per_sched, unit)) {
        micro_skip(m, "%s stream: too few warps for its latency", k->name);
        return;
    }
    if (c.schedulers > 1 && ((fetch <= unit && c.schedulers * c.issue_per_sched > unit) ||
                             (op.units > 1 && interval > 1))) {
        micro_skip(m, "%s stream: which scheduler gets the unit is not derived", k->name);
        return;
    }
    double rate = by_number(c.schedulers, c.issue_per_sched, least(fetch, unit));
    unsigned row = micro_expect(m, MICRO_BOUND, "instructions/cycle", rate,
                                "%s stream of %u warps, units: %u", k->name, warps, op.units);
    micro_launch_t a = one_sm(&c, k, k->stream, THREADS), b = one_sm(&c, k, k->stream_2, THREADS);
    micro_got(m, row, (double)k->stream_n * warps / (double)micro_cycles_between(m, &a, &b));
}

bool units_stream_fits(const gpu_cfg_t *c)
{
    return c->warps_per_sm >= THREADS / c->warp_size;
}

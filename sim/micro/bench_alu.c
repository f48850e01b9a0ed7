/*
 * Execution units: a chain of dependent instructions costs the latency of each; a stream of
 * independent ones of many warps costs what issue, fetch or the units allow, the least of them
 * (units.h).
 *
 * SFU and DP are given one unit, which whoever gets it can fill.
 */
#include "micro/units.h"

#define KERNELS(name) "issue", #name "_chain", #name "_chain_2", #name "_stream", #name "_stream_2"

static const units_kind_t sp = {"SP", KERNELS(sp), INST_UNIT_SP, INST_OP_INT_ADD, 2, 1, 64, 128};
static const units_kind_t sfu = {"SFU", KERNELS(sfu), INST_UNIT_SFU, INST_OP_SPECIAL, 1, 1,
                                 64,    128};
static const units_kind_t dp = {"DP", KERNELS(dp), INST_UNIT_DP, INST_OP_DP_ADD, 2, 1, 64, 128};

static void streams(micro_t *m)
{
    gpu_cfg_t c = m->cfg;
    units_stream(m, c, &sp);
    c.sfu_units = 1;
    units_stream(m, c, &sfu);
    if (c.dp_units)
        c.dp_units = 1;
    if (c.dp_unit == GPU_DP_SP)
        c.sp_units = 1;
    units_stream(m, c, &dp);
}

static void run(micro_t *m)
{
    units_chain(m, &sp);
    units_chain(m, &sfu);
    units_chain(m, &dp);
    if (units_stream_fits(&m->cfg))
        streams(m);
    else
        micro_skip(m, "streams: an SM holds too few warps");
}

const micro_bench_t micro_alu = {"alu", "ALU chains and streams: latency, issue, units", run};

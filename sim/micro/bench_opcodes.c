/*
 * Each kind of arithmetic that latencies by opcode distinguish (op_latencies, and which units take
 * it: imul_unit, fmul_unit, dp_unit): a chain of dependent instructions, and a stream of
 * independent ones of many warps (units.h). The stream has two SP units and one of the other
 * classes, so that its rate tells where it is executed, and one scheduler that issues two
 * instructions of a warp.
 *
 * GPGPU-Sim 3.2's latencies with exec_delay 5 and operand_delay 1 make 11 cycles of an integer
 * addition, 13 of a mad, 14 every 8 of a special function, 46 of a float division, 152 every 8 of
 * an integer one.
 */
#include "micro/units.h"

#define KIND(name, unit, op, sources, times)                                                       \
    {                                                                                              \
#name, "opcodes", #name "_chain", #name "_chain_2", #name "_stream", #name "_stream_2",    \
            INST_UNIT_##unit, INST_OP_##op, sources, times, 16, 32                                 \
    }

static const units_kind_t kinds[] = {
    KIND(logic, SP, LOGIC, 2, 1),      KIND(int_add, SP, INT_ADD, 2, 1),
    KIND(int_max, SP, INT_MAX, 2, 1),  KIND(int_mul, SP, INT_MUL, 2, 1),
    KIND(int_mad, SP, INT_MAD, 3, 1),  KIND(int_div, SFU, INT_DIV, 2, 4),
    KIND(fp_add, SP, FP_ADD, 2, 1),    KIND(fp_max, SP, FP_MAX, 2, 1),
    KIND(fp_mul, SP, FP_MUL, 2, 1),    KIND(fp_mad, SP, FP_MAD, 3, 1),
    KIND(fp_div, SFU, FP_DIV, 2, 2),   KIND(dp_add, DP, DP_ADD, 2, 1),
    KIND(dp_max, DP, DP_MAX, 2, 1),    KIND(dp_mul, DP, DP_MUL, 2, 1),
    KIND(dp_mad, DP, DP_MAD, 3, 1),    KIND(dp_div, DP, DP_DIV, 2, 4),
    KIND(special, SFU, SPECIAL, 1, 1),
};

static void run(micro_t *m)
{
    enum { N = sizeof kinds / sizeof kinds[0] };
    gpu_cfg_t c = m->cfg;
    c.sp_units = 2;
    c.sfu_units = 1;
    c.dp_units = c.dp_units ? 1 : 0;
    /* Of two schedulers the second would wait for an SP unit with the moves before its stream, for
     * as long as the first has multiplications. */
    c.schedulers = 1;
    c.issue_per_sched = 2;
    for (unsigned i = 0; i < N; i++)
        units_chain(m, &kinds[i]);
    if (!units_stream_fits(&c)) {
        micro_skip(m, "streams: an SM holds too few warps");
        return;
    }
    for (unsigned i = 0; i < N; i++)
        units_stream(m, c, &kinds[i]);
}

const micro_bench_t micro_opcodes = {
    "opcodes", "latency and initiation of each kind of arithmetic, and its units", run};

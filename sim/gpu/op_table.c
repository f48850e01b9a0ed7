#include "gpu/op_table.h"

typedef struct timing {
    uint32_t latency, initiation;
} timing_t;

static timing_t by_unit(const gpu_cfg_t *c, unsigned unit)
{
    switch (unit) {
    case INST_UNIT_SP:
        return (timing_t){c->sp_latency, c->sp_initiation};
    case INST_UNIT_SFU:
        return (timing_t){c->sfu_latency, c->sfu_initiation};
    default:
        return (timing_t){c->dp_latency, c->dp_initiation};
    }
}

static timing_t by_opcode(const gpu_cfg_t *c, unsigned op)
{
    const timing_t all[INST_OPS] = {
        [INST_OP_LOGIC] = {c->logic_latency, 1},
        [INST_OP_INT_ADD] = {c->int_add_latency, c->int_add_initiation},
        [INST_OP_INT_MAX] = {c->int_max_latency, c->int_max_initiation},
        [INST_OP_INT_MUL] = {c->int_mul_latency, c->int_mul_initiation},
        [INST_OP_INT_MAD] = {c->int_mad_latency, c->int_mad_initiation},
        [INST_OP_INT_DIV] = {c->int_div_latency, c->int_div_initiation},
        [INST_OP_FP_ADD] = {c->fp_add_latency, c->fp_add_initiation},
        [INST_OP_FP_MAX] = {c->fp_max_latency, c->fp_max_initiation},
        [INST_OP_FP_MUL] = {c->fp_mul_latency, c->fp_mul_initiation},
        [INST_OP_FP_MAD] = {c->fp_mad_latency, c->fp_mad_initiation},
        [INST_OP_FP_DIV] = {c->fp_div_latency, c->fp_div_initiation},
        [INST_OP_DP_ADD] = {c->dp_add_latency, c->dp_add_initiation},
        [INST_OP_DP_MAX] = {c->dp_max_latency, c->dp_max_initiation},
        [INST_OP_DP_MUL] = {c->dp_mul_latency, c->dp_mul_initiation},
        [INST_OP_DP_MAD] = {c->dp_mad_latency, c->dp_mad_initiation},
        [INST_OP_DP_DIV] = {c->dp_div_latency, c->dp_div_initiation},
        [INST_OP_SPECIAL] = {c->dp_mul_latency, c->dp_mul_initiation},
    };
    return all[op];
}

/* Double precision without units of its own: multiplications as fmul_unit says, divisions and
 * functions on the SFU, the rest on an SP unit. */
static uint8_t double_on_others(const gpu_cfg_t *c, unsigned op)
{
    if (op == INST_OP_DP_DIV || op == INST_OP_SPECIAL)
        return INST_UNIT_SFU;
    if (op == INST_OP_DP_MUL && c->fmul_unit == GPU_FMUL_EITHER)
        return OP_ROUTE_EITHER;
    return INST_UNIT_SP;
}

static uint8_t route_of(const gpu_cfg_t *c, unsigned unit, unsigned op)
{
    if (unit == INST_UNIT_DP && c->dp_unit == GPU_DP_SP)
        return double_on_others(c, op);
    if (unit == INST_UNIT_DP && c->dp_units == 0)
        return INST_UNIT_SFU;
    if (unit == INST_UNIT_SP && op == INST_OP_FP_MUL && c->fmul_unit == GPU_FMUL_EITHER)
        return OP_ROUTE_EITHER;
    if (c->imul_unit == GPU_IMUL_SFU) {
        if (op == INST_OP_INT_MUL || op == INST_OP_INT_MAD)
            return INST_UNIT_SFU;
        if (unit == INST_UNIT_SFU && op == INST_OP_LOGIC)
            return INST_UNIT_SP; /* a remainder */
    }
    return (uint8_t)unit;
}

static op_entry_t entry(const gpu_cfg_t *c, unsigned unit, unsigned op)
{
    op_entry_t e = {.route = route_of(c, unit, op)};
    if (unit >= OP_ALUS)
        return e;
    bool opcodes = c->op_latencies == GPU_LATENCIES_OPCODES;
    timing_t x = opcodes ? by_opcode(c, op) : by_unit(c, unit);
    e.latency = (uint16_t)(x.latency + c->exec_delay);
    e.interval = (uint16_t)(x.initiation * (c->warp_size / c->simt_width));
    e.repeats = !opcodes;
    return e;
}

void op_table_init(op_table_t *t, const gpu_cfg_t *c)
{
    t->routed = false;
    for (unsigned unit = 0; unit < OP_UNITS; unit++)
        for (unsigned op = 0; op < INST_OPS; op++) {
            t->of[unit][op] = entry(c, unit, op);
            t->routed |= t->of[unit][op].route != unit;
        }
}

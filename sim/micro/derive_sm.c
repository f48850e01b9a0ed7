/*
 * The path inside an SM: one warp's issue, the memory stage, a hit in the L1.
 */
#include "micro/derive.h"

#include <stdio.h>

/* ---- Execution units ---- */

/* The value of key TYPE_KIND_WHAT, such as int_add_latency. */
static uint32_t opcode_key(const gpu_cfg_t *c, inst_op_t op, const char *what)
{
    static const char *const types[] = {"int", "fp", "dp"};
    static const char *const kinds[] = {"add", "max", "mul", "mad", "div"};
    unsigned n = (unsigned)op - INST_OP_INT_ADD;
    char name[40];
    snprintf(name, sizeof name, "%s_%s_%s", types[n / 5], kinds[n % 5], what);
    return gpu_cfg_get(c, gpu_cfg_key(name));
}

static void time_by_opcode(const gpu_cfg_t *c, inst_op_t op, derive_op_t *out)
{
    if (op == INST_OP_LOGIC) {
        out->latency = c->logic_latency;
        out->initiation = 1;
        return;
    }
    op = op == INST_OP_SPECIAL ? INST_OP_DP_MUL : op;
    out->latency = opcode_key(c, op, "latency");
    out->initiation = opcode_key(c, op, "initiation");
}

static uint32_t units_of_sp(const gpu_cfg_t *c, inst_op_t op)
{
    if (c->fmul_unit == GPU_FMUL_EITHER && (op == INST_OP_FP_MUL || op == INST_OP_DP_MUL))
        return c->sp_units + c->sfu_units;
    if (c->imul_unit == GPU_IMUL_SFU && (op == INST_OP_INT_MUL || op == INST_OP_INT_MAD))
        return c->sfu_units;
    return c->sp_units;
}

derive_op_t derive_op(const gpu_cfg_t *c, inst_unit_t unit, inst_op_t op)
{
    derive_op_t x;
    bool function = op == INST_OP_DP_DIV || op == INST_OP_SPECIAL;
    if (unit == INST_UNIT_SP)
        x = (derive_op_t){c->sp_latency, c->sp_initiation, units_of_sp(c, op)};
    else if (unit == INST_UNIT_SFU)
        x = (derive_op_t){c->sfu_latency, c->sfu_initiation, c->sfu_units};
    else if (c->dp_unit == GPU_DP_SP)
        x = (derive_op_t){c->dp_latency, c->dp_initiation,
                          function ? c->sfu_units : units_of_sp(c, op)};
    else
        x = (derive_op_t){c->dp_latency, c->dp_initiation,
                          c->dp_units ? c->dp_units : c->sfu_units};
    if (c->op_latencies == GPU_LATENCIES_OPCODES)
        time_by_opcode(c, op, &x);
    return x;
}

uint64_t derive_alu(const gpu_cfg_t *c, inst_op_t op, uint32_t sources)
{
    return derive_op(c, INST_UNIT_SP, op).latency + c->exec_delay + sources * c->operand_delay;
}

uint64_t derive_param(const gpu_cfg_t *c)
{
    return c->const_latency + c->ldst_delay;
}

/* ---- The L1 ---- */

uint64_t derive_stage_delay(const gpu_cfg_t *c, uint32_t sources)
{
    return 1 + c->ldst_delay + sources * c->operand_delay;
}

uint64_t derive_memory_stage(const derive_t *d, uint64_t issue)
{
    return issue + derive_stage_delay(d->c, 1);
}

uint64_t derive_store_stage(const derive_t *d, uint64_t issue)
{
    return issue + derive_stage_delay(d->c, 2);
}

uint64_t derive_sent(const gpu_cfg_t *c, uint64_t t)
{
    return t + max_of(c->l1_miss_delay, c->tick_order == GPU_TICK_RELEASE ? 1 : 0);
}

uint64_t derive_place_free(const gpu_cfg_t *c, uint64_t sent)
{
    return c->tick_order == GPU_TICK_RELEASE ? sent : sent + 1;
}

uint64_t derive_l1_hit(const derive_t *d, uint64_t issue)
{
    return derive_memory_stage(d, issue) + d->c->l1_hit_latency - 1;
}

/* ---- Replies ---- */

uint64_t derive_reply(const gpu_cfg_t *c, uint64_t taken)
{
    return taken + (c->reply_queue ? 1 : 0);
}

uint64_t derive_reply_gap(const gpu_cfg_t *c)
{
    return c->reply_queue == 1 ? 2 : 1;
}

uint64_t derive_mshr_free(const gpu_cfg_t *c, uint64_t back)
{
    return back + (c->writeback == GPU_WRITEBACK_TURN ? 1 : 0);
}

/* ---- One warp ---- */

uint64_t derive_first_issue(const gpu_cfg_t *c)
{
    return c->fetch_latency + (c->tick_order == GPU_TICK_RELEASE ? 1 : 0);
}

derive_issue_t derive_warp(const gpu_cfg_t *c)
{
    return (derive_issue_t){.c = c, .left = c->fetch_insts, .from = derive_first_issue(c)};
}

/* It is issued in cycle t. */
static uint64_t issue_at(derive_issue_t *w, uint64_t t)
{
    if (t != w->at)
        w->issued = w->memory = 0;
    w->at = t;
    w->issued++;
    if (--w->left == 0)
        derive_jump(w);
    return t;
}

/* One that goes to the unit of n that is free first, for so many cycles. */
static uint64_t issue_to(derive_issue_t *w, uint64_t *unit, uint32_t n, uint32_t interval,
                         uint64_t ready)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < n; i++)
        if (unit[i] < unit[first])
            first = i;
    uint64_t t = max_of(max_of(w->at, ready), max_of(w->from, unit[first]));
    if (t == w->at && w->issued == w->c->issue_per_sched)
        t++;
    unit[first] = t + interval;
    return issue_at(w, t);
}

/* Cycles for which such an instruction of a warp holds its unit. */
static uint32_t interval_of(const gpu_cfg_t *c, inst_op_t op)
{
    return derive_op(c, INST_UNIT_SP, op).initiation * (c->warp_size / c->simt_width);
}

uint64_t derive_next(derive_issue_t *w, bool memory, uint64_t ready)
{
    const gpu_cfg_t *c = w->c;
    if (!memory)
        return issue_to(w, w->sp, c->sp_units, interval_of(c, INST_OP_INT_ADD), ready);
    uint64_t t = max_of(max_of(w->at, ready), w->from);
    if (t == w->at && (w->issued == c->issue_per_sched || w->memory == c->ldst_units))
        t++;
    issue_at(w, t);
    w->memory++;
    return t;
}

uint64_t derive_free(derive_issue_t *w, uint64_t ready)
{
    uint64_t t = max_of(max_of(w->at, ready), w->from);
    if (t == w->at && w->issued == w->c->issue_per_sched)
        t++;
    return issue_at(w, t);
}

uint64_t derive_mul(derive_issue_t *w, uint64_t ready)
{
    const gpu_cfg_t *c = w->c;
    bool sfu = c->imul_unit == GPU_IMUL_SFU;
    return issue_to(w, sfu ? w->sfu : w->sp, sfu ? c->sfu_units : c->sp_units,
                    interval_of(c, INST_OP_INT_MUL), ready);
}

uint64_t derive_end(derive_issue_t *w, uint64_t ready)
{
    return max_of(ready, derive_free(w, 0)) + 1;
}

void derive_jump(derive_issue_t *w)
{
    w->left = w->c->fetch_insts;
    w->from = w->at + w->c->fetch_latency;
}

/*
 * Chains and streams of one kind of instruction: what microbenchmarks of execution units run.
 *
 *   chain    (long - short) / n = latency + exec_delay + operand_delay for each source, or as long
 *            as the only unit is taken, if that is longer
 *   stream   instructions a cycle = min(schedulers x issue_per_sched, fetch_warps x fetch_insts,
 *            units / initiation), if the schedulers share the units evenly
 *
 * Schedulers take units in the order of their numbers, so that the units may go to the first of
 * them alone; the others follow when these have finished, and may then be too few to use all units
 * (6 units under 4 schedulers that issue two instructions each: 6 a cycle go to three schedulers,
 * then 2 to the last, in the same time: 4 on average).
 *
 * The stream is a bound: warps start one after another and end one after another. Its warps are
 * chosen round-robin: the oldest first would leave the youngest alone at the end.
 */
#ifndef LW_MICRO_UNITS_H
#define LW_MICRO_UNITS_H

#include "micro/derive.h"
#include "micro/micro.h"

typedef struct units_kind {
    const char *name, *module;
    const char *chain, *chain_2; /* kernels: the second has n instructions more */
    const char *stream, *stream_2;
    inst_unit_t unit; /* that PTX names */
    inst_op_t op;
    uint32_t sources;
    uint32_t times; /* op_latencies units: so many intervals (inst_t.initiation) */
    uint32_t chain_n, stream_n;
} units_kind_t;

void units_chain(micro_t *m, const units_kind_t *k);
/* On this machine, the counts of whose units may differ from m->cfg's. */
void units_stream(micro_t *m, gpu_cfg_t c, const units_kind_t *k);
/* Whether an SM holds the warps of a stream. */
bool units_stream_fits(const gpu_cfg_t *c);

#endif

/*
 * How an instruction executes, by its unit and its kind of arithmetic: which units take it, for how
 * long they are taken, and when its result is there. Made once from the configuration
 * (op_latencies, imul_unit, fmul_unit, dp_unit), so that issue looks up a table.
 */
#ifndef LW_GPU_OP_TABLE_H
#define LW_GPU_OP_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "front/inst.h"
#include "gpu/gpu_cfg.h"

/* The units of an instruction: an inst_unit_t, or either an SP unit or the SFU. */
enum { OP_ROUTE_EITHER = INST_UNIT_CTRL + 1, OP_ROUTES };

enum { OP_UNITS = INST_UNIT_CTRL + 1, OP_ALUS = INST_UNIT_DP + 1, OP_ROW = 32 };

_Static_assert((int)INST_OPS <= (int)OP_ROW, "a row holds every inst_op_t");

typedef struct op_entry {
    _Alignas(
        8) uint16_t latency; /* issue to a dependent's, without source operands; of ALU units */
    uint16_t interval;       /* core cycles for which a warp takes the unit; likewise */
    uint8_t route;
    bool repeats; /* inst_t.initiation multiplies the interval */
} op_entry_t;

typedef struct op_table {
    _Alignas(8) bool routed;         /* some route is not the unit that the front end names */
    op_entry_t of[OP_UNITS][OP_ROW]; /* by that unit, and the kind */
} op_table_t;

void op_table_init(op_table_t *t, const gpu_cfg_t *c);

#endif

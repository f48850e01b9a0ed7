/*
 * common.sat_ctr_table: a table of saturating up/down counters.
 *
 * One read (combinational, the value before the edge), one increment and one decrement a cycle;
 * an increment and a decrement of one entry in one cycle cancel. An index of entries or above
 * names no counter: it reads 0 and changes nothing.
 *
 * cfg: entries 1..1024, ctr_w 1..8 bits. init returns -EINVAL outside, and clears the counters in
 * use: give it zeroed memory the first time. Idle always.
 * Contract: docs/units/common.md. Ports and state: sat_ctr_table_fields.h.
 */
#ifndef LW_COMMON_SAT_CTR_TABLE_H
#define LW_COMMON_SAT_CTR_TABLE_H

#include "common/sat_ctr_table_fields.h"
#include "common/unit_types.inc"

#endif

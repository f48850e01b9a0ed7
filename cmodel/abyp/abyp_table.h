/*
 * abyp.table: the prediction table, saturating counters indexed by hashed PC and compared with
 * a threshold. Source: Tian et al., "Adaptive GPU Cache Bypassing", GPGPU-8, 2015, section 3.1
 * (128 counters of 4 bits, 64 bytes).
 *
 * An index of entries or above names no counter: it predicts no bypass and trains nothing.
 *
 * cfg: entries 1..1024, ctr_w 1..8 bits, threshold 1..255 (above the largest counter value it
 * never predicts a bypass). init returns -EINVAL outside, and clears the counters in use: give it
 * zeroed memory the first time. Idle always.
 * Contract: docs/units/abyp.md. Ports and state: abyp_table_fields.h.
 */
#ifndef LW_ABYP_ABYP_TABLE_H
#define LW_ABYP_ABYP_TABLE_H

#include "common/sat_ctr_table.h"

#include "abyp/abyp_table_fields.h"
#include "common/unit_types.inc"

#endif

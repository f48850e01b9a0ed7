/*
 * common.lru: per set, the way that was used longest ago, by one bit for each pair of ways.
 *
 * Pair (i, j), i < j, of set s is element s * ways * (ways - 1) / 2 + j * (j - 1) / 2 + i: i was
 * used after j. Every code of a pair is meant; of a set with three ways or more some codes together
 * name no order, and no use leads to them.
 *
 * cfg: sets 1..128, ways 1..128, sets * ways at most 128. init returns -EINVAL outside, and clears
 * the pairs in use: give it zeroed memory the first time. With one way there are none. Idle always.
 * Contract: docs/units/common.md. Ports and state: lru_fields.h.
 */
#ifndef LW_COMMON_LRU_H
#define LW_COMMON_LRU_H

#include "common/lru_fields.h"
#include "common/unit_types.inc"

#endif

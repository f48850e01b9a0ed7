/*
 * abyp: the PC-based bypass predictor of one L1: hash, prediction table and tag hashes.
 * Source: Tian et al., "Adaptive GPU Cache Bypassing", GPGPU-8, 2015, listing 1.
 *
 * One access port (predict is for the same cycle; training happens when the access is accepted)
 * and one late-fill port. A hash is as wide as an index of the counters; a hash of entries or above
 * names no counter: it predicts no bypass and trains nothing. A set or way out of range names no
 * line: it trains nothing and keeps no hash.
 *
 * cfg: entries 1..1024, ctr_w 1..8 bits, threshold 1..255, pc_shift 0..8, sets 1..2048,
 * ways 1..2048, sets * ways at most 2048. init returns -EINVAL outside, and clears the counters and
 * hashes in use: give it zeroed memory the first time. Idle always.
 * Contract: docs/units/abyp.md. Ports and state: abyp_fields.h.
 */
#ifndef LW_ABYP_ABYP_H
#define LW_ABYP_ABYP_H

#include "abyp/abyp_table.h"
#include "abyp/abyp_taghash.h"

#include "abyp/abyp_fields.h"
#include "common/unit_types.inc"

#endif

/*
 * abyp: the PC-based bypass predictor of one L1: hash, prediction table and tag hashes.
 * Source: Tian et al., "Adaptive GPU Cache Bypassing", GPGPU-8, 2015, listing 1.
 *
 * One access port (predict is for the same cycle; training happens when the access is accepted)
 * and one late-fill port. The hash width is log2(entries).
 *
 * cfg: entries 2..1024 and a power of two, ctr_w 1..8 bits, threshold 1..255, pc_shift 0..8,
 * sets 1..1024, ways 1..64, sets * ways at most 2048. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/abyp.md. Ports and state: abyp_fields.h.
 */
#ifndef LW_ABYP_ABYP_H
#define LW_ABYP_ABYP_H

#include "abyp/abyp_table.h"
#include "abyp/abyp_taghash.h"

#include "abyp/abyp_fields.h"
#include "common/unit_types.inc"

#endif

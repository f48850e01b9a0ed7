/*
 * abyp.l2bit: the bypassBit of every line of one L2 slice. Source: Tian et al., "Adaptive GPU
 * Cache Bypassing", GPGPU-8, 2015, section 3.1 and listing 1.
 *
 * A read returns the line's bit (0 on a miss) and leaves bypass && !returned, so that a block
 * bypassed twice in a row is filled the second time.
 *
 * A set or way out of range names no line: it returns 0 and writes nothing.
 *
 * cfg: sets 1..2048, ways 1..64, sets * ways at most 8192. init returns -EINVAL outside, and clears
 * the bits in use: give it zeroed memory the first time. Idle always.
 * Contract: docs/units/abyp.md. Ports and state: abyp_l2bit_fields.h.
 */
#ifndef LW_ABYP_ABYP_L2BIT_H
#define LW_ABYP_ABYP_L2BIT_H

#include "abyp/abyp_l2bit_fields.h"
#include "common/unit_types.inc"

#endif

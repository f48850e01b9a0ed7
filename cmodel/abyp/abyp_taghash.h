/*
 * abyp.taghash: per L1 line, the hashed PC of the last load that touched it. Source: Tian et
 * al., "Adaptive GPU Cache Bypassing", GPGPU-8, 2015, section 3.1 (7 bits a tag entry).
 *
 * Line (s, w) is element s * ways + w. A fill comes before the access of its cycle: the access
 * reads the fill's hash, and if both write one line, the access's hash stays. A set or way out of
 * range names no line: rd_ok is 0, it reads 0 and writes nothing.
 *
 * cfg: sets 1..2048, ways 1..2048, sets * ways at most 2048, hash_w 1..10 bits. init returns
 * -EINVAL outside, and clears the hashes in use: give it zeroed memory the first time. Idle
 * always.
 * Contract: docs/units/abyp.md. Ports and state: abyp_taghash_fields.h.
 */
#ifndef LW_ABYP_ABYP_TAGHASH_H
#define LW_ABYP_ABYP_TAGHASH_H

#include "abyp/abyp_taghash_fields.h"
#include "common/unit_types.inc"

#endif

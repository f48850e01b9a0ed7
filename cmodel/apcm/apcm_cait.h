/*
 * apcm.cait: the cache access information table. How the lines of each load are managed: normal,
 * bypass or protect, and for how long. Source: Koo et al., ISCA 2017, section 5.1, figure 10 and
 * table 2.
 *
 * An entry is overwritten only by a larger count, so that the longest history of a line decides.
 * Of two updates in one cycle the eviction comes first.
 *
 * cfg: loads 1..64, cnt_w 1..8 bits. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/apcm.md. Ports and state: apcm_cait_fields.h.
 */
#ifndef LW_APCM_APCM_CAIT_H
#define LW_APCM_APCM_CAIT_H

#include "apcm/apcm_cait_fields.h"
#include "common/unit_types.inc"

/* Values of `method`. */
enum { APCM_NORMAL, APCM_BYPASS, APCM_PROTECT };

#endif

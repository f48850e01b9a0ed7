/*
 * apcm.psb: the protection status board. Which warps protect lines, and until when: until a load's
 * final request has its result, or until the warp leaves a loop. Source: Koo et al., ISCA 2017,
 * section 5.2.
 *
 * At an edge what comes later wins: set, final request, loop exit, warp, kernel.
 *
 * cfg: warps 1..64, id_w 1..6 bits. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/apcm.md. Ports and state: apcm_psb_fields.h.
 */
#ifndef LW_APCM_APCM_PSB_H
#define LW_APCM_APCM_PSB_H

#include "apcm/apcm_psb_fields.h"
#include "common/unit_types.inc"

#endif

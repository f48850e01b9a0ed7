/*
 * apcm.tags: what apcm adds to each tag of the L1. Is the line protected, by which warp, and how
 * often was it used? Source: Koo et al., ISCA 2017, figure 9a and section 5.2.
 *
 * Line (s, w) is element s * ways + w. A bit of `protect` lasts longer than its warp's protection:
 * it is cleared when an access looks at its set, and counts until then if the warp protects again.
 *
 * cfg: sets 1..2048, ways 1..64, sets * ways at most 2048, warps 1..64, cnt_w 1..8 bits. init
 * returns -EINVAL outside, and clears the lines in use: give it zeroed memory the first time. Idle
 * always.
 * Contract: docs/units/apcm.md. Ports and state: apcm_tags_fields.h.
 */
#ifndef LW_APCM_APCM_TAGS_H
#define LW_APCM_APCM_TAGS_H

#include "apcm/apcm_tags_fields.h"
#include "common/unit_types.inc"

#endif

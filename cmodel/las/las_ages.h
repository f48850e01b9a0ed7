/*
 * las.ages: the age of each warp's CTA, in CTAs that came after it, and which warps starve.
 * Source: "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * A warp arrives with the age 0, and the first warp of another CTA adds 1 to all ages. Ages wrap.
 *
 * cfg: warps 1..64, age_w 1..16 bits, ctas 1..64. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/las.md. Ports and state: las_ages_fields.h.
 */
#ifndef LW_LAS_LAS_AGES_H
#define LW_LAS_LAS_AGES_H

#include "las/las_ages_fields.h"

#include "common/unit_types.inc"

#endif

/*
 * las.warp: the locality-aware warp scheduler of one SM. A warp that arrives is compared with the
 * other warps of its scheduler, one a cycle; las.sched prefers those that share most.
 * Source: "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * Warps that arrive wait in a mask; the lowest is compared first. A kernel's start comes before
 * everything else.
 *
 * cfg: scheds 1..4, per 2..64, of which the product is at most 64, active 1..64 and at most per,
 * arrays 1..8, region_w 1..16 bits, subs 1..64, deg_w 1..8 bits, age_w 1..16 bits, ctas 1..64. init
 * returns -EINVAL outside. Idle while no warp waits or is compared.
 * Contract: docs/units/las.md. Ports and state: las_warp_fields.h.
 */
#ifndef LW_LAS_LAS_WARP_H
#define LW_LAS_LAS_WARP_H

#include "las/las_ages.h"
#include "las/las_match.h"
#include "las/las_ranges.h"
#include "las/las_sched.h"

#include "las/las_warp_fields.h"

#include "common/unit_types.inc"

#endif

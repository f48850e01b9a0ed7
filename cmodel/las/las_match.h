/*
 * las.match: the locality degree of two warps, in two steps: which subregions both touch, and how
 * many these are.
 * Source: "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * A comparison can begin in each cycle; it is on the outputs two cycles later. A warp that arrives
 * drops its comparisons.
 *
 * cfg: scheds 1..4, per 2..64, of which the product is at most 64, arrays 1..8, region_w 1..16
 * bits, subs 1..64, deg_w 1..8 bits. init returns -EINVAL outside. Idle while no step holds warps.
 * Contract: docs/units/las.md. Ports and state: las_match_fields.h.
 */
#ifndef LW_LAS_LAS_MATCH_H
#define LW_LAS_LAS_MATCH_H

#include "las/las_match_fields.h"

#include "common/unit_types.inc"

#endif

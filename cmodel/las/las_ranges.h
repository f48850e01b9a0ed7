/*
 * las.ranges: what each warp touches, of each data array a region and subregions of it.
 * Source: "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * The ranges of two warps are read at a time. The memory is not reset: a range is compared while
 * its warp has one.
 *
 * cfg: warps 1..64, arrays 1..8, region_w 1..16 bits, subs 1..64. init returns -EINVAL outside.
 * Idle always.
 * Contract: docs/units/las.md. Ports and state: las_ranges_fields.h.
 */
#ifndef LW_LAS_LAS_RANGES_H
#define LW_LAS_LAS_RANGES_H

#include "las/las_ranges_fields.h"

#include "common/unit_types.inc"

#endif

/*
 * las.overlap: how many cache lines a CTA shares with each of several others, in four steps: the
 * ends of each overlap, its width and height, its area, and the sum over the arrays. Source:
 * "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * A comparison can begin in each cycle; its result is on the outputs four cycles later.
 *
 * cfg: lanes 1..32, arrays 1..8, coord_w 1..24 bits, size_w 2..8 bits. init returns -EINVAL
 * outside. Idle while no step has a lane in use. Contract: docs/units/las.md. Ports and state:
 * las_overlap_fields.h.
 */
#ifndef LW_LAS_LAS_OVERLAP_H
#define LW_LAS_LAS_OVERLAP_H

#include "las/las_sums.h"

#include "las/las_overlap_fields.h"

#include "common/unit_types.inc"

#endif

/*
 * las.rects: what CTAs touch, a rectangle of each data array, in rows of places.
 * Source: "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * A group of a row is read at a time, and one place alone. A place is left, then taken, then all
 * are left: what is named later wins. The memory is not reset.
 *
 * cfg: rows 1..32, cols 1..64, of which the product is at most 256, lanes 1..32, arrays 1..8,
 * rect_w 1..64 bits. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/las.md. Ports and state: las_rects_fields.h.
 */
#ifndef LW_LAS_LAS_RECTS_H
#define LW_LAS_LAS_RECTS_H

#include "las/las_rects_fields.h"

#include "common/unit_types.inc"

#endif

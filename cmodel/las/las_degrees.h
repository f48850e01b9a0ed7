/*
 * las.degrees: the locality degree table, a degree for each two warps of a scheduler.
 * Source: "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * A strict triangle a scheduler. A write, a wipe of a warp's row and a clear can meet at one edge;
 * what is named later here wins.
 *
 * cfg: scheds 1..4, per 2..64, of which the product is at most 64, deg_w 1..8 bits, ports 1..3.
 * init returns -EINVAL outside. Idle always.
 * Contract: docs/units/las.md. Ports and state: las_degrees_fields.h.
 */
#ifndef LW_LAS_LAS_DEGREES_H
#define LW_LAS_LAS_DEGREES_H

#include "las/las_degrees_fields.h"

#include "common/unit_types.inc"

/* What eval gives, without the rows of ports that have no bit in `ports`: these read 0. For a
 * parent that looks at few of them in a cycle. */
void las_degrees_look(const las_degrees_t *u, const las_degrees_in_t *in, uint32_t ports,
                      las_degrees_out_t *out);

#endif

/*
 * las.pick: of several warps the one that starves longest, else the one with the most locality.
 * Source: "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * Logic without state. Of equals the oldest wins, and of those the lowest.
 *
 * cfg: per 1..64, key_w 1..14 bits, age_w 1..16 bits. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/las.md. Ports and state: las_pick_fields.h.
 */
#ifndef LW_LAS_LAS_PICK_H
#define LW_LAS_LAS_PICK_H

#include "las/las_pick_fields.h"

#include "common/unit_types.inc"

#endif

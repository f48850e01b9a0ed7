/*
 * las.sched: two-level warp schedulers, who issues, who is promoted and who is demoted.
 * Source: "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * Invariants: the sum of a warp is the sum of its degrees with the active warps of its scheduler,
 * modulo its width; at most the parameter active of a scheduler's warps are active.
 *
 * Every output but the facts is what it is with or without clear_en and run_en. A degree can be
 * written at the edge at which its warps become active or stop being so.
 *
 * cfg: scheds 1..4, per 2..64, of which the product is at most 64, active 1..64 and at most per,
 * deg_w 1..8 bits, age_w 1..16 bits. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/las.md. Ports and state: las_sched_fields.h.
 */
#ifndef LW_LAS_LAS_SCHED_H
#define LW_LAS_LAS_SCHED_H

#include "las/las_degrees.h"
#include "las/las_pick.h"
#include "las/las_sums.h"

#include "las/las_sched_fields.h"

#include "common/unit_types.inc"

#endif

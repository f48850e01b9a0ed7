/*
 * apres.wgt: the warp group table, the groups of the loads that are under way. Source: Oh et al.,
 * ISCA 2016, section IV.
 *
 * A group takes the lowest entry that is free before the edge. An entry that is freed in a cycle is
 * not in use after it, even if it was free and a group takes it at the same edge. A kernel's start
 * comes before both.
 *
 * cfg: groups 1..16, warps 1..64. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/apres.md. Ports and state: apres_wgt_fields.h.
 */
#ifndef LW_APRES_APRES_WGT_H
#define LW_APRES_APRES_WGT_H

#include "apres/apres_wgt_fields.h"

#include "common/unit_types.inc"

#endif

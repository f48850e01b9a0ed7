/*
 * apres: LAWS and SAP of one SM. LAWS schedules warps in groups by their last loads; SAP prefetches
 * for the groups whose load missed, and LAWS moves the warps for which it did. Source: Oh et al.,
 * "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs", ISCA 2016,
 * section IV.
 *
 * A group that misses is in the prefetcher's queue after the same edge. A target waits while
 * results and starts move.
 *
 * cfg: warps 1..64, pc_w and addr_w 1..64 bits, groups 1..16, picks 1..4, serial 0 or 1, id_w 1..8
 * bits and at least those of a warp's number, drq 1..64, entries 1..32, div_bits 1..8, of which
 * addr_w is a multiple. init returns -EINVAL outside. Idle while both parts are and no target
 * waits. Contract: docs/units/apres.md. Ports and state: apres_fields.h.
 */
#ifndef LW_APRES_APRES_H
#define LW_APRES_APRES_H

#include "apres/apres_laws.h"
#include "apres/apres_sap.h"

#include "apres/apres_fields.h"

#include "common/unit_types.inc"

#endif

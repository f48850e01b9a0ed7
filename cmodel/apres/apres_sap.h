/*
 * apres.sap: scheduling-aware prefetching. Serves the misses of groups one after another: if the
 * stride of the load from warp to warp is the one that was computed before, it offers a prefetch
 * for each other warp of the group. Source: Oh et al., "APRES: Improving Cache Efficiency by
 * Exploiting Load Characteristics on GPUs", ISCA 2016, section IV.
 *
 * One miss and one prefetch per cycle. While one target waits to be moved, no prefetch is offered.
 * A kernel's start comes before all.
 *
 * Invariants: every warp in the WQ and the target are below `warps`; while dividing, `way` is an
 * entry of the PT in use, and apres.div is not idle.
 *
 * cfg: warps 1..64, pc_w and addr_w 1..64 bits, id_w 1..8 bits and at least those of a warp's
 * number, drq 1..64, entries 1..32, div_bits 1..8, of which addr_w is a multiple. init returns
 * -EINVAL outside. Idle while it waits for the L1, for LAWS or for a miss. Contract:
 * docs/units/apres.md. Ports and state: apres_sap_fields.h.
 */
#ifndef LW_APRES_APRES_SAP_H
#define LW_APRES_APRES_SAP_H

#include "apres/apres_agen.h"
#include "apres/apres_div.h"
#include "apres/apres_drq.h"
#include "apres/apres_pt.h"
#include "apres/apres_wq.h"

#include "apres/apres_sap_fields.h"

#include "common/unit_types.inc"

#endif

/*
 * apres.llt: the last load table. Per warp the PC of its last load; tells which warps share that of
 * a warp that issues a load. Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting
 * Load Characteristics on GPUs", ISCA 2016, section IV.
 *
 * The group is that of the table before the edge. At the edge a load is written first; a warp that
 * starts or finishes then loses its entry, and a kernel's start clears all.
 *
 * cfg: warps 1..64, pc_w 1..64 bits. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/apres.md. Ports and state: apres_llt_fields.h.
 */
#ifndef LW_APRES_APRES_LLT_H
#define LW_APRES_APRES_LLT_H

#include "apres/apres_llt_fields.h"

#include "common/unit_types.inc"

#endif

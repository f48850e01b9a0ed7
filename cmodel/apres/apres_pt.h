/*
 * apres.pt: the prefetch table. Per load the warp and address of its last miss, and its stride in
 * bytes from warp to warp. Source: Oh et al., ISCA 2016, section IV.
 *
 * Lookup and stride see the state before the edge. Of a lookup and a stride that are written to one
 * entry in one cycle the lookup comes last. A kernel's start comes before both.
 *
 * Invariant: no two entries in use have one PC.
 *
 * cfg: entries 1..32, pc_w 1..64 bits, id_w 1..8 bits, addr_w 1..64 bits. init returns -EINVAL
 * outside. Idle always. Contract: docs/units/apres.md. Ports and state: apres_pt_fields.h.
 */
#ifndef LW_APRES_APRES_PT_H
#define LW_APRES_APRES_PT_H

#include "common/lru.h"

#include "apres/apres_pt_fields.h"

#include "common/unit_types.inc"

#endif

/*
 * apres.agen: address generation, with the adders and the multiplier of the prefetcher: the
 * differences of addresses and of warps, and the address of a prefetch. No state. Source: Oh et
 * al., ISCA 2016, section IV.
 *
 * cfg: addr_w 1..64 bits, id_w 1..8 bits, halves 0 or 1. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/apres.md. Ports: apres_agen_fields.h.
 */
#ifndef LW_APRES_APRES_AGEN_H
#define LW_APRES_APRES_AGEN_H

#include "apres/apres_agen_fields.h"

#include "common/unit_types.inc"

#endif

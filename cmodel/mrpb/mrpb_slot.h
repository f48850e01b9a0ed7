/*
 * mrpb.slot: the outbound register, whose request is offered to the cache until it is taken, and
 * the decision that a rejected read bypasses the cache.
 * Source: Jia, Shaw and Martonosi, "MRPB", HPCA 2014, sections 3.4 and 5.4; by itself it is the
 * single slot of section 5.4.
 *
 * cfg: width 1..63 bits, bypass 0 (off), 1 (all stalls) or 2 (associativity stalls). init
 * returns -EINVAL outside. Idle always.
 * Contract: docs/units/mrpb.md. Ports and state: mrpb_slot_fields.h.
 */
#ifndef LW_MRPB_MRPB_SLOT_H
#define LW_MRPB_MRPB_SLOT_H

#include "mrpb/mrpb_slot_fields.h"

#include "common/unit_types.inc"

#endif

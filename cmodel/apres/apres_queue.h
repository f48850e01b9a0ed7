/*
 * apres.queue: the scheduling queue, the warps in the order in which they may issue. Source: Oh et
 * al., ISCA 2016, section IV.
 *
 * Invariant: the order is a permutation of all warps. Element 0 is the head. With `serial` a move
 * takes one of its warps per cycle and tells which are left, for the next cycles.
 *
 * cfg: warps 1..64, picks 1..4 schedulers, serial 0 or 1. init returns -EINVAL outside. Idle
 * always. Contract: docs/units/apres.md. Ports and state: apres_queue_fields.h.
 */
#ifndef LW_APRES_APRES_QUEUE_H
#define LW_APRES_APRES_QUEUE_H

#include "apres/apres_queue_fields.h"

#include "common/unit_types.inc"

#endif

/*
 * apres.queue: the scheduling queue, the warps in the order in which they may issue. Source: Oh et
 * al., ISCA 2016, section IV.
 *
 * Invariant: the order is a permutation of all warps. Element 0 is the head.
 *
 * cfg: warps 1..64, picks 1..4 schedulers. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/apres.md. Ports and state: apres_queue_fields.h.
 */
#ifndef LW_APRES_APRES_QUEUE_H
#define LW_APRES_APRES_QUEUE_H

#include "apres/apres_queue_fields.h"

#include "common/unit_types.inc"

#endif

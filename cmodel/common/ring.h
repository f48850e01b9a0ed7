/*
 * common.ring: the places of a list in a memory that belongs to the unit around it: where the first
 * entry stands, and how many there are.
 *
 * A pop makes no room for a push of its own cycle, and a push is not seen by a pop of its own
 * cycle.
 *
 * Invariants: head < depth, len <= depth.
 *
 * cfg: depth 1..64 entries (any number: the places wrap at depth). init returns -EINVAL outside.
 * Idle always. Contract: docs/units/common.md. Ports and state: ring_fields.h.
 */
#ifndef LW_COMMON_RING_H
#define LW_COMMON_RING_H

#include "common/ring_fields.h"
#include "common/unit_types.inc"

/* Does place i of the memory hold an entry of the list? */
static inline bool ring_holds(const ring_t *u, unsigned i)
{
    const unsigned from_head = i >= u->head ? i - u->head : i + u->cfg.depth - u->head;
    return i < u->cfg.depth && from_head < u->len;
}

#endif

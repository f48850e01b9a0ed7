/*
 * apres.wq: the warp queue, the warps of the group that the prefetcher serves. Source: Oh et al.,
 * ISCA 2016, section IV.
 *
 * A FIFO; a pop makes no room for a push of its own cycle. A push into a full queue has no effect.
 *
 * cfg: depth 1..64 warps, id_w 1..8 bits. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/apres.md. Ports and state: apres_wq_fields.h.
 */
#ifndef LW_APRES_APRES_WQ_H
#define LW_APRES_APRES_WQ_H

#include "common/ring.h"

#include "apres/apres_wq_fields.h"

#include "common/unit_types.inc"

/* Does place i hold a warp? */
static inline bool apres_wq_holds(const apres_wq_t *u, unsigned i)
{
    return ring_holds(&u->ring, i);
}

#endif

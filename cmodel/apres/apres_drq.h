/*
 * apres.drq: the demand request queue, the misses that wait for the prefetcher. Source: Oh et al.,
 * ISCA 2016, section IV.
 *
 * A FIFO; a pop makes no room for a push of its own cycle. A miss that finds it full is lost.
 *
 * cfg: depth 1..64 misses, addr_w and pc_w 1..64 bits, id_w 1..8 bits, warps 1..64. init returns
 * -EINVAL outside. Idle always. Contract: docs/units/apres.md. Ports and state: apres_drq_fields.h.
 */
#ifndef LW_APRES_APRES_DRQ_H
#define LW_APRES_APRES_DRQ_H

#include "common/ring.h"

#include "apres/apres_drq_fields.h"

#include "common/unit_types.inc"

/* Does place i hold a miss? */
static inline bool apres_drq_holds(const apres_drq_t *u, unsigned i)
{
    return ring_holds(&u->ring, i);
}

#endif

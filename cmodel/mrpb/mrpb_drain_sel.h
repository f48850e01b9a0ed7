/*
 * mrpb.drain_sel: the visible requests of each queue, and the queue that the drain policy takes
 * next: fixed order, longest first or round robin, each of them also greedy.
 * Source: Jia, Shaw and Martonosi, "MRPB", HPCA 2014, section 3.3.
 *
 * A flush drains the queue looked at, before the policy and without moving its pointers. A number
 * that names no queue adds nothing and has nothing visible.
 *
 * cfg: queues 1..64, depth 1..1024 entries per queue, policy 0..5: fixed order, longest first,
 * round robin, and the greedy form of each. init returns -EINVAL outside. Idle always. Contract:
 * docs/units/mrpb.md. Ports and state: mrpb_drain_sel_fields.h.
 */
#ifndef LW_MRPB_MRPB_DRAIN_SEL_H
#define LW_MRPB_MRPB_DRAIN_SEL_H

#include "mrpb/mrpb_drain_sel_fields.h"

#include "common/planes.h"
#include "common/unit_types.inc"

/* Planes of vis in use: bit q of vis[b] is bit b of queue q's count. */
static inline unsigned mrpb_drain_sel_vis_w(const mrpb_drain_sel_t *u)
{
    return bits_count_w(u->cfg.depth);
}

/* The visible requests of queue q. */
static inline unsigned mrpb_drain_sel_vis(const mrpb_drain_sel_t *u, unsigned q)
{
    return (unsigned)planes_get(u->vis, mrpb_drain_sel_vis_w(u), q);
}

#endif

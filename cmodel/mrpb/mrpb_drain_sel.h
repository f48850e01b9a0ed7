/*
 * mrpb.drain_sel: the visible requests of each queue, and the queue that the drain policy takes
 * next: fixed order, longest first or round robin, each of them also greedy.
 * Source: Jia, Shaw and Martonosi, "MRPB", HPCA 2014, section 3.3.
 *
 * A flush drains the queue looked at, before the policy and without moving its pointers. A number
 * that names no queue adds nothing and has nothing visible.
 *
 * cfg: queues 2..64, depth 2..1024 entries a queue, policy 0..7, or 8 for the one at mode_policy.
 * init returns -EINVAL outside. Idle always.
 * Contract: docs/units/mrpb.md. Ports and state: mrpb_drain_sel_fields.h.
 */
#ifndef LW_MRPB_MRPB_DRAIN_SEL_H
#define LW_MRPB_MRPB_DRAIN_SEL_H

#include "common/prio_enc.h"

#include "mrpb/mrpb_drain_sel_fields.h"

#include "common/unit_types.inc"

/* The queues with at least n (1..65535) visible requests, a bit each. */
uint64_t mrpb_drain_sel_with(const mrpb_drain_sel_t *u, unsigned n);
/* A tick with the outputs of this cycle at hand. */
void mrpb_drain_sel_edge(mrpb_drain_sel_t *u, const mrpb_drain_sel_in_t *in,
                         const mrpb_drain_sel_out_t *now);
/* What round robin chooses. Some queue must have something visible. */
uint8_t mrpb_drain_sel_round(const mrpb_drain_sel_t *u);

#endif

/*
 * mrpb: the memory request prioritization buffer of one L1: a FIFO per signature, the pipe until a
 * request is seen, drain policy, flush control and the outbound register with its bypass.
 * Source: Jia, Shaw and Martonosi, "MRPB: Memory Request Prioritization for Massively Parallel
 * Processors", HPCA 2014, sections 3 and 6.
 *
 * One request in and one out per cycle. What is enqueued in cycle t is offered from t + latency + 1
 * on, a write that the flush option keeps out of the queues in the cycle after it is taken in.
 *
 * cfg: queues 1..64, depth 1..1024 entries per queue, latency 2..64 cycles, entry_w 2..64 bits
 * (write above the header), policy 0..5 (fixed order, longest first, round robin, then the greedy
 * form of each), flush 0..1, bypass 0..2 (off, all stalls, associativity stalls). init returns
 * -EINVAL outside. Idle while the pipe is empty and the outbound register is held or nothing is
 * visible.
 * Contract: docs/units/mrpb.md. Ports and state: mrpb_fields.h.
 */
#ifndef LW_MRPB_MRPB_H
#define LW_MRPB_MRPB_H

#include "mrpb/mrpb_drain_sel.h"
#include "mrpb/mrpb_fifo_bank.h"
#include "mrpb/mrpb_flush_ctl.h"
#include "mrpb/mrpb_latency.h"
#include "mrpb/mrpb_slot.h"

#include "mrpb/mrpb_fields.h"

#include "common/unit_types.inc"

#endif

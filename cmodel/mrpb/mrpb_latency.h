/*
 * mrpb.latency: the pipe between a request's enqueue and the cycle in which the selector sees it.
 * Source: Jia, Shaw and Martonosi, "MRPB", HPCA 2014, section 5.3 ("buffer latency").
 *
 * Any queue number is passed through; a stage that holds no request holds 0.
 *
 * cfg: queues 1..64 (the width of a queue number), latency 2..64 cycles, of which the pipe has one
 * less as stages. init returns -EINVAL outside. Idle while no stage holds a request.
 * Contract: docs/units/mrpb.md. Ports and state: mrpb_latency_fields.h.
 */
#ifndef LW_MRPB_MRPB_LATENCY_H
#define LW_MRPB_MRPB_LATENCY_H

#include "mrpb/mrpb_latency_fields.h"

#include "common/unit_types.inc"

#endif

/*
 * mrpb.fifo_bank: circular FIFOs, one a signature, in one memory; one write and one read a cycle.
 * Source: Jia, Shaw and Martonosi, "MRPB: Memory Request Prioritization for Massively Parallel
 * Processors", HPCA 2014, section 3.1.
 *
 * A read makes no room for a write of its own cycle, and a write is not seen by a read of its own
 * cycle. A number that names no queue writes and reads nothing.
 *
 * cfg: queues 2..64, depth 2..1024 entries a queue (any number: the pointers wrap at depth), width
 * 1..64 bits. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/mrpb.md. Ports and state: mrpb_fifo_bank_fields.h.
 */
#ifndef LW_MRPB_MRPB_FIFO_BANK_H
#define LW_MRPB_MRPB_FIFO_BANK_H

#include "mrpb/mrpb_fifo_bank_fields.h"

#include "common/unit_types.inc"

#endif

/*
 * common.fifo: a circular FIFO with ready/valid handshakes on both sides.
 *
 * Both handshakes depend on the state alone: a pop makes no room for a push of its own cycle,
 * and a push is not seen by a pop of its own cycle.
 *
 * cfg: depth 1..64 entries (any number: the pointers wrap at depth), width 1..64 bits. init
 * returns -EINVAL outside. Idle always.
 * Contract: docs/units/common.md. Ports and state: fifo_fields.h.
 */
#ifndef LW_COMMON_FIFO_H
#define LW_COMMON_FIFO_H

#include "common/fifo_fields.h"
#include "common/unit_types.inc"

#endif

/*
 * common.cam: a content-addressed table that allocates its lowest free entry; a key can be read by
 * its entry's number.
 *
 * Invariant: no two valid entries hold the same key (only a miss allocates). Clearing and an
 * allocation in one cycle leave exactly the new entry.
 *
 * cfg: entries 1..64, key_w 1..64 bits. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/common.md. Ports and state: cam_fields.h.
 */
#ifndef LW_COMMON_CAM_H
#define LW_COMMON_CAM_H

#include "common/prio_enc.h"

#include "common/cam_fields.h"
#include "common/unit_types.inc"

#endif

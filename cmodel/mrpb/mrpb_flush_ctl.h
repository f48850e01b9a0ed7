/*
 * mrpb.flush_ctl: the flush option: what becomes of the request at the input, and who drains.
 * Source: Jia, Shaw and Martonosi, "MRPB", HPCA 2014, section 3.3. No state.
 *
 * cfg: flush 0 (off) or 1 (on). init returns -EINVAL outside. Idle always.
 * Contract: docs/units/mrpb.md. Ports: mrpb_flush_ctl_fields.h.
 */
#ifndef LW_MRPB_MRPB_FLUSH_CTL_H
#define LW_MRPB_MRPB_FLUSH_CTL_H

#include "mrpb/mrpb_flush_ctl_fields.h"

#include "common/unit_types.inc"

#endif

/*
 * apcm.monitor: which warp of a kernel is monitored, and the scan of the MTA when it has finished.
 * Source: Koo et al., ISCA 2017, section 5.1; the first warp that issues a global load is our
 * choice of the paper's "one exemplary warp".
 *
 * Phases 0 to 3 follow one another and begin again with a kernel. `scan` is 0 outside phase 2;
 * `mine` names a warp.
 *
 * cfg: warps 1..64, entries 1..128 of the MTA. init returns -EINVAL outside. Idle except during the
 * scan, which moves by itself.
 * Contract: docs/units/apcm.md. Ports and state: apcm_monitor_fields.h.
 */
#ifndef LW_APCM_APCM_MONITOR_H
#define LW_APCM_APCM_MONITOR_H

#include "apcm/apcm_monitor_fields.h"
#include "common/unit_types.inc"

/* Values of `phase`. */
enum { APCM_NOBODY, APCM_WATCHING, APCM_SCANNING, APCM_OVER };

#endif

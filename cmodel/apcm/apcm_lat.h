/*
 * apcm.lat: the load alias table, a PC of a global load to a short ID. Source: Koo et al., "Access
 * Pattern-Aware Cache Management for Improving Data Utilization in GPU", ISCA 2017, sections 4
 * and 5.
 *
 * IDs are given out in the order in which loads are seen first, and taken back all at once.
 *
 * cfg: loads 1..64, pc_w 1..64 bits. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/apcm.md. Ports and state: apcm_lat_fields.h.
 */
#ifndef LW_APCM_APCM_LAT_H
#define LW_APCM_APCM_LAT_H

#include "common/cam.h"

#include "apcm/apcm_lat_fields.h"

#include "common/unit_types.inc"

#endif

/*
 * apcm: access-pattern-aware management of one L1. Learns from one warp of a kernel how the lines
 * of each load are used; loads whose lines are used once then bypass the L1, and lines that one
 * warp uses again are protected until it needs them no longer. Source: Koo et al., "Access
 * Pattern-Aware Cache Management for Improving Data Utilization in GPU", ISCA 2017, sections 4
 * and 5.
 *
 * One L1 access, one load, one warp's start or finish and one loop exit per cycle. All of them see
 * the state before the edge.
 *
 * cfg: loads 1..64, pc_w 1..64, the MTA's mta_sets (a power of two), mta_ways and line_w as in
 * apcm.mta, cnt_w 1..8, warps 1..64, the L1's sets and ways as in apcm.tags, manage 0..3 (bit 0:
 * bypass, bit 1: protect). init returns -EINVAL outside, and clears what is in use: give it zeroed
 * memory the first time. Idle except during the scan.
 * Contract: docs/units/apcm.md. Ports and state: apcm_fields.h.
 */
#ifndef LW_APCM_APCM_H
#define LW_APCM_APCM_H

#include "apcm/apcm_cait.h"
#include "apcm/apcm_lat.h"
#include "apcm/apcm_monitor.h"
#include "apcm/apcm_mta.h"
#include "apcm/apcm_psb.h"
#include "apcm/apcm_tags.h"

#include "apcm/apcm_fields.h"

#include "common/unit_types.inc"

/* Bits of `manage`. */
enum { APCM_MANAGE_BYPASS = 1, APCM_MANAGE_PROTECT = 2 };

/* Bits of a tag of the MTA. */
static inline unsigned apcm_tag_w(const apcm_cfg_t *c)
{
    return apcm_mta_tag_w(&(apcm_mta_cfg_t){.sets = c->mta_sets, .line_w = c->line_w});
}

#endif

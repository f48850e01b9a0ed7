/*
 * apcm.mta: the monitor tag array. Who uses the lines that the monitored warp has loaded, and how
 * often. Source: Koo et al., ISCA 2017, section 5.1 and figure 9b.
 *
 * Invariants of what accesses leave: no two valid ways of a set have one tag; 1 <= intra <= count;
 * a count below the threshold has an intra below it, too. Entry (s, w) is element s * ways + w.
 *
 * cfg: sets 1..128, a power of two; ways 1..128, sets * ways at most 128; line_w 1..57 bits, more
 * than log2(sets); id_w 1..6 bits; cnt_w 1..8 bits. init returns -EINVAL outside, and clears what
 * is in use: give it zeroed memory the first time. Idle always. Contract: docs/units/apcm.md. Ports
 * and state: apcm_mta_fields.h.
 */
#ifndef LW_APCM_APCM_MTA_H
#define LW_APCM_APCM_MTA_H

#include "common/lru.h"

#include "apcm/apcm_mta_fields.h"

#include "common/unit_types.inc"

/* Bits of a line number that say the set; sets is a power of two. */
static inline unsigned apcm_mta_set_w(const apcm_mta_cfg_t *c)
{
    return bits_lowest(c->sets | UINT64_C(1) << 63);
}

/* The other bits of a line number: 1 where init refuses the parameters as there is none. */
static inline unsigned apcm_mta_tag_w(const apcm_mta_cfg_t *c)
{
    return c->line_w > apcm_mta_set_w(c) ? c->line_w - apcm_mta_set_w(c) : 1;
}

#endif

/*
 * las.cta: the block scheduler. The SM that asks gets the CTA that shares most cache lines with
 * those on it. Source: "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * One job at a time: a CTA that has finished, a search for an SM, the dispatch that follows it, or
 * a new candidate. Scores are kept by comparing; a candidate takes part in searches once it is
 * known.
 *
 * Invariants: a candidate that is known is in the window and not in the list of fresh ones; while a
 * job is under way, its CTA is in `running`.
 *
 * cfg: window 1..64, sms 1..32, slots 1..64, of which sms * slots is at most 256, pairs 1..32,
 * arrays 1..8, coord_w 1..24 bits, size_w 2..8 bits, cta_w 1..32 bits, new_first 0..1. init returns
 * -EINVAL outside. Quiet while there is no job; idle if las.select is, too.
 * Contract: docs/units/las.md. Ports and state: las_cta_fields.h.
 */
#ifndef LW_LAS_LAS_CTA_H
#define LW_LAS_LAS_CTA_H

#include "common/ring.h"
#include "las/las_overlap.h"
#include "las/las_rects.h"
#include "las/las_scores.h"
#include "las/las_select.h"

#include "las/las_cta_fields.h"

#include "common/unit_types.inc"

/* Groups of the window, and of the places of one SM. */
static inline unsigned las_cta_window_groups(const las_cta_cfg_t *c)
{
    return (c->window + c->pairs - 1) / c->pairs;
}

static inline unsigned las_cta_sm_groups(const las_cta_cfg_t *c)
{
    return (c->slots + c->pairs - 1) / c->pairs;
}

/* Elements of todo: groups of the table that has more. */
static inline unsigned las_cta_groups(const las_cta_cfg_t *c)
{
    const unsigned window = las_cta_window_groups(c), running = c->sms * las_cta_sm_groups(c);
    return window > running ? window : running;
}

#endif

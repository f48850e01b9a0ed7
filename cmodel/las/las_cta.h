/*
 * las.cta: the block scheduler. An SM that asks gets, of the CTAs in the window, the one that
 * shares most lines with the CTAs on it. Source: "Improving GPU Memory Performance via Address
 * Pre-computation", National Taiwan University, section 3.3; that this is a unit, and that scores
 * are kept, are decisions (docs/units/las.md).
 *
 * One job at a time: a CTA that has finished is taken out of the scores; an SM with room is served,
 * and the CTA that it gets is put into the scores; a new candidate is compared with all CTAs that
 * run. One CTA may come into the window per cycle, and any number may finish.
 *
 * cfg: window 1..64, sms 1..32, slots 1..64, sms * slots at most 256, pairs 1..32, arrays 1..8,
 * coord_w 1..24, size_w 2..8, cta_w 1..32 bits, new_first 0..1. init returns -EINVAL outside. Idle
 * while no job is under way, no CTA that has finished counts and no candidate is to be compared.
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

/* Groups of candidates, and of the CTAs on one SM. */
static inline unsigned las_cta_window_groups(const las_cta_cfg_t *c)
{
    return (c->window + c->pairs - 1) / c->pairs;
}

static inline unsigned las_cta_sm_groups(const las_cta_cfg_t *c)
{
    return (c->slots + c->pairs - 1) / c->pairs;
}

/* Groups that a job can have to look at. */
static inline unsigned las_cta_groups(const las_cta_cfg_t *c)
{
    const unsigned running = c->sms * las_cta_sm_groups(c), window = las_cta_window_groups(c);
    return running > window ? running : window;
}

#endif

/*
 * las.scores: the locality of each candidate with the CTAs on each SM, and with all of them.
 * Source: "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * Sums wrap. One candidate grows, then those of a group change from what they were before the edge,
 * then one becomes new: what is named later wins.
 *
 * Invariant: a total is the sum of its candidate's scores while no sum has left its width and no
 * candidate was named by one and by each at one edge.
 *
 * cfg: window 1..64, sms 1..32, slots 1..64, of which sms * slots is at most 256, lanes 1..32,
 * sum_w 1..19 bits. init returns -EINVAL outside. Idle always. Contract: docs/units/las.md. Ports
 * and state: las_scores_fields.h.
 */
#ifndef LW_LAS_LAS_SCORES_H
#define LW_LAS_LAS_SCORES_H

#include "las/las_sums.h"

#include "las/las_scores_fields.h"

#include "common/unit_types.inc"

#endif

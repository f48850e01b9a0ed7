/* The candidate that a node of las.select holds: for its invariant and for that of las.cta. */
#ifndef LW_LAS_LAS_SELECT_INV_H
#define LW_LAS_LAS_SELECT_INV_H

#include "las/las_select.h"

/* The lane of element n, among all lanes: the first one below its node, and the lane it holds. */
static inline unsigned las_select_lane(const las_select_t *u, unsigned n)
{
    const unsigned lanes = u->cfg.lanes, node = n + 1;
    unsigned level = 0, lane = 0;
    while (node >> (level + 1))
        level++;
    const unsigned bits = bits_log2_up(lanes) - level;
    for (unsigned b = 0; b < bits; b++)
        lane |= (unsigned)u->node_lane[las_select_lane_at(lanes, node, b)] << b;
    return ((node - (1U << level)) << bits) + lane;
}

/* The place in the window of element n's candidate. */
static inline unsigned las_select_idx(const las_select_t *u, unsigned n)
{
    return u->node_group[n] * u->cfg.lanes + las_select_lane(u, n);
}

/* Does element n name a candidate of the window? */
static inline bool las_select_names(const las_select_t *u, unsigned n)
{
    return las_select_lane(u, n) < u->cfg.lanes && las_select_idx(u, n) < u->cfg.window;
}

#endif

#include "las/las_select_inv.h"

#include "step/invariant.h"

INVARIANT_OF(las_select);

bool las_select_inv_holds(const las_select_t *u)
{
    for (unsigned n = 0; n < las_select_nodes(u->cfg.lanes); n++)
        if (u->node_valid[n] && !las_select_names(u, n))
            return false;
    return !u->best_valid || u->best_idx < u->cfg.window;
}

/* Element n holds the first candidate below its node, or nothing if there is none. */
static void fit_node(las_select_t *u, unsigned n)
{
    u->node_group[n] = 0;
    for (unsigned b = 0; b < las_select_lane_bits(u->cfg.lanes); b++)
        if (las_select_lane_node(u->cfg.lanes, b) == n)
            u->node_lane[b] = 0;
    u->node_valid[n] = las_select_names(u, n);
}

void las_select_inv_fit(las_select_t *u, rng_t *rng)
{
    (void)rng;
    for (unsigned n = 0; n < las_select_nodes(u->cfg.lanes); n++)
        if (u->node_valid[n] && !las_select_names(u, n))
            fit_node(u, n);
    u->best_idx = (uint8_t)(u->best_idx % u->cfg.window);
}

INVARIANT(las_select, "what a node or best holds is a candidate of the window");

#include "las/las_select.h"

#include "step/invariant.h"

INVARIANT_OF(las_select);

bool las_select_inv_holds(const las_select_t *u)
{
    for (unsigned n = 0; n < las_select_nodes(u->cfg.lanes); n++)
        if (u->node_valid[n] && u->node_idx[n] >= u->cfg.window)
            return false;
    return !u->best_valid || u->best_idx < u->cfg.window;
}

void las_select_inv_fit(las_select_t *u, rng_t *rng)
{
    (void)rng;
    for (unsigned n = 0; n < las_select_nodes(u->cfg.lanes); n++)
        u->node_idx[n] = (uint8_t)(u->node_idx[n] % u->cfg.window);
    u->best_idx = (uint8_t)(u->best_idx % u->cfg.window);
}

INVARIANT(las_select, "what a node or best holds is a candidate of the window");

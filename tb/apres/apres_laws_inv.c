#include "apres/apres_laws.h"

#include "step/invariant.h"

INVARIANT_OF(apres_queue);
INVARIANT_OF(apres_laws);

/* A warp that has started moves alone, to the tail. */
static bool move_holds(const apres_laws_t *u)
{
    const uint64_t mask = u->move_mask;
    return !u->move_en || !u->move_begin || (!u->move_head && mask && !(mask & (mask - 1)));
}

bool apres_laws_inv_holds(const apres_laws_t *u)
{
    return move_holds(u) && (u->move_en || !u->pending) && apres_queue_inv_holds(&u->queue);
}

void apres_laws_inv_fit(apres_laws_t *u, rng_t *rng)
{
    if (u->pending && !u->move_en)
        u->move_en = rng_percent(rng, 80);
    if (!u->move_en)
        u->pending = 0;
    if (u->move_en && u->move_begin)
        u->move_head = 0;
    if (!move_holds(u))
        u->move_mask = UINT64_C(1) << rng_below(rng, u->cfg.warps);
    apres_queue_inv_fit(&u->queue, rng);
}

INVARIANT(apres_laws, "that of the queue; a move of a warp that has started is of one warp, to the "
                      "tail; warps that wait, wait for a move");

#include "apres/apres_div.h"

#include "step/invariant.h"

INVARIANT_OF(apres_div);

bool apres_div_inv_holds(const apres_div_t *u)
{
    return u->left <= u->cfg.num_w / u->cfg.bits && !(u->left && u->ended) &&
           ((!u->left && !u->ended) || u->rem < u->by);
}

void apres_div_inv_fit(apres_div_t *u, rng_t *rng)
{
    const unsigned steps = u->cfg.num_w / u->cfg.bits;
    if (u->left > steps)
        u->left = (uint8_t)steps;
    if (u->left && u->ended) {
        u->ended = rng_percent(rng, 50);
        u->left = u->ended ? 0 : u->left;
    }
    if (apres_div_inv_holds(u))
        return;
    if (u->by == 0)
        u->by = (uint16_t)(1 + rng_below(rng, (uint32_t)bits_mask(u->cfg.den_w)));
    u->rem = (uint16_t)(u->rem % u->by);
}

INVARIANT(apres_div, "left is at most the number of steps; left and ended are not set together; "
                     "while one is, rem < by");

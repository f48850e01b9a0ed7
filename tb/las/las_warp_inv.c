#include "las/las_warp.h"

#include "step/invariant.h"

INVARIANT_OF(las_sched);
INVARIANT_OF(las_warp);

/* The warp that is compared waits to be, and its partner is a warp. */
static bool compared_holds(const las_warp_t *u)
{
    const unsigned per = u->cfg.per;
    return !u->busy || (u->cur_sched < u->cfg.scheds && u->cur_warp < per && u->count < per &&
                        (u->todo >> (u->cur_sched * per + u->cur_warp) & 1));
}

bool las_warp_inv_holds(const las_warp_t *u)
{
    const las_match_t *m = &u->match;
    return compared_holds(u) && !(m->both_en && m->both_one == m->both_other) &&
           !(m->deg_en && m->deg_one == m->deg_other) && las_sched_inv_holds(&u->sched);
}

void las_warp_inv_fit(las_warp_t *u, rng_t *rng)
{
    const unsigned per = u->cfg.per;
    if (!compared_holds(u)) {
        u->cur_sched = (uint8_t)(u->cur_sched % u->cfg.scheds);
        u->cur_warp = (uint8_t)(u->cur_warp % per);
        u->count = (uint8_t)(u->count % per);
        u->todo |= UINT64_C(1) << (u->cur_sched * per + u->cur_warp);
    }
    if (u->match.both_one == u->match.both_other)
        u->match.both_en = 0;
    if (u->match.deg_one == u->match.deg_other)
        u->match.deg_en = 0;
    las_sched_inv_fit(&u->sched, rng);
}

INVARIANT(las_warp, "that of the schedulers; the warp that is compared waits for it and its "
                    "partner is a warp; a comparison is of two warps");

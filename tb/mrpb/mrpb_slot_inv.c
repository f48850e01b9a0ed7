#include "mrpb/mrpb_slot.h"

#include "step/invariant.h"

INVARIANT_OF(mrpb_slot);

bool mrpb_slot_inv_holds(const mrpb_slot_t *u)
{
    return (u->valid || (!u->write && !u->bypass)) && !(u->write && u->bypass);
}

void mrpb_slot_inv_fit(mrpb_slot_t *u, rng_t *rng)
{
    if (!u->valid)
        u->write = u->bypass = 0;
    if (u->write && u->bypass) {
        u->write = rng_percent(rng, 50);
        u->bypass = !u->write;
    }
}

INVARIANT(mrpb_slot, "write and bypass are 0 while nothing is offered, and never both 1");

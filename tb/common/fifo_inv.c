#include "common/fifo.h"

#include "step/invariant.h"

INVARIANT_OF(fifo);

static unsigned after(const fifo_t *u)
{
    return (u->rd + (unsigned)u->cnt) % u->cfg.depth;
}

bool fifo_inv_holds(const fifo_t *u)
{
    return u->rd < u->cfg.depth && u->cnt <= u->cfg.depth && u->wr == after(u);
}

void fifo_inv_fit(fifo_t *u, rng_t *rng)
{
    (void)rng;
    u->rd = (uint8_t)(u->rd % u->cfg.depth);
    if (u->cnt > u->cfg.depth)
        u->cnt = (uint8_t)u->cfg.depth;
    u->wr = (uint8_t)after(u);
}

INVARIANT(fifo, "rd < depth, cnt <= depth, and wr is the place cnt after rd");

#include "mrpb/mrpb_fifo_bank.h"

#include "step/invariant.h"

INVARIANT_OF(mrpb_fifo_bank);

static bool queue_holds(const mrpb_fifo_bank_t *u, unsigned q)
{
    const unsigned depth = u->cfg.depth, head = mrpb_fifo_bank_head(u, q);
    const unsigned len = mrpb_fifo_bank_len(u, q);
    return head < depth && len <= depth && mrpb_fifo_bank_tail(u, q) == (head + len) % depth;
}

bool mrpb_fifo_bank_inv_holds(const mrpb_fifo_bank_t *u)
{
    for (unsigned q = 0; q < u->cfg.queues; q++)
        if (!queue_holds(u, q))
            return false;
    return true;
}

static void fit_queue(mrpb_fifo_bank_t *u, unsigned q)
{
    const unsigned depth = u->cfg.depth, pos_w = mrpb_fifo_bank_pos_w(u);
    const unsigned head = mrpb_fifo_bank_head(u, q) % depth;
    unsigned len = mrpb_fifo_bank_len(u, q);
    if (len > depth)
        len = depth;
    const uint64_t queue = UINT64_C(1) << q;
    planes_set(u->head, pos_w, queue, head);
    planes_set(u->len, mrpb_fifo_bank_len_w(u), queue, len);
    planes_set(u->tail, pos_w, queue, (head + len) % depth);
}

void mrpb_fifo_bank_inv_fit(mrpb_fifo_bank_t *u, rng_t *rng)
{
    (void)rng;
    for (unsigned q = 0; q < u->cfg.queues; q++)
        fit_queue(u, q);
}

INVARIANT(mrpb_fifo_bank,
          "of each queue: head < depth, len <= depth, and tail is the place len after head");

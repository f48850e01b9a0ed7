#include "mrpb/mrpb.h"

#include "step/invariant.h"

INVARIANT_OF(mrpb_fifo_bank);
INVARIANT_OF(mrpb_drain_sel);
INVARIANT_OF(mrpb_latency);
INVARIANT_OF(mrpb_slot);
INVARIANT_OF(mrpb);

enum { QUEUES = 64 };

/* How many requests of each queue are in the pipe; false: one is of no queue. */
static bool in_pipe(const mrpb_t *u, unsigned n[QUEUES])
{
    for (unsigned q = 0; q < u->cfg.queues; q++)
        n[q] = 0;
    for (unsigned i = 0; i + 1 < u->cfg.latency; i++) {
        if (u->pipe.valid[i] && u->pipe.queue[i] >= u->cfg.queues)
            return false;
        if (u->pipe.valid[i])
            n[u->pipe.queue[i]]++;
    }
    return true;
}

static unsigned visible(const mrpb_t *u, unsigned q)
{
    return (unsigned)planes_get(u->sel.vis, mrpb_drain_sel_vis_w(&u->sel), q);
}

bool mrpb_inv_holds(const mrpb_t *u)
{
    unsigned pipe[QUEUES];
    if (!mrpb_fifo_bank_inv_holds(&u->bank) || !mrpb_drain_sel_inv_holds(&u->sel) ||
        !mrpb_latency_inv_holds(&u->pipe) || !mrpb_slot_inv_holds(&u->ob) || !in_pipe(u, pipe))
        return false;
    for (unsigned q = 0; q < u->cfg.queues; q++)
        if (visible(u, q) + pipe[q] > mrpb_fifo_bank_len(&u->bank, q))
            return false;
    return true;
}

/* Takes requests out of the pipe that are of no queue, or more of a queue than fit into it. */
static void fit_pipe(mrpb_t *u)
{
    unsigned n[QUEUES] = {0};
    for (unsigned i = 0; i + 1 < u->cfg.latency; i++) {
        const unsigned q = u->pipe.queue[i];
        if (u->pipe.valid[i] && (q >= u->cfg.queues || n[q] == u->cfg.depth))
            u->pipe.valid[i] = u->pipe.queue[i] = 0;
        else if (u->pipe.valid[i])
            n[q]++;
    }
}

/* What is visible or in the pipe is stored: either fewer are visible, or more are stored. */
static void fit_queue(mrpb_t *u, unsigned q, unsigned pipe, rng_t *rng)
{
    const unsigned vis_w = mrpb_drain_sel_vis_w(&u->sel), depth = u->cfg.depth;
    unsigned vis = visible(u, q), len = mrpb_fifo_bank_len(&u->bank, q);
    if (vis + pipe <= len)
        return;
    if (len < pipe || rng_percent(rng, 70))
        len = vis + pipe < depth ? vis + pipe : depth;
    vis = vis + pipe > len ? len - pipe : vis;
    planes_set(u->bank.len, mrpb_fifo_bank_len_w(&u->bank), UINT64_C(1) << q, len);
    planes_set(u->sel.vis, vis_w, UINT64_C(1) << q, vis);
}

void mrpb_inv_fit(mrpb_t *u, rng_t *rng)
{
    unsigned pipe[QUEUES];
    mrpb_latency_inv_fit(&u->pipe, rng);
    fit_pipe(u);
    mrpb_drain_sel_inv_fit(&u->sel, rng);
    mrpb_fifo_bank_inv_fit(&u->bank, rng);
    in_pipe(u, pipe);
    for (unsigned q = 0; q < u->cfg.queues; q++)
        fit_queue(u, q, pipe[q], rng);
    mrpb_fifo_bank_inv_fit(&u->bank, rng); /* tails that follow from other lengths */
    mrpb_slot_inv_fit(&u->ob, rng);
}

INVARIANT(mrpb, "those of the parts; a request in the pipe is of a queue, and what is visible or "
                "in the pipe is stored");

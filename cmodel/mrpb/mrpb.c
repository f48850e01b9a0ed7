#include "mrpb/mrpb.h"

#include <errno.h>
#include <string.h>

static int init_parts(mrpb_t *u)
{
    const mrpb_cfg_t *c = &u->cfg;
    const mrpb_fifo_bank_cfg_t bank = {c->queues, c->depth, c->entry_w};
    const mrpb_latency_cfg_t pipe = {c->queues, c->latency};
    const mrpb_drain_sel_cfg_t sel = {c->queues, c->depth, c->policy};
    const mrpb_flush_ctl_cfg_t flush = {c->flush};
    const mrpb_slot_cfg_t slot = {c->entry_w - 1, c->bypass};
    int err = mrpb_fifo_bank_init(&u->bank, &bank);

    if (err == 0)
        err = mrpb_latency_init(&u->pipe, &pipe);
    if (err == 0)
        err = mrpb_drain_sel_init(&u->sel, &sel);
    if (err == 0)
        err = mrpb_flush_ctl_init(&u->flush, &flush);
    if (err == 0)
        err = mrpb_slot_init(&u->slot, &slot);
    return err;
}

int mrpb_init(mrpb_t *u, const mrpb_cfg_t *cfg)
{
    if (unit_cfg_check(&mrpb_unit, cfg, NULL) != 0)
        return -EINVAL;
    u->cfg = *cfg; /* all state is held by the parts */
    return init_parts(u);
}

/* The wires between the ports and the parts. */
typedef struct links {
    mrpb_fifo_bank_in_t bank;
    mrpb_drain_sel_in_t sel;
    mrpb_drain_sel_out_t choice;
    mrpb_flush_ctl_out_t ctl;
    mrpb_slot_in_t slot;
    mrpb_slot_out_t ob;
} links_t;

static void comb(const mrpb_t *u, const mrpb_in_t *in, links_t *w)
{
    mrpb_fifo_bank_out_t bank;

    w->bank = (mrpb_fifo_bank_in_t){.wr_queue = in->in_queue};
    mrpb_fifo_bank_eval(&u->bank, &w->bank, &bank);

    w->sel = (mrpb_drain_sel_in_t){.mode_policy = in->mode_policy, .look_queue = in->in_queue};
    mrpb_drain_sel_eval(&u->sel, &w->sel, &w->choice);

    w->slot = (mrpb_slot_in_t){
        .mode_bypass = in->mode_bypass,
        .taken = in->out_taken,
        .reject = in->out_reject,
        .assoc = in->out_assoc,
    };
    mrpb_slot_eval(&u->slot, &w->slot, &w->ob);

    const mrpb_flush_ctl_in_t ctl = {
        .mode_flush = in->mode_flush,
        .in_valid = in->in_valid,
        .in_write = in->in_write,
        .in_full = bank.wr_full,
        .in_empty = bank.wr_empty,
        .in_visible = w->choice.look_any,
        .any = w->choice.any,
        .ob_free = w->ob.in_ready,
    };
    mrpb_flush_ctl_eval(&u->flush, &ctl, &w->ctl);
}

/* The request at the input enters its queue, or the register: what is drained has no say in it. */
static bool takes_in(const mrpb_t *u, const mrpb_in_t *in, bool ob_free)
{
    const mrpb_fifo_bank_in_t ask = {.wr_queue = in->in_queue};
    mrpb_fifo_bank_out_t bank;
    mrpb_fifo_bank_eval(&u->bank, &ask, &bank);

    const mrpb_flush_ctl_in_t ctl = {
        .mode_flush = in->mode_flush,
        .in_valid = in->in_valid,
        .in_write = in->in_write,
        .in_full = bank.wr_full,
        .in_empty = bank.wr_empty,
        .ob_free = ob_free,
    };
    mrpb_flush_ctl_out_t out;
    mrpb_flush_ctl_eval(&u->flush, &ctl, &out);
    return out.in_ready;
}

void mrpb_eval(const mrpb_t *u, const mrpb_in_t *in, mrpb_out_t *out)
{
    const mrpb_slot_in_t slot = {.taken = in->out_taken};
    mrpb_slot_out_t ob;
    mrpb_slot_eval(&u->slot, &slot, &ob);
    *out = (mrpb_out_t){
        .in_ready = in->in_valid && takes_in(u, in, ob.in_ready),
        .out_valid = ob.out_valid,
        .out_write = ob.out_write,
        .out_bypass = ob.out_bypass,
        .out_data = ob.out_data,
    };
}

/* What the FIFO bank and the outbound register take at the edge: a write beside the queues, or
 * the oldest entry of the queue that is drained. */
static void move(const mrpb_t *u, const mrpb_in_t *in, links_t *w)
{
    const unsigned write_bit = u->cfg.entry_w - 1;
    mrpb_fifo_bank_out_t bank;

    w->bank.wr_en = w->ctl.enqueue;
    w->bank.wr_data = (uint64_t)in->in_write << write_bit | (in->in_data & bits_mask(write_bit));
    w->bank.rd_en = w->ctl.flush_drain || w->ctl.policy_drain;
    w->bank.rd_queue = w->ctl.flush_drain ? in->in_queue : w->choice.queue;
    mrpb_fifo_bank_eval(&u->bank, &w->bank, &bank);

    w->slot.in_valid = w->ctl.direct || w->bank.rd_en;
    const bool stored_write = bank.rd_data >> write_bit & 1;
    w->slot.in_write = w->ctl.direct ? in->in_write : stored_write;
    w->slot.in_data = w->ctl.direct ? in->in_data : bank.rd_data & bits_mask(write_bit);
}

/* Nothing is drained, and there are no inputs: at this edge the pipe alone moves. */
static bool moves_pipe_alone(const mrpb_t *u, const mrpb_in_t *in)
{
    return !in->in_valid && !in->out_taken && !in->out_reject &&
           (u->slot.valid || mrpb_drain_sel_with(&u->sel, 1) == 0);
}

static void tick_pipe(mrpb_t *u)
{
    const mrpb_latency_in_t none = {0};
    mrpb_latency_out_t seen;
    mrpb_latency_eval(&u->pipe, &none, &seen);
    const mrpb_drain_sel_in_t add = {.add_en = seen.out_en, .add_queue = seen.out_queue};
    mrpb_latency_tick(&u->pipe, &none);
    mrpb_drain_sel_edge(&u->sel, &add, &(mrpb_drain_sel_out_t){0});
}

void mrpb_tick(mrpb_t *u, const mrpb_in_t *in)
{
    links_t w;
    if (moves_pipe_alone(u, in)) {
        tick_pipe(u);
        return;
    }
    comb(u, in, &w);
    move(u, in, &w);

    const mrpb_latency_in_t pipe = {.in_en = w.ctl.enqueue, .in_queue = in->in_queue};
    mrpb_latency_out_t seen;
    mrpb_latency_eval(&u->pipe, &pipe, &seen);
    w.sel.add_en = seen.out_en;
    w.sel.add_queue = seen.out_queue;
    w.sel.flush_en = w.ctl.flush_drain;
    w.sel.drain_en = w.ctl.policy_drain;

    mrpb_fifo_bank_tick(&u->bank, &w.bank);
    mrpb_latency_tick(&u->pipe, &pipe);
    mrpb_drain_sel_edge(&u->sel, &w.sel, &w.choice);
    mrpb_slot_tick(&u->slot, &w.slot);
}

uint64_t mrpb_quiet(const mrpb_t *u)
{
    return mrpb_idle(u) ? UNIT_QUIET_EVER : 0;
}

void mrpb_skip(mrpb_t *u, uint64_t n)
{
    const mrpb_in_t idle = {0};
    for (; n && !mrpb_idle(u); n--)
        mrpb_tick(u, &idle);
}

/* With the outbound register held, or nothing visible, nothing is drained; with the pipe empty
 * nothing becomes visible. */
bool mrpb_idle(const mrpb_t *u)
{
    return mrpb_latency_idle(&u->pipe) && (u->slot.valid || mrpb_drain_sel_with(&u->sel, 1) == 0);
}

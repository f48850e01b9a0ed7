#include "mrpb/mrpb.h"

#include <errno.h>
#include <string.h>

int mrpb_init(mrpb_t *u, const mrpb_cfg_t *cfg)
{
    if (unit_cfg_check(&mrpb_unit, cfg, NULL) != 0)
        return -EINVAL;
    u->cfg = *cfg; /* all state is held by the parts */

    const mrpb_fifo_bank_cfg_t bank = {cfg->queues, cfg->depth, cfg->entry_w};
    const mrpb_latency_cfg_t pipe = {cfg->queues, cfg->latency};
    const mrpb_drain_sel_cfg_t sel = {cfg->queues, cfg->depth, cfg->policy};
    const mrpb_flush_ctl_cfg_t flush = {cfg->flush};
    const mrpb_slot_cfg_t ob = {cfg->entry_w - 1, cfg->bypass};
    int err = mrpb_fifo_bank_init(&u->bank, &bank);
    if (err == 0)
        err = mrpb_latency_init(&u->pipe, &pipe);
    if (err == 0)
        err = mrpb_drain_sel_init(&u->sel, &sel);
    if (err == 0)
        err = mrpb_flush_ctl_init(&u->flush, &flush);
    if (err == 0)
        err = mrpb_slot_init(&u->ob, &ob);
    return err;
}

/* The inputs of each part, of ports and wires. */

static mrpb_fifo_bank_in_t bank_in(const mrpb_in_t *in, const mrpb_wires_t *w)
{
    return (mrpb_fifo_bank_in_t){
        .wr_en = w->enqueue,
        .wr_queue = in->in_queue,
        .wr_data = w->in_entry,
        .rd_en = w->policy_drain,
        .rd_queue = w->choice,
        .rd_sel = w->choice_sel,
        .rd_head = w->choice_head,
        .flush_en = w->flush_drain,
        .flush_read = w->flush_read,
    };
}

static mrpb_latency_in_t pipe_in(const mrpb_in_t *in, const mrpb_wires_t *w)
{
    return (mrpb_latency_in_t){.in_en = w->enqueue, .in_queue = in->in_queue};
}

static void sel_in(const mrpb_in_t *in, const mrpb_wires_t *w, mrpb_drain_sel_in_t *sel)
{
    sel->add_en = w->add_en;
    sel->add_queue = w->add_queue;
    sel->drain_en = w->policy_drain;
    sel->flush_en = w->flush_drain;
    sel->look_queue = in->in_queue;
    memcpy(sel->heads, w->heads, sizeof sel->heads);
}

static mrpb_slot_in_t ob_in(const mrpb_t *u, const mrpb_in_t *in, const mrpb_wires_t *w)
{
    const unsigned write_bit = u->cfg.entry_w - 1;
    return (mrpb_slot_in_t){
        .in_valid = w->ob_valid,
        .in_write = w->ob_entry >> write_bit & 1,
        .in_data = w->ob_entry & bits_mask(write_bit),
        .taken = in->out_taken,
        .reject = in->out_reject,
        .assoc = in->out_assoc,
    };
}

/* What the outbound register offers. */
static mrpb_out_t offered(const mrpb_slot_out_t *ob)
{
    return (mrpb_out_t){
        .out_valid = ob->out_valid,
        .out_write = ob->out_write,
        .out_bypass = ob->out_bypass,
        .out_data = ob->out_data,
    };
}

void mrpb_moore(const mrpb_t *u, mrpb_out_t *out)
{
    mrpb_slot_out_t ob;
    mrpb_slot_moore(&u->ob, &ob);
    *out = offered(&ob);
}

/* All wires and outputs of this cycle. A part is evaluated with the inputs on which the outputs
 * that are taken depend; the bank for lengths and heads, and then for the entry that is drained,
 * if one is. */
static void wires(const mrpb_t *u, const mrpb_in_t *in, mrpb_wires_t *w, mrpb_out_t *out)
{
    const unsigned write_bit = u->cfg.entry_w - 1;
    w->in_entry = (uint64_t)in->in_write << write_bit | (in->in_data & bits_mask(write_bit));

    mrpb_fifo_bank_out_t bank;
    mrpb_fifo_bank_eval(&u->bank, &(mrpb_fifo_bank_in_t){.wr_queue = in->in_queue}, &bank);
    w->full = bank.wr_full;
    w->empty = bank.wr_empty;
    memcpy(w->heads, bank.heads, sizeof w->heads);

    mrpb_latency_out_t pipe;
    mrpb_latency_eval(&u->pipe, &(mrpb_latency_in_t){0}, &pipe);
    w->add_en = pipe.out_en;
    w->add_queue = pipe.out_queue;

    mrpb_drain_sel_in_t sel_inputs = {.look_queue = in->in_queue};
    memcpy(sel_inputs.heads, w->heads, sizeof sel_inputs.heads);
    mrpb_drain_sel_out_t sel;
    mrpb_drain_sel_eval(&u->sel, &sel_inputs, &sel);
    w->any = sel.any;
    w->choice = sel.queue;
    w->choice_sel = sel.queue_sel;
    w->choice_head = sel.queue_head;
    w->visible = sel.look_any;

    mrpb_slot_out_t ob;
    mrpb_slot_eval(&u->ob, &(mrpb_slot_in_t){.taken = in->out_taken}, &ob);
    w->ob_free = ob.in_ready;

    mrpb_flush_ctl_out_t flush;
    mrpb_flush_ctl_eval(&u->flush,
                        &(mrpb_flush_ctl_in_t){
                            .in_valid = in->in_valid,
                            .in_write = in->in_write,
                            .in_full = w->full,
                            .in_empty = w->empty,
                            .in_visible = w->visible,
                            .any = w->any,
                            .ob_free = w->ob_free,
                        },
                        &flush);
    w->enqueue = flush.enqueue;
    w->direct = flush.direct;
    w->flush_drain = flush.flush_drain;
    w->policy_drain = flush.policy_drain;

    w->flush_read = u->cfg.flush && in->in_valid && w->visible && (in->in_write || w->full);
    if (w->flush_drain || w->policy_drain) {
        const mrpb_fifo_bank_in_t reads = bank_in(in, w);
        mrpb_fifo_bank_eval(&u->bank, &reads, &bank);
    }
    w->rd_entry = bank.rd_data;
    w->ob_valid = w->direct || w->flush_drain || w->policy_drain;
    w->ob_entry = w->direct ? w->in_entry : w->rd_entry;

    *out = offered(&ob);
    out->in_ready = flush.in_ready;
    out->entered = w->enqueue;
    out->direct = w->direct;
    out->drained = flush.drained;
    out->wait_full = flush.wait_full;
    out->wait_write = flush.wait_write;
}

void mrpb_eval(const mrpb_t *u, const mrpb_in_t *in, mrpb_out_t *out)
{
    mrpb_wires_t w;
    wires(u, in, &w, out);
}

void mrpb_clock(mrpb_t *u, const mrpb_in_t *in, mrpb_out_t *out)
{
    mrpb_wires_t w;
    wires(u, in, &w, out);

    const mrpb_fifo_bank_in_t bank = bank_in(in, &w);
    const mrpb_latency_in_t pipe = pipe_in(in, &w);
    mrpb_drain_sel_in_t sel;
    sel_in(in, &w, &sel);
    const mrpb_slot_in_t ob = ob_in(u, in, &w);
    mrpb_fifo_bank_tick(&u->bank, &bank);
    mrpb_latency_tick(&u->pipe, &pipe);
    mrpb_drain_sel_tick(&u->sel, &sel);
    mrpb_slot_tick(&u->ob, &ob);
}

void mrpb_tick(mrpb_t *u, const mrpb_in_t *in)
{
    mrpb_out_t out;
    mrpb_clock(u, in, &out);
}

/* Without enables nothing changes while the outbound register is held, nor while nothing is
 * visible. What leaves the pipe is visible in the cycle after, and drained in that. */
uint64_t mrpb_quiet(const mrpb_t *u)
{
    if (u->ob.valid)
        return UNIT_QUIET_EVER;
    if (planes_nonzero(u->sel.vis, mrpb_drain_sel_vis_w(&u->sel)) != 0)
        return 0; /* something is visible */
    const uint64_t until_last = mrpb_latency_quiet(&u->pipe);
    return until_last == UNIT_QUIET_EVER ? until_last : until_last + 1;
}

/* The pipe moves, and what leaves it becomes visible: stage i leaves at tick `stages` - i. */
void mrpb_skip(mrpb_t *u, uint64_t n)
{
    const unsigned stages = u->cfg.latency - 1;
    for (unsigned i = stages; i-- > 0 && stages - i <= n;) {
        const mrpb_drain_sel_in_t add = {.add_en = 1, .add_queue = u->pipe.queue[i]};
        if (u->pipe.valid[i])
            mrpb_drain_sel_tick(&u->sel, &add);
    }
    mrpb_latency_skip(&u->pipe, n);
}

bool mrpb_idle(const mrpb_t *u)
{
    return mrpb_quiet(u) == UNIT_QUIET_EVER && mrpb_latency_idle(&u->pipe);
}

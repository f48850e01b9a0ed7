#include "mrpb/mrpb_fifo_bank.h"

#include <errno.h>
#include <string.h>

int mrpb_fifo_bank_init(mrpb_fifo_bank_t *u, const mrpb_fifo_bank_cfg_t *cfg)
{
    if (unit_cfg_check(&mrpb_fifo_bank_unit, cfg, NULL) != 0)
        return -EINVAL;
    u->cfg = *cfg;
    memset(u->head, 0, sizeof u->head);
    memset(u->tail, 0, sizeof u->tail);
    memset(u->len, 0, sizeof u->len);
    return 0;
}

/* The entry of queue q at p. */
static size_t place(const mrpb_fifo_bank_t *u, unsigned q, unsigned p)
{
    return (size_t)q * u->cfg.depth + p;
}

void mrpb_fifo_bank_eval(const mrpb_fifo_bank_t *u, const mrpb_fifo_bank_in_t *in,
                         mrpb_fifo_bank_out_t *out)
{
    const bool wr_names = in->wr_queue < u->cfg.queues;
    const unsigned wr_len = wr_names ? mrpb_fifo_bank_len(u, in->wr_queue) : u->cfg.depth;
    out->wr_full = wr_len == u->cfg.depth;
    out->wr_empty = wr_len == 0;
    memcpy(out->heads, u->head, sizeof out->heads);

    const uint8_t queue = in->flush_read ? in->wr_queue : in->rd_queue;
    const unsigned head = in->flush_read ? mrpb_fifo_bank_head(u, queue) : in->rd_head;
    const bool in_range = queue < u->cfg.queues && head < u->cfg.depth;
    out->rd_data = in_range ? u->mem[place(u, queue, head)] : 0;
}

/* The positions of these queues move on: depth need not be a power of two. */
static void advance(const mrpb_fifo_bank_t *u, uint64_t *position, uint64_t queues)
{
    const unsigned pos_w = mrpb_fifo_bank_pos_w(u);
    const uint64_t at_end = planes_equal(position, pos_w, u->cfg.depth - 1);
    planes_count(position, pos_w, queues & ~at_end);
    planes_set(position, pos_w, queues & at_end, 0);
}

/* The oldest entry of each of these queues leaves. */
static void take(mrpb_fifo_bank_t *u, uint64_t queues)
{
    queues &= planes_nonzero(u->len, mrpb_fifo_bank_len_w(u));
    advance(u, u->head, queues);
    planes_count_down(u->len, mrpb_fifo_bank_len_w(u), queues);
}

static void append(mrpb_fifo_bank_t *u, uint8_t queue, uint64_t data)
{
    const unsigned tail = mrpb_fifo_bank_tail(u, queue);
    u->mem[place(u, queue, tail)] = data & bits_mask(u->cfg.width);
    advance(u, u->tail, UINT64_C(1) << queue);
    planes_count(u->len, mrpb_fifo_bank_len_w(u), UINT64_C(1) << queue);
}

void mrpb_fifo_bank_tick(mrpb_fifo_bank_t *u, const mrpb_fifo_bank_in_t *in)
{
    const bool wr_names = in->wr_queue < u->cfg.queues;
    const bool write = in->wr_en && wr_names && mrpb_fifo_bank_len(u, in->wr_queue) != u->cfg.depth;
    const uint64_t flushed = in->flush_en && wr_names ? UINT64_C(1) << in->wr_queue : 0;
    const uint64_t taken = (in->rd_en ? in->rd_sel : 0) | flushed;

    /* first out, then in: an empty queue gives nothing of what is written now */
    if (taken != 0)
        take(u, taken);
    if (write)
        append(u, in->wr_queue, in->wr_data);
}

uint64_t mrpb_fifo_bank_quiet(const mrpb_fifo_bank_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void mrpb_fifo_bank_skip(mrpb_fifo_bank_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool mrpb_fifo_bank_idle(const mrpb_fifo_bank_t *u)
{
    (void)u;
    return true;
}

#include "mrpb/mrpb_fifo_bank.h"

#include <errno.h>
#include <string.h>

enum { QUEUES = sizeof((mrpb_fifo_bank_t *)0)->len / sizeof((mrpb_fifo_bank_t *)0)->len[0] };

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
static size_t place(const mrpb_fifo_bank_t *u, uint8_t q, uint16_t p)
{
    return (size_t)q * u->cfg.depth + p;
}

/* The queues that hold depth entries, a bit each. */
static uint64_t full_queues(const mrpb_fifo_bank_t *u)
{
    const uint16_t depth = (uint16_t)u->cfg.depth;
    uint8_t full[QUEUES];
    for (unsigned q = 0; q < QUEUES; q++)
        full[q] = u->len[q] == depth;
    return bits_of_bytes(full);
}

void mrpb_fifo_bank_eval(const mrpb_fifo_bank_t *u, const mrpb_fifo_bank_in_t *in,
                         mrpb_fifo_bank_out_t *out)
{
    const bool wr_names = in->wr_queue < u->cfg.queues;
    out->wr_full = !wr_names || u->len[in->wr_queue] == u->cfg.depth;
    out->wr_empty = wr_names && u->len[in->wr_queue] == 0;
    out->full = full_queues(u);
    memcpy(out->heads, u->head, sizeof out->heads);

    const bool from_wr = mrpb_fifo_bank_reads_input(u, in);
    const uint8_t queue = from_wr ? in->wr_queue : in->rd_queue;
    const uint16_t head = from_wr ? u->head[queue] : in->rd_head;
    out->rd_data = mrpb_fifo_bank_reads_entry(u, in) ? u->mem[place(u, queue, head)] : 0;
}

/* The place after p: depth need not be a power of two. */
static uint16_t next(const mrpb_fifo_bank_t *u, uint16_t p)
{
    return (uint16_t)(p == u->cfg.depth - 1 ? 0 : p + 1);
}

void mrpb_fifo_bank_tick(mrpb_fifo_bank_t *u, const mrpb_fifo_bank_in_t *in)
{
    const uint8_t wq = in->wr_queue;
    const bool wr_names = wq < u->cfg.queues;
    const bool write = in->wr_en && wr_names && u->len[wq] != u->cfg.depth;
    uint64_t reads = in->rd_en ? in->rd_sel & bits_mask(u->cfg.queues) : 0;
    if (in->flush_en && wr_names)
        reads |= UINT64_C(1) << wq;

    /* first out, then in: an empty queue gives nothing of what is written now */
    for (; reads != 0; reads &= reads - 1) {
        const unsigned q = bits_lowest(reads);
        if (u->len[q] == 0)
            continue;
        u->head[q] = next(u, u->head[q]);
        u->len[q]--;
    }
    if (write) {
        u->mem[place(u, wq, u->tail[wq])] = in->wr_data & bits_mask(u->cfg.width);
        u->tail[wq] = next(u, u->tail[wq]);
        u->len[wq]++;
    }
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

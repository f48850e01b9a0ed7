#include "mrpb/mrpb_fifo_bank.h"

#include <errno.h>
#include <string.h>

int mrpb_fifo_bank_init(mrpb_fifo_bank_t *u, const mrpb_fifo_bank_cfg_t *cfg)
{
    if (unit_cfg_check(&mrpb_fifo_bank_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

/* The entry of queue q at p. */
static size_t place(const mrpb_fifo_bank_t *u, uint8_t q, uint16_t p)
{
    return (size_t)q * u->cfg.depth + p;
}

void mrpb_fifo_bank_eval(const mrpb_fifo_bank_t *u, const mrpb_fifo_bank_in_t *in,
                         mrpb_fifo_bank_out_t *out)
{
    const uint8_t rq = in->rd_queue;
    const bool wr_names = in->wr_queue < u->cfg.queues;
    const bool rd_some = rq < u->cfg.queues && u->len[rq] != 0;

    out->wr_full = !wr_names || u->len[in->wr_queue] == u->cfg.depth;
    out->wr_empty = wr_names && u->len[in->wr_queue] == 0;
    out->rd_data = rd_some ? u->mem[place(u, rq, u->head[rq])] : 0;
}

/* The place after p: depth need not be a power of two. */
static uint16_t next(const mrpb_fifo_bank_t *u, uint16_t p)
{
    return (uint16_t)(p == u->cfg.depth - 1 ? 0 : p + 1);
}

void mrpb_fifo_bank_tick(mrpb_fifo_bank_t *u, const mrpb_fifo_bank_in_t *in)
{
    const uint8_t wq = in->wr_queue, rq = in->rd_queue;
    const bool write = in->wr_en && wq < u->cfg.queues && u->len[wq] != u->cfg.depth;
    const bool read = in->rd_en && rq < u->cfg.queues && u->len[rq] != 0;

    if (write) {
        u->mem[place(u, wq, u->tail[wq])] = in->wr_data & bits_mask(u->cfg.width);
        u->tail[wq] = next(u, u->tail[wq]);
        u->len[wq]++;
    }
    if (read) {
        u->head[rq] = next(u, u->head[rq]);
        u->len[rq]--;
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

#include "common/fifo.h"

#include <errno.h>
#include <string.h>

int fifo_init(fifo_t *u, const fifo_cfg_t *cfg)
{
    if (unit_cfg_check(&fifo_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void fifo_eval(const fifo_t *u, const fifo_in_t *in, fifo_out_t *out)
{
    (void)in; /* both handshakes are functions of the state alone */
    out->push_ready = u->cnt != u->cfg.depth;
    out->pop_valid = u->cnt != 0;
    out->pop_data = out->pop_valid ? u->mem[u->rd] : 0;
    out->count = u->cnt;
}

/* The place after p: depth need not be a power of two. */
static uint8_t after(const fifo_t *u, uint8_t p)
{
    return (uint8_t)(p + 1u < u->cfg.depth ? p + 1 : 0);
}

void fifo_tick(fifo_t *u, const fifo_in_t *in)
{
    fifo_out_t out;
    fifo_eval(u, in, &out);
    const bool push_en = in->push_valid && out.push_ready;
    const bool pop_en = in->pop_ready && out.pop_valid;

    if (push_en)
        u->mem[u->wr] = in->push_data & bits_mask(u->cfg.width);

    if (push_en)
        u->wr = after(u, u->wr);
    if (pop_en)
        u->rd = after(u, u->rd);
    if (push_en && !pop_en)
        u->cnt++;
    if (pop_en && !push_en)
        u->cnt--;
}

uint64_t fifo_quiet(const fifo_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void fifo_skip(fifo_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool fifo_idle(const fifo_t *u)
{
    (void)u;
    return true;
}

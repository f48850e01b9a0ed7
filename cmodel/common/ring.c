#include "common/ring.h"

#include <errno.h>
#include <string.h>

int ring_init(ring_t *u, const ring_cfg_t *cfg)
{
    if (unit_cfg_check(&ring_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

/* The place n places after p, n <= depth: depth need not be a power of two. */
static uint8_t after(const ring_t *u, unsigned p, unsigned n)
{
    const unsigned sum = p + n, place = sum < u->cfg.depth ? sum : sum - u->cfg.depth;
    return (uint8_t)(place & bits_mask(bits_index_w(u->cfg.depth)));
}

void ring_eval(const ring_t *u, const ring_in_t *in, ring_out_t *out)
{
    out->valid = u->len != 0;
    out->full = u->len == u->cfg.depth;
    out->first = u->head;
    out->next = after(u, u->head, u->len);
    out->pushes = in->push_en && !out->full && !in->clear_en;
    out->pops = in->pop_en && out->valid && !in->clear_en;
}

void ring_tick(ring_t *u, const ring_in_t *in)
{
    ring_out_t out;
    ring_eval(u, in, &out);
    if (out.pops)
        u->head = after(u, u->head, 1);
    if (out.pushes && !out.pops)
        u->len++;
    if (out.pops && !out.pushes)
        u->len--;
    if (in->clear_en)
        u->head = u->len = 0;
}

uint64_t ring_quiet(const ring_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void ring_skip(ring_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool ring_idle(const ring_t *u)
{
    (void)u;
    return true;
}

#include "apres/apres_agen.h"

#include <errno.h>
#include <string.h>

int apres_agen_init(apres_agen_t *u, const apres_agen_cfg_t *cfg)
{
    if (unit_cfg_check(&apres_agen_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

static uint16_t difference(const apres_agen_t *u, uint8_t a, uint8_t b)
{
    const unsigned ids = (unsigned)bits_mask(u->cfg.id_w);
    return (uint16_t)(((a & ids) - (b & ids)) & bits_mask(u->cfg.id_w + 1));
}

/* A number of id_w + 1 bits with its sign. */
static uint64_t with_sign(const apres_agen_t *u, uint16_t by)
{
    const uint64_t sign = UINT64_C(1) << u->cfg.id_w, magnitude = by & (sign - 1);
    return by & sign ? magnitude - sign : magnitude;
}

/* The product with one half of the stride: the lower, or the upper added to what is known by then.
 * The lower half of an odd number of bits has one bit more. */
static uint64_t half_product(const apres_agen_t *u, const apres_agen_in_t *in)
{
    const unsigned half_w = (u->cfg.addr_w + 1) / 2;
    const uint64_t by = with_sign(u, in->by);
    if (!in->upper)
        return by * (in->stride & bits_mask(half_w));
    return in->so_far + (by * (in->stride >> half_w) << half_w);
}

/* Unsigned arithmetic modulo 2^64; what is masked last is modulo the width. */
void apres_agen_eval(const apres_agen_t *u, const apres_agen_in_t *in, apres_agen_out_t *out)
{
    const uint64_t addr = bits_mask(u->cfg.addr_w);

    out->d_addr = (in->addr - in->old_addr) & addr;
    out->d_id = difference(u, in->id, in->old_id);
    out->d_to = difference(u, in->to_id, in->from_id);
    out->product = (u->cfg.halves ? half_product(u, in) : with_sign(u, in->by) * in->stride) & addr;
    out->to = (in->base + in->step) & addr;
}

void apres_agen_tick(apres_agen_t *u, const apres_agen_in_t *in)
{
    (void)u, (void)in; /* no state */
}

uint64_t apres_agen_quiet(const apres_agen_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apres_agen_skip(apres_agen_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apres_agen_idle(const apres_agen_t *u)
{
    (void)u;
    return true;
}

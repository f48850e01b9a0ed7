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

/* Unsigned arithmetic modulo 2^64; what is masked last is modulo the width. */
void apres_agen_eval(const apres_agen_t *u, const apres_agen_in_t *in, apres_agen_out_t *out)
{
    const uint64_t addr = bits_mask(u->cfg.addr_w), ids = bits_mask(u->cfg.id_w);
    const uint64_t id = in->id & ids;
    const uint64_t warps = (in->to_id & ids) - id; /* with sign */

    out->d_addr = (in->addr - in->old_addr) & addr;
    out->d_id = (uint16_t)((id - (in->old_id & ids)) & bits_mask(u->cfg.id_w + 1));
    out->to = (in->addr + warps * in->stride) & addr;
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

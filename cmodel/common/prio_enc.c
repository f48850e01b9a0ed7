#include "common/prio_enc.h"

#include <errno.h>
#include <string.h>

int prio_enc_init(prio_enc_t *u, const prio_enc_cfg_t *cfg)
{
    if (unit_cfg_check(&prio_enc_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void prio_enc_eval(const prio_enc_t *u, const prio_enc_in_t *in, prio_enc_out_t *out)
{
    const uint64_t req = in->req & bits_mask(u->cfg.n);

    out->any = req != 0;
    out->onehot = req & (~req + 1); /* the lowest bit that is set */
    out->idx = out->any ? (uint8_t)bits_lowest(req) : 0;
}

void prio_enc_tick(prio_enc_t *u, const prio_enc_in_t *in)
{
    (void)u, (void)in; /* combinational */
}

uint64_t prio_enc_quiet(const prio_enc_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void prio_enc_skip(prio_enc_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool prio_enc_idle(const prio_enc_t *u)
{
    (void)u;
    return true;
}

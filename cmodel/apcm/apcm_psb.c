#include "apcm/apcm_psb.h"

#include <errno.h>
#include <string.h>

int apcm_psb_init(apcm_psb_t *u, const apcm_psb_cfg_t *cfg)
{
    if (unit_cfg_check(&apcm_psb_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void apcm_psb_moore(const apcm_psb_t *u, apcm_psb_out_t *out)
{
    *out = (apcm_psb_out_t){.live = u->protect[0]};
}

/* One warp's bit, 0 if there is no such warp. */
static uint64_t bit_of(const apcm_psb_t *u, unsigned warp)
{
    return warp < u->cfg.warps ? UINT64_C(1) << warp : 0;
}

/* What an edge makes of the entry of warp rd_warp, and which warps protect after it. */
typedef struct edge {
    uint8_t last, loop;
    uint64_t protect;
} edge_t;

static void comb(const apcm_psb_t *u, const apcm_psb_in_t *in, apcm_psb_out_t *out, edge_t *edge)
{
    const uint8_t id = (uint8_t)bits_mask(u->cfg.id_w);
    const uint64_t rd = bit_of(u, in->rd_warp), leaving = bit_of(u, in->exit_warp);
    apcm_psb_moore(u, out);

    out->rd_protect = (out->live & rd) != 0;
    out->rd_last = out->rd_protect ? u->last[in->rd_warp] : 0;
    out->rd_loop = out->rd_protect ? u->loop[in->rd_warp] : 0;
    out->exit_watch = (out->live & leaving) != 0 && u->loop[in->exit_warp];
    out->exit_last = out->exit_watch ? u->last[in->exit_warp] : 0;

    *edge = (edge_t){out->rd_last, out->rd_loop, out->live};
    if (in->set_en)
        *edge = (edge_t){in->set_last & id, in->set_loop, out->live | rd};
    if (in->done_en && !edge->loop && edge->last == (in->done_id & id))
        edge->protect &= ~rd;
    if (in->exit_en && in->exit_match && out->exit_watch)
        edge->protect &= ~leaving;
    if (in->warp_en)
        edge->protect &= ~bit_of(u, in->warp);
    if (in->clear_en)
        edge->protect = 0;
    out->released = (out->live & ~edge->protect) != 0;
}

void apcm_psb_eval(const apcm_psb_t *u, const apcm_psb_in_t *in, apcm_psb_out_t *out)
{
    edge_t edge;
    comb(u, in, out, &edge);
}

void apcm_psb_clock(apcm_psb_t *u, const apcm_psb_in_t *in, apcm_psb_out_t *out)
{
    edge_t edge;
    comb(u, in, out, &edge);

    u->protect[0] = edge.protect;
    if (in->set_en && in->rd_warp < u->cfg.warps) {
        u->last[in->rd_warp] = edge.last;
        u->loop[in->rd_warp] = edge.loop;
    }
}

void apcm_psb_tick(apcm_psb_t *u, const apcm_psb_in_t *in)
{
    apcm_psb_out_t out;
    apcm_psb_clock(u, in, &out);
}

uint64_t apcm_psb_quiet(const apcm_psb_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apcm_psb_skip(apcm_psb_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apcm_psb_idle(const apcm_psb_t *u)
{
    (void)u;
    return true;
}

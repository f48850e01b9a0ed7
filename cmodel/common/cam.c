#include "common/cam.h"

#include <errno.h>
#include <string.h>

int cam_init(cam_t *u, const cam_cfg_t *cfg)
{
    if (unit_cfg_check(&cam_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return prio_enc_init(&u->free, &(prio_enc_cfg_t){.n = cfg->entries});
}

static void comb(const cam_t *u, const cam_in_t *in, cam_wires_t *w, cam_out_t *out)
{
    const uint64_t key = in->key & bits_mask(u->cfg.key_w);
    const uint64_t valid = u->valid[0];
    uint64_t match = 0;

    for (unsigned i = 0; in->lookup_en && i < u->cfg.entries; i++)
        match |= (uint64_t)(u->keys[i] == key) << i;
    match &= valid;
    const uint8_t match_idx = match != 0 ? (uint8_t)bits_lowest(match) : 0;

    prio_enc_out_t free_entry;
    prio_enc_eval(&u->free, &(prio_enc_in_t){.req = ~valid}, &free_entry);
    w->any_free = free_entry.any;
    w->free_idx = free_entry.idx;
    w->free_onehot = free_entry.onehot;

    out->hit = match != 0;
    out->full = !w->any_free;
    out->idx = out->hit ? match_idx : w->free_idx;
    out->rd_key = 0;
    if (in->rd_idx < u->cfg.entries && (valid >> in->rd_idx & 1))
        out->rd_key = u->keys[in->rd_idx];
}

void cam_eval(const cam_t *u, const cam_in_t *in, cam_out_t *out)
{
    cam_wires_t w;
    comb(u, in, &w, out);
}

void cam_tick(cam_t *u, const cam_in_t *in)
{
    cam_wires_t w;
    cam_out_t out;
    comb(u, in, &w, &out);
    const bool alloc_en = in->lookup_en && in->alloc && !out.hit && w.any_free;

    if (in->clear_en)
        u->valid[0] = 0;
    if (!alloc_en)
        return;
    u->valid[0] |= w.free_onehot;
    u->keys[w.free_idx] = in->key & bits_mask(u->cfg.key_w);
}

uint64_t cam_quiet(const cam_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void cam_skip(cam_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool cam_idle(const cam_t *u)
{
    (void)u;
    return true;
}

#include "apcm/apcm_lat.h"

#include <errno.h>

int apcm_lat_init(apcm_lat_t *u, const apcm_lat_cfg_t *cfg)
{
    if (unit_cfg_check(&apcm_lat_unit, cfg, NULL) != 0)
        return -EINVAL;
    u->cfg = *cfg; /* all state is in the part */
    return cam_init(&u->cam, &(cam_cfg_t){.entries = cfg->loads, .key_w = cfg->pc_w});
}

/* How i_cam is connected. */
static cam_in_t cam_in(const apcm_lat_in_t *in)
{
    return (cam_in_t){
        .lookup_en = in->load_en,
        .alloc = 1,
        .key = in->load_pc,
        .clear_en = in->clear_en,
        .rd_idx = in->rd_id,
    };
}

static void comb(const apcm_lat_t *u, const apcm_lat_in_t *in, apcm_lat_wires_t *w,
                 apcm_lat_out_t *out)
{
    const cam_in_t to_cam = cam_in(in);
    cam_out_t cam;
    cam_eval(&u->cam, &to_cam, &cam);
    w->hit = cam.hit;
    w->full = cam.full;
    w->idx = cam.idx;

    const bool miss = in->load_en && !w->hit;
    out->took = miss && !w->full;
    out->refused = miss && w->full;
    out->tracked = w->hit || out->took;
    out->id = out->tracked ? w->idx : 0;
    out->rd_pc = cam.rd_key;
}

void apcm_lat_eval(const apcm_lat_t *u, const apcm_lat_in_t *in, apcm_lat_out_t *out)
{
    apcm_lat_wires_t w;
    comb(u, in, &w, out);
}

void apcm_lat_tick(apcm_lat_t *u, const apcm_lat_in_t *in)
{
    const cam_in_t to_cam = cam_in(in);
    cam_tick(&u->cam, &to_cam);
}

uint64_t apcm_lat_quiet(const apcm_lat_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apcm_lat_skip(apcm_lat_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apcm_lat_idle(const apcm_lat_t *u)
{
    return cam_idle(&u->cam);
}

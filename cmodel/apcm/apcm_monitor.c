#include "apcm/apcm_monitor.h"

#include <errno.h>
#include <string.h>

int apcm_monitor_init(apcm_monitor_t *u, const apcm_monitor_cfg_t *cfg)
{
    if (unit_cfg_check(&apcm_monitor_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void apcm_monitor_moore(const apcm_monitor_t *u, apcm_monitor_out_t *out)
{
    *out = (apcm_monitor_out_t){0};
    out->watching = u->phase == APCM_WATCHING;
    out->warp = out->watching ? u->mine : 0;
    out->scan_en = u->phase == APCM_SCANNING;
    out->scan_idx = out->scan_en ? u->scan : 0;
}

void apcm_monitor_eval(const apcm_monitor_t *u, const apcm_monitor_in_t *in,
                       apcm_monitor_out_t *out)
{
    apcm_monitor_moore(u, out);
    out->begins =
        !in->start_en && u->phase == APCM_NOBODY && in->load_en && in->load_warp < u->cfg.warps;
    out->ends = !in->start_en && out->watching && in->finish_en && in->finish_warp == u->mine;
}

void apcm_monitor_tick(apcm_monitor_t *u, const apcm_monitor_in_t *in)
{
    apcm_monitor_out_t out;
    apcm_monitor_eval(u, in, &out);

    if (in->start_en) {
        u->phase = APCM_NOBODY;
        u->mine = 0;
        u->scan = 0;
    } else if (out.begins) {
        u->phase = APCM_WATCHING;
        u->mine = in->load_warp;
    } else if (out.ends) {
        u->phase = APCM_SCANNING;
    } else if (out.scan_en) {
        apcm_monitor_skip(u, 1);
    }
}

/* The unit looks at the next entry of the scan in each cycle. */
uint64_t apcm_monitor_quiet(const apcm_monitor_t *u)
{
    return u->phase == APCM_SCANNING ? 0 : UNIT_QUIET_EVER;
}

void apcm_monitor_skip(apcm_monitor_t *u, uint64_t n)
{
    if (u->phase != APCM_SCANNING)
        return;
    if (n < u->cfg.entries - u->scan) {
        u->scan = (uint8_t)(u->scan + n);
        return;
    }
    u->scan = 0;
    u->phase = APCM_OVER;
}

bool apcm_monitor_idle(const apcm_monitor_t *u)
{
    return u->phase != APCM_SCANNING;
}

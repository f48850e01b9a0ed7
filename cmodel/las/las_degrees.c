#include "las/las_degrees.h"

#include <errno.h>
#include <string.h>

int las_degrees_init(las_degrees_t *u, const las_degrees_cfg_t *cfg)
{
    if (unit_cfg_check(&las_degrees_unit, cfg, NULL) != 0 || cfg->scheds * cfg->per > 64)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

/* The element of two different warps of a scheduler. */
static unsigned element(const las_degrees_t *u, unsigned sched, unsigned v, unsigned w)
{
    const unsigned per = u->cfg.per, r = v > w ? v : w, c = v > w ? w : v;
    return sched * (per * (per - 1) / 2) + r * (r - 1) / 2 + c;
}

/* Does the write name two different warps of a scheduler? */
static bool names_pair(const las_degrees_t *u, const las_degrees_in_t *in)
{
    return in->write_sched < u->cfg.scheds && in->write_one < u->cfg.per &&
           in->write_other < u->cfg.per && in->write_one != in->write_other;
}

/* The degrees of a warp with all of its scheduler, 0 with itself. */
static void read_row(const las_degrees_t *u, unsigned sched, unsigned warp, uint8_t *row)
{
    const unsigned per = u->cfg.per;
    const uint8_t *deg = &u->deg[sched * (per * (per - 1) / 2)];
    for (unsigned w = 0; w < warp; w++)
        row[w] = deg[warp * (warp - 1) / 2 + w];
    for (unsigned w = warp + 1; w < per; w++)
        row[w] = deg[w * (w - 1) / 2 + warp];
}

void las_degrees_look(const las_degrees_t *u, const las_degrees_in_t *in, uint32_t ports,
                      las_degrees_out_t *out)
{
    memset(out, 0, sizeof *out);
    if (in->write_en && names_pair(u, in))
        out->old = u->deg[element(u, in->write_sched, in->write_one, in->write_other)];

    for (unsigned port = 0; port < u->cfg.scheds * u->cfg.ports; port++) {
        const unsigned warp = in->read_warp[port];
        if ((ports >> port & 1) && warp < u->cfg.per)
            read_row(u, port / u->cfg.ports, warp, &out->row[port * u->cfg.per]);
    }
}

void las_degrees_eval(const las_degrees_t *u, const las_degrees_in_t *in, las_degrees_out_t *out)
{
    las_degrees_look(u, in, UINT32_MAX, out);
}

void las_degrees_tick(las_degrees_t *u, const las_degrees_in_t *in)
{
    if (in->write_en && names_pair(u, in))
        u->deg[element(u, in->write_sched, in->write_one, in->write_other)] =
            (uint8_t)(in->write_deg & bits_mask(u->cfg.deg_w));

    const bool wipes = in->wipe_en && in->wipe_sched < u->cfg.scheds && in->wipe_warp < u->cfg.per;
    for (unsigned w = 0; wipes && w < u->cfg.per; w++)
        if (w != in->wipe_warp)
            u->deg[element(u, in->wipe_sched, in->wipe_warp, w)] = 0;

    if (in->clear_en)
        memset(u->deg, 0, sizeof u->deg);
}

uint64_t las_degrees_quiet(const las_degrees_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void las_degrees_skip(las_degrees_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool las_degrees_idle(const las_degrees_t *u)
{
    (void)u;
    return true;
}

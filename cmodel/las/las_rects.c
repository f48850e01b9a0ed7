#include "las/las_rects.h"

#include <errno.h>
#include <string.h>

int las_rects_init(las_rects_t *u, const las_rects_cfg_t *cfg)
{
    if (unit_cfg_check(&las_rects_unit, cfg, NULL) != 0 || cfg->rows * cfg->cols > 256)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

/* Do row and column name a place? */
static bool names(const las_rects_t *u, unsigned row, unsigned col)
{
    return row < u->cfg.rows && col < u->cfg.cols;
}

static unsigned place(const las_rects_t *u, unsigned row, unsigned col)
{
    return row * u->cfg.cols + col;
}

/* What a place holds, if it is taken; else nothing is written. */
static bool read_place(const las_rects_t *u, unsigned row, unsigned col, uint64_t *rects)
{
    if (!names(u, row, col) || !u->valid[place(u, row, col)])
        return false;
    for (unsigned a = 0; a < u->cfg.arrays; a++)
        rects[a] = u->mem[place(u, row, col) * u->cfg.arrays + a];
    return true;
}

void las_rects_eval(const las_rects_t *u, const las_rects_in_t *in, las_rects_out_t *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->places, u->valid, sizeof out->places);
    for (unsigned l = 0; l < u->cfg.lanes; l++)
        if (read_place(u, in->row, in->group * u->cfg.lanes + l, &out->rects[l * u->cfg.arrays]))
            out->taken |= UINT32_C(1) << l;
    read_place(u, in->at_row, in->at_col, out->at_rects);
}

void las_rects_tick(las_rects_t *u, const las_rects_in_t *in)
{
    if (in->free_en && names(u, in->free_row, in->free_col))
        u->valid[place(u, in->free_row, in->free_col)] = 0;

    if (in->write_en && names(u, in->write_row, in->write_col)) {
        const unsigned p = place(u, in->write_row, in->write_col);
        u->valid[p] = 1;
        for (unsigned a = 0; a < u->cfg.arrays; a++)
            u->mem[p * u->cfg.arrays + a] = in->write_rects[a] & bits_mask(u->cfg.rect_w);
    }

    if (in->clear_en)
        memset(u->valid, 0, sizeof u->valid);
}

uint64_t las_rects_quiet(const las_rects_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void las_rects_skip(las_rects_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool las_rects_idle(const las_rects_t *u)
{
    (void)u;
    return true;
}

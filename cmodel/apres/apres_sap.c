#include "apres/apres_sap.h"

#include <errno.h>

int apres_sap_init(apres_sap_t *u, const apres_sap_cfg_t *cfg)
{
    if (unit_cfg_check(&apres_sap_unit, cfg, NULL) != 0 || cfg->id_w < bits_index_w(cfg->warps) ||
        cfg->addr_w % cfg->div_bits != 0)
        return -EINVAL;
    u->cfg = *cfg;
    u->dividing = 0;
    u->pc = 0;
    u->id = 0;
    u->addr = 0;
    u->way = 0;
    u->fill = 0;
    u->held = 0;
    u->target = 0;

    const apres_drq_cfg_t drq = {cfg->drq, cfg->addr_w, cfg->pc_w, cfg->id_w, cfg->warps};
    const apres_pt_cfg_t pt = {cfg->entries, cfg->pc_w, cfg->id_w, cfg->addr_w};
    const apres_wq_cfg_t wq = {cfg->warps, cfg->id_w};
    const apres_div_cfg_t div = {cfg->addr_w, cfg->id_w + 1, cfg->div_bits};
    const apres_agen_cfg_t agen = {cfg->addr_w, cfg->id_w};
    int err = apres_drq_init(&u->drq, &drq);
    if (err == 0)
        err = apres_pt_init(&u->pt, &pt);
    if (err == 0)
        err = apres_wq_init(&u->wq, &wq);
    if (err == 0)
        err = apres_div_init(&u->div, &div);
    if (err == 0)
        err = apres_agen_init(&u->agen, &agen);
    return err;
}

/* How the parts are connected. */

static apres_drq_in_t drq_in(const apres_sap_in_t *in, const apres_sap_wires_t *w,
                             const apres_sap_out_t *out)
{
    return (apres_drq_in_t){
        .push_en = w->push_en,
        .push_addr = in->miss_addr,
        .push_pc = in->miss_pc,
        .push_id = in->miss_id,
        .push_group = in->miss_group,
        .pop_en = out->takes,
        .clear_en = in->start_en,
    };
}

static apres_pt_in_t pt_in(const apres_sap_t *u, const apres_sap_in_t *in,
                           const apres_sap_wires_t *w, const apres_sap_out_t *out)
{
    return (apres_pt_in_t){
        .look_en = out->takes,
        .look_pc = w->drq_pc,
        .look_id = w->drq_id,
        .look_addr = w->drq_addr,
        .at = u->way,
        .set_en = out->mismatch,
        .set_stride = w->quot,
        .clear_en = in->start_en,
    };
}

static apres_agen_in_t agen_in(const apres_sap_wires_t *w)
{
    return (apres_agen_in_t){
        .addr = w->agen_addr,
        .old_addr = w->old_addr,
        .id = w->agen_id,
        .old_id = w->old_id,
        .stride = w->stride,
        .to_id = w->wq_id,
    };
}

static apres_div_in_t div_in(const apres_sap_in_t *in, const apres_sap_wires_t *w)
{
    return (apres_div_in_t){
        .start_en = w->div_en,
        .num = w->d_addr,
        .den = w->d_id,
        .clear_en = in->start_en,
    };
}

static apres_wq_in_t wq_in(const apres_sap_wires_t *w)
{
    return (apres_wq_in_t){
        .push_en = w->wq_push,
        .push_id = w->wq_push_id,
        .pop_en = w->wq_pop,
        .clear_en = w->wq_clear,
    };
}

/* What the queues say of the state before the edge, and of a miss that comes. */
static void read_queues(const apres_sap_t *u, const apres_sap_in_t *in, apres_sap_wires_t *w,
                        apres_sap_out_t *out)
{
    const uint8_t miss_id = in->miss_id & (uint8_t)bits_mask(u->cfg.id_w);
    w->push_en = in->miss_en && !in->start_en && miss_id < u->cfg.warps;

    const apres_drq_in_t to_drq = drq_in(in, w, out);
    apres_drq_out_t drq;
    apres_drq_eval(&u->drq, &to_drq, &drq);
    w->drq_valid = drq.valid;
    w->drq_addr = drq.addr;
    w->drq_pc = drq.pc;
    w->drq_id = drq.id;
    w->drq_group = drq.group;
    out->dropped = drq.dropped;

    apres_wq_out_t wq;
    apres_wq_eval(&u->wq, &(apres_wq_in_t){0}, &wq);
    w->wq_valid = wq.valid;
    w->wq_id = wq.id;
}

static bool is_idle(const apres_sap_t *u, const apres_sap_wires_t *w)
{
    return !u->dividing && !w->wq_valid && u->fill == 0;
}

/* Is SAP offering, and the first warp of the WQ the one that missed? */
static bool passes_over(const apres_sap_t *u, const apres_sap_wires_t *w)
{
    return !u->dividing && w->wq_valid && w->wq_id == u->id;
}

static bool offers(const apres_sap_t *u, const apres_sap_wires_t *w)
{
    return !u->dividing && w->wq_valid && w->wq_id != u->id && !u->held;
}

/* The address unit serves the miss that is taken, else the warps of the one that is served. */
static void generate(const apres_sap_t *u, apres_sap_wires_t *w, const apres_sap_out_t *out)
{
    w->agen_addr = out->takes ? w->drq_addr : u->addr;
    w->agen_id = out->takes ? w->drq_id : u->id;

    const apres_agen_in_t to_agen = agen_in(w);
    apres_agen_out_t agen;
    apres_agen_eval(&u->agen, &to_agen, &agen);
    w->d_addr = agen.d_addr;
    w->d_id = agen.d_id;
    w->to = agen.to;
}

static void tell_offer(const apres_sap_t *u, const apres_sap_wires_t *w, apres_sap_out_t *out)
{
    out->pf_valid = offers(u, w);
    out->pf_pc = out->pf_valid ? u->pc : 0;
    out->pf_id = out->pf_valid ? w->wq_id : 0;
    out->pf_addr = out->pf_valid ? w->to : 0;
    out->target_en = u->held;
    out->target_id = u->held ? u->target : 0;
}

void apres_sap_moore(const apres_sap_t *u, apres_sap_out_t *out)
{
    const apres_sap_in_t nothing = {0};
    apres_sap_wires_t w = {0};
    *out = (apres_sap_out_t){0};
    if (u->wq.ring.len != 0)
        read_queues(u, &nothing, &w, out);
    if (offers(u, &w)) {
        const apres_pt_in_t to_pt = pt_in(u, &nothing, &w, out);
        apres_pt_out_t pt;
        apres_pt_eval(&u->pt, &to_pt, &pt);
        w.stride = pt.stride;
        generate(u, &w, out);
    }
    tell_offer(u, &w, out);
}

/* A miss is taken, and looked up in the PT. */
static void take(const apres_sap_t *u, const apres_sap_in_t *in, apres_sap_wires_t *w,
                 apres_sap_out_t *out)
{
    out->takes = is_idle(u, w) && w->drq_valid && !in->start_en;

    const apres_pt_in_t to_pt = pt_in(u, in, w, out);
    apres_pt_out_t pt;
    apres_pt_eval(&u->pt, &to_pt, &pt);
    w->pt_hit = pt.hit;
    w->pt_way = pt.way;
    w->old_id = pt.old_id;
    w->old_addr = pt.old_addr;
    w->stride = pt.stride;
    out->allocates = pt.allocates;
    out->replaces = pt.replaces;

    out->same_warp = w->pt_hit && w->old_id == w->drq_id;
    w->div_en = w->pt_hit && !out->same_warp;
}

/* A division ends: a prediction, or none. */
static void conclude(const apres_sap_t *u, const apres_sap_in_t *in, apres_sap_wires_t *w,
                     apres_sap_out_t *out)
{
    apres_div_out_t div;
    apres_div_eval(&u->div, &(apres_div_in_t){0}, &div);
    w->done = div.done;
    w->quot = div.quot;
    w->exact = div.exact;

    const bool ends = u->dividing && w->done && !in->start_en;
    const bool same = w->quot == w->stride;
    out->inexact = ends && !w->exact;
    out->mismatch = ends && w->exact && !same;
    out->no_stride = ends && w->exact && same && w->quot == 0;
    out->predicts = ends && w->exact && same && w->quot != 0;
    w->wq_clear = in->start_en || (ends && !out->predicts);
}

/* The warps of the group that are still to be put into the WQ. */
static uint64_t to_fill(const apres_sap_t *u, const apres_sap_in_t *in)
{
    return u->fill & in->live;
}

static void comb(const apres_sap_t *u, const apres_sap_in_t *in, apres_sap_wires_t *w,
                 apres_sap_out_t *out)
{
    *w = (apres_sap_wires_t){0};
    *out = (apres_sap_out_t){0};
    read_queues(u, in, w, out);
    take(u, in, w, out);
    if (w->div_en || offers(u, w))
        generate(u, w, out);
    tell_offer(u, w, out);
    conclude(u, in, w, out);

    w->wq_push = to_fill(u, in) != 0;
    w->wq_push_id = w->wq_push ? (uint8_t)bits_lowest(to_fill(u, in)) : 0;
    w->wq_pop = passes_over(u, w) || (out->pf_valid && in->pf_take);
}

void apres_sap_eval(const apres_sap_t *u, const apres_sap_in_t *in, apres_sap_out_t *out)
{
    apres_sap_wires_t w;
    comb(u, in, &w, out);
}

/* The registers of this unit. */
static void clock_own(apres_sap_t *u, const apres_sap_in_t *in, const apres_sap_wires_t *w,
                      const apres_sap_out_t *out)
{
    const bool ends = out->inexact || out->mismatch || out->no_stride || out->predicts;
    const uint64_t rest = to_fill(u, in) & (to_fill(u, in) - 1); /* without its lowest warp */

    u->dividing = (u->dividing || w->div_en) && !ends && !in->start_en;
    u->fill = w->div_en ? w->drq_group : w->wq_clear ? 0 : rest;
    if (w->div_en) {
        u->pc = w->drq_pc;
        u->id = w->drq_id;
        u->addr = w->drq_addr;
        u->way = w->pt_way;
    }
    if (out->pf_valid && in->pf_take && in->pf_good && !in->start_en) {
        u->held = 1;
        u->target = out->pf_id;
    } else if (in->target_moves || in->start_en) {
        u->held = 0;
    }
}

void apres_sap_clock(apres_sap_t *u, const apres_sap_in_t *in, apres_sap_out_t *out)
{
    apres_sap_wires_t w;
    comb(u, in, &w, out);

    const apres_drq_in_t drq = drq_in(in, &w, out);
    const apres_pt_in_t pt = pt_in(u, in, &w, out);
    const apres_wq_in_t wq = wq_in(&w);
    const apres_div_in_t div = div_in(in, &w);
    apres_drq_tick(&u->drq, &drq);
    apres_pt_tick(&u->pt, &pt);
    apres_wq_tick(&u->wq, &wq);
    apres_div_tick(&u->div, &div);
    clock_own(u, in, &w, out);
}

void apres_sap_tick(apres_sap_t *u, const apres_sap_in_t *in)
{
    apres_sap_out_t out;
    apres_sap_clock(u, in, &out);
}

uint64_t apres_sap_quiet(const apres_sap_t *u)
{
    if (u->fill != 0)
        return 0;
    if (u->dividing)
        return apres_div_quiet(&u->div);
    if (u->wq.ring.len == 0)
        return u->drq.ring.len != 0 ? 0 : UNIT_QUIET_EVER;
    const apres_sap_in_t nothing = {0};
    apres_sap_wires_t w = {0};
    apres_sap_out_t out = {0};
    read_queues(u, &nothing, &w, &out);
    const bool works = passes_over(u, &w) || (is_idle(u, &w) && w.drq_valid);
    return works ? 0 : UNIT_QUIET_EVER;
}

/* With `fill` empty the divider alone moves without a fact. */
void apres_sap_skip(apres_sap_t *u, uint64_t n)
{
    apres_div_skip(&u->div, n);
}

bool apres_sap_idle(const apres_sap_t *u)
{
    return apres_sap_quiet(u) == UNIT_QUIET_EVER;
}

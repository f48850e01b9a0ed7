#include "apcm/apcm.h"

#include <errno.h>

int apcm_init(apcm_t *u, const apcm_cfg_t *cfg)
{
    if (unit_cfg_check(&apcm_unit, cfg, NULL) != 0)
        return -EINVAL;
    u->cfg = *cfg; /* all state is in the parts */

    const uint32_t id_w = bits_index_w(cfg->loads);
    const apcm_lat_cfg_t lat = {cfg->loads, cfg->pc_w};
    const apcm_mta_cfg_t mta = {cfg->mta_sets, cfg->mta_ways, cfg->line_w, id_w, cfg->cnt_w};
    const apcm_cait_cfg_t cait = {cfg->loads, cfg->cnt_w};
    const apcm_psb_cfg_t psb = {cfg->warps, id_w};
    const apcm_tags_cfg_t tags = {cfg->sets, cfg->ways, cfg->warps, cfg->cnt_w};
    int err = apcm_lat_init(&u->lat, &lat);
    if (err == 0)
        err = apcm_mta_init(&u->mta, &mta);
    if (err != 0)
        return err;
    const apcm_monitor_cfg_t monitor = {cfg->warps, cfg->mta_sets * cfg->mta_ways};
    err = apcm_monitor_init(&u->monitor, &monitor);
    if (err == 0)
        err = apcm_cait_init(&u->cait, &cait);
    if (err == 0)
        err = apcm_psb_init(&u->psb, &psb);
    if (err == 0)
        err = apcm_tags_init(&u->tags, &tags);
    return err;
}

/* How the parts are connected. */

static apcm_lat_in_t lat_in(const apcm_in_t *in, const apcm_wires_t *w)
{
    return (apcm_lat_in_t){
        .load_en = in->load_en,
        .load_pc = in->load_pc,
        .rd_id = w->exit_last,
        .clear_en = in->start_en,
    };
}

static apcm_monitor_in_t monitor_in(const apcm_in_t *in, const apcm_wires_t *w)
{
    return (apcm_monitor_in_t){
        .start_en = in->start_en,
        .load_en = in->load_en,
        .load_warp = in->load_warp,
        .finish_en = w->finish_en,
        .finish_warp = in->warp,
    };
}

static apcm_mta_in_t mta_in(const apcm_in_t *in, const apcm_wires_t *w)
{
    return (apcm_mta_in_t){
        .acc_en = w->mta_en,
        .acc_mine = w->mta_mine,
        .acc_line = in->acc_line,
        .acc_id = in->acc_id,
        .acc_hit = w->mta_hit,
        .acc_count = w->line_count,
        .scan_en = w->scan_en,
        .scan_idx = w->scan_idx,
        .clear_en = in->start_en,
    };
}

static apcm_cait_in_t cait_in(const apcm_in_t *in, const apcm_wires_t *w)
{
    return (apcm_cait_in_t){
        .rd_id = in->acc_id,
        .evict_en = w->evict_en,
        .evict_first = w->evict_first,
        .evict_last = w->evict_last,
        .evict_count = w->evict_count,
        .evict_intra = w->evict_intra,
        .reach_en = w->reach_en,
        .reach_first = w->reach_first,
        .reach_last = w->reach_last,
        .reach_intra = w->reach_intra,
        .clear_en = in->start_en,
    };
}

static apcm_psb_in_t psb_in(const apcm_in_t *in, const apcm_wires_t *w, const apcm_out_t *out)
{
    return (apcm_psb_in_t){
        .rd_warp = in->acc_warp,
        .set_en = w->set_en,
        .set_last = out->last,
        .set_loop = w->in_loop,
        .done_en = w->done_en,
        .done_id = in->acc_id,
        .exit_en = in->exit_en,
        .exit_warp = in->exit_warp,
        .exit_match = in->exit_match,
        .warp_en = in->warp_en,
        .warp = in->warp,
        .clear_en = in->start_en,
    };
}

static apcm_tags_in_t tags_in(const apcm_in_t *in, const apcm_wires_t *w)
{
    return (apcm_tags_in_t){
        .set = in->acc_set,
        .way = in->acc_way,
        .live = w->live,
        .acc_en = w->tags_en,
        .acc_new = w->tags_new,
        .acc_plain = w->plain,
        .acc_pin = w->pin,
        .acc_warp = in->acc_warp,
        .gone_en = in->gone_en,
        .gone_set = in->gone_set,
        .gone_way = in->gone_way,
        .flush_en = in->flush_en,
    };
}

/* What the parts say of the state before the edge: no wire that they read then is known yet but
 * those that lead from one to another here. */
static void read_parts(const apcm_t *u, const apcm_in_t *in, apcm_wires_t *w, apcm_out_t *out)
{
    const apcm_psb_in_t to_psb = psb_in(in, w, out);
    apcm_psb_out_t psb;
    apcm_psb_eval(&u->psb, &to_psb, &psb);
    w->psb_protect = psb.rd_protect;
    w->psb_last = psb.rd_last;
    w->psb_loop = psb.rd_loop;
    w->exit_last = psb.exit_last;
    w->live = psb.live;
    out->exit_watch = psb.exit_watch;

    const apcm_lat_in_t to_lat = lat_in(in, w);
    apcm_lat_out_t lat;
    apcm_lat_eval(&u->lat, &to_lat, &lat);
    w->exit_last_pc = lat.rd_pc;
    out->load_tracked = lat.tracked;
    out->load_id = lat.id;
    out->took = lat.took;
    out->refused = lat.refused;

    w->finish_en = in->warp_en && in->finish;
    const apcm_monitor_in_t to_monitor = monitor_in(in, w);
    apcm_monitor_out_t monitor;
    apcm_monitor_eval(&u->monitor, &to_monitor, &monitor);
    w->watching = monitor.watching;
    w->mine = monitor.warp;
    w->scan_en = monitor.scan_en;
    w->scan_idx = monitor.scan_idx;
    out->begins = monitor.begins;
    out->ends = monitor.ends;

    const apcm_cait_in_t to_cait = cait_in(in, w);
    apcm_cait_out_t cait;
    apcm_cait_eval(&u->cait, &to_cait, &cait);
    w->cait_method = cait.rd_method;
    w->cait_last = cait.rd_last;

    const apcm_tags_in_t to_tags = tags_in(in, w);
    apcm_tags_out_t tags;
    apcm_tags_eval(&u->tags, &to_tags, &tags);
    w->line_count = tags.rd_count;
    out->held = tags.held;
    out->all_held = tags.all_held;
}

/* What the request is and does. */
static void decide(const apcm_t *u, const apcm_in_t *in, apcm_wires_t *w, apcm_out_t *out)
{
    const uint8_t id = (uint8_t)bits_mask(bits_index_w(u->cfg.loads));
    const bool accepted = in->acc_en && in->acc_accept;
    w->plain = in->acc_plain;

    if (in->acc_en && in->acc_again) {
        out->method = in->acc_method & 3;
        out->last = in->acc_last & id;
    } else if (in->acc_en && in->acc_tracked) {
        out->method = w->cait_method;
        out->last = w->cait_last;
    }
    out->streams = in->acc_en && w->plain && out->method == APCM_BYPASS &&
                   (u->cfg.manage & APCM_MANAGE_BYPASS);

    const bool past = out->streams || in->acc_past;
    const bool takes = accepted && !past && !in->acc_hit && !out->all_held;
    w->in_loop = out->last == in->acc_id && in->acc_in_loop;
    const bool may_pin = !w->psb_protect || (w->psb_last == out->last && w->psb_loop == w->in_loop);
    out->pins = takes && w->plain && out->method == APCM_PROTECT &&
                (u->cfg.manage & APCM_MANAGE_PROTECT) && may_pin;
    w->pin = out->pins;
    w->set_en = out->pins && !w->psb_protect;
    w->done_en = accepted && w->plain && in->acc_tracked && in->acc_final;

    w->mta_mine = w->watching && in->acc_warp == w->mine;
    w->mta_en =
        accepted && w->plain && w->watching && (!w->mta_mine || (in->acc_tracked && in->acc_early));
    w->mta_hit = in->acc_hit && !past;

    w->tags_new = takes;
    w->tags_en = takes || (accepted && w->mta_hit);

    out->exit_pc = out->exit_watch ? w->exit_last_pc : 0;
}

/* What the parts say of this edge. With `edge`, the same unit, they take it, each after its
 * outputs. */
static void tell_facts(const apcm_t *u, apcm_t *edge, const apcm_in_t *in, apcm_wires_t *w,
                       apcm_out_t *out)
{
    const apcm_mta_in_t to_mta = mta_in(in, w);
    apcm_mta_out_t mta;
    if (edge)
        apcm_mta_clock(&edge->mta, &to_mta, &mta);
    else
        apcm_mta_eval(&u->mta, &to_mta, &mta);
    w->evict_en = mta.evict_en;
    w->evict_first = mta.evict_first;
    w->evict_last = mta.evict_last;
    w->evict_count = mta.evict_count;
    w->evict_intra = mta.evict_intra;
    w->reach_en = mta.reach_en;
    w->reach_first = mta.reach_first;
    w->reach_last = mta.reach_last;
    w->reach_intra = mta.reach_intra;
    out->mta_hits = mta.hit;
    out->allocates = mta.allocates;

    const apcm_cait_in_t to_cait = cait_in(in, w);
    apcm_cait_out_t cait;
    apcm_cait_eval(&u->cait, &to_cait, &cait);
    if (edge)
        apcm_cait_tick(&edge->cait, &to_cait);
    out->evict_wrote = cait.evict_wrote;
    out->reach_wrote = cait.reach_wrote;

    const apcm_psb_in_t to_psb = psb_in(in, w, out);
    apcm_psb_out_t psb;
    if (edge)
        apcm_psb_clock(&edge->psb, &to_psb, &psb);
    else
        apcm_psb_eval(&u->psb, &to_psb, &psb);
    out->released = psb.released;

    const apcm_tags_in_t to_tags = tags_in(in, w);
    apcm_tags_out_t tags;
    if (edge)
        apcm_tags_clock(&edge->tags, &to_tags, &tags);
    else
        apcm_tags_eval(&u->tags, &to_tags, &tags);
    out->lapses = tags.lapses;
}

static void comb(const apcm_t *u, apcm_t *edge, const apcm_in_t *in, apcm_wires_t *w,
                 apcm_out_t *out)
{
    *w = (apcm_wires_t){0};
    *out = (apcm_out_t){0};
    read_parts(u, in, w, out);
    decide(u, in, w, out);
    tell_facts(u, edge, in, w, out);
}

void apcm_eval(const apcm_t *u, const apcm_in_t *in, apcm_out_t *out)
{
    apcm_wires_t w;
    comb(u, NULL, in, &w, out);
}

void apcm_clock(apcm_t *u, const apcm_in_t *in, apcm_out_t *out)
{
    apcm_wires_t w;
    comb(u, u, in, &w, out);

    const apcm_lat_in_t lat = lat_in(in, &w);
    const apcm_monitor_in_t monitor = monitor_in(in, &w);
    apcm_lat_tick(&u->lat, &lat);
    apcm_monitor_tick(&u->monitor, &monitor);
}

void apcm_tick(apcm_t *u, const apcm_in_t *in)
{
    apcm_out_t out;
    apcm_clock(u, in, &out);
}

/* The scan reads an entry of the MTA in each cycle and tells what it writes; nothing else moves. */
uint64_t apcm_quiet(const apcm_t *u)
{
    return apcm_monitor_quiet(&u->monitor);
}

void apcm_skip(apcm_t *u, uint64_t n)
{
    const apcm_in_t nothing = {0};
    for (; n > 0 && !apcm_monitor_idle(&u->monitor); n--)
        apcm_tick(u, &nothing);
}

bool apcm_idle(const apcm_t *u)
{
    return apcm_lat_idle(&u->lat) && apcm_monitor_idle(&u->monitor) && apcm_mta_idle(&u->mta) &&
           apcm_cait_idle(&u->cait) && apcm_psb_idle(&u->psb) && apcm_tags_idle(&u->tags);
}

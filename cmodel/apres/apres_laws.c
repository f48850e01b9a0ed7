#include "apres/apres_laws.h"

#include <errno.h>
#include <string.h>

int apres_laws_init(apres_laws_t *u, const apres_laws_cfg_t *cfg)
{
    if (unit_cfg_check(&apres_laws_unit, cfg, NULL) != 0)
        return -EINVAL;
    u->cfg = *cfg;
    u->move_en = 0;
    u->move_head = 0;
    u->move_begin = 0;
    u->move_mask = 0;
    u->pending = 0;

    const apres_llt_cfg_t llt = {cfg->warps, cfg->pc_w};
    const apres_wgt_cfg_t wgt = {cfg->groups, cfg->warps};
    const apres_queue_cfg_t queue = {cfg->warps, cfg->picks, cfg->serial};
    int err = apres_llt_init(&u->llt, &llt);
    if (err == 0)
        err = apres_wgt_init(&u->wgt, &wgt);
    if (err == 0)
        err = apres_queue_init(&u->queue, &queue);
    return err;
}

/* How the parts are connected. */

static apres_llt_in_t llt_in(const apres_laws_in_t *in, const apres_laws_wires_t *w)
{
    return (apres_llt_in_t){
        .load_en = in->load_en,
        .load_warp = in->load_warp,
        .load_pc = in->load_pc,
        .drop_en = w->drop_en,
        .drop = w->drop,
        .clear_en = in->start_en,
    };
}

static apres_wgt_in_t wgt_in(const apres_laws_in_t *in, const apres_laws_wires_t *w)
{
    return (apres_wgt_in_t){
        .take_en = w->take_en,
        .take_mask = w->formed,
        .free_en = w->free_en,
        .free_idx = in->result_group,
        .clear_en = in->start_en,
    };
}

static apres_queue_in_t queue_in(const apres_laws_t *u, const apres_laws_in_t *in)
{
    apres_queue_in_t queue = {
        .move_en = u->move_en,
        .move_head = u->move_head,
        .move_mask = u->move_mask,
        .target_en = in->target_en && !u->move_en,
        .target_warp = in->target_warp,
    };
    memcpy(queue.ready, in->ready, sizeof queue.ready);
    return queue;
}

/* The load and its group; the result, and the group that it frees. */
static void groups(const apres_laws_t *u, const apres_laws_in_t *in, apres_laws_wires_t *w,
                   apres_laws_out_t *out)
{
    if (!in->load_en && !in->result_en && !in->begin_en && !in->finish_en)
        return; /* nothing comes: all of these are 0 */
    w->drop_en = in->begin_en || in->finish_en;
    w->drop = (in->begin_en ? in->begin : 0) | (in->finish_en ? in->finish : 0);

    const apres_llt_in_t to_llt = llt_in(in, w);
    apres_llt_out_t llt;
    apres_llt_eval(&u->llt, &to_llt, &llt);
    w->formed = llt.group;
    w->take_en = in->load_en && !in->start_en && in->load_warp < u->cfg.warps;

    const apres_wgt_in_t to_wgt = wgt_in(in, w);
    apres_wgt_out_t wgt;
    apres_wgt_eval(&u->wgt, &to_wgt, &wgt);
    w->took = wgt.took;
    w->known = wgt.known;
    w->freed = wgt.group;
    w->free_en = in->result_en && !in->start_en && w->known;

    out->grouped = w->took;
    out->group_idx = w->took ? wgt.idx : 0;
    out->members = w->take_en ? w->formed : 0;
    out->ungrouped = wgt.refused;
    out->listed = w->free_en && !in->result_hit;
    out->list = out->listed ? w->freed & in->live : 0;
}

/* The move of this edge, if it waits in this unit. */
void apres_laws_moore(const apres_laws_t *u, apres_laws_out_t *out)
{
    *out = (apres_laws_out_t){0};
    out->moves_hit = u->move_en && !u->move_begin && u->move_head;
    out->moves_miss = u->move_en && !u->move_begin && !u->move_head;
    out->moves_begin = u->move_en && u->move_begin;
}

static void comb(const apres_laws_t *u, const apres_laws_in_t *in, apres_laws_wires_t *w,
                 apres_laws_out_t *out)
{
    *w = (apres_laws_wires_t){0};
    apres_laws_moore(u, out);
    groups(u, in, w, out);
    const apres_queue_in_t to_queue = queue_in(u, in);
    apres_queue_out_t queue;
    apres_queue_eval(&u->queue, &to_queue, &queue);
    memcpy(out->pick_valid, queue.pick_valid, sizeof out->pick_valid);
    memcpy(out->pick, queue.pick, sizeof out->pick);
    w->left = queue.left;
    out->moves_target = to_queue.target_en;
}

/* The move of the next cycle. */
static void choose_move(apres_laws_t *u, const apres_laws_in_t *in, const apres_laws_wires_t *w)
{
    uint64_t starting = u->pending;
    if (in->begin_en)
        starting |= in->begin & bits_mask(u->cfg.warps);

    if (w->free_en) {
        u->move_en = 1;
        u->move_head = in->result_hit;
        u->move_begin = 0;
        u->move_mask = w->freed & in->live;
    } else if (w->left != 0) {
        u->move_mask = w->left;
    } else if (starting != 0) {
        u->move_en = 1;
        u->move_head = 0;
        u->move_begin = 1;
        u->move_mask = starting & (~starting + 1); /* the lowest */
        starting &= ~u->move_mask;
    } else {
        u->move_en = 0;
    }
    u->pending = starting;
}

void apres_laws_eval(const apres_laws_t *u, const apres_laws_in_t *in, apres_laws_out_t *out)
{
    apres_laws_wires_t w;
    comb(u, in, &w, out);
}

void apres_laws_clock(apres_laws_t *u, const apres_laws_in_t *in, apres_laws_out_t *out)
{
    apres_laws_wires_t w;
    comb(u, in, &w, out);

    const apres_llt_in_t llt = llt_in(in, &w);
    const apres_wgt_in_t wgt = wgt_in(in, &w);
    const apres_queue_in_t queue = queue_in(u, in);
    apres_llt_tick(&u->llt, &llt);
    apres_wgt_tick(&u->wgt, &wgt);
    apres_queue_tick(&u->queue, &queue);

    choose_move(u, in, &w);
}

void apres_laws_tick(apres_laws_t *u, const apres_laws_in_t *in)
{
    apres_laws_out_t out;
    apres_laws_clock(u, in, &out);
}

/* A move that waits is made, and told, at the next edge. */
uint64_t apres_laws_quiet(const apres_laws_t *u)
{
    return apres_laws_idle(u) ? UNIT_QUIET_EVER : 0;
}

void apres_laws_skip(apres_laws_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves without a fact */
}

bool apres_laws_idle(const apres_laws_t *u)
{
    return !u->move_en; /* `pending` holds what waits for a move alone */
}

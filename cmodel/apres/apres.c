#include "apres/apres.h"

#include <errno.h>
#include <string.h>

int apres_init(apres_t *u, const apres_cfg_t *cfg)
{
    if (unit_cfg_check(&apres_unit, cfg, NULL) != 0)
        return -EINVAL;
    u->cfg = *cfg; /* all state is in the parts */

    const apres_laws_cfg_t laws = {cfg->warps, cfg->pc_w, cfg->groups, cfg->picks, cfg->serial};
    const apres_sap_cfg_t sap = {
        .warps = cfg->warps,
        .pc_w = cfg->pc_w,
        .addr_w = cfg->addr_w,
        .id_w = cfg->id_w,
        .drq = cfg->drq,
        .entries = cfg->entries,
        .div_bits = cfg->div_bits,
        .stages = cfg->stages,
    };
    const int err = apres_laws_init(&u->laws, &laws);
    return err != 0 ? err : apres_sap_init(&u->sap, &sap);
}

/* How the parts are connected. */

static apres_laws_in_t laws_in(const apres_t *u, const apres_in_t *in, const apres_wires_t *w)
{
    apres_laws_in_t laws = {
        .start_en = in->start_en,
        .load_en = in->load_en,
        .load_warp = in->load_warp,
        .load_pc = in->load_pc,
        .begin_en = in->begin_en,
        .begin = in->begin,
        .finish_en = in->finish_en,
        .finish = in->finish,
        .live = in->live,
        .result_en = in->result_en,
        .result_hit = in->result_hit,
        .result_group = in->result_group,
        .target_en = w->target_en,
        .target_warp = w->target_id & (uint8_t)bits_mask(bits_index_w(u->cfg.warps)),
    };
    memcpy(laws.ready, in->ready, sizeof laws.ready);
    return laws;
}

static apres_sap_in_t sap_in(const apres_in_t *in, const apres_wires_t *w)
{
    return (apres_sap_in_t){
        .start_en = in->start_en,
        .miss_en = w->miss_en,
        .miss_pc = in->result_pc,
        .miss_id = in->result_id,
        .miss_addr = in->result_addr,
        .miss_group = w->reached,
        .live = in->live,
        .pf_take = in->pf_take,
        .pf_good = in->pf_good,
        .target_moves = w->target_moves,
    };
}

/* What each part says. */

static void from_sap_state(const apres_sap_out_t *sap, apres_wires_t *w, apres_out_t *out)
{
    w->target_en = sap->target_en;
    w->target_id = sap->target_id;
    *out = (apres_out_t){
        .pf_valid = sap->pf_valid,
        .pf_pc = sap->pf_pc,
        .pf_id = sap->pf_id,
        .pf_addr = sap->pf_addr,
    };
}

static void from_laws(const apres_laws_out_t *laws, const apres_in_t *in, apres_wires_t *w,
                      apres_out_t *out)
{
    w->miss_en = laws->listed;
    w->miss_group = laws->list;
    w->reached = w->miss_group & in->result_reach;
    w->target_moves = laws->moves_target;
    out->grouped = laws->grouped;
    out->group_idx = laws->group_idx;
    out->members = laws->members;
    memcpy(out->pick_valid, laws->pick_valid, sizeof out->pick_valid);
    memcpy(out->pick, laws->pick, sizeof out->pick);
    out->ungrouped = laws->ungrouped;
    out->listed = laws->listed;
    out->moves_hit = laws->moves_hit;
    out->moves_miss = laws->moves_miss;
    out->moves_begin = laws->moves_begin;
    out->moves_target = laws->moves_target;
}

static void from_sap(const apres_sap_out_t *sap, apres_out_t *out)
{
    out->takes = sap->takes;
    out->dropped = sap->dropped;
    out->allocates = sap->allocates;
    out->replaces = sap->replaces;
    out->same_warp = sap->same_warp;
    out->inexact = sap->inexact;
    out->mismatch = sap->mismatch;
    out->no_stride = sap->no_stride;
    out->predicts = sap->predicts;
}

static void read_state(const apres_t *u, apres_wires_t *w, apres_out_t *out)
{
    apres_sap_out_t sap;
    apres_sap_moore(&u->sap, &sap);
    from_sap_state(&sap, w, out);
}

void apres_moore(const apres_t *u, apres_out_t *out)
{
    apres_wires_t w;
    read_state(u, &w, out);

    apres_laws_out_t laws;
    apres_laws_moore(&u->laws, &laws);
    out->moves_hit = laws.moves_hit;
    out->moves_miss = laws.moves_miss;
    out->moves_begin = laws.moves_begin;
    out->moves_target = w.target_en && apres_laws_idle(&u->laws);
}

/* Nothing comes for SAP, and it is quiet: it may sleep through this edge, and tells no facts. */
static bool sap_sleeps(const apres_sap_t *u, const apres_sap_in_t *in)
{
    return !in->start_en && !in->miss_en && !in->pf_take && !in->target_moves &&
           apres_sap_quiet(u) != 0;
}

/* SAP's target leads to LAWS, and what LAWS says of it and of misses leads back in the same cycle.
 * The target depends on the state alone. */
void apres_eval(const apres_t *u, const apres_in_t *in, apres_out_t *out)
{
    apres_wires_t w;
    read_state(u, &w, out);

    const apres_laws_in_t to_laws = laws_in(u, in, &w);
    apres_laws_out_t laws;
    apres_laws_eval(&u->laws, &to_laws, &laws);
    from_laws(&laws, in, &w, out);

    const apres_sap_in_t to_sap = sap_in(in, &w);
    if (sap_sleeps(&u->sap, &to_sap))
        return;
    apres_sap_out_t sap;
    apres_sap_eval(&u->sap, &to_sap, &sap);
    from_sap(&sap, out);
}

/* As eval, each part at its edge: neither reads the other but through the wires. */
void apres_clock(apres_t *u, const apres_in_t *in, apres_out_t *out)
{
    apres_wires_t w;
    read_state(u, &w, out);

    const apres_laws_in_t to_laws = laws_in(u, in, &w);
    apres_laws_out_t laws;
    apres_laws_clock(&u->laws, &to_laws, &laws);
    from_laws(&laws, in, &w, out);

    const apres_sap_in_t to_sap = sap_in(in, &w);
    if (sap_sleeps(&u->sap, &to_sap)) {
        apres_sap_skip(&u->sap, 1);
        return;
    }
    apres_sap_out_t sap;
    apres_sap_clock(&u->sap, &to_sap, &sap);
    from_sap(&sap, out);
}

void apres_tick(apres_t *u, const apres_in_t *in)
{
    apres_out_t out;
    apres_clock(u, in, &out);
}

/* A target that waits is moved by LAWS, and told, without anything from outside. */
uint64_t apres_quiet(const apres_t *u)
{
    const uint64_t laws = apres_laws_quiet(&u->laws), sap = apres_sap_quiet(&u->sap);
    if (u->sap.held)
        return 0;
    return laws < sap ? laws : sap;
}

void apres_skip(apres_t *u, uint64_t n)
{
    apres_laws_skip(&u->laws, n);
    apres_sap_skip(&u->sap, n);
}

bool apres_idle(const apres_t *u)
{
    return apres_laws_idle(&u->laws) && apres_sap_idle(&u->sap) && !u->sap.held;
}

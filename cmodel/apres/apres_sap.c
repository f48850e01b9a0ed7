#include "apres/apres_sap.h"

#include <errno.h>

/* With `stages`: where the miss that is served is (`step`), and the next prefetch (`phase`). */
enum { STEP_NONE, STEP_LOOK, STEP_DIFFERENCES, STEP_START, STEP_END, STEP_GIVE_UP };
enum { PHASE_NONE, PHASE_WARP, PHASE_PRODUCT, PHASE_HALF };

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
    u->step = STEP_NONE;
    u->num = 0;
    u->den = 0;
    u->exact = 0;
    u->phase = PHASE_NONE;
    u->next = 0;
    u->product = 0;

    const apres_drq_cfg_t drq = {cfg->drq, cfg->addr_w, cfg->pc_w, cfg->id_w, cfg->warps};
    const apres_pt_cfg_t pt = {cfg->entries, cfg->pc_w, cfg->id_w, cfg->addr_w};
    const apres_wq_cfg_t wq = {cfg->warps, cfg->id_w};
    const apres_div_cfg_t div = {cfg->addr_w, cfg->id_w + 1, cfg->div_bits};
    const apres_agen_cfg_t agen = {cfg->addr_w, cfg->id_w, cfg->stages == 2};
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
        .look_en = w->look_en,
        .look_pc = w->look_pc,
        .look_id = w->look_id,
        .look_addr = w->look_addr,
        .at = u->way,
        .set_en = out->mismatch,
        .set_stride = w->stride_new,
        .clear_en = in->start_en,
    };
}

static apres_div_in_t div_in(const apres_sap_in_t *in, const apres_sap_wires_t *w)
{
    return (apres_div_in_t){
        .start_en = w->div_en,
        .num = w->div_num,
        .den = w->div_den,
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
    return !u->dividing && !w->wq_valid && u->fill == 0 && u->phase == PHASE_NONE;
}

/* Is SAP offering, and does it look at the first warp of the WQ? */
static bool looks_at_warp(const apres_sap_t *u, const apres_sap_wires_t *w)
{
    return !u->dividing && w->wq_valid && u->phase == PHASE_NONE;
}

/* ... and is it the one that missed? */
static bool passes_over(const apres_sap_t *u, const apres_sap_wires_t *w)
{
    return looks_at_warp(u, w) && w->wq_id == u->id;
}

/* With `stages` 2: half of the product of the next prefetch is known, and the other half is made.
 */
static bool halfway(const apres_sap_t *u)
{
    return u->cfg.stages == 2 && u->phase == PHASE_HALF;
}

/* With `stages`: the product is made, or half of it. */
static bool multiplies(const apres_sap_t *u)
{
    return u->phase == PHASE_WARP || halfway(u);
}

static bool offers(const apres_sap_t *u, const apres_sap_wires_t *w)
{
    if (u->cfg.stages)
        return u->phase == PHASE_PRODUCT && !u->held;
    return looks_at_warp(u, w) && w->wq_id != u->id && !u->held;
}

static apres_agen_in_t agen_in(const apres_sap_t *u, const apres_sap_wires_t *w)
{
    return (apres_agen_in_t){
        .addr = w->look_addr,
        .old_addr = w->agen_old_addr,
        .id = w->look_id,
        .old_id = w->agen_old_id,
        .from_id = u->id,
        .to_id = w->wq_id,
        .by = w->agen_by,
        .stride = w->agen_stride,
        .upper = w->agen_upper,
        .so_far = w->agen_so_far,
        .base = u->addr,
        .step = w->agen_step,
    };
}

static void ask_agen(const apres_sap_t *u, apres_sap_wires_t *w)
{
    const apres_agen_in_t in = agen_in(u, w);
    apres_agen_out_t out;
    apres_agen_eval(&u->agen, &in, &out);
    w->d_addr = out.d_addr;
    w->d_id = out.d_id;
    w->d_to = out.d_to;
    w->product = out.product;
    w->to = out.to;
}

/* The differences of the miss that is looked up, and the address of the next prefetch: in one cycle
 * what follows from what, or with `stages` each from a register. */
static void generate(const apres_sap_t *u, apres_sap_wires_t *w)
{
    const bool stages = u->cfg.stages;
    w->agen_old_addr = stages ? u->num : w->old_addr;
    w->agen_old_id = stages ? (uint8_t)(u->den & bits_mask(u->cfg.id_w)) : w->old_id;
    w->agen_stride = stages ? u->num : w->stride;
    w->agen_upper = stages ? halfway(u) : looks_at_warp(u, w); /* no effect without halves */
    w->agen_so_far = u->product;
    w->agen_by = u->den;
    w->agen_step = u->product;
    ask_agen(u, w);
    if (stages)
        return;
    w->agen_by = w->d_to;
    ask_agen(u, w);
    w->agen_so_far = w->product;
    w->agen_step = w->product;
    ask_agen(u, w);
}

static void tell_offer(const apres_sap_t *u, const apres_sap_wires_t *w, apres_sap_out_t *out)
{
    out->pf_valid = offers(u, w);
    out->pf_pc = out->pf_valid ? u->pc : 0;
    out->pf_id = !out->pf_valid ? 0 : u->cfg.stages ? u->next : w->wq_id;
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
    if (offers(u, &w) && u->cfg.stages) {
        generate(u, &w);
    } else if (offers(u, &w)) {
        const apres_pt_in_t to_pt = pt_in(u, &nothing, &w, out);
        apres_pt_out_t pt;
        apres_pt_eval(&u->pt, &to_pt, &pt);
        w.stride = pt.stride;
        generate(u, &w);
    }
    tell_offer(u, &w, out);
}

/* The PT has the load of the miss that is looked up, of another warp. */
static bool divides(const apres_sap_wires_t *w)
{
    return w->pt_hit && w->old_id != w->look_id;
}

/* A miss is taken, and one is looked up in the PT: the same, or with `stages` that of the cycle
 * before. */
static void take(const apres_sap_t *u, const apres_sap_in_t *in, apres_sap_wires_t *w,
                 apres_sap_out_t *out)
{
    const bool stages = u->cfg.stages;
    out->takes = is_idle(u, w) && w->drq_valid && !in->start_en;
    w->look_en = stages ? u->step == STEP_LOOK : out->takes;
    w->look_pc = stages ? u->pc : w->drq_pc;
    w->look_id = stages ? u->id : w->drq_id;
    w->look_addr = stages ? u->addr : w->drq_addr;

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

    out->same_warp = w->pt_hit && w->old_id == w->look_id;
    w->div_en = stages ? u->step == STEP_START : divides(w);
}

/* A division ends: a prediction, or none. */
static void conclude(const apres_sap_t *u, const apres_sap_in_t *in, apres_sap_wires_t *w,
                     apres_sap_out_t *out)
{
    apres_div_out_t div;
    apres_div_eval(&u->div, &(apres_div_in_t){0}, &div);
    w->done = div.done;
    w->quot = div.quot;
    w->div_exact = div.exact;
    w->stride_new = u->cfg.stages ? u->num : w->quot;

    const bool over = u->cfg.stages ? u->step == STEP_END : u->dividing && w->done;
    const bool ends = over && !in->start_en;
    const bool exact = u->cfg.stages ? u->exact : w->div_exact;
    const bool same = w->stride_new == w->stride;
    out->inexact = ends && !exact;
    out->mismatch = ends && exact && !same;
    out->no_stride = ends && exact && same && w->stride == 0;
    out->predicts = ends && exact && same && w->stride != 0;
    w->wq_clear = in->start_en || (ends && !out->predicts);
}

/* The warps of the group that are still to be put into the WQ. */
static uint64_t to_fill(const apres_sap_t *u, const apres_sap_in_t *in)
{
    return u->fill & in->live;
}

/* Nothing is filled before it is known that a division follows. */
static bool fills(const apres_sap_t *u)
{
    return u->step != STEP_LOOK && u->step != STEP_GIVE_UP;
}

static void comb(const apres_sap_t *u, const apres_sap_in_t *in, apres_sap_wires_t *w,
                 apres_sap_out_t *out)
{
    *w = (apres_sap_wires_t){0};
    *out = (apres_sap_out_t){0};
    read_queues(u, in, w, out);
    take(u, in, w, out);
    if (u->cfg.stages || w->div_en || offers(u, w))
        generate(u, w);
    w->div_num = u->cfg.stages ? u->num : w->d_addr;
    w->div_den = u->cfg.stages ? u->den : w->d_id;
    tell_offer(u, w, out);
    conclude(u, in, w, out);

    w->wq_push = to_fill(u, in) != 0 && fills(u);
    w->wq_push_id = w->wq_push ? (uint8_t)bits_lowest(to_fill(u, in)) : 0;
    w->wq_pop =
        u->cfg.stages ? looks_at_warp(u, w) : passes_over(u, w) || (out->pf_valid && in->pf_take);
}

void apres_sap_eval(const apres_sap_t *u, const apres_sap_in_t *in, apres_sap_out_t *out)
{
    apres_sap_wires_t w;
    comb(u, in, &w, out);
}

/* With `stages`: the registers between a take and the end of its division. */
static void clock_step(apres_sap_t *u, const apres_sap_in_t *in, const apres_sap_wires_t *w,
                       const apres_sap_out_t *out)
{
    uint8_t next = STEP_NONE;
    if (out->takes)
        next = STEP_LOOK;
    if (u->step == STEP_LOOK) {
        next = divides(w) ? STEP_DIFFERENCES : STEP_GIVE_UP;
        u->way = w->pt_way;
        u->num = w->old_addr;
        u->den = w->old_id;
    }
    if (u->step == STEP_DIFFERENCES) {
        next = STEP_START;
        u->num = w->d_addr;
        u->den = w->d_id;
    }
    if (u->dividing && w->done) {
        next = STEP_END;
        u->num = w->quot;
        u->exact = w->div_exact;
    }
    u->step = in->start_en ? STEP_NONE : next;
}

/* ... and between the WQ and the address of a prefetch. */
static void clock_phase(apres_sap_t *u, const apres_sap_in_t *in, const apres_sap_wires_t *w,
                        const apres_sap_out_t *out)
{
    if (multiplies(u)) {
        u->product = w->product;
        u->phase = u->cfg.stages == 2 && !halfway(u) ? PHASE_HALF : PHASE_PRODUCT;
    } else if (looks_at_warp(u, w) && !passes_over(u, w)) {
        u->next = w->wq_id;
        u->den = w->d_to;
        u->phase = PHASE_WARP;
    } else if (out->pf_valid && in->pf_take) {
        u->phase = PHASE_NONE;
    }
    if (in->start_en)
        u->phase = PHASE_NONE;
}

/* The registers of this unit. */
static void clock_own(apres_sap_t *u, const apres_sap_in_t *in, const apres_sap_wires_t *w,
                      const apres_sap_out_t *out)
{
    const bool ends = out->inexact || out->mismatch || out->no_stride || out->predicts;
    const bool serves = u->cfg.stages ? out->takes : divides(w);
    const bool nothing = u->step == STEP_GIVE_UP;
    const uint64_t rest = to_fill(u, in) & (to_fill(u, in) - 1); /* without its lowest warp */

    if (!u->cfg.stages && serves)
        u->way = w->pt_way;
    if (serves) {
        u->fill = w->drq_group;
        u->pc = w->drq_pc;
        u->id = w->drq_id;
        u->addr = w->drq_addr;
    } else if (w->wq_clear || nothing) {
        u->fill = 0;
    } else if (fills(u)) {
        u->fill = rest;
    }
    if (out->pf_valid && in->pf_take && in->pf_good && !in->start_en) {
        u->held = 1;
        u->target = out->pf_id;
    } else if (in->target_moves || in->start_en) {
        u->held = 0;
    }
    const bool stays = u->dividing && !ends && !nothing;
    if (u->cfg.stages) {
        clock_phase(u, in, w, out);
        clock_step(u, in, w, out);
    }
    u->dividing = (stays || serves) && !in->start_en;
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
    if (u->fill != 0 || u->step != STEP_NONE || multiplies(u))
        return 0;
    if (u->dividing)
        return apres_div_quiet(&u->div);
    if (u->phase == PHASE_PRODUCT)
        return UNIT_QUIET_EVER; /* waits for the L1 or for LAWS */
    if (u->wq.ring.len == 0)
        return u->drq.ring.len != 0 ? 0 : UNIT_QUIET_EVER;
    const apres_sap_in_t nothing = {0};
    apres_sap_wires_t w = {0};
    apres_sap_out_t out = {0};
    read_queues(u, &nothing, &w, &out);
    return u->cfg.stages || passes_over(u, &w) ? 0 : UNIT_QUIET_EVER;
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

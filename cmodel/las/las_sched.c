#include "las/las_sched.h"

#include <errno.h>
#include <string.h>

/* Ports of the degree table, and the two picks, of each scheduler. */
enum { ROW_LAST, ROW_PROMOTED, ROW_DEMOTED, ROWS };
enum { PICK_ISSUE, PICK_PROMOTION, PICKS };

static unsigned sum_w(const las_sched_cfg_t *c)
{
    return c->deg_w + bits_log2_up(c->active);
}

int las_sched_init(las_sched_t *u, const las_sched_cfg_t *cfg)
{
    if (unit_cfg_check(&las_sched_unit, cfg, NULL) != 0 || cfg->scheds * cfg->per > 64 ||
        cfg->active > cfg->per)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;

    const las_degrees_cfg_t degrees = {cfg->scheds, cfg->per, cfg->deg_w, ROWS};
    const las_pick_cfg_t pick = {cfg->per, sum_w(cfg), cfg->age_w};
    int err = las_degrees_init(&u->degrees, &degrees);
    for (unsigned i = 0; err == 0 && i < PICKS * cfg->scheds; i++)
        err = las_pick_init(&u->pick[i], &pick);
    return err;
}

/* Does a warp arrive, in a slot of this scheduler? */
static bool arrives(const las_sched_t *u, const las_sched_in_t *in, unsigned s)
{
    return in->wipe_en && !in->clear_en && in->wipe_sched == s && in->wipe_warp < u->cfg.per;
}

/* Does the write name two warps of a scheduler? If one of them arrives, it is not active after the
 * edge and its sum becomes 0: then the write adds nothing to a sum. */
static bool writes(const las_sched_t *u, const las_sched_in_t *in)
{
    return in->write_en && in->write_sched < u->cfg.scheds && in->write_one < u->cfg.per &&
           in->write_other < u->cfg.per && in->write_one != in->write_other;
}

static uint64_t warps_mask(const las_sched_t *u)
{
    return bits_mask(u->cfg.per);
}

/* How the parts are connected. */

static las_degrees_in_t degrees_in(const las_sched_in_t *in, const las_sched_wires_t *w)
{
    las_degrees_in_t degrees = {
        .write_en = in->write_en,
        .write_sched = in->write_sched,
        .write_one = in->write_one,
        .write_other = in->write_other,
        .write_deg = in->write_deg,
        .wipe_en = in->wipe_en,
        .wipe_sched = in->wipe_sched,
        .wipe_warp = in->wipe_warp,
        .clear_en = in->clear_en,
    };
    memcpy(degrees.read_warp, w->read_warp, sizeof degrees.read_warp);
    return degrees;
}

static void choose(const las_sched_t *u, const las_sched_in_t *in, unsigned s, unsigned which,
                   las_sched_wires_t *w)
{
    const unsigned i = PICKS * s + which, per = u->cfg.per;
    if (w->usable[i] == 0)
        return; /* of none it chooses none: all its wires are 0 */
    las_pick_in_t pick = {.use = w->usable[i], .starve = in->starve[s]};
    memcpy(pick.key, &w->key[i * per], per * sizeof *pick.key);
    memcpy(pick.since, &in->since[s * per], per * sizeof *pick.since);

    las_pick_out_t chosen;
    las_pick_eval(&u->pick[i], &pick, &chosen);
    w->any[i] = chosen.any;
    w->best[i] = chosen.warp;
    w->hungry[i] = chosen.starved;
}

/* What a scheduler does at this edge. */

static void demote(const las_sched_t *u, const las_sched_in_t *in, unsigned s, las_sched_wires_t *w,
                   las_sched_out_t *out)
{
    uint64_t leave = 0;
    if (arrives(u, in, s))
        leave = u->active[s] & UINT64_C(1) << in->wipe_warp;
    else if (in->run_en && !in->clear_en)
        leave = u->active[s] & in->stalled[s];
    out->demotes[s] = leave != 0;
    w->read_warp[ROWS * s + ROW_DEMOTED] = (uint8_t)(leave != 0 ? bits_lowest(leave) : 0);
}

static void promote(const las_sched_t *u, const las_sched_in_t *in, unsigned s,
                    las_sched_wires_t *w, las_sched_out_t *out)
{
    const unsigned i = PICKS * s + PICK_PROMOTION, per = u->cfg.per;
    if (bits_popcount(u->active[s]) < u->cfg.active)
        w->usable[i] = in->ready[s] & ~in->stalled[s] & ~u->active[s] & warps_mask(u);
    memcpy(&w->key[i * per], &u->sum[s * per], per * sizeof *w->key);
    choose(u, in, s, PICK_PROMOTION, w);

    const bool works = in->run_en && !in->clear_en && !arrives(u, in, s);
    out->promotes[s] = works && w->any[i];
    out->rescues[s] = out->promotes[s] && w->hungry[i];
    w->read_warp[ROWS * s + ROW_PROMOTED] = w->best[i];
}

static void issue(const las_sched_t *u, const las_sched_in_t *in, unsigned s, las_sched_wires_t *w,
                  las_sched_out_t *out)
{
    const unsigned i = PICKS * s + PICK_ISSUE, per = u->cfg.per;
    w->usable[i] = u->active[s] & in->ready[s];
    for (unsigned v = 0; u->last_en[s] && v < per; v++)
        w->key[i * per + v] = w->row[(ROWS * s + ROW_LAST) * per + v];
    choose(u, in, s, PICK_ISSUE, w);

    const bool goes_on = !w->hungry[i] && u->last_en[s] && (w->usable[i] >> u->last[s] & 1);
    out->pick_valid[s] = w->any[i];
    out->pick[s] = goes_on ? u->last[s] : w->best[i];
    out->starved[s] = in->issue_en[s] && !in->clear_en && w->hungry[i];
}

void las_sched_moore(const las_sched_t *u, las_sched_out_t *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->group, u->active, sizeof out->group);
}

static void comb(const las_sched_t *u, const las_sched_in_t *in, las_sched_wires_t *w,
                 las_sched_out_t *out)
{
    memset(w, 0, sizeof *w);
    las_sched_moore(u, out);
    for (unsigned s = 0; s < u->cfg.scheds; s++) {
        demote(u, in, s, w, out);
        promote(u, in, s, w, out);
        w->read_warp[ROWS * s + ROW_LAST] = u->last_en[s] ? u->last[s] : 0;
    }

    const las_degrees_in_t to_degrees = degrees_in(in, w);
    las_degrees_out_t degrees;
    las_degrees_eval(&u->degrees, &to_degrees, &degrees);
    w->old = degrees.old;
    memcpy(w->row, degrees.row, sizeof w->row);

    for (unsigned s = 0; s < u->cfg.scheds; s++)
        issue(u, in, s, w, out);
}

void las_sched_eval(const las_sched_t *u, const las_sched_in_t *in, las_sched_out_t *out)
{
    las_sched_wires_t w;
    comb(u, in, &w, out);
}

static void add_to_sum(las_sched_t *u, unsigned s, unsigned warp, unsigned change)
{
    uint16_t *sum = &u->sum[s * u->cfg.per + warp];
    *sum = (uint16_t)((*sum + change) & bits_mask(sum_w(&u->cfg)));
}

/* Who is active after the edge, and the rows of those who come and go in the sums. */
static void change_active(las_sched_t *u, unsigned s, const las_sched_wires_t *w,
                          const las_sched_out_t *out)
{
    const unsigned per = u->cfg.per;
    const unsigned promoted = w->read_warp[ROWS * s + ROW_PROMOTED];
    const unsigned demoted = w->read_warp[ROWS * s + ROW_DEMOTED];
    for (unsigned v = 0; v < per && out->promotes[s]; v++)
        add_to_sum(u, s, v, w->row[(ROWS * s + ROW_PROMOTED) * per + v]);
    for (unsigned v = 0; v < per && out->demotes[s]; v++)
        add_to_sum(u, s, v, 0U - w->row[(ROWS * s + ROW_DEMOTED) * per + v]);
    if (out->promotes[s])
        u->active[s] |= UINT64_C(1) << promoted;
    if (out->demotes[s])
        u->active[s] &= ~(UINT64_C(1) << demoted);
}

/* A degree changes: so does the sum of each of the two whose partner is active after the edge. */
static void change_degree(las_sched_t *u, const las_sched_in_t *in, const las_sched_wires_t *w)
{
    const unsigned s = in->write_sched;
    const unsigned change = (unsigned)(in->write_deg & bits_mask(u->cfg.deg_w)) - w->old;
    if (u->active[s] >> in->write_other & 1)
        add_to_sum(u, s, in->write_one, change);
    if (u->active[s] >> in->write_one & 1)
        add_to_sum(u, s, in->write_other, change);
}

static void clear(las_sched_t *u)
{
    memset(u->active, 0, sizeof u->active);
    memset(u->last_en, 0, sizeof u->last_en);
    memset(u->sum, 0, sizeof u->sum);
}

void las_sched_clock(las_sched_t *u, const las_sched_in_t *in, las_sched_out_t *out)
{
    las_sched_wires_t w;
    comb(u, in, &w, out);

    for (unsigned s = 0; s < u->cfg.scheds; s++) {
        change_active(u, s, &w, out);
        if (in->issue_en[s] && in->issue_warp[s] < u->cfg.per) {
            u->last_en[s] = 1;
            u->last[s] = in->issue_warp[s];
        }
    }
    if (writes(u, in))
        change_degree(u, in, &w);
    for (unsigned s = 0; s < u->cfg.scheds; s++)
        if (arrives(u, in, s))
            u->sum[s * u->cfg.per + in->wipe_warp] = 0;
    if (in->clear_en)
        clear(u);

    const las_degrees_in_t degrees = degrees_in(in, &w);
    las_degrees_tick(&u->degrees, &degrees);
}

void las_sched_tick(las_sched_t *u, const las_sched_in_t *in)
{
    las_sched_out_t out;
    las_sched_clock(u, in, &out);
}

uint64_t las_sched_quiet(const las_sched_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void las_sched_skip(las_sched_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool las_sched_idle(const las_sched_t *u)
{
    (void)u;
    return true;
}

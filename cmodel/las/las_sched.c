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

/* A difference is a bit longer than a degree, which is its sign; with one active warp a sum is no
 * longer than a degree. */
static unsigned diff_w(const las_sched_cfg_t *c)
{
    return c->deg_w + (c->active > 1);
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

/* The active warp that leaves, as a bit; 0: none. */
static uint64_t leaving(const las_sched_t *u, const las_sched_in_t *in, unsigned s)
{
    if (arrives(u, in, s))
        return u->active[s] & UINT64_C(1) << in->wipe_warp;
    const uint64_t stalled = in->run_en && !in->clear_en ? u->active[s] & in->stalled[s] : 0;
    return stalled & (~stalled + 1);
}

/* With `stages`: the warp that has left, but is still in the sums, as a bit. */
static uint64_t waiting(const las_sched_t *u, unsigned s)
{
    return u->left_en[s] ? UINT64_C(1) << u->left[s] : 0;
}

/* The warp whose row is subtracted from the sums, as a bit: the one that leaves, or with `stages`
 * the one that arrives, if it is in the sums, or else the one that has left. */
static uint64_t subtracted(const las_sched_t *u, const las_sched_in_t *in, unsigned s)
{
    if (!u->cfg.stages)
        return leaving(u, in, s);
    if (arrives(u, in, s))
        return (u->active[s] | waiting(u, s)) & UINT64_C(1) << in->wipe_warp;
    return waiting(u, s);
}

/* Can a warp be promoted in this cycle? */
static bool works(const las_sched_t *u, const las_sched_in_t *in, unsigned s)
{
    return in->run_en && !in->clear_en && !arrives(u, in, s);
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
    const uint64_t row = subtracted(u, in, s);
    out->demotes[s] = leaving(u, in, s) != 0;
    w->read_warp[ROWS * s + ROW_DEMOTED] = (uint8_t)(row != 0 ? bits_lowest(row) : 0);
}

static void promote(const las_sched_t *u, const las_sched_in_t *in, unsigned s,
                    las_sched_wires_t *w, las_sched_out_t *out)
{
    const unsigned i = PICKS * s + PICK_PROMOTION, per = u->cfg.per;
    const bool comes = u->cfg.stages && u->come_en[s];
    if (bits_popcount(u->active[s]) < u->cfg.active && !comes)
        w->usable[i] = in->ready[s] & ~in->stalled[s] & ~u->active[s] & warps_mask(u);
    memcpy(&w->key[i * per], &u->sum[s * per], per * sizeof *w->key);
    choose(u, in, s, PICK_PROMOTION, w);

    out->promotes[s] = works(u, in, s) && (u->cfg.stages ? comes : w->any[i]);
    out->rescues[s] = out->promotes[s] && (u->cfg.stages ? u->come_starves[s] : w->hungry[i]);
    w->read_warp[ROWS * s + ROW_PROMOTED] = u->cfg.stages ? u->come[s] : w->best[i];
}

/* The warp that issued last goes on while it can issue, and none starves that can. */
static bool goes_on(const las_sched_t *u, const las_sched_in_t *in, unsigned s,
                    const las_sched_wires_t *w)
{
    const uint64_t usable = w->usable[PICKS * s + PICK_ISSUE];
    return u->last_en[s] && (usable >> u->last[s] & 1) && (usable & in->starve[s]) == 0;
}

static void issue(const las_sched_t *u, const las_sched_in_t *in, unsigned s, las_sched_wires_t *w,
                  las_sched_out_t *out)
{
    const unsigned i = PICKS * s + PICK_ISSUE, per = u->cfg.per;
    if (goes_on(u, in, s, w)) { /* whoever would be chosen */
        out->pick_valid[s] = 1;
        out->pick[s] = u->last[s];
        return;
    }

    const uint8_t *row = u->cfg.stages ? &u->near[s * per] : &w->row[(ROWS * s + ROW_LAST) * per];
    for (unsigned v = 0; w->usable[i] != 0 && v < per; v++)
        w->key[i * per + v] = row[v];
    choose(u, in, s, PICK_ISSUE, w);

    out->pick_valid[s] = w->any[i];
    out->pick[s] = w->best[i];
    out->starved[s] = in->issue_en[s] && !in->clear_en && w->hungry[i];
}

void las_sched_moore(const las_sched_t *u, las_sched_out_t *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->group, u->active, sizeof out->group);
}

/* The rows that anybody looks at in this cycle, as bits; the others are 0. Nobody looks at the last
 * one's before a warp has issued, or if that warp goes on. */
static uint32_t looked_at(const las_sched_t *u, const las_sched_in_t *in, unsigned s,
                          const las_sched_wires_t *w, const las_sched_out_t *out)
{
    const bool chooses = w->usable[PICKS * s + PICK_ISSUE] != 0 && !goes_on(u, in, s, w);
    const uint32_t last = u->last_en[s] && (chooses || u->cfg.stages);
    const uint32_t promoted = out->promotes[s], demoted = subtracted(u, in, s) != 0;
    return (last << ROW_LAST | promoted << ROW_PROMOTED | demoted << ROW_DEMOTED) << ROWS * s;
}

/* All wires but rows and keys, which are written before they are read. */
static void clear_wires(las_sched_wires_t *w)
{
    w->old = 0;
    memset(w->read_warp, 0, sizeof w->read_warp);
    memset(w->usable, 0, sizeof w->usable);
    memset(w->any, 0, sizeof w->any);
    memset(w->best, 0, sizeof w->best);
    memset(w->hungry, 0, sizeof w->hungry);
}

static void comb(const las_sched_t *u, const las_sched_in_t *in, las_sched_wires_t *w,
                 las_sched_out_t *out)
{
    uint32_t rows = 0;
    clear_wires(w);
    las_sched_moore(u, out);
    for (unsigned s = 0; s < u->cfg.scheds; s++) {
        demote(u, in, s, w, out);
        promote(u, in, s, w, out);
        w->read_warp[ROWS * s + ROW_LAST] = u->last_en[s] ? u->last[s] : 0;
        w->usable[PICKS * s + PICK_ISSUE] = u->active[s] & in->ready[s];
        rows |= looked_at(u, in, s, w, out);
    }

    const las_degrees_in_t to_degrees = degrees_in(in, w);
    las_degrees_out_t degrees;
    las_degrees_look(&u->degrees, &to_degrees, rows, &degrees);
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
static void change_active(las_sched_t *u, unsigned s, uint64_t leave, bool minus,
                          const las_sched_wires_t *w, const las_sched_out_t *out)
{
    const unsigned per = u->cfg.per;
    for (unsigned v = 0; v < per && out->promotes[s]; v++)
        add_to_sum(u, s, v, w->row[(ROWS * s + ROW_PROMOTED) * per + v]);
    for (unsigned v = 0; v < per && minus; v++)
        add_to_sum(u, s, v, 0U - w->row[(ROWS * s + ROW_DEMOTED) * per + v]);
    if (out->promotes[s])
        u->active[s] |= UINT64_C(1) << w->read_warp[ROWS * s + ROW_PROMOTED];
    u->active[s] &= ~leave;
}

/* A degree of two warps changes: so does the sum of each whose partner counts. */
static void change_sums(las_sched_t *u, unsigned s, unsigned one, unsigned other, unsigned change,
                        uint64_t counted)
{
    if (counted >> other & 1)
        add_to_sum(u, s, one, change);
    if (counted >> one & 1)
        add_to_sum(u, s, other, change);
}

static unsigned change_of(const las_sched_t *u, const las_sched_in_t *in,
                          const las_sched_wires_t *w)
{
    return (unsigned)(in->write_deg & bits_mask(u->cfg.deg_w)) - w->old;
}

/* With `stages`: the difference that waits, with its sign. */
static unsigned diff(const las_sched_t *u)
{
    const unsigned sign = 1U << (diff_w(&u->cfg) - 1);
    return (u->diff ^ sign) - sign;
}

/* With `stages`: the registers of a scheduler, from the state before the edge. */
static void tick_stages(las_sched_t *u, const las_sched_in_t *in, unsigned s, uint64_t leave,
                        const las_sched_wires_t *w)
{
    const unsigned per = u->cfg.per, i = PICKS * s + PICK_PROMOTION;
    for (unsigned v = 0; v < per; v++)
        u->near[s * per + v] = u->last_en[s] ? w->row[(ROWS * s + ROW_LAST) * per + v] : 0;

    u->come_en[s] = works(u, in, s) && w->any[i];
    if (u->come_en[s]) {
        u->come[s] = w->best[i];
        u->come_starves[s] = w->hungry[i];
    }

    if (arrives(u, in, s)) { /* its own row is read now, and the other one waits */
        u->left_en[s] = u->left_en[s] && u->left[s] != in->wipe_warp;
        return;
    }
    u->left_en[s] = leave != 0;
    if (leave != 0)
        u->left[s] = (uint8_t)bits_lowest(leave);
}

/* With `stages`: the difference that the sums take at the next edge. */
static void tick_diff(las_sched_t *u, const las_sched_in_t *in, const las_sched_wires_t *w)
{
    const bool wiped = arrives(u, in, in->write_sched) &&
                       (in->wipe_warp == in->write_one || in->wipe_warp == in->write_other);
    u->diff_en = writes(u, in) && !wiped;
    if (u->diff_en) {
        u->diff_sched = in->write_sched;
        u->diff_one = in->write_one;
        u->diff_other = in->write_other;
        u->diff = (uint16_t)(change_of(u, in, w) & bits_mask(diff_w(&u->cfg)));
    }
}

static void clear(las_sched_t *u)
{
    memset(u->active, 0, sizeof u->active);
    memset(u->last_en, 0, sizeof u->last_en);
    memset(u->sum, 0, sizeof u->sum);
    memset(u->near, 0, sizeof u->near);
    memset(u->come_en, 0, sizeof u->come_en);
    memset(u->left_en, 0, sizeof u->left_en);
    u->diff_en = 0;
}

void las_sched_clock(las_sched_t *u, const las_sched_in_t *in, las_sched_out_t *out)
{
    las_sched_wires_t w;
    comb(u, in, &w, out);

    if (u->cfg.stages && u->diff_en)
        change_sums(u, u->diff_sched, u->diff_one, u->diff_other, diff(u),
                    u->active[u->diff_sched] | waiting(u, u->diff_sched));
    for (unsigned s = 0; s < u->cfg.scheds; s++) {
        const uint64_t leave = leaving(u, in, s);
        const bool minus = subtracted(u, in, s) != 0;
        if (u->cfg.stages)
            tick_stages(u, in, s, leave, &w);
        change_active(u, s, leave, minus, &w, out);
        if (in->issue_en[s] && in->issue_warp[s] < u->cfg.per) {
            u->last_en[s] = 1;
            u->last[s] = in->issue_warp[s];
        }
    }
    if (u->cfg.stages)
        tick_diff(u, in, &w);
    else if (writes(u, in))
        change_sums(u, in->write_sched, in->write_one, in->write_other, change_of(u, in, &w),
                    u->active[in->write_sched]);
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

/* Nothing moves by itself but what the registers of `stages` still hold. */
static bool settled(const las_sched_t *u)
{
    if (!u->cfg.stages)
        return true;
    las_sched_wires_t w;
    las_sched_out_t out;
    comb(u, &(const las_sched_in_t){0}, &w, &out);
    bool settled = !u->diff_en;
    for (unsigned s = 0; s < u->cfg.scheds; s++) {
        settled = settled && !u->come_en[s] && !u->left_en[s];
        for (unsigned v = 0; v < u->cfg.per; v++) {
            const unsigned deg = u->last_en[s] ? w.row[(ROWS * s + ROW_LAST) * u->cfg.per + v] : 0;
            settled = settled && u->near[s * u->cfg.per + v] == deg;
        }
    }
    return settled;
}

uint64_t las_sched_quiet(const las_sched_t *u)
{
    return settled(u) ? UNIT_QUIET_EVER : 0;
}

void las_sched_skip(las_sched_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself while it is quiet */
}

bool las_sched_idle(const las_sched_t *u)
{
    return settled(u);
}

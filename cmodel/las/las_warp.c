#include "las/las_warp.h"

#include <errno.h>
#include <string.h>

int las_warp_init(las_warp_t *u, const las_warp_cfg_t *cfg)
{
    if (unit_cfg_check(&las_warp_unit, cfg, NULL) != 0 || cfg->scheds * cfg->per > 64 ||
        cfg->active > cfg->per)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;

    const unsigned warps = cfg->scheds * cfg->per;
    const las_ranges_cfg_t ranges = {warps, cfg->arrays, cfg->region_w, cfg->subs};
    const las_match_cfg_t match = {
        .scheds = cfg->scheds,
        .per = cfg->per,
        .arrays = cfg->arrays,
        .region_w = cfg->region_w,
        .subs = cfg->subs,
        .deg_w = cfg->deg_w,
    };
    const las_ages_cfg_t ages = {warps, cfg->age_w, cfg->ctas};
    const las_sched_cfg_t sched = {cfg->scheds, cfg->per,   cfg->active,
                                   cfg->deg_w,  cfg->age_w, cfg->stages};
    int err = las_ranges_init(&u->ranges, &ranges);
    if (err == 0)
        err = las_match_init(&u->match, &match);
    if (err == 0)
        err = las_ages_init(&u->ages, &ages);
    return err != 0 ? err : las_sched_init(&u->sched, &sched);
}

/* Are two warps compared in this cycle? */
static bool compares(const las_warp_t *u, const las_warp_in_t *in)
{
    return u->busy && !in->start_en && u->count != u->cur_warp;
}

/* How the parts are connected. */

static las_ranges_in_t ranges_in(const las_warp_in_t *in, const las_warp_wires_t *w)
{
    las_ranges_in_t ranges = {
        .set_en = w->sets,
        .set_warp = w->set_idx,
        .clear_en = in->start_en,
        .a_warp = w->cur_idx,
        .b_warp = w->other_idx,
    };
    memcpy(ranges.set_regions, in->set_regions, sizeof ranges.set_regions);
    memcpy(ranges.set_subs, in->set_subs, sizeof ranges.set_subs);
    return ranges;
}

static las_match_in_t match_in(const las_warp_t *u, const las_warp_in_t *in,
                               const las_warp_wires_t *w)
{
    las_match_in_t match = {
        .look_en = compares(u, in),
        .sched = u->cur_sched,
        .one = u->cur_warp,
        .other = u->count,
        .drop_en = w->arrives,
        .drop_sched = in->set_sched,
        .drop_warp = in->set_warp,
        .clear_en = in->start_en,
    };
    if (match.look_en) {
        memcpy(match.a_regions, w->a_regions, sizeof match.a_regions);
        memcpy(match.a_subs, w->a_subs, sizeof match.a_subs);
        memcpy(match.b_regions, w->b_regions, sizeof match.b_regions);
        memcpy(match.b_subs, w->b_subs, sizeof match.b_subs);
    }
    return match;
}

static las_ages_in_t ages_in(const las_warp_in_t *in, const las_warp_wires_t *w)
{
    return (las_ages_in_t){
        .set_en = w->sets,
        .set_warp = w->set_idx,
        .set_new = in->set_new,
        .clear_en = in->start_en,
    };
}

static las_sched_in_t sched_in(const las_warp_t *u, const las_warp_in_t *in,
                               const las_warp_wires_t *w)
{
    las_sched_in_t sched = {
        .clear_en = in->start_en,
        .wipe_en = w->arrives,
        .wipe_sched = in->set_sched,
        .wipe_warp = in->set_warp,
        .write_en = w->done,
        .write_sched = w->done_sched,
        .write_one = w->done_one,
        .write_other = w->done_other,
        .write_deg = w->done_deg,
        .run_en = in->run_en,
    };
    for (unsigned s = 0; s < u->cfg.scheds; s++)
        sched.starve[s] = w->starve >> (s * u->cfg.per) & bits_mask(u->cfg.per);
    memcpy(sched.ready, in->ready, sizeof sched.ready);
    memcpy(sched.stalled, in->stalled, sizeof sched.stalled);
    memcpy(sched.since, w->since, sizeof sched.since);
    memcpy(sched.issue_en, in->issue_en, sizeof sched.issue_en);
    memcpy(sched.issue_warp, in->issue_warp, sizeof sched.issue_warp);
    return sched;
}

/* The warp that arrives, and the two that are compared. */
static void address(const las_warp_t *u, const las_warp_in_t *in, las_warp_wires_t *w)
{
    const unsigned per = u->cfg.per;
    /* las.match and las.sched find by themselves that a number names no warp. */
    w->arrives = in->set_en && !in->start_en;
    w->sets = w->arrives && in->set_sched < u->cfg.scheds && in->set_warp < per;
    w->set_idx = (uint8_t)(w->sets ? in->set_sched * per + in->set_warp : 0);
    w->cur_idx = (uint8_t)(u->busy ? u->cur_sched * per + u->cur_warp : 0);
    w->other_idx = (uint8_t)(u->busy ? u->cur_sched * per + u->count : 0);
}

static void read_ranges(const las_warp_t *u, const las_warp_in_t *in, las_warp_wires_t *w)
{
    const las_ranges_in_t to_ranges = ranges_in(in, w);
    las_ranges_out_t ranges;
    las_ranges_eval(&u->ranges, &to_ranges, &ranges);
    memcpy(w->a_regions, ranges.a_regions, sizeof w->a_regions);
    memcpy(w->a_subs, ranges.a_subs, sizeof w->a_subs);
    memcpy(w->b_regions, ranges.b_regions, sizeof w->b_regions);
    memcpy(w->b_subs, ranges.b_subs, sizeof w->b_subs);
}

/* What the parts say that depends on the state alone. */
static void read_state(const las_warp_t *u, las_warp_wires_t *w)
{
    las_match_out_t match;
    las_match_eval(&u->match, &(const las_match_in_t){0}, &match);
    w->done = match.done;
    w->done_sched = match.done_sched;
    w->done_one = match.done_one;
    w->done_other = match.done_other;
    w->done_deg = match.done_deg;

    las_ages_out_t ages;
    las_ages_eval(&u->ages, &(const las_ages_in_t){0}, &ages);
    memcpy(w->since, ages.since, sizeof w->since);
    w->starve = ages.starve;
}

static void from_sched(const las_sched_out_t *sched, las_warp_out_t *out)
{
    memcpy(out->pick_valid, sched->pick_valid, sizeof out->pick_valid);
    memcpy(out->pick, sched->pick, sizeof out->pick);
    memcpy(out->group, sched->group, sizeof out->group);
    memcpy(out->promotes, sched->promotes, sizeof out->promotes);
    memcpy(out->demotes, sched->demotes, sizeof out->demotes);
    memcpy(out->starved, sched->starved, sizeof out->starved);
    memcpy(out->rescues, sched->rescues, sizeof out->rescues);
}

static void connect(const las_warp_t *u, const las_warp_in_t *in, las_warp_wires_t *w)
{
    address(u, in, w);
    if (compares(u, in))
        read_ranges(u, in, w); /* else nobody looks at them, and they are not written */
    read_state(u, w);
}

void las_warp_moore(const las_warp_t *u, las_warp_out_t *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->group, u->sched.active, sizeof out->group);
}

void las_warp_eval(const las_warp_t *u, const las_warp_in_t *in, las_warp_out_t *out)
{
    las_warp_wires_t w;
    las_warp_moore(u, out);
    connect(u, in, &w);

    const las_sched_in_t to_sched = sched_in(u, in, &w);
    las_sched_out_t sched;
    las_sched_eval(&u->sched, &to_sched, &sched);
    from_sched(&sched, out);
    out->compares = compares(u, in);
}

/* The warp whose degrees are under way, at the edge; todo as it was before the edge. */
static void move_on(las_warp_t *u, const las_warp_in_t *in, const las_warp_wires_t *w)
{
    const bool again = w->sets && in->set_sched == u->cur_sched && in->set_warp == u->cur_warp;
    if (!u->busy) {
        if (u->todo == 0)
            return;
        u->busy = 1;
        u->cur_sched = (uint8_t)(bits_lowest(u->todo) / u->cfg.per);
        u->cur_warp = (uint8_t)(bits_lowest(u->todo) % u->cfg.per);
        u->count = 0;
    } else if (again) {
        u->count = 0;
    } else if (u->count + 1u == u->cfg.per) {
        u->todo &= ~(UINT64_C(1) << w->cur_idx);
        u->busy = 0;
    } else {
        u->count++;
    }
}

void las_warp_clock(las_warp_t *u, const las_warp_in_t *in, las_warp_out_t *out)
{
    las_warp_wires_t w;
    las_warp_moore(u, out);
    connect(u, in, &w);
    out->compares = compares(u, in);

    const las_sched_in_t to_sched = sched_in(u, in, &w);
    las_sched_out_t sched;
    las_sched_clock(&u->sched, &to_sched, &sched);
    from_sched(&sched, out);

    const las_ranges_in_t ranges = ranges_in(in, &w);
    const las_match_in_t match = match_in(u, in, &w);
    const las_ages_in_t ages = ages_in(in, &w);
    las_ranges_tick(&u->ranges, &ranges);
    las_match_tick(&u->match, &match);
    las_ages_tick(&u->ages, &ages);

    move_on(u, in, &w);
    if (w.sets)
        u->todo |= UINT64_C(1) << w.set_idx;
    if (in->start_en) {
        u->todo = 0;
        u->busy = 0;
    }
}

void las_warp_tick(las_warp_t *u, const las_warp_in_t *in)
{
    las_warp_out_t out;
    las_warp_clock(u, in, &out);
}

uint64_t las_warp_quiet(const las_warp_t *u)
{
    return las_warp_idle(u) ? UNIT_QUIET_EVER : 0;
}

void las_warp_skip(las_warp_t *u, uint64_t n)
{
    (void)u, (void)n; /* what is under way moves in each cycle, and is not quiet */
}

bool las_warp_idle(const las_warp_t *u)
{
    return !u->busy && u->todo == 0 && las_match_idle(&u->match) && las_sched_idle(&u->sched);
}

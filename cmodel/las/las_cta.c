#include "las/las_cta.h"

#include <errno.h>
#include <string.h>

enum job { JOB_FINISH, JOB_SEARCH, JOB_DISPATCH, JOB_NEW };

/* What the unit's own logic finds in a cycle, besides the wires. */
typedef struct now {
    bool works, ends; /* a job is under way; it ends at this edge */
    bool any_ended;
    unsigned ended;            /* the lowest place whose CTA has finished */
    bool serves;               /* a search begins */
    unsigned sm;               /* for this SM */
    bool takes_new;            /* the comparison of a new candidate begins */
    bool looks;                /* a group is looked at */
    bool last;                 /* none is left after it */
    unsigned group;            /* this one */
    uint64_t taken;            /* places of the window */
    uint64_t known;            /* candidates that will be known after the edge */
    uint8_t window_todo[64];   /* groups of the window with a known candidate */
    uint8_t running_todo[256]; /* groups of the SMs with a CTA */
} now_t;

static unsigned sum_w(const las_cta_cfg_t *c)
{
    return 2 * c->size_w + bits_log2_up(c->arrays);
}

int las_cta_init(las_cta_t *u, const las_cta_cfg_t *cfg)
{
    if (unit_cfg_check(&las_cta_unit, cfg, NULL) != 0 || cfg->sms * cfg->slots > 256)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;

    const las_cta_cfg_t *c = cfg;
    const unsigned rect_w = 2 * c->coord_w + 2 * c->size_w,
                   score_w = sum_w(c) + bits_log2_up(c->slots);
    int err =
        las_rects_init(&u->window, &(las_rects_cfg_t){1, c->window, c->pairs, c->arrays, rect_w});
    if (err == 0)
        err = las_rects_init(&u->running,
                             &(las_rects_cfg_t){c->sms, c->slots, c->pairs, c->arrays, rect_w});
    if (err == 0)
        err = ring_init(&u->fresh, &(ring_cfg_t){c->window});
    if (err == 0)
        err = las_overlap_init(&u->overlap,
                               &(las_overlap_cfg_t){c->pairs, c->arrays, c->coord_w, c->size_w});
    if (err == 0)
        err = las_scores_init(&u->scores,
                              &(las_scores_cfg_t){c->window, c->sms, c->slots, c->pairs, sum_w(c)});
    if (err == 0)
        err = las_select_init(
            &u->select, &(las_select_cfg_t){c->window, c->pairs, score_w,
                                            sum_w(c) + bits_log2_up(c->sms * c->slots), c->cta_w});
    return err;
}

/* How the parts are connected. */

static las_rects_in_t window_in(const las_cta_in_t *in, const las_cta_wires_t *w,
                                const las_cta_out_t *out)
{
    las_rects_in_t to = {
        .write_en = w->adds,
        .write_col = w->add_idx,
        .free_en = out->grants,
        .free_col = w->best,
        .clear_en = in->start_en,
        .group = w->window_group,
        .at_col = w->at_idx,
    };
    memcpy(to.write_rects, in->add_rects, sizeof to.write_rects);
    return to;
}

static las_rects_in_t running_in(const las_cta_t *u, const las_cta_in_t *in,
                                 const las_cta_wires_t *w, const las_cta_out_t *out)
{
    las_rects_in_t to = {
        .write_en = out->grants,
        .write_row = u->sm,
        .write_col = out->grant_slot,
        .free_en = w->frees,
        .free_row = u->sm,
        .free_col = u->slot,
        .clear_en = in->start_en,
        .row = w->running_row,
        .group = w->running_group,
        .at_row = u->sm,
        .at_col = u->slot,
    };
    memcpy(to.write_rects, w->window_at, sizeof to.write_rects);
    return to;
}

static ring_in_t fresh_in(const las_cta_in_t *in, const las_cta_wires_t *w)
{
    return (ring_in_t){.push_en = w->adds, .pop_en = w->learns, .clear_en = in->start_en};
}

static las_overlap_in_t overlap_in(const las_cta_in_t *in, const las_cta_wires_t *w,
                                   const las_cta_out_t *out)
{
    las_overlap_in_t to = {.look_en = out->compares, .use = w->used, .clear_en = in->start_en};
    memcpy(to.one, w->one, sizeof to.one);
    memcpy(to.others, w->others, sizeof to.others);
    return to;
}

static las_scores_in_t scores_in(const las_cta_t *u, const las_cta_wires_t *w)
{
    las_scores_in_t to = {
        .zero_en = w->adds,
        .zero_idx = w->add_idx,
        .each_en = w->each_en,
        .each_minus = w->minus,
        .each_sm = u->tag_sm[3],
        .each_group = w->done_group,
        .each_use = w->done,
        .one_en = w->one_en,
        .one_idx = u->sum_at,
        .one_sm = u->sum_sm,
        .one_lines = u->sum,
        .sm = u->sm,
        .group = w->window_group,
    };
    memcpy(to.each_lines, w->lines, sizeof to.each_lines);
    return to;
}

static las_select_in_t select_in(const las_cta_wires_t *w)
{
    las_select_in_t to = {
        .begin_en = w->anew,
        .look_en = w->seeks,
        .group = w->window_group,
        .use = w->used,
    };
    memcpy(to.score, w->here, sizeof to.score);
    memcpy(to.total, w->all, sizeof to.total);
    memcpy(to.cta, w->ctas, sizeof to.cta);
    return to;
}

/* ---- What there is to do ---- */

static bool full(const las_cta_t *u, unsigned sm)
{
    return memchr(u->running.valid + sm * u->cfg.slots, 0, u->cfg.slots) == NULL;
}

static void find_groups(const las_cta_t *u, uint64_t known, now_t *n)
{
    const las_cta_cfg_t *c = &u->cfg;
    const unsigned per_sm = las_cta_sm_groups(c);
    for (unsigned i = 0; i < c->window; i++)
        if (known >> i & 1)
            n->window_todo[i / c->pairs] = 1;
    for (unsigned p = 0; p < c->sms * c->slots; p++)
        if (u->running.valid[p])
            n->running_todo[p / c->slots * per_sm + p % c->slots / c->pairs] = 1;
}

/* The SM that is served next of those that have room and a free place. */
static bool find_sm(const las_cta_t *u, const las_cta_in_t *in, unsigned *sm)
{
    for (unsigned k = 0; k < u->cfg.sms && in->room_en; k++) {
        *sm = u->next_sm + k;
        *sm -= *sm >= u->cfg.sms ? u->cfg.sms : 0;
        if (in->room >> *sm & 1 && !full(u, *sm))
            return true;
    }
    return false;
}

/* The job that begins, if none is under way. */
static void find_job(const las_cta_t *u, const las_cta_in_t *in, now_t *n)
{
    const las_cta_cfg_t *c = &u->cfg;
    for (n->ended = 0; n->ended < c->sms * c->slots && !u->ended[n->ended]; n->ended++)
        ;
    n->any_ended = n->ended < c->sms * c->slots;
    if (u->busy || in->start_en || n->any_ended)
        return;
    const bool wanted =
        u->known != 0 && !(c->new_first && u->fresh.len != 0) && find_sm(u, in, &n->sm);
    n->serves = wanted && memchr(u->tag_en, 1, sizeof u->tag_en) == NULL;
    n->takes_new = !wanted && u->fresh.len != 0;
}

/* The group that the job under way looks at, or that it ends. */
static void find_work(const las_cta_t *u, const las_cta_in_t *in, now_t *n)
{
    const unsigned groups = las_cta_groups(&u->cfg);
    n->works = u->busy && !in->start_en;
    for (n->group = 0; n->group < groups && !u->todo[n->group]; n->group++)
        ;
    n->looks = n->works && n->group < groups;
    n->last = true;
    for (unsigned g = n->group + 1; g < groups; g++)
        n->last = n->last && !u->todo[g];
    if (u->job == JOB_SEARCH) /* the others end while their results are on the way */
        n->ends = n->works && !n->looks &&
                  memchr(u->select.node_valid, 1, sizeof u->select.node_valid) == NULL;
    else
        n->ends = n->works && n->last;
}

/* ---- One cycle ---- */

static void make_wires(const las_cta_t *u, const las_cta_in_t *in, const now_t *n,
                       las_cta_wires_t *w, las_cta_out_t *out)
{
    const las_cta_cfg_t *c = &u->cfg;
    const unsigned per_sm = las_cta_sm_groups(c);
    const bool news = u->job == JOB_NEW, search = u->job == JOB_SEARCH;
    const bool window_group = n->looks && !news, running_group = n->looks && news;

    ring_out_t fresh;
    ring_eval(&u->fresh, &(ring_in_t){0}, &fresh);
    w->fresh = fresh.valid;
    w->oldest = fresh.first;
    w->newest = fresh.next;
    w->fresh_full = fresh.full;
    memcpy(w->window_places, u->window.valid, c->window);
    memcpy(w->running_places, u->running.valid, c->sms * c->slots);
    las_select_out_t select;
    las_select_eval(&u->select, &(las_select_in_t){0}, &select);
    w->under_way = select.under_way;
    w->best = select.best;

    for (w->add_idx = 0; w->add_idx < c->window && w->window_places[w->add_idx]; w->add_idx++)
        ;
    out->add_ready = w->add_idx < c->window;
    w->add_idx = out->add_ready ? w->add_idx : 0;
    w->adds = in->add_en && out->add_ready && !in->start_en;
    w->at_idx = news ? u->at : w->best;
    w->window_group = (uint8_t)(window_group ? n->group : 0);
    w->running_row = (uint8_t)(running_group ? n->group / per_sm : 0);
    w->running_group = (uint8_t)(running_group ? n->group % per_sm : 0);
    w->frees = n->ends && u->job == JOB_FINISH;
    w->learns = n->ends && news;
    w->anew = n->serves || in->start_en;
    w->seeks = n->looks && search;
    out->compares = n->looks && !search;

    const ring_in_t to_fresh = fresh_in(in, w);
    ring_eval(&u->fresh, &to_fresh, &fresh);
    w->pushes = fresh.pushes;
    w->pops = fresh.pops;
}

static void make_grant(const las_cta_t *u, const now_t *n, const las_cta_wires_t *w,
                       las_cta_out_t *out)
{
    out->grants = n->ends && u->job == JOB_SEARCH;
    if (!out->grants)
        return;
    const uint8_t *places = w->running_places + u->sm * u->cfg.slots;
    out->grant_sm = u->sm;
    for (unsigned s = u->cfg.slots; s-- > 0;)
        if (!places[s])
            out->grant_slot = (uint8_t)s;
    out->grant_cta = u->cta[w->best];
    out->shares = u->select.best_score != 0;
    out->unshared = u->select.best_score == 0 && u->select.best_total != 0;
}

/* What the tables of rectangles read, and who is compared. */
static void make_lanes(const las_cta_t *u, const las_cta_in_t *in, las_cta_wires_t *w,
                       const las_cta_out_t *out)
{
    const las_cta_cfg_t *c = &u->cfg;
    const bool news = u->job == JOB_NEW;
    const las_rects_in_t to_window = window_in(in, w, out), to_running = running_in(u, in, w, out);
    las_rects_out_t window, running;
    las_rects_eval(&u->window, &to_window, &window);
    las_rects_eval(&u->running, &to_running, &running);
    w->window_taken = window.taken;
    memcpy(w->window_rects, window.rects, sizeof w->window_rects);
    memcpy(w->window_at, window.at_rects, sizeof w->window_at);
    w->running_taken = running.taken;
    memcpy(w->running_rects, running.rects, sizeof w->running_rects);
    memcpy(w->running_at, running.at_rects, sizeof w->running_at);

    uint32_t known = 0;
    memset(w->ctas, 0, sizeof w->ctas);
    for (unsigned l = 0; l < c->pairs; l++) {
        const unsigned i = w->window_group * c->pairs + l;
        if (i >= c->window)
            continue;
        known |= (uint32_t)(u->known >> i & 1) << l;
        w->ctas[l] = u->cta[i];
    }
    w->used = news ? w->running_taken : known;
    memcpy(w->one, news ? w->window_at : w->running_at, sizeof w->one);
    memcpy(w->others, news ? w->running_rects : w->window_rects, sizeof w->others);
}

static void make_results(const las_cta_t *u, const las_cta_in_t *in, las_cta_wires_t *w)
{
    const bool done = u->tag_en[3] && !in->start_en;
    las_overlap_out_t overlap;
    las_overlap_eval(&u->overlap, &(las_overlap_in_t){0}, &overlap);
    w->done = overlap.done;
    memcpy(w->lines, overlap.lines, sizeof w->lines);
    w->each_en = done && u->tag_job[3] != JOB_NEW;
    w->minus = u->tag_job[3] == JOB_FINISH;
    w->one_en = u->sum_en && !in->start_en;
    w->done_group = w->each_en ? u->tag_at[3] : 0;

    const las_scores_in_t to_scores = scores_in(u, w);
    las_scores_out_t scores;
    las_scores_eval(&u->scores, &to_scores, &scores);
    memcpy(w->here, scores.here, sizeof w->here);
    memcpy(w->all, scores.all, sizeof w->all);
}

static void comb(const las_cta_t *u, const las_cta_in_t *in, now_t *n, las_cta_wires_t *w,
                 las_cta_out_t *out)
{
    *n = (now_t){0};
    *out = (las_cta_out_t){0};
    memset(w, 0, sizeof *w);
    find_job(u, in, n);
    find_work(u, in, n);
    make_wires(u, in, n, w, out);
    make_grant(u, n, w, out);
    make_lanes(u, in, w, out);
    make_results(u, in, w);

    out->searches = n->serves;
    const bool room = in->room_en && (in->room & bits_mask(u->cfg.sms)) != 0;
    out->waits = room && memchr(u->window.valid, 1, u->cfg.window) && !out->grants && !in->start_en;
}

void las_cta_eval(const las_cta_t *u, const las_cta_in_t *in, las_cta_out_t *out)
{
    now_t n;
    las_cta_wires_t w;
    comb(u, in, &n, &w, out);
}

/* The steps beside las.overlap, and the sum of a new candidate's lines. */
static void tick_tags(las_cta_t *u, const las_cta_in_t *in, const las_cta_wires_t *w,
                      const las_cta_out_t *out)
{
    u->sum_en = u->tag_en[3] && u->tag_job[3] == JOB_NEW && !in->start_en;
    if (u->sum_en) {
        u->sum_sm = u->tag_sm[3];
        u->sum_at = u->tag_at[3];
        u->sum = 0;
        for (unsigned l = 0; l < u->cfg.pairs; l++)
            u->sum += w->lines[l];
    }
    for (unsigned i = 3; i > 0; i--) {
        u->tag_en[i] = u->tag_en[i - 1] && !in->start_en;
        if (!u->tag_en[i])
            continue;
        u->tag_job[i] = u->tag_job[i - 1];
        u->tag_sm[i] = u->tag_sm[i - 1];
        u->tag_at[i] = u->tag_at[i - 1];
    }
    u->tag_en[0] = out->compares;
    if (!out->compares)
        return;
    const bool news = u->job == JOB_NEW;
    u->tag_job[0] = u->job;
    u->tag_sm[0] = news ? w->running_row : u->sm;
    u->tag_at[0] = news ? w->at_idx : w->window_group;
}

static void set_todo(las_cta_t *u, const uint8_t *groups, unsigned n)
{
    memset(u->todo, 0, sizeof u->todo);
    memcpy(u->todo, groups, n);
}

static void tick_window(las_cta_t *u, const las_cta_in_t *in, const las_cta_wires_t *w,
                        const las_cta_out_t *out)
{
    if (w->adds) {
        u->cta[w->add_idx] = in->add_cta & (uint32_t)bits_mask(u->cfg.cta_w);
        u->order[w->newest] = w->add_idx;
    }
    if (w->learns)
        u->known |= UINT64_C(1) << w->at_idx;
    if (out->grants)
        u->known &= ~(UINT64_C(1) << w->best);
}

/* Where the job stands; `known` are the candidates before the edge, without one that goes. */
static void tick_job(las_cta_t *u, now_t *n, const las_cta_wires_t *w, const las_cta_out_t *out)
{
    const las_cta_cfg_t *c = &u->cfg;
    const unsigned window_groups = las_cta_window_groups(c);
    if (n->looks)
        u->todo[n->group] = 0;
    if (n->ends && u->job == JOB_FINISH)
        u->ended[u->sm * c->slots + u->slot] = 0;
    if (n->ends && !out->grants)
        u->busy = 0;
    if (out->grants) {
        u->next_sm = (uint8_t)(u->sm + 1u < c->sms ? u->sm + 1 : 0);
        u->slot = out->grant_slot;
        u->job = JOB_DISPATCH;
        set_todo(u, n->window_todo, window_groups);
    }
    if (n->works)
        return;
    u->busy = 1;
    if (n->any_ended) {
        u->job = JOB_FINISH;
        u->sm = (uint8_t)(n->ended / c->slots);
        u->slot = (uint8_t)(n->ended % c->slots);
        set_todo(u, n->window_todo, window_groups);
    } else if (n->serves) {
        u->job = JOB_SEARCH;
        u->sm = (uint8_t)n->sm;
        set_todo(u, n->window_todo, window_groups);
    } else if (n->takes_new) {
        u->job = JOB_NEW;
        u->at = u->order[w->oldest];
        set_todo(u, n->running_todo, c->sms * las_cta_sm_groups(c));
    } else {
        u->busy = 0;
    }
}

static void mark_finished(las_cta_t *u, const las_cta_in_t *in)
{
    for (unsigned p = 0; p < u->cfg.sms * u->cfg.slots && in->finish_en; p++)
        if (in->finish[p / u->cfg.slots] >> p % u->cfg.slots & 1 && u->running.valid[p])
            u->ended[p] = 1;
}

void las_cta_tick(las_cta_t *u, const las_cta_in_t *in)
{
    now_t n;
    las_cta_wires_t w;
    las_cta_out_t out;
    comb(u, in, &n, &w, &out);
    find_groups(u, out.grants ? u->known & ~(UINT64_C(1) << w.best) : u->known, &n);

    const las_rects_in_t to_window = window_in(in, &w, &out);
    const las_rects_in_t to_running = running_in(u, in, &w, &out);
    const ring_in_t to_fresh = fresh_in(in, &w);
    const las_overlap_in_t to_overlap = overlap_in(in, &w, &out);
    const las_scores_in_t to_scores = scores_in(u, &w);
    const las_select_in_t to_select = select_in(&w);

    tick_tags(u, in, &w, &out);
    tick_window(u, in, &w, &out);
    mark_finished(u, in);
    if (in->start_en) {
        u->busy = u->next_sm = 0;
        u->known = 0;
        memset(u->todo, 0, sizeof u->todo);
        memset(u->ended, 0, sizeof u->ended);
    } else {
        tick_job(u, &n, &w, &out);
    }

    las_rects_tick(&u->window, &to_window);
    las_rects_tick(&u->running, &to_running);
    ring_tick(&u->fresh, &to_fresh);
    las_overlap_tick(&u->overlap, &to_overlap);
    las_scores_tick(&u->scores, &to_scores);
    las_select_tick(&u->select, &to_select);
}

bool las_cta_idle(const las_cta_t *u)
{
    return !u->busy && u->fresh.len == 0 && !u->sum_en &&
           memchr(u->tag_en, 1, sizeof u->tag_en) == NULL &&
           memchr(u->ended, 1, u->cfg.sms * u->cfg.slots) == NULL;
}

uint64_t las_cta_quiet(const las_cta_t *u)
{
    return las_cta_idle(u) ? UNIT_QUIET_EVER : 0;
}

void las_cta_skip(las_cta_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself while it is quiet */
}

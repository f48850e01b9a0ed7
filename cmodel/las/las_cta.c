#include "las/las_cta.h"

#include <errno.h>
#include <string.h>

enum { FINISH, SEARCH, DISPATCH, NEW };
enum { STEPS = 4 }; /* of las.overlap */

int las_cta_init(las_cta_t *u, const las_cta_cfg_t *cfg)
{
    if (unit_cfg_check(&las_cta_unit, cfg, NULL) != 0 || cfg->sms * cfg->slots > 256)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;

    const unsigned rect_w = 2 * cfg->coord_w + 2 * cfg->size_w;
    const unsigned sum_w = 2 * cfg->size_w + bits_log2_up(cfg->arrays);
    const las_rects_cfg_t window = {1, cfg->window, cfg->pairs, cfg->arrays, rect_w};
    const las_rects_cfg_t running = {cfg->sms, cfg->slots, cfg->pairs, cfg->arrays, rect_w};
    const ring_cfg_t fresh = {cfg->window};
    const las_overlap_cfg_t overlap = {cfg->pairs, cfg->arrays, cfg->coord_w, cfg->size_w};
    const las_scores_cfg_t scores = {cfg->window, cfg->sms, cfg->slots, cfg->pairs, sum_w};
    const las_select_cfg_t select = {
        .window = cfg->window,
        .lanes = cfg->pairs,
        .score_w = sum_w + bits_log2_up(cfg->slots),
        .total_w = sum_w + bits_log2_up(cfg->sms * cfg->slots),
        .cta_w = cfg->cta_w,
    };
    int err = las_rects_init(&u->window, &window);
    if (err == 0)
        err = las_rects_init(&u->running, &running);
    if (err == 0)
        err = ring_init(&u->fresh, &fresh);
    if (err == 0)
        err = las_overlap_init(&u->overlap, &overlap);
    if (err == 0)
        err = las_scores_init(&u->scores, &scores);
    return err != 0 ? err : las_select_init(&u->select, &select);
}

/* What happens to jobs at this edge. */
typedef struct jobs {
    bool looks; /* the one under way looks at a group */
    unsigned group;
    bool ends;   /* it ends */
    bool begins; /* none is under way, and one begins */
    unsigned job, sm, slot;
} jobs_t;

static unsigned places(const las_cta_t *u)
{
    return u->cfg.sms * u->cfg.slots;
}

/* The lowest free place of the window, or the window's size. */
static unsigned free_in_window(const las_cta_t *u)
{
    unsigned i = 0;
    while (i < u->cfg.window && u->window.valid[i])
        i++;
    return i;
}

/* The lowest free place of an SM, or the number of its places. */
static unsigned free_on_sm(const las_cta_t *u, unsigned sm)
{
    unsigned p = 0;
    while (p < u->cfg.slots && u->running.valid[sm * u->cfg.slots + p])
        p++;
    return p;
}

static bool any_in_window(const las_cta_t *u)
{
    return memchr(u->window.valid, 1, u->cfg.window) != NULL;
}

static uint64_t not_known(const las_cta_t *u)
{
    uint64_t present = 0;
    for (unsigned i = 0; i < u->cfg.window; i++)
        present |= (uint64_t)u->window.valid[i] << i;
    return present & ~u->known;
}

/* The first SM from next_sm on that has room and a free place; or the number of SMs. */
static unsigned sm_to_serve(const las_cta_t *u, const las_cta_in_t *in)
{
    for (unsigned k = 0; in->room_en && k < u->cfg.sms; k++) {
        const unsigned sm = (u->next_sm + k) % u->cfg.sms;
        if ((in->room >> sm & 1) && free_on_sm(u, sm) < u->cfg.slots)
            return sm;
    }
    return u->cfg.sms;
}

/* The job that begins while none is under way. */
static void begin(const las_cta_t *u, const las_cta_in_t *in, jobs_t *j)
{
    const uint8_t *mark = memchr(u->ended, 1, places(u));
    if (mark != NULL) {
        j->begins = true;
        j->job = FINISH;
        j->sm = (unsigned)(mark - u->ended) / u->cfg.slots;
        j->slot = (unsigned)(mark - u->ended) % u->cfg.slots;
        return;
    }
    const unsigned sm = sm_to_serve(u, in);
    if (sm < u->cfg.sms && u->known != 0 && !(u->cfg.new_first && not_known(u) != 0)) {
        j->begins = true;
        j->job = SEARCH;
        j->sm = sm;
    } else if (u->fresh.len != 0) {
        j->begins = true;
        j->job = NEW;
    }
}

static bool comparisons_under_way(const las_cta_t *u)
{
    return memchr(u->tag_en, 1, STEPS) != NULL || u->sum_en;
}

static jobs_t jobs(const las_cta_t *u, const las_cta_in_t *in)
{
    jobs_t j = {0};
    if (in->start_en)
        return j;
    if (!u->busy) {
        begin(u, in, &j);
        return j;
    }
    const uint8_t *next = memchr(u->todo, 1, las_cta_groups(&u->cfg));
    j.looks = next != NULL;
    j.group = j.looks ? (unsigned)(next - u->todo) : 0;
    j.ends =
        !j.looks && (u->job == SEARCH ? las_select_idle(&u->select) : !comparisons_under_way(u));
    return j;
}

/* How the parts are connected. */

static las_rects_in_t window_in(const las_cta_t *u, const las_cta_in_t *in,
                                const las_cta_wires_t *w, const las_cta_out_t *out)
{
    las_rects_in_t window = {
        .write_en = w->adds,
        .write_col = w->add_idx,
        .free_en = out->grants,
        .free_col = w->best,
        .clear_en = in->start_en,
        .group = w->window_group,
        .at_col = w->at_idx,
    };
    memcpy(window.write_rects, in->add_rects, u->cfg.arrays * sizeof *in->add_rects);
    return window;
}

static las_rects_in_t running_in(const las_cta_t *u, const las_cta_in_t *in,
                                 const las_cta_wires_t *w, const las_cta_out_t *out)
{
    las_rects_in_t running = {
        .write_en = out->grants,
        .write_row = out->grant_sm,
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
    memcpy(running.write_rects, w->window_at, sizeof running.write_rects);
    return running;
}

static ring_in_t fresh_in(const las_cta_in_t *in, const las_cta_wires_t *w)
{
    return (ring_in_t){.push_en = w->adds, .pop_en = w->learns, .clear_en = in->start_en};
}

static las_overlap_in_t overlap_in(const las_cta_in_t *in, const las_cta_wires_t *w)
{
    las_overlap_in_t overlap = {.look_en = w->look, .use = w->use, .clear_en = in->start_en};
    if (w->look) {
        memcpy(overlap.one, w->one, sizeof overlap.one);
        memcpy(overlap.others, w->others, sizeof overlap.others);
    }
    return overlap;
}

static las_scores_in_t scores_in(const las_cta_t *u, const las_cta_in_t *in,
                                 const las_cta_wires_t *w)
{
    las_scores_in_t scores = {
        .zero_en = w->adds,
        .zero_idx = w->add_idx,
        .each_en = w->each_en,
        .each_minus = w->minus,
        .each_sm = u->sm,
        .each_group = w->done_group,
        .each_use = w->done,
        .one_en = u->sum_en && !in->start_en,
        .one_idx = w->oldest,
        .one_sm = u->sum_sm,
        .one_lines = u->sum,
        .sm = u->sm,
        .group = w->window_group,
    };
    memcpy(scores.each_lines, w->lines, sizeof scores.each_lines);
    return scores;
}

static las_select_in_t select_in(const las_cta_wires_t *w)
{
    las_select_in_t select = {
        .begin_en = w->begins,
        .look_en = w->seeks,
        .group = w->window_group,
        .use = w->use,
    };
    memcpy(select.score, w->here, sizeof select.score);
    memcpy(select.total, w->all, sizeof select.total);
    memcpy(select.cta, w->ctas, sizeof select.cta);
    return select;
}

/* What the state alone says: lists, results. */
static void read_state(const las_cta_t *u, las_cta_wires_t *w)
{
    ring_out_t ring;
    ring_eval(&u->fresh, &(const ring_in_t){0}, &ring);
    w->fresh = ring.valid;
    w->oldest = ring.valid ? u->order[ring.first] : 0;
    w->newest = ring.next;

    las_overlap_out_t overlap;
    las_overlap_eval(&u->overlap, &(const las_overlap_in_t){0}, &overlap);
    w->done = overlap.done;
    memcpy(w->lines, overlap.lines, sizeof w->lines);
    w->done_group = u->tag_en[STEPS - 1] ? u->tag[STEPS - 1] : 0;

    las_select_out_t select;
    las_select_eval(&u->select, &(const las_select_in_t){0}, &select);
    w->under_way = select.under_way;
    w->best = select.best;
}

/* The lanes of the group that is looked at. */
static void look_at_window(const las_cta_t *u, las_cta_wires_t *w)
{
    for (unsigned l = 0; l < u->cfg.pairs; l++) {
        const unsigned i = w->window_group * u->cfg.pairs + l;
        if (i >= u->cfg.window)
            break;
        w->ctas[l] = u->cta[i];
        if (u->known >> i & 1)
            w->use |= UINT32_C(1) << l;
    }
}

static void read_scores(const las_cta_t *u, const las_cta_in_t *in, las_cta_wires_t *w)
{
    const las_scores_in_t to_scores = scores_in(u, in, w);
    las_scores_out_t scores;
    las_scores_eval(&u->scores, &to_scores, &scores);
    memcpy(w->here, scores.here, sizeof w->here);
    memcpy(w->all, scores.all, sizeof w->all);
}

static void read_window(const las_cta_t *u, const las_cta_in_t *in, las_cta_wires_t *w,
                        const las_cta_out_t *out)
{
    const las_rects_in_t to_window = window_in(u, in, w, out);
    las_rects_out_t window;
    las_rects_eval(&u->window, &to_window, &window);
    w->window_taken = window.taken;
    memcpy(w->window_rects, window.rects, sizeof w->window_rects);
    memcpy(w->window_at, window.at_rects, sizeof w->window_at);
}

static void read_running(const las_cta_t *u, const las_cta_in_t *in, las_cta_wires_t *w,
                         const las_cta_out_t *out)
{
    const las_rects_in_t to_running = running_in(u, in, w, out);
    las_rects_out_t running;
    las_rects_eval(&u->running, &to_running, &running);
    w->running_taken = running.taken;
    memcpy(w->running_rects, running.rects, sizeof w->running_rects);
    memcpy(w->running_at, running.at_rects, sizeof w->running_at);
}

/* The group that the job looks at, and the CTA that it is compared with. */
static void look(const las_cta_t *u, const las_cta_in_t *in, const jobs_t *j, las_cta_wires_t *w,
                 const las_cta_out_t *out)
{
    const unsigned per_sm = las_cta_sm_groups(&u->cfg);
    w->seeks = j->looks && u->job == SEARCH;
    w->look = j->looks && u->job != SEARCH;
    w->window_group = (uint8_t)(u->job != NEW ? j->group : 0);
    w->running_row = (uint8_t)(u->job == NEW ? j->group / per_sm : 0);
    w->running_group = (uint8_t)(u->job == NEW ? j->group % per_sm : 0);
    w->at_idx = u->job == NEW ? w->oldest : w->best;

    if (j->looks && u->job != NEW)
        look_at_window(u, w);
    if (w->seeks)
        read_scores(u, in, w);
    if (w->look || out->grants)
        read_window(u, in, w, out);
    if (w->look)
        read_running(u, in, w, out);
    if (w->look && u->job == NEW) {
        w->use = w->running_taken;
        memcpy(w->one, w->window_at, sizeof w->one);
        memcpy(w->others, w->running_rects, sizeof w->others);
    } else if (w->look) {
        memcpy(w->one, w->running_at, sizeof w->one);
        memcpy(w->others, w->window_rects, sizeof w->others);
    }
}

/* A search ends: its SM gets the best candidate. */
static void grant(const las_cta_t *u, const las_cta_wires_t *w, las_cta_out_t *out)
{
    out->grants = 1;
    out->grant_sm = u->sm;
    out->grant_slot = (uint8_t)free_on_sm(u, u->sm);
    out->grant_cta = u->cta[w->best];
    out->shares = u->select.best_score != 0;
    out->unshared = u->select.best_score == 0 && u->select.best_total != 0;
}

void las_cta_moore(const las_cta_t *u, las_cta_out_t *out)
{
    memset(out, 0, sizeof *out);
    out->add_ready = free_in_window(u) < u->cfg.window;
}

static void comb(const las_cta_t *u, const las_cta_in_t *in, jobs_t *j, las_cta_wires_t *w,
                 las_cta_out_t *out)
{
    memset(w, 0, sizeof *w);
    las_cta_moore(u, out);
    *j = jobs(u, in);
    read_state(u, w);

    const bool works = !in->start_en;
    w->adds = works && in->add_en && out->add_ready;
    w->add_idx = (uint8_t)(w->adds ? free_in_window(u) : 0);
    w->frees = j->ends && u->job == FINISH;
    w->learns = j->ends && u->job == NEW;
    w->begins = j->begins && j->job == SEARCH;
    w->each_en = works && u->tag_en[STEPS - 1] && u->job != NEW;
    w->minus = w->each_en && u->job == FINISH;
    if (j->ends && u->job == SEARCH)
        grant(u, w, out);
    look(u, in, j, w, out);

    const bool asked = in->room_en && (in->room & bits_mask(u->cfg.sms)) != 0;
    out->searches = w->begins;
    out->compares = w->look;
    out->waits = works && asked && any_in_window(u) && !out->grants;
}

void las_cta_eval(const las_cta_t *u, const las_cta_in_t *in, las_cta_out_t *out)
{
    las_cta_wires_t w;
    jobs_t j;
    comb(u, in, &j, &w, out);
}

/* todo: the groups of the window with a known candidate. */
static void todo_of_window(las_cta_t *u)
{
    memset(u->todo, 0, sizeof u->todo);
    for (unsigned i = 0; i < u->cfg.window; i++)
        if (u->known >> i & 1)
            u->todo[i / u->cfg.pairs] = 1;
}

/* todo: the groups of `running` with a place that is taken. */
static void todo_of_running(las_cta_t *u)
{
    memset(u->todo, 0, sizeof u->todo);
    for (unsigned p = 0; p < places(u); p++) {
        const unsigned sm = p / u->cfg.slots, slot = p % u->cfg.slots;
        if (u->running.valid[p])
            u->todo[sm * las_cta_sm_groups(&u->cfg) + slot / u->cfg.pairs] = 1;
    }
}

/* The jobs at the edge; the parts still hold what they held before it. */
static void move_jobs(las_cta_t *u, const jobs_t *j, const las_cta_wires_t *w,
                      const las_cta_out_t *out)
{
    if (j->looks)
        u->todo[j->group] = 0;
    if (j->begins) {
        u->busy = 1;
        u->job = (uint8_t)j->job;
        u->sm = (uint8_t)j->sm;
        u->slot = (uint8_t)j->slot;
        if (j->job == NEW)
            todo_of_running(u);
        else
            todo_of_window(u);
    }
    if (j->ends)
        u->busy = 0;
    if (w->learns)
        u->known |= UINT64_C(1) << w->oldest;
    if (out->grants) { /* its dispatch follows at once */
        u->busy = 1;
        u->job = DISPATCH;
        u->slot = out->grant_slot;
        u->next_sm = (uint8_t)(u->sm + 1u < u->cfg.sms ? u->sm + 1u : 0);
        u->known &= ~(UINT64_C(1) << w->best);
        todo_of_window(u);
    }
}

/* The groups that go with the steps of the comparison, and the lines of a new candidate. */
static void move_tags(las_cta_t *u, const jobs_t *j, const las_cta_wires_t *w)
{
    u->sum_en = u->tag_en[STEPS - 1] && u->job == NEW;
    if (u->sum_en) {
        u->sum_sm = (uint8_t)(w->done_group / las_cta_sm_groups(&u->cfg));
        u->sum = 0;
        for (unsigned l = 0; l < u->cfg.pairs; l++)
            u->sum += w->lines[l];
    }
    for (unsigned k = STEPS - 1; k > 0; k--) {
        u->tag_en[k] = u->tag_en[k - 1];
        u->tag[k] = u->tag[k - 1];
    }
    u->tag_en[0] = w->look;
    u->tag[0] = (uint8_t)j->group;
}

/* Places whose CTA has finished, and the one whose finish has been counted. */
static void mark_ended(las_cta_t *u, const las_cta_in_t *in, const las_cta_wires_t *w)
{
    for (unsigned p = 0; in->finish_en && p < places(u); p++) {
        const unsigned sm = p / u->cfg.slots, slot = p % u->cfg.slots;
        if ((in->finish[sm] >> slot & 1) && u->running.valid[p])
            u->ended[p] = 1;
    }
    if (w->frees)
        u->ended[u->sm * u->cfg.slots + u->slot] = 0;
}

static void take_candidate(las_cta_t *u, const las_cta_in_t *in, const las_cta_wires_t *w)
{
    u->cta[w->add_idx] = in->add_cta & (uint32_t)bits_mask(u->cfg.cta_w);
    u->order[w->newest] = w->add_idx;
}

static void restart(las_cta_t *u)
{
    u->busy = u->next_sm = u->sum_en = 0;
    u->known = 0;
    memset(u->todo, 0, sizeof u->todo);
    memset(u->ended, 0, sizeof u->ended);
    memset(u->tag_en, 0, sizeof u->tag_en);
}

static void tick_parts(las_cta_t *u, const las_cta_in_t *in, const las_cta_wires_t *w,
                       const las_rects_in_t *window, const las_rects_in_t *running,
                       const las_scores_in_t *scores)
{
    const ring_in_t fresh = fresh_in(in, w);
    const las_overlap_in_t overlap = overlap_in(in, w);
    const las_select_in_t select = select_in(w);
    las_rects_tick(&u->window, window);
    las_rects_tick(&u->running, running);
    ring_tick(&u->fresh, &fresh);
    las_overlap_tick(&u->overlap, &overlap);
    las_scores_tick(&u->scores, scores);
    las_select_tick(&u->select, &select);
}

void las_cta_clock(las_cta_t *u, const las_cta_in_t *in, las_cta_out_t *out)
{
    las_cta_wires_t w;
    jobs_t j;
    comb(u, in, &j, &w, out);
    const las_rects_in_t window = window_in(u, in, &w, out);
    const las_rects_in_t running = running_in(u, in, &w, out);
    const las_scores_in_t scores = scores_in(u, in, &w);

    mark_ended(u, in, &w);
    move_tags(u, &j, &w);
    move_jobs(u, &j, &w, out);
    if (w.adds)
        take_candidate(u, in, &w);
    if (in->start_en)
        restart(u);
    tick_parts(u, in, &w, &window, &running, &scores);
}

void las_cta_tick(las_cta_t *u, const las_cta_in_t *in)
{
    las_cta_out_t out;
    las_cta_clock(u, in, &out);
}

/* What a search left in las.select by a start moves on, but shows on no output. */
uint64_t las_cta_quiet(const las_cta_t *u)
{
    const bool job = u->busy || u->fresh.len != 0 || memchr(u->ended, 1, places(u)) != NULL;
    return job ? 0 : UNIT_QUIET_EVER;
}

void las_cta_skip(las_cta_t *u, uint64_t n)
{
    for (uint64_t k = 0; k < n && !las_select_idle(&u->select); k++)
        las_select_tick(&u->select, &(const las_select_in_t){0});
}

bool las_cta_idle(const las_cta_t *u)
{
    return las_cta_quiet(u) == UNIT_QUIET_EVER && las_select_idle(&u->select);
}

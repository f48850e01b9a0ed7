#include "las/las_cta.h"

#include <string.h>

#include "las/las_select_inv.h"
#include "step/invariant.h"

INVARIANT_OF(ring);
INVARIANT_OF(las_overlap);
INVARIANT_OF(las_select);
INVARIANT_OF(las_cta);

enum { FINISH, SEARCH, DISPATCH, NEW }; /* values of `job` */
enum { WINDOW = 64 };

static unsigned place(const las_cta_t *u)
{
    return u->sm * u->cfg.slots + u->slot;
}

static uint64_t in_window(const las_cta_t *u)
{
    uint64_t taken = 0;
    for (unsigned i = 0; i < u->cfg.window; i++)
        taken |= (uint64_t)u->window.valid[i] << i;
    return taken;
}

/* ---- Candidates that are still to be compared ---- */

static uint8_t *fresh_at(las_cta_t *u, unsigned k)
{
    return &u->order[(u->fresh.head + k) % u->cfg.window];
}

/* Each is in the window, unknown, and there once. */
static bool fresh_holds(const las_cta_t *u)
{
    uint64_t left = in_window(u) & ~u->known;
    for (unsigned k = 0; k < u->fresh.len; k++) {
        const unsigned i = u->order[(u->fresh.head + k) % u->cfg.window];
        if (i >= u->cfg.window || !(left >> i & 1))
            return false;
        left &= ~(UINT64_C(1) << i);
    }
    return true;
}

static void fit_fresh(las_cta_t *u, rng_t *rng)
{
    uint8_t unknown[WINDOW];
    unsigned n = 0;
    const uint64_t left = in_window(u) & ~u->known;
    for (unsigned i = 0; i < u->cfg.window; i++)
        if (left >> i & 1)
            unknown[n++] = (uint8_t)i;
    if (u->fresh.len > n || rng_percent(rng, 50))
        u->fresh.len = (uint8_t)n;
    for (unsigned k = 0; k < u->fresh.len; k++) {
        const unsigned at = rng_below(rng, n);
        *fresh_at(u, k) = unknown[at];
        unknown[at] = unknown[--n];
    }
}

/* ---- The job under way ---- */

static bool tags_empty(const las_cta_t *u)
{
    return !u->tag_en[0] && !u->tag_en[1] && !u->tag_en[2] && !u->tag_en[3];
}

static bool has_todo(const las_cta_t *u)
{
    return memchr(u->todo, 1, las_cta_groups(&u->cfg)) != NULL;
}

/* The groups that a job has: of the SMs, or of the window. */
static unsigned job_groups(const las_cta_t *u)
{
    return u->job == NEW ? u->cfg.sms * las_cta_sm_groups(&u->cfg) : las_cta_window_groups(&u->cfg);
}

static bool todo_holds(const las_cta_t *u)
{
    for (unsigned g = u->busy ? job_groups(u) : 0; g < las_cta_groups(&u->cfg); g++)
        if (u->todo[g])
            return false;
    return true;
}

static bool has_place(const las_cta_t *u)
{
    return memchr(u->running.valid + u->sm * u->cfg.slots, 0, u->cfg.slots) != NULL;
}

/* Is it a known candidate with its scores for the SM? */
static bool candidate_holds(const las_cta_t *u, unsigned i, uint32_t score, uint32_t total)
{
    return (u->known >> i & 1) && score == u->scores.score[i * u->cfg.sms + u->sm] &&
           total == u->scores.total[i];
}

/* What a search holds is known, with its scores, and it holds some candidate or has one to look at.
 */
static bool candidates_hold(const las_cta_t *u)
{
    const las_select_t *s = &u->select;
    bool some = s->best_valid;
    if (s->best_valid && !candidate_holds(u, s->best_idx, s->best_score, s->best_total))
        return false;
    for (unsigned n = 0; n < las_select_nodes(u->cfg.pairs); n++) {
        if (s->node_valid[n] &&
            !candidate_holds(u, las_select_idx(s, n), s->node_score[n], s->node_total[n]))
            return false;
        some |= s->node_valid[n];
    }
    for (unsigned i = 0; i < u->cfg.window; i++)
        some |= (u->known >> i & 1) && u->todo[i / u->cfg.pairs];
    return some;
}

static bool tree_empty(const las_cta_t *u)
{
    return memchr(u->select.node_valid, 1, las_select_nodes(u->cfg.pairs)) == NULL;
}

static bool job_holds(const las_cta_t *u)
{
    if (!(u->busy && u->job == SEARCH) && !tree_empty(u))
        return false;
    if (!u->busy)
        return true;
    if (u->job == NEW)
        return u->fresh.len != 0 && u->at == u->order[u->fresh.head];
    if (u->sm >= u->cfg.sms)
        return false;
    if (u->job == SEARCH)
        return has_place(u) && tags_empty(u) && !u->sum_en && candidates_hold(u);
    return u->slot < u->cfg.slots && u->running.valid[place(u)];
}

static void fit_search(las_cta_t *u, rng_t *rng)
{
    las_select_t *s = &u->select;
    memset(u->tag_en, 0, sizeof u->tag_en);
    u->sum_en = 0;
    if (!has_place(u)) {
        u->slot = (uint8_t)rng_below(rng, u->cfg.slots);
        u->running.valid[place(u)] = u->ended[place(u)] = 0;
    }
    s->best_valid = s->best_valid && (u->known >> s->best_idx & 1);
    s->best_score = u->scores.score[s->best_idx * u->cfg.sms + u->sm];
    s->best_total = u->scores.total[s->best_idx];
    for (unsigned n = 0; n < las_select_nodes(u->cfg.pairs); n++) {
        const unsigned idx = s->node_valid[n] ? las_select_idx(s, n) : 0;
        s->node_valid[n] = s->node_valid[n] && (u->known >> idx & 1);
        s->node_score[n] = u->scores.score[idx * u->cfg.sms + u->sm];
        s->node_total[n] = u->scores.total[idx];
    }
    if (!candidates_hold(u))
        u->todo[bits_lowest(u->known) / u->cfg.pairs] = 1;
}

static void fit_job(las_cta_t *u, rng_t *rng)
{
    u->sm = (uint8_t)(u->sm % u->cfg.sms);
    u->slot = (uint8_t)(u->slot % u->cfg.slots);
    if ((u->job == NEW && u->fresh.len == 0) || (u->job == SEARCH && u->known == 0))
        u->job = rng_percent(rng, 50) ? FINISH : DISPATCH;
    for (unsigned g = u->busy ? job_groups(u) : 0; g < las_cta_groups(&u->cfg); g++)
        u->todo[g] = 0;
    if (!(u->busy && u->job == SEARCH))
        memset(u->select.node_valid, 0, sizeof u->select.node_valid);
    if (!u->busy)
        return;
    if (u->job == SEARCH)
        fit_search(u, rng);
    else if (u->job == NEW)
        u->at = u->order[u->fresh.head];
    else
        u->running.valid[place(u)] = 1;
}

/* ---- What is on the way ---- */

/* A comparison of another job is with a group of the window. */
static bool groups_hold(const las_cta_t *u)
{
    for (unsigned k = 0; k < 4; k++)
        if (u->tag_en[k] && u->tag_job[k] != NEW && u->tag_at[k] >= las_cta_window_groups(&u->cfg))
            return false;
    return true;
}

/* The comparison of a new candidate is followed by a cycle in which none begins: its sum and the
 * lines of another job never come at once. */
static bool tags_hold(const las_cta_t *u)
{
    for (unsigned k = 3; k > 0; k--)
        if (u->tag_en[k] && u->tag_job[k] == NEW && u->tag_en[k - 1] && u->tag_job[k - 1] != NEW)
            return false;
    if (u->sum_en && u->tag_en[3] && u->tag_job[3] != NEW)
        return false;
    const bool looks = u->busy && (u->job == FINISH || u->job == DISPATCH) && has_todo(u);
    return !(looks && u->tag_en[0] && u->tag_job[0] == NEW);
}

/* A step of las.overlap that has lanes in use has a tag. */
static uint32_t *lanes_of(las_overlap_t *u, unsigned step)
{
    uint32_t *const use[] = {&u->ends_use, &u->size_use, &u->area_use, &u->sum_use};
    return use[step];
}

static bool lanes_hold(const las_cta_t *u)
{
    const las_overlap_t *o = &u->overlap;
    return (u->tag_en[0] || !o->ends_use) && (u->tag_en[1] || !o->size_use) &&
           (u->tag_en[2] || !o->area_use) && (u->tag_en[3] || !o->sum_use);
}

static void fit_tags(las_cta_t *u)
{
    if (u->busy && u->job != NEW && has_todo(u) && u->tag_job[0] == NEW)
        u->tag_en[0] = 0;
    for (unsigned k = 1; k < 4; k++)
        if (u->tag_job[k] == NEW && u->tag_en[k - 1] && u->tag_job[k - 1] != NEW)
            u->tag_en[k] = 0;
    if (u->tag_en[3] && u->tag_job[3] != NEW)
        u->sum_en = 0;
}

/* ---- All of it ---- */

static bool ended_runs(const las_cta_t *u)
{
    for (unsigned p = 0; p < u->cfg.sms * u->cfg.slots; p++)
        if (u->ended[p] && !u->running.valid[p])
            return false;
    return true;
}

bool las_cta_inv_holds(const las_cta_t *u)
{
    return ring_inv_holds(&u->fresh) && las_overlap_inv_holds(&u->overlap) &&
           las_select_inv_holds(&u->select) && u->next_sm < u->cfg.sms &&
           !(u->known & ~in_window(u)) && fresh_holds(u) && ended_runs(u) && todo_holds(u) &&
           job_holds(u) && groups_hold(u) && tags_hold(u) && lanes_hold(u);
}

void las_cta_inv_fit(las_cta_t *u, rng_t *rng)
{
    ring_inv_fit(&u->fresh, rng);
    las_overlap_inv_fit(&u->overlap, rng);
    las_select_inv_fit(&u->select, rng);
    u->next_sm = (uint8_t)(u->next_sm % u->cfg.sms);
    u->known &= in_window(u);
    if (!fresh_holds(u))
        fit_fresh(u, rng);
    if (!job_holds(u) || !todo_holds(u))
        fit_job(u, rng);
    for (unsigned p = 0; p < u->cfg.sms * u->cfg.slots; p++)
        u->ended[p] = u->ended[p] && u->running.valid[p];
    for (unsigned k = 0; k < 4 && !groups_hold(u); k++)
        u->tag_at[k] = (uint8_t)(u->tag_at[k] % las_cta_window_groups(&u->cfg));
    if (!tags_hold(u))
        fit_tags(u);
    for (unsigned k = 0; k < 4; k++)
        if (!u->tag_en[k])
            *lanes_of(&u->overlap, k) = 0;
}

INVARIANT(
    las_cta,
    "those of the parts; known and fresh candidates are in the window, fresh ones unknown and each "
    "once; what has ended runs; a job has what it works on, a comparison of a new candidate the "
    "one "
    "that came first, and only it has groups to look at; "
    "only a search has candidates in the tree, all known and with their scores, and has one to "
    "choose; a comparison of a "
    "job other than with a new candidate is with a group of the window, and lanes on the way "
    "belong to a comparison; no lines of another job come with a new candidate's sum");

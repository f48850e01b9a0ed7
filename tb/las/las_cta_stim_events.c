/* When each event of las.cta happens, and at which configurations it can. */
#include "las/las_cta_stim_events.h"

#include "las/las_cta.h"
#include "las/las_cta_stim_areas.h"

static bool two_places(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return c->sms * c->slots > 1;
}

static bool two_sms(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return c->sms > 1;
}

static bool two_window(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return c->window > 1;
}

static bool two_lanes(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return c->pairs > 1 && c->slots > 1;
}

static bool eager(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return !c->new_first;
}

static bool patient(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return c->new_first;
}

static bool few_places(const void *cfg)
{
    return las_cta_few_places(cfg);
}

static bool score_of_high_bit(const void *cfg)
{
    las_cta_areas_t a;
    return las_cta_high_score(cfg, &a);
}

static bool total_of_high_bit(const void *cfg)
{
    las_cta_areas_t a;
    return las_cta_high_total(cfg, &a);
}

const stim_event_t las_cta_events[] = {
    [ADDS] = {.name = "adds"},
    [ADD_REFUSED] = {.name = "add_refused"},
    [ADD_AND_GRANT] = {.name = "add_and_grant"},
    [ADD_WHILE_BUSY] = {.name = "add_while_busy"},
    [FINISHES] = {.name = "finishes"},
    [FINISHES_SEVERAL] = {.name = "finishes_several", .possible = two_places},
    [FINISH_OF_NONE] = {.name = "finish_of_none"},
    [FINISH_OF_NEW] = {.name = "finish_of_new"},
    [JOB_FINISH] = {.name = "job_finish"},
    [JOB_SEARCH] = {.name = "job_search"},
    [JOB_NEW] = {.name = "job_new"},
    [FINISH_BEFORE_SEARCH] = {.name = "finish_before_search"},
    [SEARCH_BEFORE_NEW] = {.name = "search_before_new", .possible = eager},
    [SEARCH_WAITS_FOR_NEW] = {.name = "search_waits_for_new", .possible = patient},
    [SEARCH_WAITS_FOR_RESULTS] = {.name = "search_waits_for_results"},
    [FINISH_BEFORE_RESULTS] = {.name = "finish_before_results"},
    [NEW_BEFORE_RESULTS] = {.name = "new_before_results", .possible = two_window},
    [SEARCH_SKIPS_SM] = {.name = "search_skips_sm", .possible = two_sms},
    [SEARCH_WRAPS] = {.name = "search_wraps", .possible = two_sms},
    [ROOM_WITHOUT_PLACE] = {.name = "room_without_place"},
    [SHARES] = {.name = "shares"},
    [UNSHARED] = {.name = "unshared", .possible = two_sms},
    [SHARES_HIGH_BIT] = {.name = "shares_high_bit", .possible = score_of_high_bit},
    [UNSHARED_HIGH_BIT] = {.name = "unshared_high_bit", .possible = total_of_high_bit},
    [NO_LOCALITY] = {.name = "no_locality"},
    [GRANTS_YOUNGER] = {.name = "grants_younger", .possible = two_window},
    [GRANTS_LAST] = {.name = "grants_last"},
    [GRANTS_FULL] = {.name = "grants_full"},
    [FINISH_OF_FULL] = {.name = "finish_of_full"},
    [EMPTY_JOB] = {.name = "empty_job"},
    [LAST_GROUP] = {.name = "last_group"},
    [NEW_SKIPS_SM] = {.name = "new_skips_sm", .possible = two_sms},
    [NEW_SUMS_SEVERAL] = {.name = "new_sums_several", .possible = two_lanes},
    [START_WHILE_BUSY] = {.name = "start_while_busy"},
    [START_AND_ADD] = {.name = "start_and_add"},
    [START_AND_GRANT] = {.name = "start_and_grant"},
    [START_AND_FINISH] = {.name = "start_and_finish"},
    [WAITS] = {.name = "waits"},
    [WINDOW_FULL] = {.name = "window_full"},
    [WINDOW_EMPTY] = {.name = "window_empty"},
    [ALL_FULL] = {.name = "all_full", .possible = few_places},
};

static unsigned count(const uint8_t *bits, unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += bits[i];
    return sum;
}

static unsigned on_sm(const las_cta_t *u, unsigned sm)
{
    return count(u->running.valid + sm * u->cfg.slots, u->cfg.slots);
}

static void watch_finish(const las_cta_t *u, const las_cta_in_t *in, const las_cta_out_t *out,
                         bool *happened)
{
    const las_cta_cfg_t *c = &u->cfg;
    unsigned n = 0;
    for (unsigned p = 0; p < c->sms * c->slots && in->finish_en && !in->start_en; p++) {
        const unsigned sm = p / c->slots, slot = p % c->slots;
        if (!(in->finish[sm] >> slot & 1))
            continue;
        const bool taken = u->running.valid[p];
        n += taken;
        happened[FINISH_OF_NONE] |= !taken;
        happened[FINISH_OF_NEW] |=
            (out->grants && out->grant_sm == sm && out->grant_slot == slot) ||
            (u->busy && u->job == 2 && u->sm == sm && u->slot == slot);
    }
    happened[FINISHES] = n > 0;
    happened[FINISHES_SEVERAL] = n > 1;
    happened[START_AND_FINISH] = in->start_en && in->finish_en;
}

/* SMs that a search could serve. */
static uint32_t served(const las_cta_t *u, const las_cta_in_t *in)
{
    uint32_t sms = 0;
    for (unsigned s = 0; s < u->cfg.sms && in->room_en; s++)
        if (in->room >> s & 1 && on_sm(u, s) < u->cfg.slots)
            sms |= UINT32_C(1) << s;
    return sms;
}

static void watch_jobs(const las_cta_t *u, const las_cta_in_t *in, const las_cta_out_t *out,
                       bool *happened)
{
    const las_cta_cfg_t *c = &u->cfg;
    const bool free = !u->busy && !in->start_en, ended = count(u->ended, c->sms * c->slots) > 0;
    const uint32_t sms = served(u, in);
    const bool fresh = u->fresh.len > 0, ready = sms && u->known;

    const bool serves = ready && !(c->new_first && fresh);
    const bool flies = count(u->tag_en, 4) != 0;
    happened[JOB_FINISH] = free && ended;
    happened[JOB_SEARCH] = out->searches;
    happened[JOB_NEW] = free && !ended && !serves && fresh;
    happened[FINISH_BEFORE_SEARCH] = free && ended && serves;
    happened[SEARCH_BEFORE_NEW] = out->searches && fresh;
    happened[SEARCH_WAITS_FOR_NEW] = free && !ended && ready && !serves;
    happened[SEARCH_WAITS_FOR_RESULTS] = free && !ended && serves && !out->searches;
    happened[FINISH_BEFORE_RESULTS] = happened[JOB_FINISH] && flies;
    happened[NEW_BEFORE_RESULTS] = happened[JOB_NEW] && flies;
    happened[SEARCH_SKIPS_SM] = out->searches && !(sms >> u->next_sm & 1);
    happened[SEARCH_WRAPS] = out->searches && !(sms >> u->next_sm);
    happened[ROOM_WITHOUT_PLACE] =
        in->room_en && !in->start_en && (in->room & ~sms & bits_mask(c->sms));
}

static void watch_grant(const las_cta_t *u, const las_cta_in_t *in, const las_cta_out_t *out,
                        bool *happened)
{
    const las_cta_cfg_t *c = &u->cfg;
    const bool ends = u->busy && u->job == 1 && !count(u->todo, las_cta_groups(c)) &&
                      !count(u->select.node_valid, las_select_nodes(c->pairs));
    bool younger = false;
    for (unsigned i = 0; i < c->window; i++)
        younger |= (u->known >> i & 1) && u->cta[i] < out->grant_cta;

    happened[ADD_AND_GRANT] = out->grants && in->add_en && out->add_ready;
    happened[SHARES] = out->shares;
    happened[UNSHARED] = out->unshared;
    happened[SHARES_HIGH_BIT] = out->shares &&
                                u->select.best_score == las_cta_high_bit(c, c->slots) &&
                                score_of_high_bit(c);
    happened[UNSHARED_HIGH_BIT] = out->unshared &&
                                  u->select.best_total == las_cta_high_bit(c, c->sms * c->slots) &&
                                  total_of_high_bit(c);
    happened[NO_LOCALITY] = out->grants && !out->shares && !out->unshared;
    happened[GRANTS_YOUNGER] = out->grants && younger;
    happened[GRANTS_LAST] = out->grants && count(u->window.valid, c->window) == 1;
    happened[GRANTS_FULL] = out->grants && on_sm(u, out->grant_sm) == c->slots - 1;
    happened[START_AND_GRANT] = in->start_en && ends;
}

static void watch_work(const las_cta_t *u, const las_cta_in_t *in, bool *happened)
{
    const las_cta_cfg_t *c = &u->cfg;
    const unsigned window_groups = las_cta_window_groups(c), per_sm = las_cta_sm_groups(c);
    const bool works = u->busy && !in->start_en;
    const unsigned all = las_cta_groups(c), todo = count(u->todo, all);
    const unsigned last = u->job == 3 ? c->sms * per_sm - 1 : window_groups - 1;
    bool gap = false;
    for (unsigned s = 0; s + 1 < c->sms; s++)
        gap |= on_sm(u, s) == 0 && on_sm(u, s + 1) != 0;

    happened[EMPTY_JOB] =
        works && u->job != 1 && todo == 0; /* the others end when they look last */
    happened[LAST_GROUP] = works && todo == 1 && u->todo[last];
    happened[NEW_SKIPS_SM] = works && u->job == 3 && gap;
    happened[NEW_SUMS_SEVERAL] = !in->start_en && u->tag_job[3] == 3 && u->tag_en[3] &&
                                 (u->overlap.sum_use & (u->overlap.sum_use - 1)) != 0;
    happened[FINISH_OF_FULL] = works && u->job == 0 && todo <= 1 && on_sm(u, u->sm) == c->slots;
    happened[START_WHILE_BUSY] = in->start_en && u->busy;
}

void las_cta_watch(const void *cfg, const void *state, const void *input, const void *output,
                   bool *happened)
{
    const las_cta_cfg_t *c = cfg;
    const las_cta_t *u = state;
    const las_cta_in_t *in = input;
    const las_cta_out_t *out = output;
    const unsigned n = count(u->window.valid, c->window);
    const bool add = in->add_en && !in->start_en;

    happened[ADDS] = add && n < c->window;
    happened[ADD_REFUSED] = add && n == c->window;
    happened[ADD_WHILE_BUSY] = add && n < c->window && u->busy;
    happened[START_AND_ADD] = in->start_en && in->add_en && n < c->window;
    happened[WAITS] = out->waits;
    happened[WINDOW_FULL] = n == c->window;
    happened[WINDOW_EMPTY] = in->room_en && served(u, in) && n == 0;
    happened[ALL_FULL] =
        las_cta_few_places(c) && count(u->running.valid, c->sms * c->slots) == c->sms * c->slots;
    watch_finish(u, in, out, happened);
    watch_jobs(u, in, out, happened);
    watch_grant(u, in, out, happened);
    watch_work(u, in, happened);
}

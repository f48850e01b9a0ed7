/* When each event of apcm happens, and at which configurations it can. */
#include "apcm/apcm_stim_events.h"

#include "apcm/apcm.h"

static bool bypasses(const void *cfg)
{
    const apcm_cfg_t *c = cfg;
    return c->manage & APCM_MANAGE_BYPASS;
}

static bool protects(const void *cfg)
{
    const apcm_cfg_t *c = cfg;
    return c->manage & APCM_MANAGE_PROTECT;
}

/* A count of one bit is at the threshold from the first access on, which has written the CAIT
 * before the scan. */
static bool counts_rise(const void *cfg)
{
    const apcm_cfg_t *c = cfg;
    return c->cnt_w > 1;
}

/* A set of the MTA can have more lines than ways. */
static bool tags_to_spare(const void *cfg)
{
    const apcm_cfg_t *c = cfg;
    return bits_mask(apcm_tag_w(c)) >= c->mta_ways;
}

const stim_event_t apcm_events[] = {
    [NORMAL] = {.name = "normal"},
    [STREAMS] = {.name = "streams", .possible = bypasses},
    [PINS_FIRST] = {.name = "pins_first", .possible = protects},
    [PINS_MORE] = {.name = "pins_more", .possible = protects},
    [PIN_REFUSED] = {.name = "pin_refused", .possible = protects},
    [PIN_IN_LOOP] = {.name = "pin_in_loop", .possible = protects},
    [PIN_OUT_OF_LOOP] = {.name = "pin_out_of_loop", .possible = protects},
    [HIT_SETS_NOTHING] = {.name = "hit_sets_nothing"},
    [ALL_HELD_BYPASS] = {.name = "all_held_bypass", .possible = protects},
    [REJECTED] = {.name = "rejected"},
    [AGAIN] = {.name = "again"},
    [UNTRACKED] = {.name = "untracked"},
    [LATE_REQUEST] = {.name = "late_request"},
    [MONITORED_HIT] = {.name = "monitored_hit"},
    [OTHER_HIT] = {.name = "other_hit"},
    [INITIAL_COUNT] = {.name = "initial_count", .possible = counts_rise},
    [INITIAL_ANEW] = {.name = "initial_anew", .possible = counts_rise},
    [PAST] = {.name = "past"},
    [PAST_MISSES_MTA] = {.name = "past_misses_mta"},
    [STREAMING_MISSES_MTA] = {.name = "streaming_misses_mta", .possible = bypasses},
    [EVICT_AND_REACH] = {.name = "evict_and_reach", .possible = tags_to_spare},
    [SCAN_WRITES] = {.name = "scan_writes", .possible = counts_rise},
    [ACCESS_IN_SCAN] = {.name = "access_in_scan"},
    [RELEASED_BY_LAST] = {.name = "released_by_last", .possible = protects},
    [RELEASED_BY_LOOP] = {.name = "released_by_loop", .possible = protects},
    [RELEASED_BY_WARP] = {.name = "released_by_warp", .possible = protects},
    [SET_AND_RELEASED] = {.name = "set_and_released", .possible = protects},
    [PREFETCH_TAKES] = {.name = "prefetch_takes"},
    [START_IN_SCAN] = {.name = "start_in_scan"},
    [LAPSES] = {.name = "lapses", .possible = protects},
};

/* What the request is, besides what the outputs say. */
typedef struct request {
    bool accepted, plain, past, takes;
    bool protects, own_loop; /* the entry of its warp in the PSB, 0 if there is none */
    unsigned own_last;
    bool mine;
} request_t;

static request_t request_of(const apcm_t *u, const apcm_in_t *in, const apcm_out_t *out)
{
    const apcm_psb_t *psb = &u->psb;
    request_t r = {.accepted = in->acc_en && in->acc_accept};
    r.plain = r.accepted && in->acc_plain;
    r.past = out->streams || in->acc_past;
    r.takes = r.accepted && !r.past && !in->acc_hit && !out->all_held;
    r.protects = in->acc_warp < u->cfg.warps && (psb->protect[0] >> in->acc_warp & 1);
    if (r.protects) {
        r.own_loop = psb->loop[in->acc_warp];
        r.own_last = psb->last[in->acc_warp];
    }
    r.mine = u->monitor.phase == APCM_WATCHING && in->acc_warp == u->monitor.mine;
    return r;
}

static void watch_protection(const apcm_t *u, const apcm_in_t *in, const apcm_out_t *out,
                             const request_t *r, bool *happened)
{
    const bool sets = out->pins && !r->protects;
    const bool own = out->last == in->acc_id;
    const bool done = r->plain && in->acc_tracked && in->acc_final;
    const bool of_protect = r->plain && out->method == APCM_PROTECT;

    happened[PINS_FIRST] = sets;
    happened[PINS_MORE] = out->pins && r->protects;
    happened[PIN_REFUSED] =
        protects(&u->cfg) && of_protect && r->takes && !out->pins && r->protects;
    happened[PIN_IN_LOOP] = sets && own && in->acc_in_loop;
    happened[PIN_OUT_OF_LOOP] = sets && own && !in->acc_in_loop;
    happened[HIT_SETS_NOTHING] = of_protect && in->acc_hit && !in->acc_past;
    happened[ALL_HELD_BYPASS] = r->accepted && !r->past && !in->acc_hit && out->all_held;
    happened[RELEASED_BY_LAST] = done && r->protects && !r->own_loop && r->own_last == in->acc_id;
    happened[RELEASED_BY_LOOP] = in->exit_en && in->exit_match && out->exit_watch;
    happened[RELEASED_BY_WARP] =
        in->warp_en && in->finish && in->warp < u->cfg.warps && (u->psb.protect[0] >> in->warp & 1);
    happened[SET_AND_RELEASED] =
        sets && in->acc_warp < u->cfg.warps && done && own && !in->acc_in_loop;
    happened[LAPSES] = out->lapses;
}

/* The method that the CAIT has for the request's load. */
static unsigned method_now(const apcm_t *u, const apcm_in_t *in)
{
    const bool has = in->acc_id < u->cfg.loads && u->cait.valid[in->acc_id];
    return has ? u->cait.method[in->acc_id] : APCM_NORMAL;
}

/* The count of the request's line in the L1, or of the one before that has gone in this cycle. */
static unsigned stored_count(const apcm_t *u, const apcm_in_t *in)
{
    const bool line = in->acc_set < u->cfg.sets && in->acc_way < u->cfg.ways;
    return line ? u->tags.count[in->acc_set * u->cfg.ways + in->acc_way] : 0;
}

static bool gone_now(const apcm_in_t *in)
{
    return in->gone_en && in->gone_set == in->acc_set && in->gone_way == in->acc_way;
}

static unsigned l1_count(const apcm_t *u, const apcm_in_t *in)
{
    return gone_now(in) ? 0 : stored_count(u, in);
}

void apcm_watch(const void *cfg, const void *state, const void *input, const void *output,
                bool *happened)
{
    const apcm_t *u = state;
    const apcm_in_t *in = input;
    const apcm_out_t *out = output;
    const request_t r = request_of(u, in, out);
    const bool watching = u->monitor.phase == APCM_WATCHING;
    const bool scanning = u->monitor.phase == APCM_SCANNING;
    const bool first_time = in->acc_en && in->acc_plain && in->acc_tracked && !in->acc_again;

    watch_protection(u, in, out, &r, happened);
    happened[NORMAL] = first_time && out->method == APCM_NORMAL;
    happened[STREAMS] = r.accepted && out->streams;
    happened[REJECTED] = in->acc_en && !in->acc_accept;
    happened[AGAIN] = in->acc_en && in->acc_again && in->acc_plain && in->acc_tracked &&
                      in->acc_method != method_now(u, in);
    happened[UNTRACKED] = r.plain && !in->acc_tracked;
    happened[LATE_REQUEST] = r.plain && r.mine && in->acc_tracked && !in->acc_early;
    happened[MONITORED_HIT] = out->mta_hits && r.mine;
    happened[OTHER_HIT] = out->mta_hits && !r.mine;
    happened[INITIAL_COUNT] =
        out->allocates && in->acc_hit && !r.past && l1_count(u, in) > 0 && counts_rise(cfg);
    happened[INITIAL_ANEW] = out->allocates && in->acc_hit && !r.past && gone_now(in) &&
                             stored_count(u, in) > 0 && counts_rise(cfg);
    happened[PAST] = r.accepted && in->acc_past && !out->streams;
    happened[PAST_MISSES_MTA] = happened[PAST] && out->allocates && in->acc_hit;
    happened[STREAMING_MISSES_MTA] = out->allocates && in->acc_hit && out->streams;
    happened[SCAN_WRITES] = scanning && out->evict_wrote;
    happened[ACCESS_IN_SCAN] = scanning && r.plain;
    happened[PREFETCH_TAKES] = r.takes && !in->acc_plain;
    happened[START_IN_SCAN] = scanning && in->start_en;

    /* Which entries that are told write depends on the CAIT; that both are told, on the MTA alone.
     */
    const apcm_mta_in_t to_mta = {
        .acc_en = out->allocates,
        .acc_mine = 1,
        .acc_line = in->acc_line,
        .acc_id = in->acc_id,
        .acc_hit = in->acc_hit && !r.past,
        .acc_count = (uint8_t)l1_count(u, in),
        .clear_en = in->start_en,
    };
    apcm_mta_out_t mta = {0};
    if (watching)
        apcm_mta_eval(&u->mta, &to_mta, &mta);
    happened[EVICT_AND_REACH] = mta.evict_en && mta.reach_en;
}

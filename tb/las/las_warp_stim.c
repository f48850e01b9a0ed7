/* Events and directed stimulus of las.warp (docs/units/las.md). */
#include "las/las_warp.h"
#include "lockstep/stim_unit.h"

enum {
    SET,
    SET_NEW_CTA,
    SET_BUSY,
    SET_RESTARTS,
    SET_RESTARTS_LAST,
    SET_PARTNER,
    SET_TODO,
    TAKES,
    TAKES_OF_SEVERAL,
    ENDS,
    ENDS_AND_MORE,
    SKIPS_SELF,
    DEGREE_SOME,
    DEGREE_OF_UNSET,
    DEGREE_FULL,
    PROMOTES_BY_SUM,
    LOCALITY,
    STARVED,
    RESCUES,
    AGE_WRAPS,
    START,
    START_BUSY,
    START_AND_SET,
    START_AND_RUN,
    NO_SUCH_WARP,
    NO_SUCH_SCHED,
};

/* Ages of more bits wrap too seldom to be watched. */
#define WATCHED_AGE_W 6

static bool two_active(const void *cfg)
{
    const las_warp_cfg_t *c = cfg;
    return c->active > 1;
}

static bool can_starve(const void *cfg)
{
    const las_warp_cfg_t *c = cfg;
    return 2 * c->ctas < bits_mask(c->age_w);
}

static bool short_age(const void *cfg)
{
    const las_warp_cfg_t *c = cfg;
    return c->age_w <= WATCHED_AGE_W;
}

static bool warp_beyond(const void *cfg)
{
    const las_warp_cfg_t *c = cfg;
    return !bits_every_index(c->per);
}

static bool sched_beyond(const void *cfg)
{
    const las_warp_cfg_t *c = cfg;
    return !bits_every_index(c->scheds);
}

static const stim_event_t events[] = {
    [SET] = {.name = "set"},
    [SET_NEW_CTA] = {.name = "set_new_cta"},
    [SET_BUSY] = {.name = "set_busy"},
    [SET_RESTARTS] = {.name = "set_restarts"},
    [SET_RESTARTS_LAST] = {.name = "set_restarts_last"},
    [SET_PARTNER] = {.name = "set_partner"},
    [SET_TODO] = {.name = "set_todo"},
    [TAKES] = {.name = "takes"},
    [TAKES_OF_SEVERAL] = {.name = "takes_of_several"},
    [ENDS] = {.name = "ends"},
    [ENDS_AND_MORE] = {.name = "ends_and_more"},
    [SKIPS_SELF] = {.name = "skips_self"},
    [DEGREE_SOME] = {.name = "degree_some"},
    [DEGREE_OF_UNSET] = {.name = "degree_of_unset"},
    [DEGREE_FULL] = {.name = "degree_full"},
    [PROMOTES_BY_SUM] = {.name = "promotes_by_sum", .possible = two_active},
    [LOCALITY] = {.name = "locality"},
    [STARVED] = {.name = "starved", .possible = can_starve},
    [RESCUES] = {.name = "rescues", .possible = can_starve},
    [AGE_WRAPS] = {.name = "age_wraps", .possible = short_age},
    [START] = {.name = "start"},
    [START_BUSY] = {.name = "start_busy"},
    [START_AND_SET] = {.name = "start_and_set"},
    [START_AND_RUN] = {.name = "start_and_run"},
    [NO_SUCH_WARP] = {.name = "no_such_warp", .possible = warp_beyond},
    [NO_SUCH_SCHED] = {.name = "no_such_sched", .possible = sched_beyond},
};

static unsigned degree(const las_warp_t *u, unsigned s, unsigned a, unsigned b)
{
    const unsigned per = u->cfg.per, hi = a > b ? a : b, lo = a > b ? b : a;
    return hi == lo ? 0 : u->sched.degrees.deg[s * (per * (per - 1) / 2) + hi * (hi - 1) / 2 + lo];
}

static void watch_set(const las_warp_t *u, const las_warp_in_t *in, bool *happened)
{
    const las_warp_cfg_t *c = &u->cfg;
    const unsigned s = in->set_sched, w = in->set_warp;
    const bool current = u->busy && u->cur_sched == s && u->cur_warp == w;
    const bool waits = u->todo >> (s * c->per + w) & 1;

    happened[SET] = true;
    happened[SET_NEW_CTA] = in->set_new;
    happened[SET_BUSY] = u->busy && !current;
    happened[SET_RESTARTS] = current;
    happened[SET_RESTARTS_LAST] = current && u->count == c->per - 1;
    happened[SET_PARTNER] = u->busy && u->cur_sched == s && !current && u->count == w;
    happened[SET_TODO] = waits && !current;
    for (unsigned v = 0; in->set_new && short_age(c) && v < c->scheds * c->per; v++)
        happened[AGE_WRAPS] |= v != s * c->per + w && u->ages.age[v] == bits_mask(c->age_w);
}

static void watch_degrees(const las_warp_t *u, const las_warp_in_t *in, const las_warp_out_t *out,
                          bool *happened)
{
    const las_warp_cfg_t *c = &u->cfg;
    const uint64_t all = u->todo & bits_mask(c->scheds * c->per);
    const bool more = (all & (all - 1)) != 0;
    const bool ends = u->busy && u->count == c->per - 1 && !happened[SET_RESTARTS] && !in->start_en;
    const unsigned most = c->arrays * c->subs;
    const unsigned full = most < bits_mask(c->deg_w) ? most : (unsigned)bits_mask(c->deg_w);

    happened[TAKES] = !u->busy && all && !in->start_en;
    happened[TAKES_OF_SEVERAL] = happened[TAKES] && more;
    happened[ENDS] = ends;
    happened[ENDS_AND_MORE] = ends && more;
    happened[SKIPS_SELF] = u->busy && u->count == u->cur_warp;
    happened[DEGREE_SOME] = u->match.deg_en && u->match.deg != 0;
    happened[DEGREE_OF_UNSET] = out->compares && !u->ranges.valid[u->cur_sched * c->per + u->count];
    happened[DEGREE_FULL] = u->match.deg_en && u->match.deg == full;
}

static void watch_schedulers(const las_warp_t *u, const las_warp_in_t *in,
                             const las_warp_out_t *out, bool *happened)
{
    const las_warp_cfg_t *c = &u->cfg;
    for (unsigned s = 0; s < c->scheds; s++) {
        const uint64_t active = u->sched.active[s];
        const uint64_t waiting = in->ready[s] & ~in->stalled[s] & ~active;
        bool sums = false;
        for (unsigned w = 0; w < c->per; w++)
            sums |= (waiting >> w & 1) && u->sched.sum[s * c->per + w] != 0;
        const bool went = out->pick_valid[s] && u->sched.last_en[s];
        happened[PROMOTES_BY_SUM] |= out->promotes[s] && !out->rescues[s] && sums;
        happened[LOCALITY] |= went && out->pick[s] != u->sched.last[s] &&
                              degree(u, s, out->pick[s], u->sched.last[s]) != 0;
        happened[STARVED] |= out->starved[s];
        happened[RESCUES] |= out->rescues[s];
        happened[START] |= in->start_en && active;
        happened[START_AND_RUN] |=
            in->start_en && in->run_en && waiting && bits_popcount(active) < c->active;
    }
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_warp_cfg_t *c = cfg;
    const las_warp_t *u = state;
    const las_warp_in_t *in = input;
    const las_warp_out_t *out = output;
    const bool names = in->set_en && in->set_sched < c->scheds && in->set_warp < c->per;

    if (names && !in->start_en)
        watch_set(u, in, happened);
    watch_degrees(u, in, out, happened);
    watch_schedulers(u, in, out, happened);
    happened[START_BUSY] = in->start_en && u->busy;
    happened[START_AND_SET] = in->start_en && names;
    happened[NO_SUCH_WARP] = in->set_en && in->set_warp >= c->per;
    happened[NO_SUCH_SCHED] = in->set_en && in->set_sched >= c->scheds;
}

/* A warp that touches all of the region that it is in. */
static void set(const las_warp_cfg_t *c, unsigned warp, unsigned region, las_warp_in_t *in)
{
    in->set_en = 1;
    in->set_sched = (uint8_t)(warp % c->scheds);
    in->set_warp = (uint8_t)(warp / c->scheds % c->per);
    for (unsigned a = 0; a < c->arrays; a++) {
        in->set_regions[a] = (uint16_t)(region & bits_mask(c->region_w));
        in->set_subs[a] = bits_mask(c->subs);
    }
}

static void run(const las_warp_cfg_t *c, uint64_t ready, uint64_t stalled, unsigned last,
                las_warp_in_t *in)
{
    in->run_en = 1;
    for (unsigned s = 0; s < c->scheds; s++) {
        in->ready[s] = ready & bits_mask(c->per);
        in->stalled[s] = stalled & bits_mask(c->per);
        in->issue_en[s] = 1;
        in->issue_warp[s] = (uint8_t)(last % c->per);
    }
}

static unsigned warps(const void *cfg)
{
    const las_warp_cfg_t *c = cfg;
    return c->scheds * c->per;
}

/* All warps arrive, eight a CTA; two of a scheduler after one another touch the same. */
static void arrive(const void *cfg, unsigned k, void *input)
{
    const las_warp_cfg_t *c = cfg;
    las_warp_in_t *in = input;
    set(c, k, k / (2 * c->scheds), in);
    in->set_new = k % 8 == 0;
}

static unsigned compare_cycles(const void *cfg)
{
    const las_warp_cfg_t *c = cfg;
    return 2 * (c->per + 1) + 2;
}

/* Degrees of two warps are computed. */
static void wait(const void *cfg, unsigned k, void *input)
{
    const las_warp_cfg_t *c = cfg;
    las_warp_in_t *in = input;
    (void)c, (void)k, (void)in;
}

/* They are scheduled meanwhile. */
static void work(const void *cfg, unsigned k, void *input)
{
    const las_warp_cfg_t *c = cfg;
    las_warp_in_t *in = input;
    run(c, ~(UINT64_C(1) << k % c->per), k % 5 != 4 ? 0 : UINT64_C(2) << k % c->per, k, in);
}

static unsigned restart_cycles(const void *cfg)
{
    const las_warp_cfg_t *c = cfg;
    return 3 * c->per + 6;
}

/* A warp arrives again while its degrees are under way, in their last cycle and before. */
static void restart(const void *cfg, unsigned k, void *input)
{
    const las_warp_cfg_t *c = cfg;
    las_warp_in_t *in = input;
    if (k == 0 || k == 2 || k == c->per + 2)
        set(c, 0, k, in);
    if (k == c->per + 4)
        set(c, c->scheds, k, in);
    run(c, ~UINT64_C(0), 0, k, in);
}

/* Each warp arrives when it is compared with warp 0. */
static void partner(const void *cfg, unsigned k, void *input)
{
    const las_warp_cfg_t *c = cfg;
    las_warp_in_t *in = input;
    if (k == 0)
        in->start_en = 1;
    else if (k == 1)
        set(c, 0, 0, in);
    else
        set(c, (k - 3) % c->per * c->scheds, 0, in);
}

static unsigned hunger_cycles(const void *cfg)
{
    const las_warp_cfg_t *c = cfg;
    return (2 * c->ctas < 64 ? 2 * c->ctas : 64) + c->per + 4;
}

/* CTAs arrive in one slot until the warps of all others starve. */
static void hunger(const void *cfg, unsigned k, void *input)
{
    const las_warp_cfg_t *c = cfg;
    las_warp_in_t *in = input;
    set(c, c->scheds * (c->per - 1), k, in);
    in->set_new = 1;
    run(c, ~UINT64_C(0), 0, k, in);
}

static unsigned wrap_cycles(const void *cfg)
{
    const las_warp_cfg_t *c = cfg;
    return (unsigned)bits_mask(c->age_w < WATCHED_AGE_W ? c->age_w : WATCHED_AGE_W) + 2;
}

/* As many CTAs arrive in one slot as there are short ages, and more. */
static void wrap(const void *cfg, unsigned k, void *input)
{
    const las_warp_cfg_t *c = cfg;
    las_warp_in_t *in = input;
    set(c, 0, k, in);
    in->set_new = 1;
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* A start meets an arrival and a promotion. */
static void start(const void *cfg, unsigned k, void *input)
{
    const las_warp_cfg_t *c = cfg;
    las_warp_in_t *in = input;
    set(c, 0, 0, in);
    run(c, ~UINT64_C(0), 0, k, in);
    in->start_en = k == 1 || k == 3;
}

/* The largest numbers: no warp and no scheduler unless all numbers name one. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const las_warp_cfg_t *c = cfg;
    las_warp_in_t *in = input;
    set(c, 0, 0, in);
    if (k % 2)
        in->set_warp = (uint8_t)bits_mask(bits_index_w(c->per));
    else
        in->set_sched = (uint8_t)bits_mask(bits_index_w(c->scheds));
}

static unsigned figure_cycles(const void *cfg)
{
    const las_warp_cfg_t *c = cfg;
    return 4 + 3 * (c->per + 1) + 3;
}

/* The thesis's figures 3.13 and 3.14. */
static void figure_3_13(const void *cfg, unsigned k, void *input)
{
    const las_warp_cfg_t *c = cfg;
    las_warp_in_t *in = input;
    static const uint8_t regions[] = {1, 1, 2}, subs[] = {0xb, 0x3, 0xf};
    if (k == 0)
        in->start_en = 1;
    if (k == 0 || k > 3 || k > c->per)
        return;
    set(c, (k - 1) * c->scheds, 0, in);
    for (unsigned a = 0; a < c->arrays; a++) {
        in->set_regions[a] = (uint16_t)(regions[k - 1] & bits_mask(c->region_w));
        in->set_subs[a] = a == 0 ? subs[k - 1] & bits_mask(c->subs) : 0;
    }
}

static const stim_directed_t directed[] = {
    {"arrive", warps, arrive},
    {"wait", compare_cycles, wait},
    {"work", compare_cycles, work},
    {"restart", restart_cycles, restart},
    {"partner", warps, partner},
    {"hunger", hunger_cycles, hunger},
    {"work_hungry", compare_cycles, work},
    {"wrap", wrap_cycles, wrap},
    {"start", four, start},
    {"figure_3_13", figure_cycles, figure_3_13},
    {"largest", four, largest},
};

const stim_unit_t las_warp_stim = {
    .unit = &las_warp_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

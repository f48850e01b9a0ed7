/* Events and directed stimulus of las.ages (docs/units/las.md). */
#include "las/las_ages.h"
#include "lockstep/stim_unit.h"

enum {
    SET_NEW,
    SET_MORE,
    SET_LAST,
    WRAPS,
    STARVES,
    STARVES_NONE,
    AT_LIMIT,
    CLEAR,
    CLEAR_AND_SET,
    NO_SUCH_WARP,
};

/* Ages of more bits wrap too seldom to be watched. */
#define WATCHED_AGE_W 8

/* A warp ages by the arrival of others. */
static bool two_warps(const void *cfg)
{
    const las_ages_cfg_t *c = cfg;
    return c->warps > 1;
}

static bool can_wrap(const void *cfg)
{
    const las_ages_cfg_t *c = cfg;
    return two_warps(c) && c->age_w <= WATCHED_AGE_W;
}

static bool can_starve(const void *cfg)
{
    const las_ages_cfg_t *c = cfg;
    return two_warps(c) && 2 * c->ctas < bits_mask(c->age_w);
}

static bool limit_fits(const void *cfg)
{
    const las_ages_cfg_t *c = cfg;
    return two_warps(c) && 2 * c->ctas <= bits_mask(c->age_w);
}

static bool warp_beyond(const void *cfg)
{
    const las_ages_cfg_t *c = cfg;
    return !bits_every_index(c->warps);
}

static const stim_event_t events[] = {
    [SET_NEW] = {.name = "set_new"},
    [SET_MORE] = {.name = "set_more"},
    [SET_LAST] = {.name = "set_last"},
    [WRAPS] = {.name = "wraps", .possible = can_wrap},
    [STARVES] = {.name = "starves", .possible = can_starve},
    [STARVES_NONE] = {.name = "starves_none"},
    [AT_LIMIT] = {.name = "at_limit", .possible = limit_fits},
    [CLEAR] = {.name = "clear", .possible = two_warps},
    [CLEAR_AND_SET] = {.name = "clear_and_set"},
    [NO_SUCH_WARP] = {.name = "no_such_warp", .possible = warp_beyond},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_ages_cfg_t *c = cfg;
    const las_ages_t *u = state;
    const las_ages_in_t *in = input;
    const las_ages_out_t *out = output;
    const bool names = in->set_en && in->set_warp < c->warps, sets = names && !in->clear_en;
    bool any_age = false;

    for (unsigned w = 0; w < c->warps; w++) {
        const bool grows = sets && in->set_new && w != in->set_warp;
        happened[AT_LIMIT] |= u->age[w] == 2 * c->ctas;
        happened[WRAPS] |= grows && can_wrap(c) && u->age[w] == bits_mask(c->age_w);
        any_age |= u->age[w] != 0;
    }
    happened[SET_NEW] = sets && in->set_new;
    happened[SET_MORE] = sets && !in->set_new;
    happened[SET_LAST] = sets && in->set_warp == c->warps - 1;
    happened[STARVES] = out->starve != 0;
    happened[STARVES_NONE] = out->starve == 0;
    happened[CLEAR] = in->clear_en && any_age;
    happened[CLEAR_AND_SET] = in->clear_en && names;
    happened[NO_SUCH_WARP] = in->set_en && !names;
}

static void set(const las_ages_cfg_t *c, unsigned warp, bool first, las_ages_in_t *in)
{
    in->set_en = 1;
    in->set_warp = (uint8_t)(warp % c->warps);
    in->set_new = first;
}

static unsigned twice_each_warp(const void *cfg)
{
    const las_ages_cfg_t *c = cfg;
    return 2 * c->warps;
}

/* CTAs of two warps arrive in all slots, then again. */
static void pairs_arrive(const void *cfg, unsigned k, void *input)
{
    const las_ages_cfg_t *c = cfg;
    las_ages_in_t *in = input;
    set(c, k, k % 2 == 0, in);
}

static unsigned limit_cycles(const void *cfg)
{
    const las_ages_cfg_t *c = cfg;
    return 2 * c->ctas + 3;
}

/* As many CTAs arrive in one slot as make the others starve, and more. */
static void others_starve(const void *cfg, unsigned k, void *input)
{
    const las_ages_cfg_t *c = cfg;
    las_ages_in_t *in = input;
    (void)k;
    set(c, 0, true, in);
}

static unsigned wrap_cycles(const void *cfg)
{
    const las_ages_cfg_t *c = cfg;
    return (unsigned)bits_mask(c->age_w < WATCHED_AGE_W ? c->age_w : WATCHED_AGE_W) + 3;
}

/* As many CTAs arrive in the last slot as there are short ages, and more. */
static void all_ages(const void *cfg, unsigned k, void *input)
{
    const las_ages_cfg_t *c = cfg;
    las_ages_in_t *in = input;
    (void)k;
    set(c, c->warps - 1, true, in);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* A set that names no warp, if there is such a number, and a clear that meets a set. */
static void meet(const void *cfg, unsigned k, void *input)
{
    const las_ages_cfg_t *c = cfg;
    las_ages_in_t *in = input;
    set(c, k, true, in);
    in->clear_en = k == 2;
    if (k == 1)
        in->set_warp = (uint8_t)bits_mask(bits_index_w(c->warps));
}

static const stim_directed_t directed[] = {
    {"pairs_arrive", twice_each_warp, pairs_arrive},
    {"others_starve", limit_cycles, others_starve},
    {"all_ages", wrap_cycles, all_ages},
    {"meet", four, meet},
};

const stim_unit_t las_ages_stim = {
    .unit = &las_ages_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

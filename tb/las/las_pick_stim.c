/* Events and directed stimulus of las.pick (docs/units/las.md). */
#include "las/las_pick.h"
#include "lockstep/stim_unit.h"

enum {
    NONE,
    ONE,
    KEY_DECIDES,
    AGE_DECIDES,
    NUMBER_DECIDES,
    STARVED,
    STARVED_BEATS_KEY,
    STARVED_AGE_DECIDES,
    STARVED_NUMBER_DECIDES,
    STARVED_UNUSED,
    LAST,
};

static bool two_warps(const void *cfg)
{
    const las_pick_cfg_t *c = cfg;
    return c->per > 1;
}

static const stim_event_t events[] = {
    [NONE] = {.name = "none"},
    [ONE] = {.name = "one"},
    [KEY_DECIDES] = {.name = "key_decides", .possible = two_warps},
    [AGE_DECIDES] = {.name = "age_decides", .possible = two_warps},
    [NUMBER_DECIDES] = {.name = "number_decides", .possible = two_warps},
    [STARVED] = {.name = "starved"},
    [STARVED_BEATS_KEY] = {.name = "starved_beats_key", .possible = two_warps},
    [STARVED_AGE_DECIDES] = {.name = "starved_age_decides", .possible = two_warps},
    [STARVED_NUMBER_DECIDES] = {.name = "starved_number_decides", .possible = two_warps},
    [STARVED_UNUSED] = {.name = "starved_unused", .possible = two_warps},
    [LAST] = {.name = "last"},
};

/* Of the warps in `of`, those that have the greatest value. */
static uint64_t greatest(const uint16_t *value, unsigned per, uint64_t of)
{
    unsigned most = 0;
    uint64_t warps = 0;
    for (unsigned w = 0; w < per; w++) {
        if (!(of >> w & 1) || value[w] < most)
            continue;
        if (value[w] > most)
            warps = 0;
        most = value[w];
        warps |= UINT64_C(1) << w;
    }
    return warps;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_pick_cfg_t *c = cfg;
    const las_pick_in_t *in = input;
    const las_pick_out_t *out = output;
    (void)state;
    const uint64_t use = in->use & bits_mask(c->per), starving = use & in->starve;
    const unsigned n = bits_popcount(use), hungry = bits_popcount(starving);
    const uint64_t keyed = greatest(in->key, c->per, use);
    const unsigned best = bits_popcount(keyed);
    const unsigned oldest = bits_popcount(greatest(in->since, c->per, keyed));
    const unsigned hungriest = bits_popcount(greatest(in->since, c->per, starving));
    const bool well = !hungry && n > 1;

    happened[NONE] = n == 0;
    happened[ONE] = n == 1;
    happened[KEY_DECIDES] = well && best == 1;
    happened[AGE_DECIDES] = well && best > 1 && oldest == 1;
    happened[NUMBER_DECIDES] = well && oldest > 1;
    happened[STARVED] = hungry > 0;
    happened[STARVED_BEATS_KEY] = hungry && !(keyed & starving);
    happened[STARVED_AGE_DECIDES] = hungry > 1 && hungriest == 1;
    happened[STARVED_NUMBER_DECIDES] = hungriest > 1;
    happened[STARVED_UNUSED] = n && (in->starve & ~use & bits_mask(c->per));
    happened[LAST] = out->any && out->warp == c->per - 1;
}

static unsigned six_rounds(const void *cfg)
{
    const las_pick_cfg_t *c = cfg;
    return 6 * c->per;
}

/* All warps but one are equal. That one is the best by its key, by its age, by its age among those
 * that starve, because it alone starves, or does not; then it is alone. */
static void one_differs(const void *cfg, unsigned k, void *input)
{
    const las_pick_cfg_t *c = cfg;
    las_pick_in_t *in = input;
    const unsigned w = k % c->per, how = k / c->per;
    const uint64_t own = UINT64_C(1) << w, all = bits_mask(c->per);
    in->use = how == 5 ? own : all;
    in->starve = how == 2 ? all : how == 3 ? own : how == 4 ? all & ~own : 0;
    for (unsigned v = 0; v < c->per; v++) {
        in->key[v] = (how == 0) == (v == w);
        in->since[v] = (how == 1 || how == 2 || how == 4) && v == w;
    }
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* No warp can be chosen although all starve; then all can, and are equal. */
static void none_and_all(const void *cfg, unsigned k, void *input)
{
    const las_pick_cfg_t *c = cfg;
    las_pick_in_t *in = input;
    in->use = k % 2 ? bits_mask(c->per) : 0;
    in->starve = bits_mask(c->per);
    for (unsigned v = 0; v < c->per && k > 1; v++)
        in->key[v] = in->since[v] = 1;
}

static const stim_directed_t directed[] = {
    {"one_differs", six_rounds, one_differs},
    {"none_and_all", four, none_and_all},
};

const stim_unit_t las_pick_stim = {
    .unit = &las_pick_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

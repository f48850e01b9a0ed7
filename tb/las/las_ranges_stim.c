/* Events and directed stimulus of las.ranges (docs/units/las.md). */
#include "las/las_ranges.h"
#include "lockstep/stim_unit.h"

enum {
    SET,
    SET_AGAIN,
    SET_LAST,
    CLEAR,
    CLEAR_AND_SET,
    READ_BOTH,
    READ_SAME,
    READ_UNSET,
    NO_SUCH_WARP,
};

static bool two_warps(const void *cfg)
{
    const las_ranges_cfg_t *c = cfg;
    return c->warps > 1;
}

static bool warp_beyond(const void *cfg)
{
    const las_ranges_cfg_t *c = cfg;
    return !bits_every_index(c->warps);
}

static const stim_event_t events[] = {
    [SET] = {.name = "set"},
    [SET_AGAIN] = {.name = "set_again"},
    [SET_LAST] = {.name = "set_last"},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_SET] = {.name = "clear_and_set"},
    [READ_BOTH] = {.name = "read_both", .possible = two_warps},
    [READ_SAME] = {.name = "read_same"},
    [READ_UNSET] = {.name = "read_unset"},
    [NO_SUCH_WARP] = {.name = "no_such_warp", .possible = warp_beyond},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_ranges_cfg_t *c = cfg;
    const las_ranges_t *u = state;
    const las_ranges_in_t *in = input;
    (void)output;
    const bool names = in->set_en && in->set_warp < c->warps, sets = names && !in->clear_en;
    const bool a = in->a_warp < c->warps, b = in->b_warp < c->warps;
    const bool has_a = a && u->valid[in->a_warp], has_b = b && u->valid[in->b_warp];
    bool any = false;
    for (unsigned w = 0; w < c->warps; w++)
        any |= u->valid[w];

    happened[SET] = sets && !u->valid[in->set_warp];
    happened[SET_AGAIN] = sets && u->valid[in->set_warp];
    happened[SET_LAST] = sets && in->set_warp == c->warps - 1;
    happened[CLEAR] = in->clear_en && any;
    happened[CLEAR_AND_SET] = in->clear_en && names;
    happened[READ_BOTH] = has_a && has_b && in->a_warp != in->b_warp;
    happened[READ_SAME] = has_a && in->a_warp == in->b_warp;
    happened[READ_UNSET] = (a && !has_a) || (b && !has_b);
    happened[NO_SUCH_WARP] = (in->set_en && !names) || !a || !b;
}

/* Range of a number: each array has another, and all bits are used. */
static void set(const las_ranges_cfg_t *c, unsigned warp, unsigned number, las_ranges_in_t *in)
{
    in->set_en = 1;
    in->set_warp = (uint8_t)(warp % c->warps);
    for (unsigned a = 0; a < c->arrays; a++) {
        in->set_regions[a] = (uint16_t)((number + a) & bits_mask(c->region_w));
        in->set_subs[a] = UINT64_C(0x9e3779b97f4a7c15) * (number + a + 1) & bits_mask(c->subs);
    }
}

static unsigned twice_each_warp(const void *cfg)
{
    const las_ranges_cfg_t *c = cfg;
    return 2 * c->warps;
}

/* All warps get a range, then another; the one before is read beside the one that is written. */
static void all_get_one(const void *cfg, unsigned k, void *input)
{
    const las_ranges_cfg_t *c = cfg;
    las_ranges_in_t *in = input;
    set(c, k, k, in);
    in->a_warp = in->set_warp;
    in->b_warp = (uint8_t)((k + c->warps - 1) % c->warps);
}

/* All are read. */
static void read_all(const void *cfg, unsigned k, void *input)
{
    const las_ranges_cfg_t *c = cfg;
    las_ranges_in_t *in = input;
    in->a_warp = (uint8_t)(k % c->warps);
    in->b_warp = (uint8_t)(k / 2 % c->warps);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* A clear meets a set, of an empty table and of one that is not. */
static void clear_and_set(const void *cfg, unsigned k, void *input)
{
    const las_ranges_cfg_t *c = cfg;
    las_ranges_in_t *in = input;
    set(c, k, k, in);
    in->clear_en = k == 1 || k == 3;
}

/* The largest number: no warp unless all numbers name one. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const las_ranges_cfg_t *c = cfg;
    las_ranges_in_t *in = input;
    set(c, 0, k, in);
    in->set_warp = (uint8_t)bits_mask(bits_index_w(c->warps));
    in->a_warp = in->set_warp;
    in->b_warp = k % 2 ? in->set_warp : 0;
}

static const stim_directed_t directed[] = {
    {"all_get_one", twice_each_warp, all_get_one},
    {"read_all", twice_each_warp, read_all},
    {"clear_and_set", four, clear_and_set},
    {"all_again", twice_each_warp, all_get_one},
    {"largest", four, largest},
};

const stim_unit_t las_ranges_stim = {
    .unit = &las_ranges_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

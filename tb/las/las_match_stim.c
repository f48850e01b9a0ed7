/* Events and directed stimulus of las.match (docs/units/las.md). */
#include "las/las_match.h"
#include "lockstep/stim_unit.h"

enum {
    LOOK,
    LOOKS_IN_A_ROW,
    SAME_REGION,
    OTHER_REGION,
    SAME_REGION_APART,
    DEGREE_0,
    DEGREE_SOME,
    SATURATES,
    DROP_BEGINS,
    DROP_BOTH,
    DROP_DONE,
    DROP_OTHER_SCHED,
    DROP_NONE,
    CLEAR,
    CLEAR_AND_LOOK,
};

static bool two_subs(const void *cfg)
{
    const las_match_cfg_t *c = cfg;
    return c->subs > 1;
}

static bool can_saturate(const void *cfg)
{
    const las_match_cfg_t *c = cfg;
    return c->arrays * c->subs > bits_mask(c->deg_w);
}

static bool two_scheds(const void *cfg)
{
    const las_match_cfg_t *c = cfg;
    return c->scheds > 1;
}

static const stim_event_t events[] = {
    [LOOK] = {.name = "look"},
    [LOOKS_IN_A_ROW] = {.name = "looks_in_a_row"},
    [SAME_REGION] = {.name = "same_region"},
    [OTHER_REGION] = {.name = "other_region"},
    [SAME_REGION_APART] = {.name = "same_region_apart", .possible = two_subs},
    [DEGREE_0] = {.name = "degree_0"},
    [DEGREE_SOME] = {.name = "degree_some"},
    [SATURATES] = {.name = "saturates", .possible = can_saturate},
    [DROP_BEGINS] = {.name = "drop_begins"},
    [DROP_BOTH] = {.name = "drop_both"},
    [DROP_DONE] = {.name = "drop_done"},
    [DROP_OTHER_SCHED] = {.name = "drop_other_sched", .possible = two_scheds},
    [DROP_NONE] = {.name = "drop_none"},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_LOOK] = {.name = "clear_and_look"},
};

/* What the comparison that begins finds in each array. */
static void watch_look(const las_match_t *u, const las_match_in_t *in, bool *happened)
{
    const las_match_cfg_t *c = &u->cfg;
    happened[LOOK] = !in->clear_en;
    happened[LOOKS_IN_A_ROW] = !in->clear_en && u->both_en;
    happened[CLEAR_AND_LOOK] = in->clear_en;
    for (unsigned a = 0; a < c->arrays; a++) {
        const bool same = in->a_regions[a] == in->b_regions[a];
        const uint64_t both = in->a_subs[a] & in->b_subs[a];
        happened[SAME_REGION] |= same && both;
        happened[OTHER_REGION] |= !same && both;
        happened[SAME_REGION_APART] |= same && !both && in->a_subs[a] && in->b_subs[a];
    }
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_match_cfg_t *c = cfg;
    const las_match_t *u = state;
    const las_match_in_t *in = input;
    const las_match_out_t *out = output;
    unsigned shared = 0;
    for (unsigned a = 0; a < c->arrays; a++)
        shared += bits_popcount(u->both[a]);
    const bool drop = in->drop_en && !in->clear_en;
    const unsigned w = in->drop_warp;
    const bool sched = in->drop_sched == in->sched, named = in->one == w || in->other == w;
    const bool both_named = u->both_en && (u->both_one == w || u->both_other == w);
    const bool both_sched = in->drop_sched == u->both_sched;
    const bool done_named = out->done && (out->done_one == w || out->done_other == w) &&
                            in->drop_sched == out->done_sched;
    const bool begins = in->look_en && sched && named;

    if (in->look_en)
        watch_look(u, in, happened);
    happened[DEGREE_0] = out->done && out->done_deg == 0;
    happened[DEGREE_SOME] = out->done && out->done_deg != 0;
    happened[SATURATES] = u->both_en && shared > bits_mask(c->deg_w);
    happened[DROP_BEGINS] = drop && begins;
    happened[DROP_BOTH] = drop && both_named && both_sched;
    happened[DROP_DONE] = drop && done_named;
    happened[DROP_OTHER_SCHED] = drop && both_named && !both_sched && in->drop_sched < c->scheds &&
                                 u->both_sched < c->scheds;
    happened[DROP_NONE] = drop && !begins && !(both_named && both_sched) && !done_named;
    happened[CLEAR] = in->clear_en && (u->both_en || u->deg_en);
}

static void look(const las_match_cfg_t *c, unsigned one, unsigned other, las_match_in_t *in)
{
    in->look_en = 1;
    in->one = (uint8_t)(one % c->per);
    in->other = (uint8_t)(other % c->per);
}

/* Both touch all subregions of array a in one region; of the arrays after it regions differ. */
static void touch(const las_match_cfg_t *c, unsigned arrays, las_match_in_t *in)
{
    for (unsigned a = 0; a < c->arrays; a++) {
        in->a_regions[a] = (uint16_t)(a & bits_mask(c->region_w));
        in->b_regions[a] = in->a_regions[a] ^ (a >= arrays);
        in->a_subs[a] = in->b_subs[a] = bits_mask(c->subs);
    }
}

static unsigned arrays_cycles(const void *cfg)
{
    const las_match_cfg_t *c = cfg;
    return 2 * (c->arrays + 1);
}

/* No array, one, ... all arrays are the same; the last saturates where it can. */
static void all_arrays(const void *cfg, unsigned k, void *input)
{
    const las_match_cfg_t *c = cfg;
    las_match_in_t *in = input;
    look(c, k, k + 1, in);
    touch(c, k / 2, in);
}

static unsigned subs_cycles(const void *cfg)
{
    const las_match_cfg_t *c = cfg;
    return c->subs + 3;
}

/* Each subregion alone is shared; at last none is. */
static void each_sub(const void *cfg, unsigned k, void *input)
{
    const las_match_cfg_t *c = cfg;
    las_match_in_t *in = input;
    look(c, 0, c->per - 1, in);
    touch(c, c->arrays, in);
    for (unsigned a = 0; a < c->arrays; a++) {
        in->a_subs[a] = UINT64_C(1) << k % c->subs;
        in->b_subs[a] = k < c->subs ? in->a_subs[a] : UINT64_C(1) << (k + 1) % c->subs;
    }
}

static unsigned twelve(const void *cfg)
{
    (void)cfg;
    return 12;
}

/* A drop has the comparison in step 1 and the one that begins, one of them, or none. */
static void drops(const void *cfg, unsigned k, void *input)
{
    const las_match_cfg_t *c = cfg;
    las_match_in_t *in = input;
    if (k % 3 != 2)
        look(c, 0, 1, in);
    touch(c, c->arrays, in);
    in->sched = (uint8_t)(k / 6 && c->scheds > 1);
    in->drop_en = k % 3 == 1;
    in->drop_sched = k / 3 % 2 ? in->sched : 0;
    in->drop_warp = k / 3 % 2;
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* A drop comes when the comparison is done. */
static void drop_done(const void *cfg, unsigned k, void *input)
{
    const las_match_cfg_t *c = cfg;
    las_match_in_t *in = input;
    if (k == 0)
        look(c, 0, 1, in);
    touch(c, c->arrays, in);
    in->drop_en = k == 2;
    in->drop_warp = 1;
}

/* A clear meets comparisons in both steps and one that begins. */
static void clear(const void *cfg, unsigned k, void *input)
{
    const las_match_cfg_t *c = cfg;
    las_match_in_t *in = input;
    look(c, 0, 1, in);
    touch(c, 1, in);
    in->clear_en = k == 2;
}

/* The thesis's figures 3.13 and 3.14: warps 001-1011, 001-0011 and 010-1111. */
static void figure_3_14(const void *cfg, unsigned k, void *input)
{
    const las_match_cfg_t *c = cfg;
    las_match_in_t *in = input;
    static const uint8_t ones[] = {0, 1, 0}, others[] = {1, 2, 2}, regions[] = {1, 1, 2},
                         subs[] = {0xb, 0x3, 0xf};
    if (k == 3)
        return;
    const unsigned a = ones[k], b = others[k];
    look(c, a, b, in);
    in->a_regions[0] = (uint16_t)(regions[a] & bits_mask(c->region_w));
    in->b_regions[0] = (uint16_t)(regions[b] & bits_mask(c->region_w));
    in->a_subs[0] = subs[a] & bits_mask(c->subs);
    in->b_subs[0] = subs[b] & bits_mask(c->subs);
}

static const stim_directed_t directed[] = {
    {"all_arrays", arrays_cycles, all_arrays},
    {"each_sub", subs_cycles, each_sub},
    {"drops", twelve, drops},
    {"drop_done", four, drop_done},
    {"clear", four, clear},
    {"figure_3_14", four, figure_3_14},
};

const stim_unit_t las_match_stim = {
    .unit = &las_match_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

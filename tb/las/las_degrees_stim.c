/* Events and directed stimulus of las.degrees (docs/units/las.md). */
#include "las/las_degrees.h"
#include "lockstep/stim_unit.h"

enum {
    WRITE,
    WRITE_CHANGES,
    WRITE_LOWER_FIRST,
    WRITE_UPPER_FIRST,
    WRITE_SELF,
    WRITE_LAST,
    WIPE,
    WIPE_NONE,
    WIPE_AND_WRITE,
    WIPE_AND_WRITE_APART,
    CLEAR,
    CLEAR_AND_WRITE,
    READ,
    READ_FIRST,
    READ_LAST,
    READ_BEYOND,
    NO_SUCH_WARP,
    NO_SUCH_SCHED,
};

static bool three_warps(const void *cfg)
{
    const las_degrees_cfg_t *c = cfg;
    return c->per > 2 || c->scheds > 1;
}

static bool warp_beyond(const void *cfg)
{
    const las_degrees_cfg_t *c = cfg;
    return !bits_every_index(c->per);
}

static bool sched_beyond(const void *cfg)
{
    const las_degrees_cfg_t *c = cfg;
    return !bits_every_index(c->scheds);
}

static const stim_event_t events[] = {
    [WRITE] = {.name = "write"},
    [WRITE_CHANGES] = {.name = "write_changes"},
    [WRITE_LOWER_FIRST] = {.name = "write_lower_first"},
    [WRITE_UPPER_FIRST] = {.name = "write_upper_first"},
    [WRITE_SELF] = {.name = "write_self"},
    [WRITE_LAST] = {.name = "write_last"},
    [WIPE] = {.name = "wipe"},
    [WIPE_NONE] = {.name = "wipe_none"},
    [WIPE_AND_WRITE] = {.name = "wipe_and_write"},
    [WIPE_AND_WRITE_APART] = {.name = "wipe_and_write_apart", .possible = three_warps},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_WRITE] = {.name = "clear_and_write"},
    [READ] = {.name = "read"},
    [READ_FIRST] = {.name = "read_first"},
    [READ_LAST] = {.name = "read_last"},
    [READ_BEYOND] = {.name = "read_beyond", .possible = warp_beyond},
    [NO_SUCH_WARP] = {.name = "no_such_warp", .possible = warp_beyond},
    [NO_SUCH_SCHED] = {.name = "no_such_sched", .possible = sched_beyond},
};

/* The degree of two warps of a scheduler, 0 of a warp with itself. */
static unsigned degree(const las_degrees_t *u, unsigned sched, unsigned a, unsigned b)
{
    const unsigned per = u->cfg.per, hi = a > b ? a : b, lo = a > b ? b : a;
    return hi == lo ? 0 : u->deg[sched * (per * (per - 1) / 2) + hi * (hi - 1) / 2 + lo];
}

static bool any_degree(const las_degrees_t *u, unsigned sched, unsigned w)
{
    for (unsigned v = 0; v < u->cfg.per; v++)
        if (degree(u, sched, w, v) != 0)
            return true;
    return false;
}

static void watch_reads(const las_degrees_t *u, const las_degrees_in_t *in, bool *happened)
{
    const las_degrees_cfg_t *c = &u->cfg;
    for (unsigned p = 0; p < c->scheds * c->ports; p++) {
        const unsigned w = in->read_warp[p];
        const bool names = w < c->per;
        happened[READ] |= names && any_degree(u, p / c->ports, w);
        happened[READ_FIRST] |= w == 0;
        happened[READ_LAST] |= w == c->per - 1;
        happened[READ_BEYOND] |= !names;
    }
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_degrees_cfg_t *c = cfg;
    const las_degrees_t *u = state;
    const las_degrees_in_t *in = input;
    (void)output;
    const unsigned a = in->write_one, b = in->write_other, w = in->wipe_warp;
    const bool write = in->write_en && in->write_sched < c->scheds && a < c->per && b < c->per;
    const bool pair = write && a != b,
               wipe = in->wipe_en && in->wipe_sched < c->scheds && w < c->per;
    const unsigned old = pair ? degree(u, in->write_sched, a, b) : 0;
    const bool meets = in->wipe_sched == in->write_sched && (w == a || w == b);
    bool any = false;
    for (unsigned i = 0; i < c->scheds * (c->per * (c->per - 1) / 2); i++)
        any |= u->deg[i] != 0;

    happened[WRITE] = pair && old == 0 && in->write_deg != 0;
    happened[WRITE_CHANGES] = pair && old != 0 && in->write_deg != old;
    happened[WRITE_LOWER_FIRST] = pair && a < b;
    happened[WRITE_UPPER_FIRST] = pair && a > b;
    happened[WRITE_SELF] = write && a == b;
    happened[WRITE_LAST] = pair && in->write_sched == c->scheds - 1 && a + b == 2 * c->per - 3;
    happened[WIPE] = wipe && any_degree(u, in->wipe_sched, w);
    happened[WIPE_NONE] = wipe && !any_degree(u, in->wipe_sched, w);
    happened[WIPE_AND_WRITE] = wipe && pair && meets;
    happened[WIPE_AND_WRITE_APART] = wipe && pair && !meets;
    happened[CLEAR] = in->clear_en && any;
    happened[CLEAR_AND_WRITE] = in->clear_en && pair;
    happened[NO_SUCH_WARP] =
        (in->write_en && (a >= c->per || b >= c->per)) || (in->wipe_en && w >= c->per);
    happened[NO_SUCH_SCHED] = (in->write_en && in->write_sched >= c->scheds) ||
                              (in->wipe_en && in->wipe_sched >= c->scheds);
    watch_reads(u, in, happened);
}

static void write_pair(const las_degrees_cfg_t *c, unsigned pair, unsigned deg,
                       las_degrees_in_t *in)
{
    const unsigned pairs = c->per * (c->per - 1) / 2;
    unsigned hi = 1, lo = pair % pairs;
    for (; lo >= hi; hi++)
        lo -= hi;
    in->write_en = 1;
    in->write_sched = (uint8_t)(pair / pairs % c->scheds);
    in->write_one = (uint8_t)(pair % 2 ? hi : lo);
    in->write_other = (uint8_t)(pair % 2 ? lo : hi);
    in->write_deg = (uint8_t)(deg & bits_mask(c->deg_w));
    for (unsigned p = 0; p < c->scheds * c->ports && p < sizeof in->read_warp; p++)
        in->read_warp[p] = p % 2 ? in->write_one : in->write_other;
}

static unsigned all_pairs(const void *cfg)
{
    const las_degrees_cfg_t *c = cfg;
    return c->scheds * (c->per * (c->per - 1) / 2);
}

/* All degrees are written, and the rows of both warps read. */
static void write_all(const void *cfg, unsigned k, void *input)
{
    const las_degrees_cfg_t *c = cfg;
    las_degrees_in_t *in = input;
    write_pair(c, k, k + 1, in);
}

static unsigned all_warps(const void *cfg)
{
    const las_degrees_cfg_t *c = cfg;
    return c->scheds * c->per;
}

/* Each warp is wiped while degrees are written. */
static void wipe_all(const void *cfg, unsigned k, void *input)
{
    const las_degrees_cfg_t *c = cfg;
    las_degrees_in_t *in = input;
    write_pair(c, k, 1, in);
    in->wipe_en = 1;
    in->wipe_sched = (uint8_t)(k / c->per);
    in->wipe_warp = (uint8_t)(k % c->per);
    for (unsigned p = 0; p < c->scheds * c->ports; p++)
        in->read_warp[p] = (uint8_t)(k % c->per);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* The last degree is written, alone and while one of its warps is wiped. */
static void wipe_meets(const void *cfg, unsigned k, void *input)
{
    const las_degrees_cfg_t *c = cfg;
    las_degrees_in_t *in = input;
    write_pair(c, c->scheds * (c->per * (c->per - 1) / 2) - 1, k + 1, in);
    in->wipe_en = k % 2;
    in->wipe_sched = in->write_sched;
    in->wipe_warp = k == 1 ? in->write_one : in->write_other;
}

/* A warp and itself. */
static void self(const void *cfg, unsigned k, void *input)
{
    const las_degrees_cfg_t *c = cfg;
    las_degrees_in_t *in = input;
    write_pair(c, k, 1, in);
    in->write_one = in->write_other;
}

/* The largest numbers: no warp and no scheduler unless all numbers name one. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const las_degrees_cfg_t *c = cfg;
    las_degrees_in_t *in = input;
    const uint8_t w = (uint8_t)bits_mask(bits_index_w(c->per));
    const uint8_t s = (uint8_t)bits_mask(bits_index_w(c->scheds));
    write_pair(c, k, 1, in);
    in->wipe_en = k == 3;
    in->wipe_warp = w;
    if (k % 2)
        in->write_one = w;
    else
        in->write_sched = in->wipe_sched = s;
    for (unsigned p = 0; p < c->scheds * c->ports; p++)
        in->read_warp[p] = w;
}

/* A clear meets a write. */
static void clear(const void *cfg, unsigned k, void *input)
{
    const las_degrees_cfg_t *c = cfg;
    las_degrees_in_t *in = input;
    write_pair(c, k, 1, in);
    in->clear_en = k == 3;
}

static const stim_directed_t directed[] = {
    {"write_all", all_pairs, write_all},
    {"wipe_all", all_warps, wipe_all},
    {"write_again", all_pairs, write_all},
    {"wipe_meets", four, wipe_meets},
    {"self", four, self},
    {"clear", four, clear},
    {"largest", four, largest},
};

const stim_unit_t las_degrees_stim = {
    .unit = &las_degrees_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

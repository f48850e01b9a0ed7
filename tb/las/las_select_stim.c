/* Events and directed stimulus of las.select (docs/units/las.md). */
#include "las/las_select.h"
#include "lockstep/stim_unit.h"

enum {
    LOOK,
    LOOK_OF_NONE,
    LOOKS_IN_A_ROW,
    BEGIN,
    BEGIN_DROPS_NODES,
    BEGIN_AND_LOOK,
    SCORE_DECIDES,
    CTA_DECIDES,
    TOTAL_DECIDES,
    CTA_DECIDES_UNSHARED,
    ALL_EQUAL,
    SECOND_WINS,
    ALONE,
    BEST_STAYS,
    BEST_CHANGES,
    LAST_IS_BEST,
    BEYOND,
    NO_SUCH_GROUP,
};

static unsigned groups(unsigned n, unsigned lanes)
{
    return (n + lanes - 1) / lanes;
}

static bool two_lanes(const void *cfg)
{
    const las_select_cfg_t *c = cfg;
    return c->lanes > 1;
}

static bool two_window(const void *cfg)
{
    const las_select_cfg_t *c = cfg;
    return c->window > 1;
}

static bool lane_beyond(const void *cfg)
{
    const las_select_cfg_t *c = cfg;
    return c->window % c->lanes != 0;
}

static bool group_beyond(const void *cfg)
{
    const las_select_cfg_t *c = cfg;
    return !bits_every_index(groups(c->window, c->lanes));
}

static const stim_event_t events[] = {
    [LOOK] = {.name = "look"},
    [LOOK_OF_NONE] = {.name = "look_of_none"},
    [LOOKS_IN_A_ROW] = {.name = "looks_in_a_row", .possible = two_lanes},
    [BEGIN] = {.name = "begin"},
    [BEGIN_DROPS_NODES] = {.name = "begin_drops_nodes", .possible = two_lanes},
    [BEGIN_AND_LOOK] = {.name = "begin_and_look"},
    [SCORE_DECIDES] = {.name = "score_decides"},
    [CTA_DECIDES] = {.name = "cta_decides"},
    [TOTAL_DECIDES] = {.name = "total_decides"},
    [CTA_DECIDES_UNSHARED] = {.name = "cta_decides_unshared"},
    [ALL_EQUAL] = {.name = "all_equal", .possible = two_window},
    [SECOND_WINS] = {.name = "second_wins", .possible = two_lanes},
    [ALONE] = {.name = "alone"},
    [BEST_STAYS] = {.name = "best_stays"},
    [BEST_CHANGES] = {.name = "best_changes"},
    [LAST_IS_BEST] = {.name = "last_is_best"},
    [BEYOND] = {.name = "beyond", .possible = lane_beyond},
    [NO_SUCH_GROUP] = {.name = "no_such_group", .possible = group_beyond},
};

typedef struct candidate {
    bool valid;
    uint32_t score, total, cta;
} candidate_t;

static candidate_t lane(const las_select_cfg_t *c, const las_select_in_t *in, unsigned l)
{
    candidate_t x = {.valid = in->look_en && l < c->lanes && in->use >> l & 1 &&
                              in->group * c->lanes + l < c->window};
    if (x.valid)
        x.score = in->score[l], x.total = in->total[l], x.cta = in->cta[l];
    return x;
}

static candidate_t node(const las_select_t *u, const las_select_in_t *in, unsigned n)
{
    candidate_t x = {.valid = u->node_valid[n - 1] && !in->begin_en};
    if (x.valid)
        x.score = u->node_score[n - 1], x.total = u->node_total[n - 1], x.cta = u->node_cta[n - 1];
    return x;
}

static candidate_t best(const las_select_t *u, const las_select_in_t *in)
{
    candidate_t x = {.valid = u->best_valid && !in->begin_en};
    if (x.valid)
        x.score = u->best_score, x.total = u->best_total, x.cta = u->best_cta;
    return x;
}

/* Is b the better of the two, a being the first? */
static bool second(const candidate_t *a, const candidate_t *b)
{
    if (!a->valid || !b->valid)
        return !a->valid && b->valid;
    if (a->score != b->score)
        return b->score > a->score;
    if (a->score == 0 && a->total != b->total)
        return b->total < a->total;
    return b->cta < a->cta;
}

static void watch_meeting(const las_select_cfg_t *c, const candidate_t *a, const candidate_t *b,
                          bool *happened)
{
    const bool meet = a->valid && b->valid, level = meet && a->score == b->score;
    const bool shared = level && a->score != 0, none = level && a->score == 0;
    const bool even = none && a->total == b->total;
    happened[SCORE_DECIDES] |= meet && !level;
    happened[CTA_DECIDES] |= shared && a->cta != b->cta;
    happened[TOTAL_DECIDES] |= none && !even;
    happened[CTA_DECIDES_UNSHARED] |= even && a->cta != b->cta;
    happened[ALL_EQUAL] |= c->window > 1 && (shared || even) && a->cta == b->cta;
    happened[ALONE] |= a->valid != b->valid;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_select_cfg_t *c = cfg;
    const las_select_t *u = state;
    const las_select_in_t *in = input;
    const las_select_out_t *out = output;
    const unsigned n = groups(c->window, c->lanes), leaves = las_select_nodes(c->lanes) + 1;
    bool any = false, held = false;
    for (unsigned l = 0; l < c->lanes; l++) {
        any |= lane(c, in, l).valid;
        happened[BEYOND] |= in->look_en && in->group < n && (in->use >> l & 1) &&
                            in->group * c->lanes + l >= c->window;
    }
    for (unsigned i = 1; i < leaves; i++) {
        const unsigned first = 2 * i;
        const candidate_t a = first < leaves ? node(u, in, first) : lane(c, in, first - leaves);
        const candidate_t b =
            first < leaves ? node(u, in, first + 1) : lane(c, in, first + 1 - leaves);
        watch_meeting(c, &a, &b, happened);
        happened[SECOND_WINS] |= a.valid && second(&a, &b);
        held |= u->node_valid[i - 1];
    }
    const candidate_t old = best(u, in), new = leaves > 1 ? node(u, in, 1) : lane(c, in, 0);
    watch_meeting(c, &old, &new, happened);
    happened[LOOK] = any;
    happened[LOOK_OF_NONE] = in->look_en && in->group < n && !any;
    happened[LOOKS_IN_A_ROW] = any && held && !in->begin_en;
    happened[BEGIN] = in->begin_en && u->best_valid;
    happened[BEGIN_DROPS_NODES] = in->begin_en && held;
    happened[BEGIN_AND_LOOK] = in->begin_en && any;
    happened[BEST_STAYS] = old.valid && new.valid && !second(&old, &new);
    happened[BEST_CHANGES] = old.valid && second(&old, &new);
    happened[LAST_IS_BEST] = u->best_valid && out->best == c->window - 1;
    happened[NO_SUCH_GROUP] = in->look_en && in->group >= n;
}

static void look(const las_select_cfg_t *c, unsigned group, las_select_in_t *in)
{
    in->look_en = 1;
    in->group = (uint8_t)(group % groups(c->window, c->lanes));
    in->use = (uint32_t)bits_mask(c->lanes);
}

static void set(const las_select_cfg_t *c, unsigned l, uint32_t score, uint32_t total, uint32_t cta,
                las_select_in_t *in)
{
    in->score[l] = score & (uint32_t)bits_mask(c->score_w);
    in->total[l] = total & (uint32_t)bits_mask(c->total_w);
    in->cta[l] = cta & (uint32_t)bits_mask(c->cta_w);
}

static unsigned window_cycles(const void *cfg)
{
    const las_select_cfg_t *c = cfg;
    return 2 * groups(c->window, c->lanes) + 8;
}

/* Each group is better than the one before, so that the last candidate is the best. */
static void rising(const void *cfg, unsigned k, void *input)
{
    const las_select_cfg_t *c = cfg;
    las_select_in_t *in = input;
    in->begin_en = k == 0;
    if (k >= 2 * groups(c->window, c->lanes))
        return;
    look(c, k, in);
    for (unsigned l = 0; l < c->lanes; l++)
        set(c, l, k + l, k, l, in);
}

/* None shares anything: totals decide, then numbers. */
static void unshared(const void *cfg, unsigned k, void *input)
{
    const las_select_cfg_t *c = cfg;
    las_select_in_t *in = input;
    in->begin_en = k == 0;
    if (k >= 2 * groups(c->window, c->lanes))
        return;
    look(c, k, in);
    for (unsigned l = 0; l < c->lanes; l++)
        set(c, l, 0, 3 - (k + l) % 3, l + 1 - k % 2, in);
}

/* All share the same: numbers decide, or all is equal. */
static void level(const void *cfg, unsigned k, void *input)
{
    const las_select_cfg_t *c = cfg;
    las_select_in_t *in = input;
    in->begin_en = k == 0;
    if (k >= 2 * groups(c->window, c->lanes))
        return;
    look(c, k, in);
    for (unsigned l = 0; l < c->lanes; l++)
        set(c, l, 1, l, k % 4 == 3 ? 1 : 3 - l % 3, in);
}

/* One candidate in a group, or none; searches that begin anew. */
static void alone(const void *cfg, unsigned k, void *input)
{
    const las_select_cfg_t *c = cfg;
    las_select_in_t *in = input;
    in->begin_en = k % 8 == 0;
    look(c, k, in);
    in->use = k % 3 ? UINT32_C(1) << k % c->lanes : 0;
    set(c, k % c->lanes, k % 4, 1, k, in);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* The last candidate alone shares something. */
static void last(const void *cfg, unsigned k, void *input)
{
    const las_select_cfg_t *c = cfg;
    las_select_in_t *in = input;
    in->begin_en = k == 0;
    look(c, groups(c->window, c->lanes) - 1, in);
    for (unsigned l = 0; l < c->lanes; l++)
        set(c, l, l + 1 == c->window - in->group * c->lanes ? 3 : 0, 1, 1, in);
}

/* The largest group: none unless each number has candidates. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const las_select_cfg_t *c = cfg;
    las_select_in_t *in = input;
    look(c, 0, in);
    in->group = (uint8_t)bits_mask(bits_index_w(groups(c->window, c->lanes)));
    set(c, 0, k, k, k, in);
}

static const stim_directed_t directed[] = {
    {"rising", window_cycles, rising},
    {"unshared", window_cycles, unshared},
    {"level", window_cycles, level},
    {"alone", window_cycles, alone},
    {"last", four, last},
    {"drain", window_cycles, alone},
    {"largest", four, largest},
};

const stim_unit_t las_select_stim = {
    .unit = &las_select_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

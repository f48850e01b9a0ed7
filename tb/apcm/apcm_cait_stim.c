/* Events and directed stimulus of apcm.cait (docs/units/apcm.md). */
#include "apcm/apcm_cait.h"
#include "lockstep/stim_unit.h"

enum {
    NEW_BYPASS,
    NEW_PROTECT,
    NEW_NORMAL,
    OVERWRITES,
    CHANGES_METHOD,
    REFUSED_EQUAL,
    REFUSED_SMALLER,
    REACH_WRITES,
    REACH_REFUSED,
    BOTH_APART,
    BOTH_SAME,
    BOTH_SAME_REFUSED,
    READ_VALID,
    READ_BEFORE_EDGE,
    CLEAR,
    CLEAR_AND_UPDATE,
    NO_SUCH_LOAD,
    NO_SUCH_READ,
};

static bool counts_above_one(const void *cfg)
{
    const apcm_cait_cfg_t *c = cfg;
    return c->cnt_w > 1;
}

static bool two_loads(const void *cfg)
{
    const apcm_cait_cfg_t *c = cfg;
    return c->loads > 1;
}

static bool load_beyond(const void *cfg)
{
    const apcm_cait_cfg_t *c = cfg;
    return !bits_every_index(c->loads);
}

static const stim_event_t events[] = {
    [NEW_BYPASS] = {.name = "new_bypass"},
    [NEW_PROTECT] = {.name = "new_protect", .possible = counts_above_one},
    [NEW_NORMAL] = {.name = "new_normal"},
    [OVERWRITES] = {.name = "overwrites"},
    [CHANGES_METHOD] = {.name = "changes_method"},
    [REFUSED_EQUAL] = {.name = "refused_equal"},
    [REFUSED_SMALLER] = {.name = "refused_smaller"},
    [REACH_WRITES] = {.name = "reach_writes"},
    [REACH_REFUSED] = {.name = "reach_refused"},
    [BOTH_APART] = {.name = "both_apart", .possible = two_loads},
    [BOTH_SAME] = {.name = "both_same"},
    [BOTH_SAME_REFUSED] = {.name = "both_same_refused"},
    [READ_VALID] = {.name = "read_valid"},
    [READ_BEFORE_EDGE] = {.name = "read_before_edge"},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_UPDATE] = {.name = "clear_and_update"},
    [NO_SUCH_LOAD] = {.name = "no_such_load", .possible = load_beyond},
    [NO_SUCH_READ] = {.name = "no_such_read", .possible = load_beyond},
};

/* An update, and what is known of its load before the edge. */
typedef struct update {
    bool en, wrote;
    unsigned load, count, intra;
} update_t;

static void watch_update(const apcm_cait_t *u, const update_t *n, bool *happened)
{
    if (!n->en)
        return;
    const bool valid = u->valid[n->load];
    const unsigned count = u->count[n->load];
    const unsigned method = n->count == 1          ? APCM_BYPASS
                            : n->intra != n->count ? APCM_NORMAL
                            : n->count > 1         ? APCM_PROTECT
                                                   : APCM_NORMAL;

    happened[NEW_BYPASS] |= !valid && method == APCM_BYPASS;
    happened[NEW_PROTECT] |= !valid && method == APCM_PROTECT;
    happened[NEW_NORMAL] |= !valid && method == APCM_NORMAL;
    happened[OVERWRITES] |= valid && n->wrote;
    happened[CHANGES_METHOD] |= valid && n->wrote && method != u->method[n->load];
    happened[REFUSED_EQUAL] |= valid && !n->wrote && count == n->count;
    happened[REFUSED_SMALLER] |= valid && !n->wrote && count > n->count;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apcm_cait_cfg_t *c = cfg;
    const apcm_cait_t *u = state;
    const apcm_cait_in_t *in = input;
    const apcm_cait_out_t *out = output;
    const bool reads = in->rd_id < c->loads && u->valid[in->rd_id];
    const unsigned most = (unsigned)bits_mask(c->cnt_w);
    const update_t evict = {in->evict_en && !in->clear_en && in->evict_first < c->loads,
                            out->evict_wrote, in->evict_first, in->evict_count, in->evict_intra};
    const update_t reach = {in->reach_en && !in->clear_en && in->reach_first < c->loads,
                            out->reach_wrote, in->reach_first, most, in->reach_intra};
    const bool both = evict.en && reach.en, same = both && evict.load == reach.load;

    watch_update(u, &evict, happened);
    if (!same)
        watch_update(u, &reach, happened);
    happened[REACH_WRITES] = out->reach_wrote;
    happened[REACH_REFUSED] = reach.en && !out->reach_wrote;
    happened[BOTH_APART] = out->evict_wrote && out->reach_wrote && !same;
    happened[BOTH_SAME] = same;
    happened[BOTH_SAME_REFUSED] = same && out->evict_wrote && !out->reach_wrote;
    happened[READ_VALID] = reads;
    happened[READ_BEFORE_EDGE] = reads && ((out->evict_wrote && evict.load == in->rd_id) ||
                                           (out->reach_wrote && reach.load == in->rd_id));
    happened[CLEAR] = in->clear_en;
    happened[CLEAR_AND_UPDATE] = in->clear_en && ((in->evict_en && in->evict_first < c->loads) ||
                                                  (in->reach_en && in->reach_first < c->loads));
    happened[NO_SUCH_LOAD] = (in->evict_en && in->evict_first >= c->loads) ||
                             (in->reach_en && in->reach_first >= c->loads);
    happened[NO_SUCH_READ] = in->rd_id >= c->loads;
}

static uint8_t fit(uint64_t v, unsigned width)
{
    return (uint8_t)(v & bits_mask(width));
}

static void evict(const apcm_cait_cfg_t *c, unsigned load, unsigned count, unsigned intra,
                  apcm_cait_in_t *in)
{
    in->evict_en = 1;
    in->evict_first = in->rd_id = fit(load, bits_index_w(c->loads));
    in->evict_last = fit(load + 1, bits_index_w(c->loads));
    in->evict_count = fit(count, c->cnt_w);
    in->evict_intra = fit(intra, c->cnt_w);
}

static void reach(const apcm_cait_cfg_t *c, unsigned load, unsigned intra, apcm_cait_in_t *in)
{
    in->reach_en = 1;
    in->reach_first = fit(load, bits_index_w(c->loads));
    in->reach_last = fit(load, bits_index_w(c->loads));
    in->reach_intra = fit(intra, c->cnt_w);
}

/* Each count in turn, beginning with 0, and each twice; intra as large, and one less. */
static unsigned each_count_cycles(const void *cfg)
{
    const apcm_cait_cfg_t *c = cfg;
    return c->loads * (1 + (2u << c->cnt_w));
}

static void each_count(const apcm_cait_cfg_t *c, unsigned k, unsigned less, apcm_cait_in_t *in)
{
    const unsigned of_load = 1 + (2u << c->cnt_w), step = k % of_load;
    in->clear_en = step == 0;
    evict(c, k / of_load, (step - 1) / 2, (step - 1) / 2 - less, in);
    in->evict_en = step > 0;
}

static void upwards(const void *cfg, unsigned k, void *input)
{
    each_count(cfg, k, 0, input);
}

static void upwards_of_all(const void *cfg, unsigned k, void *input)
{
    each_count(cfg, k, 1, input);
}

/* The first update of a load, of each count, as protected and not; then a smaller one. */
static unsigned first_update_cycles(const void *cfg)
{
    const apcm_cait_cfg_t *c = cfg;
    return 6u << c->cnt_w;
}

static void first_update(const void *cfg, unsigned k, void *input)
{
    const apcm_cait_cfg_t *c = cfg;
    apcm_cait_in_t *in = input;
    const unsigned load = k % c->loads, count = k / 6, step = k % 6;
    in->clear_en = step % 3 == 0;
    if (step % 3 == 1)
        evict(c, 0, count, step < 3 ? count : count - 1, in);
    if (step % 3 == 2)
        evict(c, 0, count - 1, load, in);
}

/* Both updates, of one load and of two, on a table without the loads and then with them. */
static unsigned both_cycles(const void *cfg)
{
    const apcm_cait_cfg_t *c = cfg;
    return 8u << c->cnt_w;
}

static void both(const void *cfg, unsigned k, void *input)
{
    const apcm_cait_cfg_t *c = cfg;
    apcm_cait_in_t *in = input;
    const unsigned count = k / 8, step = k % 8, last = c->loads - 1;
    in->clear_en = step == 0 || step == 4;
    evict(c, step < 4 ? last : 0, count, step & 2 ? count : 1, in);
    reach(c, last, step & 2 ? (unsigned)bits_mask(c->cnt_w) : 1, in);
    in->rd_id = in->reach_first;
}

/* An entry of each count, which the threshold then finds, twice. */
static unsigned reach_each_cycles(const void *cfg)
{
    const apcm_cait_cfg_t *c = cfg;
    return 4u << c->cnt_w;
}

static void reach_each(const void *cfg, unsigned k, void *input)
{
    const apcm_cait_cfg_t *c = cfg;
    apcm_cait_in_t *in = input;
    const unsigned count = k / 4, step = k % 4;
    in->clear_en = step == 0;
    if (step == 1)
        evict(c, 0, count, count, in);
    if (step >= 2)
        reach(c, 0, count, in);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* The largest numbers: they name none unless all do. */
static void largest(const void *cfg, unsigned k, void *input)
{
    apcm_cait_in_t *in = input;
    if (k & 1)
        evict(cfg, 63, 1, 1, in);
    if (k & 2)
        reach(cfg, 63, 1, in);
    in->rd_id = fit(63, bits_index_w(((const apcm_cait_cfg_t *)cfg)->loads));
}

static const stim_directed_t directed[] = {
    {"upwards", each_count_cycles, upwards},
    {"upwards_of_all", each_count_cycles, upwards_of_all},
    {"first_update", first_update_cycles, first_update},
    {"both", both_cycles, both},
    {"reach_each", reach_each_cycles, reach_each},
    {"largest", four, largest},
};

const stim_unit_t apcm_cait_stim = {
    .unit = &apcm_cait_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

/* Events and directed stimulus of common.lru (docs/units/common.md). */
#include "common/lru.h"
#include "lockstep/stim_unit.h"

enum {
    USE_OLDEST,
    USE_OTHER,
    OLDEST_IS_FIRST,
    OLDEST_IS_LAST,
    LAST_SET,
    CLEAR,
    CLEAR_AND_USE,
    NO_SUCH_SET,
    NO_SUCH_WAY,
};

static bool two_ways(const void *cfg)
{
    const lru_cfg_t *c = cfg;
    return c->ways > 1;
}

static bool set_beyond(const void *cfg)
{
    const lru_cfg_t *c = cfg;
    return !bits_every_index(c->sets);
}

static bool way_beyond(const void *cfg)
{
    const lru_cfg_t *c = cfg;
    return !bits_every_index(c->ways);
}

static const stim_event_t events[] = {
    [USE_OLDEST] = {.name = "use_oldest"},
    [USE_OTHER] = {.name = "use_other", .possible = two_ways},
    [OLDEST_IS_FIRST] = {.name = "oldest_is_first"},
    [OLDEST_IS_LAST] = {.name = "oldest_is_last", .possible = two_ways},
    [LAST_SET] = {.name = "last_set"},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_USE] = {.name = "clear_and_use"},
    [NO_SUCH_SET] = {.name = "no_such_set", .possible = set_beyond},
    [NO_SUCH_WAY] = {.name = "no_such_way", .possible = way_beyond},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const lru_cfg_t *c = cfg;
    const lru_in_t *in = input;
    const lru_out_t *out = output;
    const bool names = in->set < c->sets;
    const bool use = in->use_en && names && in->way < c->ways;
    (void)state;

    happened[USE_OLDEST] = use && in->way == out->oldest;
    happened[USE_OTHER] = use && in->way != out->oldest;
    happened[OLDEST_IS_FIRST] = names && out->oldest == 0;
    happened[OLDEST_IS_LAST] = names && c->ways > 1 && out->oldest == c->ways - 1;
    happened[LAST_SET] = use && in->set == c->sets - 1;
    happened[CLEAR] = in->clear_en;
    happened[CLEAR_AND_USE] = in->clear_en && use;
    happened[NO_SUCH_SET] = in->use_en && !names;
    happened[NO_SUCH_WAY] = in->use_en && names && in->way >= c->ways;
}

static unsigned each_line(const void *cfg)
{
    const lru_cfg_t *c = cfg;
    return c->sets * c->ways;
}

static unsigned twice_each_line(const void *cfg)
{
    return 2 * each_line(cfg);
}

static void use(const lru_cfg_t *c, unsigned line, lru_in_t *in)
{
    in->use_en = 1;
    in->set = (uint8_t)(line / c->ways);
    in->way = (uint8_t)(line % c->ways);
}

/* Each way becomes the oldest as the one below it is used. */
static void upwards(const void *cfg, unsigned k, void *input)
{
    use(cfg, k, input);
}

/* The last way is the oldest in the end. */
static void downwards(const void *cfg, unsigned k, void *input)
{
    const lru_cfg_t *c = cfg;
    use(c, k - k % c->ways + c->ways - 1 - k % c->ways, input);
}

/* Every use is of the way that is the oldest or of the one used last: even cycles and odd ones. */
static void each_twice(const void *cfg, unsigned k, void *input)
{
    use(cfg, k / 2, input);
}

static void clear_and_use(const void *cfg, unsigned k, void *input)
{
    lru_in_t *in = input;
    use(cfg, k, in);
    in->clear_en = 1;
}

static unsigned eight(const void *cfg)
{
    (void)cfg;
    return 8;
}

/* The largest set, the largest way, and both: they name none unless all do. */
static void largest_indices(const void *cfg, unsigned k, void *input)
{
    const lru_cfg_t *c = cfg;
    lru_in_t *in = input;
    in->use_en = 1;
    in->set = k & 1 ? (uint8_t)bits_mask(bits_index_w(c->sets)) : 0;
    in->way = k & 2 ? (uint8_t)bits_mask(bits_index_w(c->ways)) : 0;
    in->clear_en = k == 7;
}

static const stim_directed_t directed[] = {
    {"upwards", each_line, upwards},
    {"downwards", each_line, downwards},
    {"each_twice", twice_each_line, each_twice},
    {"clear_and_use", each_line, clear_and_use},
    {"largest_indices", eight, largest_indices},
};

const stim_unit_t lru_stim = {
    .unit = &lru_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

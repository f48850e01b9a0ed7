/* Events and directed stimulus of common.cam (docs/units/common.md). */
#include "common/cam.h"
#include "lockstep/stim_unit.h"

enum {
    HIT,
    MISS_ALLOCATES,
    MISS_WHEN_FULL,
    MISS_NO_ALLOC,
    HIT_LAST_ENTRY,
    CLEAR,
    CLEAR_AND_ALLOC,
    CLEAR_AND_HIT,
    READ,
    READ_INVALID,
    NO_SUCH_READ,
};

/* There are as many keys as entries: the last entry can be reached. */
static bool keys_for_all(const void *cfg)
{
    const cam_cfg_t *c = cfg;
    return bits_mask(c->key_w) >= c->entries - 1;
}

/* There is one key more, which misses when all the entries are taken. */
static bool keys_to_spare(const void *cfg)
{
    const cam_cfg_t *c = cfg;
    return bits_mask(c->key_w) >= c->entries;
}

static bool index_beyond(const void *cfg)
{
    const cam_cfg_t *c = cfg;
    return !bits_every_index(c->entries);
}

static const stim_event_t events[] = {
    [HIT] = {.name = "hit"},
    [MISS_ALLOCATES] = {.name = "miss_allocates"},
    [MISS_WHEN_FULL] = {.name = "miss_when_full", .possible = keys_to_spare},
    [MISS_NO_ALLOC] = {.name = "miss_no_alloc"},
    [HIT_LAST_ENTRY] = {.name = "hit_last_entry", .possible = keys_for_all},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_ALLOC] = {.name = "clear_and_alloc"},
    [CLEAR_AND_HIT] = {.name = "clear_and_hit"},
    [READ] = {.name = "read"},
    [READ_INVALID] = {.name = "read_invalid"},
    [NO_SUCH_READ] = {.name = "no_such_read", .possible = index_beyond},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const cam_cfg_t *c = cfg;
    const cam_t *u = state;
    const cam_in_t *in = input;
    const cam_out_t *out = output;
    const bool miss = in->lookup_en && !out->hit;
    const bool may_alloc = miss && in->alloc;
    const bool reads = in->rd_idx < c->entries;

    happened[HIT] = out->hit;
    happened[MISS_ALLOCATES] = may_alloc && !out->full;
    happened[MISS_WHEN_FULL] = may_alloc && out->full;
    happened[MISS_NO_ALLOC] = miss && !in->alloc;
    happened[HIT_LAST_ENTRY] = out->hit && out->idx == c->entries - 1;
    happened[CLEAR] = in->clear_en && (u->valid[0] & 1);
    happened[CLEAR_AND_ALLOC] = in->clear_en && may_alloc;
    happened[CLEAR_AND_HIT] = in->clear_en && out->hit;
    happened[READ] = reads && (u->valid[0] >> in->rd_idx & 1);
    happened[READ_INVALID] = reads && !(u->valid[0] >> in->rd_idx & 1);
    happened[NO_SUCH_READ] = !reads;
}

/* Looks a key up, which is stored if it misses. */
static void look_up(const cam_cfg_t *c, uint64_t key, cam_in_t *in)
{
    in->lookup_en = 1;
    in->alloc = 1;
    in->key = key & bits_mask(c->key_w);
}

static unsigned each_entry(const void *cfg)
{
    const cam_cfg_t *c = cfg;
    return c->entries;
}

static unsigned beyond_entries(const void *cfg)
{
    return each_entry(cfg) + 2;
}

static unsigned two(const void *cfg)
{
    (void)cfg;
    return 2;
}

/* Key k, in cycle k: on an empty table all miss, on a table so filled all hit. */
static void walk_keys(const void *cfg, unsigned k, void *input)
{
    look_up(cfg, k, input);
}

static void clear_and_alloc(const void *cfg, unsigned k, void *input)
{
    cam_in_t *in = input;
    look_up(cfg, k + 1, in);
    in->clear_en = 1;
}

/* The table filled and cleared again, once for each entry: it is hit in the cycle of the clear, the
 * last entry first. */
static unsigned clear_full_cycles(const void *cfg)
{
    const cam_cfg_t *c = cfg;
    return c->entries * (c->entries + 1);
}

static void clear_full(const void *cfg, unsigned k, void *input)
{
    const cam_cfg_t *c = cfg;
    cam_in_t *in = input;
    const unsigned turn = k / (c->entries + 1), step = k % (c->entries + 1);
    in->clear_en = step == c->entries;
    look_up(c, in->clear_en ? c->entries - 1 - turn : step, in);
}

/* Each number that the port can carry, in a table that is full and then in one that is being
 * filled. */
static unsigned read_each_cycles(const void *cfg)
{
    const cam_cfg_t *c = cfg;
    return 2u << bits_index_w(c->entries);
}

static void read_each(const void *cfg, unsigned k, void *input)
{
    const cam_cfg_t *c = cfg;
    cam_in_t *in = input;
    const unsigned numbers = 1u << bits_index_w(c->entries);
    in->rd_idx = (uint8_t)(k % numbers);
    in->clear_en = k == numbers;
    if (k > numbers)
        look_up(c, k - numbers, in);
}

static const stim_directed_t directed[] = {
    {"fill_past_full", beyond_entries, walk_keys}, {"hit_every_entry", each_entry, walk_keys},
    {"read_each", read_each_cycles, read_each},    {"clear_and_alloc", two, clear_and_alloc},
    {"alloc_after_clear", two, walk_keys},         {"clear_full", clear_full_cycles, clear_full},
};

const stim_unit_t cam_stim = {
    .unit = &cam_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

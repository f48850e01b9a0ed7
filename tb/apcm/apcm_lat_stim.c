/* Events and directed stimulus of apcm.lat (docs/units/apcm.md). */
#include "apcm/apcm_lat.h"
#include "lockstep/stim_unit.h"

enum {
    KNOWN,
    NEW,
    NEW_LAST,
    FULL,
    CLEAR,
    CLEAR_AND_LOAD,
    READ,
    READ_FREE,
    NO_SUCH_ID,
};

/* There are as many PCs as IDs: the last ID can be reached. */
static bool pcs_for_all(const void *cfg)
{
    const apcm_lat_cfg_t *c = cfg;
    return bits_mask(c->pc_w) >= c->loads - 1;
}

/* There is one PC more, for which no ID is left. */
static bool pcs_to_spare(const void *cfg)
{
    const apcm_lat_cfg_t *c = cfg;
    return bits_mask(c->pc_w) >= c->loads;
}

static bool id_beyond(const void *cfg)
{
    const apcm_lat_cfg_t *c = cfg;
    return !bits_every_index(c->loads);
}

static const stim_event_t events[] = {
    [KNOWN] = {.name = "known"},
    [NEW] = {.name = "new"},
    [NEW_LAST] = {.name = "new_last", .possible = pcs_for_all},
    [FULL] = {.name = "full", .possible = pcs_to_spare},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_LOAD] = {.name = "clear_and_load"},
    [READ] = {.name = "read"},
    [READ_FREE] = {.name = "read_free"},
    [NO_SUCH_ID] = {.name = "no_such_id", .possible = id_beyond},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apcm_lat_cfg_t *c = cfg;
    const apcm_lat_t *u = state;
    const apcm_lat_in_t *in = input;
    const apcm_lat_out_t *out = output;
    const bool reads = in->rd_id < c->loads;

    happened[KNOWN] = out->tracked && !out->took;
    happened[NEW] = out->took;
    happened[NEW_LAST] = out->took && out->id == c->loads - 1;
    happened[FULL] = out->refused;
    happened[CLEAR] = in->clear_en;
    happened[CLEAR_AND_LOAD] = in->clear_en && in->load_en;
    happened[READ] = reads && (u->cam.valid[0] >> in->rd_id & 1);
    happened[READ_FREE] = reads && !(u->cam.valid[0] >> in->rd_id & 1);
    happened[NO_SUCH_ID] = !reads;
}

static void load(const apcm_lat_cfg_t *c, uint64_t pc, apcm_lat_in_t *in)
{
    in->load_en = 1;
    in->load_pc = pc & bits_mask(c->pc_w);
    in->rd_id = (uint8_t)(pc & bits_mask(bits_index_w(c->loads)));
}

static unsigned past_full(const void *cfg)
{
    const apcm_lat_cfg_t *c = cfg;
    return c->loads + 2;
}

/* A PC in each cycle: all are new, and then all are known but those that came last. */
static void walk(const void *cfg, unsigned k, void *input)
{
    load(cfg, k, input);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

static void clear_and_load(const void *cfg, unsigned k, void *input)
{
    apcm_lat_in_t *in = input;
    load(cfg, k, in);
    in->clear_en = 1;
}

/* A table filled and cleared in the cycle in which a load is known, once for each ID. */
static unsigned clear_full_cycles(const void *cfg)
{
    const apcm_lat_cfg_t *c = cfg;
    return c->loads * (c->loads + 1);
}

static void clear_full(const void *cfg, unsigned k, void *input)
{
    const apcm_lat_cfg_t *c = cfg;
    apcm_lat_in_t *in = input;
    const unsigned turn = k / (c->loads + 1), step = k % (c->loads + 1);
    load(c, step == c->loads ? turn : step, in);
    in->clear_en = step == c->loads;
}

/* Every number that the port can carry. */
static unsigned numbers(const void *cfg)
{
    const apcm_lat_cfg_t *c = cfg;
    return 1u << bits_index_w(c->loads);
}

static void read_each(const void *cfg, unsigned k, void *input)
{
    apcm_lat_in_t *in = input;
    (void)cfg;
    in->rd_id = (uint8_t)k;
}

static const stim_directed_t directed[] = {
    {"fill_past_full", past_full, walk}, {"all_known", past_full, walk},
    {"read_each", numbers, read_each},   {"clear_and_load", four, clear_and_load},
    {"read_few", numbers, read_each},    {"clear_full", clear_full_cycles, clear_full},
};

const stim_unit_t apcm_lat_stim = {
    .unit = &apcm_lat_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

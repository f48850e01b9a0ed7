/* Events and directed stimulus of apres.wgt (docs/units/apres.md). */
#include "apres/apres_wgt.h"
#include "lockstep/stim_unit.h"

enum {
    TAKES,
    TAKES_FREED,
    TAKES_LAST_FREE,
    TAKES_EMPTY_GROUP,
    TAKES_ALL_WARPS,
    REFUSED,
    REFUSED_AND_FREED,
    TAKES_AND_FREES,
    FREES,
    FREES_FROM_FULL,
    FREES_UNUSED,
    FREES_WHAT_IS_TAKEN,
    READS,
    CLEAR,
    CLEAR_AND_TAKE,
    CLEAR_AND_FREE,
    NO_SUCH_ENTRY,
};

static bool two_groups(const void *cfg)
{
    const apres_wgt_cfg_t *c = cfg;
    return c->groups > 1;
}

static bool entry_beyond(const void *cfg)
{
    const apres_wgt_cfg_t *c = cfg;
    return !bits_every_index(c->groups);
}

static const stim_event_t events[] = {
    [TAKES] = {.name = "takes"},
    [TAKES_FREED] = {.name = "takes_freed", .possible = two_groups},
    [TAKES_LAST_FREE] = {.name = "takes_last_free"},
    [TAKES_EMPTY_GROUP] = {.name = "takes_empty_group"},
    [TAKES_ALL_WARPS] = {.name = "takes_all_warps"},
    [REFUSED] = {.name = "refused"},
    [REFUSED_AND_FREED] = {.name = "refused_and_freed"},
    [TAKES_AND_FREES] = {.name = "takes_and_frees", .possible = two_groups},
    [FREES] = {.name = "frees"},
    [FREES_FROM_FULL] = {.name = "frees_from_full"},
    [FREES_UNUSED] = {.name = "frees_unused"},
    [FREES_WHAT_IS_TAKEN] = {.name = "frees_what_is_taken"},
    [READS] = {.name = "reads"},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_TAKE] = {.name = "clear_and_take"},
    [CLEAR_AND_FREE] = {.name = "clear_and_free"},
    [NO_SUCH_ENTRY] = {.name = "no_such_entry", .possible = entry_beyond},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apres_wgt_cfg_t *c = cfg;
    const apres_wgt_t *u = state;
    const apres_wgt_in_t *in = input;
    const apres_wgt_out_t *out = output;
    const uint64_t mask = in->take_mask & bits_mask(c->warps);
    const bool names = in->free_idx < c->groups, used = names && u->valid[in->free_idx];
    const bool frees = in->free_en && !in->clear_en;
    unsigned n = 0, above = 0; /* entries in use, and of them those above the lowest free one */
    for (unsigned g = 0; g < c->groups; g++) {
        n += u->valid[g];
        above += u->valid[g] && g > out->idx;
    }

    happened[TAKES] = out->took;
    happened[TAKES_FREED] = out->took && above;
    happened[TAKES_LAST_FREE] = out->took && n == c->groups - 1;
    happened[TAKES_EMPTY_GROUP] = out->took && mask == 0;
    happened[TAKES_ALL_WARPS] = out->took && mask == bits_mask(c->warps);
    happened[REFUSED] = out->refused;
    happened[REFUSED_AND_FREED] = out->refused && frees && used;
    happened[TAKES_AND_FREES] = out->took && frees && used;
    happened[FREES] = frees && used;
    happened[FREES_FROM_FULL] = frees && used && n == c->groups;
    happened[FREES_UNUSED] = frees && names && !used;
    happened[FREES_WHAT_IS_TAKEN] = out->took && frees && in->free_idx == out->idx;
    happened[READS] = used && !in->free_en;
    happened[CLEAR] = in->clear_en;
    happened[CLEAR_AND_TAKE] = in->clear_en && in->take_en && n < c->groups;
    happened[CLEAR_AND_FREE] = in->clear_en && in->free_en && used;
    happened[NO_SUCH_ENTRY] = in->free_en && !names;
}

static void take(const apres_wgt_cfg_t *c, uint64_t warps, apres_wgt_in_t *in)
{
    in->take_en = 1;
    in->take_mask = warps & bits_mask(c->warps);
}

static void release(const apres_wgt_cfg_t *c, unsigned entry, apres_wgt_in_t *in)
{
    in->free_en = 1;
    in->free_idx = (uint8_t)(entry % c->groups);
}

static unsigned beyond_full(const void *cfg)
{
    const apres_wgt_cfg_t *c = cfg;
    return c->groups + 2;
}

/* Groups of one warp each; the last ones are refused. */
static void fill_past_full(const void *cfg, unsigned k, void *input)
{
    take(cfg, UINT64_C(1) << k, input);
}

/* Each entry is freed from a full table in a cycle with a group that is refused; the next group
 * takes it. */
static unsigned twice_each(const void *cfg)
{
    const apres_wgt_cfg_t *c = cfg;
    return 2 * c->groups;
}

static void free_then_take(const void *cfg, unsigned k, void *input)
{
    const apres_wgt_cfg_t *c = cfg;
    take(c, k & 1 ? ~UINT64_C(0) << k / 2 : 1, input);
    if (k % 2 == 0)
        release(c, c->groups - 1 - k / 2, input);
}

/* Each entry is freed, and freed again. */
static void free_twice(const void *cfg, unsigned k, void *input)
{
    release(cfg, k / 2, input);
}

/* A group in each cycle, and the entry that the last one has taken is freed. */
static void stream(const void *cfg, unsigned k, void *input)
{
    const apres_wgt_cfg_t *c = cfg;
    take(c, k & 1 ? 0 : ~UINT64_C(0), input);
    if (k)
        release(c, c->groups == 1 ? 0 : (k - 1) & 1, input);
}

static unsigned sixteen(const void *cfg)
{
    (void)cfg;
    return 16;
}

/* The entry that a group takes is freed in the same cycle. */
static void free_what_is_taken(const void *cfg, unsigned k, void *input)
{
    const apres_wgt_cfg_t *c = cfg;
    apres_wgt_in_t *in = input;
    in->clear_en = k % 4 == 0;
    if (k % 4)
        take(c, k, in);
    if (k % 4 == 1)
        release(c, 0, in);
    if (k % 4 == 2)
        release(c, 1, in);
}

/* A clear meets nothing, a group, an entry that is freed, and both. */
static void meet_clear(const void *cfg, unsigned k, void *input)
{
    const apres_wgt_cfg_t *c = cfg;
    apres_wgt_in_t *in = input;
    in->clear_en = k % 4 == 3;
    if (!in->clear_en && k % 4 < c->groups - (c->groups > 1))
        take(c, k + 1, in);
    if (in->clear_en && k & 4)
        take(c, k, in);
    if (in->clear_en && k & 8)
        release(c, 0, in);
}

/* Every number that the port can carry, read and then freed. */
static unsigned twice_each_number(const void *cfg)
{
    const apres_wgt_cfg_t *c = cfg;
    return 2u << bits_index_w(c->groups);
}

static void each_number(const void *cfg, unsigned k, void *input)
{
    const apres_wgt_cfg_t *c = cfg;
    apres_wgt_in_t *in = input;
    in->free_en = k & 1;
    in->free_idx = (uint8_t)(k / 2 & bits_mask(bits_index_w(c->groups)));
}

static const stim_directed_t directed[] = {
    {"fill_past_full", beyond_full, fill_past_full},
    {"free_then_take", twice_each, free_then_take},
    {"free_twice", twice_each, free_twice},
    {"stream", sixteen, stream},
    {"fill_again", beyond_full, fill_past_full},
    {"each_number", twice_each_number, each_number},
    {"free_what_is_taken", sixteen, free_what_is_taken},
    {"meet_clear", sixteen, meet_clear},
};

const stim_unit_t apres_wgt_stim = {
    .unit = &apres_wgt_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};

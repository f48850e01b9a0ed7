/* Events and directed stimulus of common.cam: see lockstep/stim_unit.h; docs/units/common.md lists
 * them. */
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
};

static const stim_event_t events[] = {
    [HIT] = {.name = "hit"},
    [MISS_ALLOCATES] = {.name = "miss_allocates"},
    [MISS_WHEN_FULL] = {.name = "miss_when_full"},
    [MISS_NO_ALLOC] = {.name = "miss_no_alloc"},
    [HIT_LAST_ENTRY] = {.name = "hit_last_entry"},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_ALLOC] = {.name = "clear_and_alloc"},
    [CLEAR_AND_HIT] = {.name = "clear_and_hit"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const cam_cfg_t *c = cfg;
    const cam_t *u = state;
    const cam_in_t *in = input;
    const cam_out_t *out = output;
    (void)c, (void)u, (void)in, (void)out;

    happened[HIT] = out->hit;
    happened[MISS_ALLOCATES] = in->lookup_en && in->alloc && !out->hit && !out->full;
    happened[MISS_WHEN_FULL] = in->lookup_en && in->alloc && !out->hit && out->full;
    happened[MISS_NO_ALLOC] = in->lookup_en && !in->alloc && !out->hit;
    happened[HIT_LAST_ENTRY] = out->hit && out->idx == c->entries - 1;
    happened[CLEAR] = in->clear_en && u->valid[0];
    happened[CLEAR_AND_ALLOC] = in->clear_en && in->lookup_en && in->alloc && !out->hit;
    happened[CLEAR_AND_HIT] = in->clear_en && out->hit;
}

static unsigned fill_past_full_cycles(const void *cfg)
{
    const cam_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->entries + 2);
}

static void fill_past_full(const void *cfg, unsigned k, void *input)
{
    const cam_cfg_t *c = cfg;
    cam_in_t *in = input;
    (void)c, (void)k;
    in->lookup_en = 1;
    in->alloc = 1;
    in->key = k & bits_mask(c->key_w);
}

static unsigned hit_every_entry_cycles(const void *cfg)
{
    const cam_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->entries);
}

static void hit_every_entry(const void *cfg, unsigned k, void *input)
{
    const cam_cfg_t *c = cfg;
    cam_in_t *in = input;
    (void)c, (void)k;
    in->lookup_en = 1;
    in->alloc = 1;
    in->key = k & bits_mask(c->key_w);
}

static unsigned clear_and_alloc_cycles(const void *cfg)
{
    const cam_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(2);
}

static void clear_and_alloc(const void *cfg, unsigned k, void *input)
{
    const cam_cfg_t *c = cfg;
    cam_in_t *in = input;
    (void)c, (void)k;
    in->clear_en = 1;
    in->lookup_en = 1;
    in->alloc = 1;
    in->key = (k + 1) & bits_mask(c->key_w);
}

static unsigned alloc_after_clear_cycles(const void *cfg)
{
    const cam_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(2);
}

static void alloc_after_clear(const void *cfg, unsigned k, void *input)
{
    const cam_cfg_t *c = cfg;
    cam_in_t *in = input;
    (void)c, (void)k;
    in->lookup_en = 1;
    in->alloc = 1;
    in->key = k & bits_mask(c->key_w);
}

static const stim_directed_t directed[] = {
    {"fill_past_full", fill_past_full_cycles, fill_past_full},
    {"hit_every_entry", hit_every_entry_cycles, hit_every_entry},
    {"clear_and_alloc", clear_and_alloc_cycles, clear_and_alloc},
    {"alloc_after_clear", alloc_after_clear_cycles, alloc_after_clear},
};

const stim_unit_t cam_stim = {
    .unit = &cam_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
